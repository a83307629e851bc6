// The nearest bodies of shapes at poses, and of points:
//
//   for each chunk of queries, in parallel: place them as bodies of a scene of their own
//     for each query: walk the tree from near boxes to far ones; the box of each body gives a lower and an upper bound of its
//       distance; stop where lower bounds exceed the k-th least upper bound
//     compute the `distances` of these pairs between the two scenes; keep the k least
#include <satchel/index.hpp>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <tuple>
#include <vector>

#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "query/questions/distance_work.hpp"
#include "scene/checks.hpp"
#include "scene/threads.hpp"
#include "spatial/bodies_in_tree.hpp"
#include "spatial/found_lists.hpp"
#include "spatial/near_bounds.hpp"
#include "spatial/placed_queries.hpp"
#include "tree/index_data.hpp"
#include "tree/shared_pool.hpp"

namespace satchel {
namespace spatial {
namespace {

template <class T>
bool is_before(const BasicNearBody<T>& a, const BasicNearBody<T>& b) {
  return std::tuple(a.distance.distance, a.body) < std::tuple(b.distance.distance, b.body);
}

struct Limits {
  std::size_t count;
  double max_distance;
};

/// The search for the nearest bodies of a chunk of queries. A task reuses it.
template <class T>
class Nearest {
 public:
  using Found = BasicNearBody<T>;

  /// May refuse an outline that has no convex parts.
  Status run(const BodiesInTree<T>& bodies, const BasicScene<T>& scene, double largest_reach,
             const detail::UsedShapes<T>& shapes, const ShapesAtPoses& queries, const Limits& limits, std::size_t begin,
             std::size_t end, std::vector<Found>& found) {
    bodies_ = &bodies;
    scene_ = &scene;
    shapes_ = &shapes;
    limits_ = limits;
    begin_ = begin;
    queries_.place(shapes, queries, begin, end);
    pairs_.clear();
    found_ = &found;
    first_of_chunk_ = found.size();
    status_ = {};
    for (query_ = begin; query_ < end && status_.ok(); ++query_) {
      find_candidates(largest_reach);
      if (status_.ok() && (pairs_.size() >= most_pairs || query_ + 1 == end)) decide();
    }
    return status_;
  }

 private:
  static constexpr std::size_t most_pairs = 4096;

  struct Candidate {
    double gap_squared;
    BodyId body;
  };

  void find_candidates(double largest_reach) {
    const auto body = static_cast<BodyId>(query_ - begin_);
    const detail::SceneData<T>& data = detail::SceneAccess::data(queries_.scene());
    box_ = tree::box_of(data, body);
    const double reach = static_cast<double>(data.bodies[body].reach);
    const double far = std::max(std::fabs(data.bodies[body].x), std::fabs(data.bodies[body].y));
    slack_ = near_slack<T>(reach + largest_reach, far);
    candidates_.clear();
    bounds_.clear();
    set_limit(limits_.max_distance);
    out_of_memory_ = false;
    const kernels::NearSearch job{bodies_->tree, kernels::float_box(bodies_->tree.frame, box_), limit_in_frame(),
                                  [](void* context, BodyId id) { return static_cast<Nearest*>(context)->meet(id); },
                                  this};
    bodies_->table.tree->find_near(job);
    if (out_of_memory_) throw std::bad_alloc();
    add_pairs();
  }

  /// Makes pairs of the candidates that may be among the nearest.
  void add_pairs() {
    const double limit_squared = limit_ * limit_;
    for (const Candidate& candidate : candidates_) {
      if (candidate.gap_squared <= limit_squared) {
        pairs_.push_back({static_cast<BodyId>(query_ - begin_), candidate.body});
      }
    }
    candidates_.clear();
  }

  /// Leaves out bodies whose boxes are farther than a distance: with all errors, their computed distances are larger.
  void set_limit(double distance) { limit_ = distance * (1 + distance_error<T>)+slack_; }

  float limit_in_frame() const {
    return static_cast<float>(std::min(limit_ * bodies_->tree.frame.scale * (1 + 0x1p-20), 0x1p126));
  }

  float meet(BodyId body) noexcept {
    if (!bodies_->allowed(query_, body)) return limit_in_frame();
    try {
      const Box box = tree::box_of(bodies_->scene, body);
      candidates_.push_back({gap_squared(box_, box), body});
      if (candidates_.size() >= most_pairs) {  // bounds the memory where many bodies overlap the query
        add_pairs();
        decide();
        if (!status_.ok()) return -1;
      }
      // bounds_: a heap of the least upper bounds, squared, the largest on top.
      const double bound = farthest_squared(box_, box);
      if (bounds_.size() == limits_.count && !(bound < bounds_.front())) return limit_in_frame();
      if (bounds_.size() < limits_.count) {
        bounds_.push_back(bound);
        std::push_heap(bounds_.begin(), bounds_.end());
      } else {
        std::pop_heap(bounds_.begin(), bounds_.end());
        bounds_.back() = bound;
        std::push_heap(bounds_.begin(), bounds_.end());
      }
      if (bounds_.size() == limits_.count) set_limit(std::min(std::sqrt(bounds_.front()), limits_.max_distance));
      return limit_in_frame();
    } catch (const std::exception&) {
      out_of_memory_ = true;
      return -1;  // ends the search
    }
  }

  /// Computes the distances of all pairs, and keeps the nearest of each query, those found before included.
  void decide() {
    distances_.resize(pairs_.size());
    const BasicScenePair<T> scenes(queries_.scene(), *scene_);
    status_ = work_.find(scenes, pairs_, distances_, {.max_threads = 1});
    if (status_.argument == Argument::shape) {
      if (status_.numbers[0] == 1) status_.index = shapes_->shape_of(static_cast<ShapeId>(status_.index));
      status_.numbers[0] = 0;
    }
    if (!status_.ok()) return;
    std::vector<Found>& found = *found_;
    for (std::size_t i = 0; i < pairs_.size();) {
      const BodyId query = pairs_[i].a;
      const auto number = static_cast<std::uint32_t>(begin_ + query);
      std::size_t first = found.size();
      while (first > first_of_chunk_ && found[first - 1].query == number) --first;
      for (; i < pairs_.size() && pairs_[i].a == query; ++i) {
        if (!(static_cast<double>(distances_[i].distance) <= limits_.max_distance)) continue;
        found.push_back({number, pairs_[i].b, distances_[i]});
      }
      const std::size_t kept = std::min(found.size() - first, limits_.count);
      const auto begin = found.begin() + static_cast<std::ptrdiff_t>(first);
      std::partial_sort(begin, begin + static_cast<std::ptrdiff_t>(kept), found.end(), is_before<T>);
      found.resize(first + kept);
    }
    pairs_.clear();
  }

  const BodiesInTree<T>* bodies_ = nullptr;
  const BasicScene<T>* scene_ = nullptr;
  const detail::UsedShapes<T>* shapes_ = nullptr;
  Limits limits_{};
  PlacedQueries<T> queries_;
  std::size_t begin_ = 0, query_ = 0, first_of_chunk_ = 0;
  Box box_{};
  double slack_ = 0, limit_ = 0;
  std::vector<Candidate> candidates_;
  std::vector<double> bounds_;
  std::vector<Pair> pairs_;
  query::DistanceWork<T> work_;
  std::vector<BasicDistance<T>> distances_;
  std::vector<Found>* found_ = nullptr;
  bool out_of_memory_ = false;
  Status status_;
};

/// @param of_queries  the scene whose shapes the queries have
template <class T>
Status find_nearest(const BasicIndex<T>& index, const BasicScene<T>& scene, const BasicScene<T>& of_queries,
                    const ShapesAtPoses& queries, const Limits& limits, const Output<BasicNearBody<T>>& found,
                    const QueryOptions& options) noexcept {
  const FpEnvironment environment;
  Status status = detail::IndexAccess::check(index, scene);
  if (!status.ok()) return status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  if (!(limits.max_distance >= 0)) {
    return {ErrorCode::bad_distance, 0, Argument::max_distance, {}, limits.max_distance};
  }
  const detail::SceneData<T>& their_data = detail::SceneAccess::data(of_queries);
  status = check_queries(their_data, queries);
  if (!status.ok()) return status;
  status = Allowed::check(options, data.bodies.size(), queries.poses.size());
  if (!status.ok()) return status;
  try {
    const tree::KeptTree& tree = detail::IndexAccess::data(index)->tree;
    const BodiesInTree<T> bodies{data, tree.floats(), *table, Allowed(options)};
    detail::UsedShapes<T> shapes;
    shapes.add(their_data, queries.shapes);
    tree::SharedPool<Nearest<T>> searches;
    return find_lists<BasicNearBody<T>>(
        limits.count == 0 ? 0 : queries.poses.size(), found, detail::with_threads(options.run, scene),
        [&](std::size_t begin, std::size_t end, std::vector<BasicNearBody<T>>& list) {
          const typename tree::SharedPool<Nearest<T>>::Loan search(searches);
          return search->run(bodies, scene, tree.largest_reach(), shapes, queries, limits, begin, end, list);
        });
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

}  // namespace
}  // namespace spatial

template <class T>
Status BasicIndex<T>::try_nearest_bodies(const Scene& scene, std::span<const ShapeId> shapes,
                                         std::span<const Pose> poses, std::size_t count, double max_distance,
                                         Output<BasicNearBody<T>> found, const QueryOptions& options) const noexcept {
  return spatial::find_nearest<T>(*this, scene, scene, {shapes, poses}, {count, max_distance}, found, options);
}

template <class T>
Status BasicIndex<T>::try_nearest_to_points(const Scene& scene, std::span<const Vec2d> points, std::size_t count,
                                            double max_distance, Output<BasicNearBody<T>> found,
                                            const QueryOptions& options) const noexcept {
  if (points.size() >= std::numeric_limits<std::uint32_t>::max()) return {ErrorCode::too_many, points.size()};
  try {
    BasicScene<T> dots;
    ShapeId dot = 0;
    if (const Status status = dots.try_add_circle({0, 0}, 0, dot); !status.ok()) return status;
    std::vector<Pose> poses(points.size());
    std::transform(points.begin(), points.end(), poses.begin(), [](Vec2d p) { return Pose{p.x, p.y}; });
    Status status =
        spatial::find_nearest<T>(*this, scene, dots, {{&dot, 1}, poses}, {count, max_distance}, found, options);
    if (status.argument == Argument::poses) status.argument = Argument::point;
    return status;
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

template Status BasicIndex<float>::try_nearest_bodies(const satchel::Scene&, std::span<const ShapeId>,
                                                      std::span<const Pose>, std::size_t, double, Output<NearBody>,
                                                      const QueryOptions&) const noexcept;
template Status BasicIndex<float>::try_nearest_to_points(const satchel::Scene&, std::span<const Vec2d>, std::size_t,
                                                         double, Output<NearBody>, const QueryOptions&) const noexcept;
template Status BasicIndex<double>::try_nearest_to_points(const Scened&, std::span<const Vec2d>, std::size_t, double,
                                                          Output<NearBodyd>, const QueryOptions&) const noexcept;
template Status BasicIndex<double>::try_nearest_bodies(const Scened&, std::span<const ShapeId>, std::span<const Pose>,
                                                       std::size_t, double, Output<NearBodyd>,
                                                       const QueryOptions&) const noexcept;

}  // namespace satchel
