// The bodies at points and in boxes, with an index and without:
//
//   check the queries; without an index, build a tree over the bodies' boxes
//   for each chunk of queries, in parallel: find the bodies whose boxes the queries meet
//     (kernels/tree/find_in_boxes.hpp); decide exactly whether query and body meet (points and outlines first by
//     kernels/outline/points_in_outlines.hpp); sort the bodies of each query
#include <satchel/find_bodies.hpp>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <type_traits>
#include <vector>

#include <satchel/index.hpp>

#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "parallel/parallel.hpp"
#include "scene/range.hpp"
#include "scene/threads.hpp"
#include "spatial/bodies_in_tree.hpp"
#include "spatial/box_meets_part.hpp"
#include "spatial/found_lists.hpp"
#include "spatial/outline_meets.hpp"
#include "spatial/point_in_part.hpp"
#include "spatial/point_stripes.hpp"
#include "tree/index_data.hpp"

namespace satchel {
namespace spatial {
namespace {

bool meets_query(const auto& part, Vec2d point) { return contains(part, point); }
bool meets_query(const auto& part, const Box& box) { return meets(part, box); }
bool meets_query(const auto& scene, BodyId outline, Vec2d point) { return outline_contains(scene, outline, point); }
bool meets_query(const auto& scene, BodyId outline, const Box& box) { return outline_meets(scene, outline, box); }

constexpr Argument argument_of(Vec2d) { return Argument::point; }
constexpr Argument argument_of(const Box&) { return Argument::box; }

constexpr Box box_of(Vec2d point) { return {point.x, point.y, point.x, point.y}; }
constexpr Box box_of(const Box& box) { return box; }

template <class T>
ErrorCode number_error(std::initializer_list<double> numbers) noexcept {
  for (const double number : numbers) {
    if (!detail::in_range<T>(number)) return detail::range_error(number);
  }
  return ErrorCode::ok;
}
template <class T>
ErrorCode query_error(Vec2d point) noexcept {
  return number_error<T>({point.x, point.y});
}
template <class T>
ErrorCode query_error(const Box& box) noexcept {
  const ErrorCode code = number_error<T>({box.min_x, box.min_y, box.max_x, box.max_y});
  if (code != ErrorCode::ok) return code;
  return box.min_x <= box.max_x && box.min_y <= box.max_y ? ErrorCode::ok : ErrorCode::bad_box;
}

template <class T, class Query>
Status check_queries(std::span<const Query> queries) noexcept {
  if (queries.size() >= std::numeric_limits<std::uint32_t>::max()) return {ErrorCode::too_many, queries.size()};
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (const ErrorCode code = query_error<T>(queries[i]); code != ErrorCode::ok) {
      return {code, i, argument_of(queries[i])};
    }
  }
  return {};
}

template <class T, class Query>
bool meets_body(const detail::SceneData<T>& scene, BodyId body, const Query& query) {
  const kernels::Place place = scene.bodies[body].place;
  if (!place.is_compound()) return meets_query(query::core_of(scene, body), query);
  if (place.is_outline()) return meets_query(scene, body, query);
  bool met = false;
  for_each_part(scene, body, [&](const Part<T>& part) { met = met || meets_query(part, query); });
  return met;
}

/// Appends the bodies that queries [begin, end) meet. May throw bad_alloc.
template <class T, class Query>
void find_of_queries(const BodiesInTree<T>& bodies, std::span<const Query> queries, std::size_t begin, std::size_t end,
                     std::vector<FoundBody>& found) {
  for_each_candidate(
      bodies, begin, end, [&](std::size_t query) { return box_of(queries[query]); },
      [&](std::size_t query, BodyId body) {
        if (!meets_body(bodies.scene, body, queries[query])) return;
        found.push_back({static_cast<std::uint32_t>(query), body});
      });
  sort_within_queries(found);
}

/// The same for points in a scene of outlines, which kernels test.
template <class T>
void find_at_points(const BodiesInTree<T>& bodies, const kernels::StripesView& stripes, std::span<const Vec2d> points,
                    std::size_t begin, std::size_t end, std::vector<FoundBody>& found) {
  using kernels::BoxSearch, kernels::PointInBody;
  for_each_few_candidates(
      bodies, begin, end, [&](std::size_t query) { return box_of(points[query]); },
      [&](const BoxSearch& search) {
        PointInBody answers[BoxSearch::Queue::capacity];
        bodies.table.tree->find_in_outlines(kernels::PointsInBodies<T>{
            points.data() + begin, search.queues[0].query, search.queues[0].item, search.found(),
            bodies.scene.bodies.data(), bodies.scene.compounds.outlines.table(), stripes, answers});
        for (std::uint32_t i = 0; i < search.found(); ++i) {
          if (answers[i] == PointInBody::outside) continue;
          const std::size_t query = begin + search.query(i);
          const BodyId body = search.body(i);
          if (!bodies.allowed(query, body)) continue;
          if (answers[i] == PointInBody::open && !meets_body(bodies.scene, body, points[query])) continue;
          found.push_back({static_cast<std::uint32_t>(query), body});
        }
      });
  sort_within_queries(found);
}

template <class T, class Query>
Status find(const BodiesInTree<T>& bodies, std::span<const Query> queries, const Output<FoundBody>& found,
            const Options& options) noexcept {
  if constexpr (std::is_same_v<Query, Vec2d>) {
    if (bodies.scene.compounds.bodies != 0) {
      PointStripes stripes;
      if (const Status status = stripes.make(bodies.scene, queries.size(), options); !status.ok()) return status;
      return find_lists<FoundBody>(queries.size(), found, options,
                                   [&](std::size_t begin, std::size_t end, std::vector<FoundBody>& list) {
                                     find_at_points(bodies, stripes.view(), queries, begin, end, list);
                                   });
    }
  }
  return find_lists<FoundBody>(queries.size(), found, options,
                               [&](std::size_t begin, std::size_t end, std::vector<FoundBody>& list) {
                                 find_of_queries(bodies, queries, begin, end, list);
                               });
}

template <class T, class Query>
Status find_without_index(const BasicScene<T>& scene, std::span<const Query> queries, const Output<FoundBody>& found,
                          const Options& options) noexcept {
  const FpEnvironment environment;
  Status status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  status = check_queries<T>(queries);
  if (!status.ok()) return status;
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  parallel::Progress progress(options, data.bodies.size() + queries.size(), scene.max_threads());
  progress.begin(data.bodies.size());
  tree::KeptTree tree;
  status = tree.build(data, *table, progress.options());
  if (!status.ok()) return status;
  progress.begin(queries.size());
  return progress.finish(find(BodiesInTree<T>{data, tree.floats(), *table}, queries, found, progress.options()));
}

template <class T, class Query>
Status find_by_index(const BasicIndex<T>& index, const BasicScene<T>& scene, std::span<const Query> queries,
                     const Output<FoundBody>& found, const QueryOptions& options) noexcept {
  const FpEnvironment environment;
  Status status = detail::IndexAccess::check(index, scene);
  if (!status.ok()) return status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  status = check_queries<T>(queries);
  if (!status.ok()) return status;
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  status = Allowed::check(options, data.bodies.size(), queries.size());
  if (!status.ok()) return status;
  const BodiesInTree<T> bodies{data, detail::IndexAccess::data(index)->tree.floats(), *table, Allowed(options)};
  return find(bodies, queries, found, detail::with_threads(options.run, scene));
}

}  // namespace
}  // namespace spatial

template <class T>
Status try_bodies_at_points(const BasicScene<T>& scene, std::span<const Vec2d> points, Output<FoundBody> found,
                            const Options& options) noexcept {
  return spatial::find_without_index(scene, points, found, options);
}
template <class T>
Status try_bodies_in_boxes(const BasicScene<T>& scene, std::span<const Box> boxes, Output<FoundBody> found,
                           const Options& options) noexcept {
  return spatial::find_without_index(scene, boxes, found, options);
}

template <class T>
Status BasicIndex<T>::try_bodies_at_points(const Scene& scene, std::span<const Vec2d> points, Output<FoundBody> found,
                                           const QueryOptions& options) const noexcept {
  return spatial::find_by_index(*this, scene, points, found, options);
}
template <class T>
Status BasicIndex<T>::try_bodies_in_boxes(const Scene& scene, std::span<const Box> boxes, Output<FoundBody> found,
                                          const QueryOptions& options) const noexcept {
  return spatial::find_by_index(*this, scene, boxes, found, options);
}

template Status try_bodies_at_points(const BasicScene<float>&, std::span<const Vec2d>, Output<FoundBody>,
                                     const Options&) noexcept;
template Status try_bodies_in_boxes(const BasicScene<float>&, std::span<const Box>, Output<FoundBody>,
                                    const Options&) noexcept;
template Status BasicIndex<float>::try_bodies_at_points(const BasicScene<float>&, std::span<const Vec2d>,
                                                        Output<FoundBody>, const QueryOptions&) const noexcept;
template Status BasicIndex<float>::try_bodies_in_boxes(const BasicScene<float>&, std::span<const Box>,
                                                       Output<FoundBody>, const QueryOptions&) const noexcept;
template Status try_bodies_at_points(const BasicScene<double>&, std::span<const Vec2d>, Output<FoundBody>,
                                     const Options&) noexcept;
template Status try_bodies_in_boxes(const BasicScene<double>&, std::span<const Box>, Output<FoundBody>,
                                    const Options&) noexcept;
template Status BasicIndex<double>::try_bodies_at_points(const BasicScene<double>&, std::span<const Vec2d>,
                                                         Output<FoundBody>, const QueryOptions&) const noexcept;
template Status BasicIndex<double>::try_bodies_in_boxes(const BasicScene<double>&, std::span<const Box>,
                                                        Output<FoundBody>, const QueryOptions&) const noexcept;

}  // namespace satchel
