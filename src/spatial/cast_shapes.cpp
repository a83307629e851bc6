// Shapes that move against all bodies of an index:
//
//   for each chunk of queries, in parallel: place them as bodies of a scene of their own
//     for each query: search the tree along the motion of its box (tree/moving_box.hpp), near boxes first
//     sweep the pairs between the two scenes, those of several queries together; for first hits, whenever a query has a
//       few pairs: its search ends where boxes are met later than its first hit so far
#include <satchel/index.hpp>

#include <algorithm>
#include <cmath>
#include <exception>
#include <tuple>
#include <vector>

#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "query/questions/sweep_work.hpp"
#include "scene/checks.hpp"
#include "scene/range.hpp"
#include "scene/threads.hpp"
#include "spatial/bodies_in_tree.hpp"
#include "spatial/found_lists.hpp"
#include "spatial/placed_queries.hpp"
#include "tree/index_data.hpp"
#include "tree/moving_box.hpp"
#include "tree/shared_pool.hpp"

namespace satchel {
namespace spatial {
namespace {

constexpr ShapeHit no_hit{1, 0, 0, 0, 0, no_body};

/// Shapes at poses that move; one motion is that of all.
struct MovingShapes {
  ShapesAtPoses at;
  std::span<const Motion> motions;

  const Motion& motion(std::size_t query) const { return motions[motions.size() == 1 ? 0 : query]; }
};

/// What all queries of a call read.
template <class T>
struct Cast {
  BodiesInTree<T> bodies;
  const BasicScene<T>& scene;
  double largest_reach;  ///< of the bodies
  MovingShapes queries;
  BasicSweepOptions<T> rules;
  detail::UsedShapes<T> shapes;
};

/// The search for what a chunk of queries hits. A task reuses it.
template <class T>
class Casting {
 public:
  /// Finds the first hit of each query, hits[query], or, without hits, appends all of them to `found`, sorted.
  Status run(const Cast<T>& cast, std::size_t begin, std::size_t end, std::span<ShapeHit> hits,
             std::vector<FoundShapeHit>& found) {
    cast_ = &cast;
    begin_ = begin;
    hits_ = hits;
    found_ = &found;
    status_ = {};
    queries_.place(cast.shapes, cast.queries.at, begin, end);
    motions_.clear();
    for (std::size_t query = begin; query < end; ++query) motions_.push_back(cast.queries.motion(query));
    if (finds_first()) std::fill(hits.begin() + std::ptrdiff_t(begin), hits.begin() + std::ptrdiff_t(end), no_hit);
    pairs_.clear();
    const std::size_t before = found.size();
    for (query_ = begin; query_ < end && status_.ok(); ++query_) find_candidates();
    if (status_.ok()) decide();
    std::sort(found.begin() + std::ptrdiff_t(before), found.end(), [](const FoundShapeHit& a, const FoundShapeHit& b) {
      return std::tuple(a.query, a.hit.time, a.hit.body) < std::tuple(b.query, b.hit.time, b.hit.body);
    });
    return status_;
  }

 private:
  static constexpr std::size_t most_pairs = 4096;
  static constexpr std::size_t few = 8;  ///< pairs of a query that are swept before more are looked for

  bool finds_first() const { return !hits_.empty(); }

  void find_candidates() {
    const auto body = static_cast<BodyId>(query_ - begin_);
    const Motion& motion = motions_[body];
    moving_ = tree::MovingBox(box_of(body, motion), motion.x, motion.y, cast_->bodies.tree.frame);
    latest_ = moving_.latest_at(1);
    undecided_ = 0;
    cast_->bodies.table.tree->find_on_ray(
        {cast_->bodies.tree, moving_.x(), moving_.y(), latest_,
         [](void* context, BodyId id) { return static_cast<Casting*>(context)->meet(id); }, this});
  }

  /// A box around all of a query at the start, whatever it turns by, and what sweeps count as met from there: of bodies
  /// whose origins are at most reaches and the motion apart (turning_tolerance).
  Box box_of(BodyId body, const Motion& motion) const {
    const detail::SceneData<T>& data = detail::SceneAccess::data(queries_.scene());
    const kernels::BodyRecord<T>& record = data.bodies[body];
    const double reach = static_cast<double>(record.reach), reaches = reach + cast_->largest_reach;
    double margin = 0x1p-38 * (reaches + std::fabs(motion.x) + std::fabs(motion.y)) +
                    0x1p-47 * std::max(std::fabs(record.x), std::fabs(record.y));
    Box box = tree::box_of(data, body);
    if (motion.angle != 0) {
      margin += std::max(static_cast<double>(cast_->rules.tolerance), 0x1p-12 * reaches);
      box = {record.x - reach, record.y - reach, record.x + reach, record.y + reach};
    }
    return {box.min_x - margin, box.min_y - margin, box.max_x + margin, box.max_y + margin};
  }

  float meet(BodyId body) noexcept {
    if (!cast_->bodies.allowed(query_, body)) return latest_;
    try {
      pairs_.push_back({static_cast<BodyId>(query_ - begin_), body});
      if (pairs_.size() < most_pairs && (!finds_first() || ++undecided_ < few)) return latest_;
      decide();
      undecided_ = 0;
      if (!status_.ok()) return -1;  // ends the search
      if (finds_first()) latest_ = moving_.latest_at(hits_[query_].time);
      return latest_;
    } catch (const std::exception&) {
      status_ = {ErrorCode::no_memory, 0};
      return -1;
    }
  }

  /// Sweeps all pairs, and keeps what counts.
  void decide() {
    impacts_.resize(pairs_.size());
    status_ = query::sweep_queries(BasicScenePair<T>(queries_.scene(), cast_->scene), std::span<const Motion>(motions_),
                                   std::span<const Pair>(pairs_), std::span<BasicImpact<T>>(impacts_), cast_->rules);
    for (std::size_t i = 0; i < pairs_.size() && status_.ok(); ++i) {
      const BasicImpact<T>& impact = impacts_[i];
      if (impact.hit == 0) continue;
      const ShapeHit hit{static_cast<double>(impact.time),     static_cast<double>(impact.normal_x),
                         static_cast<double>(impact.normal_y), static_cast<double>(impact.point_x),
                         static_cast<double>(impact.point_y),  pairs_[i].b};
      const std::size_t query = begin_ + pairs_[i].a;
      if (!finds_first()) {
        found_->push_back({static_cast<std::uint32_t>(query), hit});
      } else if (ShapeHit& first = hits_[query]; std::tuple(hit.time, hit.body) < std::tuple(first.time, first.body)) {
        first = hit;
      }
    }
    pairs_.clear();
  }

  const Cast<T>* cast_ = nullptr;
  PlacedQueries<T> queries_;
  std::size_t begin_ = 0, query_ = 0;
  std::vector<Motion> motions_;  ///< by body of queries_
  tree::MovingBox moving_{{}, 0, 0, {}};
  float latest_ = 0;
  std::vector<Pair> pairs_;    ///< of a body of queries_ and one of the scene
  std::size_t undecided_ = 0;  ///< how many of them, of this query, are new
  std::vector<BasicImpact<T>> impacts_;
  std::span<ShapeHit> hits_;
  std::vector<FoundShapeHit>* found_ = nullptr;
  Status status_;
};

/// The first motion that is refused, or ok.
template <class T>
Status check_query_motions(const MovingShapes& queries, double max_angle) noexcept {
  const std::size_t count = queries.at.poses.size();
  if (queries.motions.size() != count && queries.motions.size() != 1) {
    return detail::size_error(Argument::query_motions, count, queries.motions.size());
  }
  for (std::size_t i = 0; i < queries.motions.size(); ++i) {
    const Motion& motion = queries.motions[i];
    for (const double value : {motion.x, motion.y}) {
      if (!detail::in_range<T>(value)) return {detail::range_error(value), i, Argument::query_motions};
    }
    if (!std::isfinite(motion.angle)) return {ErrorCode::not_finite, i, Argument::query_motions};
    if (!(std::fabs(motion.angle) <= max_angle)) return {ErrorCode::bad_angle, i, Argument::query_motions};
  }
  return {};
}

/// The first query whose shape, or the first body that is an outline without convex parts, or ok.
template <class T>
Status check_parts(const detail::SceneData<T>& scene, std::span<const ShapeId> shapes) noexcept {
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (!scene.shape_lacks_parts(shapes[i])) continue;
    return {ErrorCode::needs_parts, i, Argument::query_shape, {shapes[i], scene.shapes.size(), shapes[i]}};
  }
  return detail::check_has_parts(scene);
}

/// @param ask  ask(cast, options of the run)
template <class T, class Ask>
Status cast_shapes(const BasicIndex<T>& index, const BasicScene<T>& scene, const MovingShapes& queries,
                   std::size_t results, const BasicCastOptions<T>& options, const Ask& ask) noexcept {
  const FpEnvironment environment;
  Status status = detail::IndexAccess::check(index, scene);
  if (!status.ok()) return status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  status = query::check_sweep_options(options.tolerance, options.max_angle);
  if (!status.ok()) return status;
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  const std::size_t count = queries.at.poses.size();
  status = check_queries(data, queries.at);
  if (!status.ok()) return status;
  if (results != count) return detail::size_error(Argument::hits, count, results);
  status = check_query_motions<T>(queries, static_cast<double>(options.max_angle));
  if (!status.ok()) return status;
  status = Allowed::check(options.query, data.bodies.size(), count);
  if (!status.ok()) return status;
  status = check_parts(data, queries.at.shapes);
  if (!status.ok()) return status;
  try {
    const tree::KeptTree& tree = detail::IndexAccess::data(index)->tree;
    BasicSweepOptions<T> rules;
    rules.tolerance = options.tolerance;
    rules.max_angle = options.max_angle;
    rules.leaves_start = options.leaves_start;
    rules.run.max_threads = 1;
    Cast<T> cast{BodiesInTree<T>{data, tree.floats(), *table, Allowed(options.query)},
                 scene,
                 tree.largest_reach(),
                 queries,
                 rules,
                 detail::UsedShapes<T>()};
    cast.shapes.add(data, queries.at.shapes);
    return ask(cast, detail::with_threads(options.query.run, scene));
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

/// As `Casting::run`, for all queries.
template <class T>
Status find_hits(const Cast<T>& cast, std::span<ShapeHit> hits, const Output<FoundShapeHit>& found,
                 const Options& options) {
  tree::SharedPool<Casting<T>> searches;
  return find_lists<FoundShapeHit>(cast.queries.at.poses.size(), found, options,
                                   [&](std::size_t begin, std::size_t end, std::vector<FoundShapeHit>& list) {
                                     const typename tree::SharedPool<Casting<T>>::Loan search(searches);
                                     return search->run(cast, begin, end, hits, list);
                                   });
}

}  // namespace
}  // namespace spatial

template <class T>
Status BasicIndex<T>::try_cast_shapes(const Scene& scene, std::span<const ShapeId> shapes, std::span<const Pose> poses,
                                      std::span<const Motion> motions, std::span<ShapeHit> hits,
                                      const BasicCastOptions<T>& options) const noexcept {
  return spatial::cast_shapes<T>(*this, scene, {{shapes, poses}, motions}, hits.size(), options,
                                 [&](const spatial::Cast<T>& cast, const Options& run) {
                                   std::size_t none = 0;
                                   return spatial::find_hits(cast, hits, {{}, none}, run);
                                 });
}

template <class T>
Status BasicIndex<T>::try_all_shape_hits(const Scene& scene, std::span<const ShapeId> shapes,
                                         std::span<const Pose> poses, std::span<const Motion> motions,
                                         Output<FoundShapeHit> hits,
                                         const BasicCastOptions<T>& options) const noexcept {
  return spatial::cast_shapes<T>(
      *this, scene, {{shapes, poses}, motions}, poses.size(), options,
      [&](const spatial::Cast<T>& cast, const Options& run) { return spatial::find_hits(cast, {}, hits, run); });
}

template Status BasicIndex<float>::try_cast_shapes(const satchel::Scene&, std::span<const ShapeId>,
                                                   std::span<const Pose>, std::span<const Motion>, std::span<ShapeHit>,
                                                   const CastOptions&) const noexcept;
template Status BasicIndex<float>::try_all_shape_hits(const satchel::Scene&, std::span<const ShapeId>,
                                                      std::span<const Pose>, std::span<const Motion>,
                                                      Output<FoundShapeHit>, const CastOptions&) const noexcept;
template Status BasicIndex<double>::try_cast_shapes(const Scened&, std::span<const ShapeId>, std::span<const Pose>,
                                                    std::span<const Motion>, std::span<ShapeHit>,
                                                    const CastOptionsd&) const noexcept;
template Status BasicIndex<double>::try_all_shape_hits(const Scened&, std::span<const ShapeId>, std::span<const Pose>,
                                                       std::span<const Motion>, Output<FoundShapeHit>,
                                                       const CastOptionsd&) const noexcept;

}  // namespace satchel
