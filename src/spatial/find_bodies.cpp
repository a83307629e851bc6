// The bodies at points and in boxes, with an index and without:
//
//   check the queries; without an index, build a tree over the bodies' boxes
//   for each chunk of queries, in parallel, for each query: find the bodies whose boxes it meets
//     (kernels/tree/find_in_box.hpp); decide exactly whether query and body meet; sort the bodies that do
#include <satchel/find_bodies.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <limits>
#include <vector>

#include <satchel/index.hpp>

#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "parallel/parallel.hpp"
#include "scene/range.hpp"
#include "spatial/bodies_in_tree.hpp"
#include "spatial/box_meets_part.hpp"
#include "spatial/found_lists.hpp"
#include "spatial/point_in_part.hpp"
#include "tree/index_data.hpp"

namespace satchel {
namespace spatial {
namespace {

bool meets_query(const auto& part, Vec2d point) { return contains(part, point); }
bool meets_query(const auto& part, const Box& box) { return meets(part, box); }

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

/// The search for the bodies that meet one query after the other.
template <class T, class Query>
class Find {
 public:
  explicit Find(const BodiesInTree<T>& bodies) : bodies_(bodies) {}

  /// Appends the bodies of a query, ascending. May throw bad_alloc.
  void run(const Query& query, std::size_t number, std::vector<FoundBody>& found) {
    query_ = &query;
    number_ = number;
    found_ = &found;
    const std::size_t before = found.size();
    const kernels::FloatBox box = float_box(bodies_.tree.frame, box_of(query));
    const kernels::BoxSearch job{bodies_.tree,
                                 box,
                                 ids_.data(),
                                 ids_.size(),
                                 [](void* context, std::size_t count) { static_cast<Find*>(context)->take(count); },
                                 this};
    bodies_.table.tree->find_in_box(job);
    if (out_of_memory_) throw std::bad_alloc();
    if (found.size() > before + 1) std::sort(found.begin() + static_cast<std::ptrdiff_t>(before), found.end());
  }

 private:
  void take(std::size_t count) noexcept {
    try {
      for (std::size_t i = 0; i < count; ++i) {
        if (bodies_.allowed(number_, ids_[i]) && meets_body(ids_[i])) {
          found_->push_back({static_cast<std::uint32_t>(number_), ids_[i]});
        }
      }
    } catch (const std::exception&) {
      out_of_memory_ = true;
    }
  }

  bool meets_body(BodyId body) const {
    if (!bodies_.scene.bodies[body].place.is_compound()) {
      return meets_query(query::core_of(bodies_.scene, body), *query_);
    }
    bool met = false;
    for_each_part(bodies_.scene, body, [&](const Part<T>& part) { met = met || meets_query(part, *query_); });
    return met;
  }

  const BodiesInTree<T>& bodies_;
  const Query* query_ = nullptr;
  std::size_t number_ = 0;
  std::vector<FoundBody>* found_ = nullptr;
  bool out_of_memory_ = false;
  std::array<BodyId, 256> ids_;
};

template <class T, class Query>
Status find(const BodiesInTree<T>& bodies, std::span<const Query> queries, const Output<FoundBody>& found,
            const Options& options) noexcept {
  return find_lists<FoundBody>(queries.size(), found, options,
                               [&](std::size_t begin, std::size_t end, std::vector<FoundBody>& list) {
                                 Find<T, Query> search(bodies);
                                 for (std::size_t i = begin; i < end; ++i) search.run(queries[i], i, list);
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
  parallel::Progress progress(options, data.bodies.size() + queries.size());
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
  return find(bodies, queries, found, options.run);
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
