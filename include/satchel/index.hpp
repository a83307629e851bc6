// An index of the bodies of a scene that is kept from call to call: for rays, points and boxes, one at a time or in
// batches, among bodies of which few or all move.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>

#include <satchel/cast_rays.hpp>
#include <satchel/distance.hpp>
#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/filter.hpp>
#include <satchel/first_hits.hpp>
#include <satchel/image_pair.hpp>
#include <satchel/options.hpp>
#include <satchel/output.hpp>
#include <satchel/pose.hpp>
#include <satchel/results.hpp>
#include <satchel/scene.hpp>
#include <satchel/trajectories.hpp>
#include <satchel/types.hpp>

namespace satchel {

namespace detail {
class IndexData;
struct IndexAccess;
}  // namespace detail

/// Options of a call with queries: which bodies they may find, and how the call runs. A query and a body meet by the
/// rules of `Filter` and of the worlds of `PairOptions`, as two bodies do. The spans are read during the call.
struct QueryOptions {
  /// Empty: `Filter{}` for all bodies; or one filter a body: body_slots() elements.
  std::span<const Filter> filters{};
  /// Empty, or the world of each body: body_slots() elements. A query finds the bodies of its own world alone.
  std::span<const std::uint32_t> worlds{};
  /// Empty: `Filter{}` for all queries; one element: of all queries; or one filter a query.
  std::span<const Filter> query_filters{};
  /// The worlds of the queries, if `worlds` is given, and only then: one element for all queries, or one a query.
  std::span<const std::uint32_t> query_worlds{};
  /// A body that is not found, as the one that carries the sensor. Empty; one element for all queries; or one a query,
  /// `no_body` for none.
  std::span<const BodyId> ignored{};
  /// Asked of calls with rays.
  RayOptions rays{};
  /// Threads, executor and progress of the call. `stats` is ignored.
  Options run{};
};

/// A body that a ray hits, one of several.
struct FoundRayHit {
  std::uint32_t query;  ///< index of the ray in the list of the call
  RayHit hit;           ///< as if the ray had met this body alone

  friend bool operator==(const FoundRayHit&, const FoundRayHit&) = default;
};

/// A body that a shape at a pose touches or overlaps.
struct BodyAtPose {
  std::uint32_t query;  ///< index of the pose in the list of the call
  BodyId body;
  Verdict verdict;  ///< touching or overlapping: that of `classify`

  friend auto operator<=>(const BodyAtPose&, const BodyAtPose&) = default;
};

/// Options of a call that casts shapes: those of a query, and those of a sweep (BasicSweepOptions).
template <class T>
struct BasicCastOptions {
  QueryOptions query{};  ///< which bodies may be found; threads, executor and progress of the call
  T tolerance = 0;       ///< for shapes that turn: the distance at which they meet a body; 0: the default of sweeps
  T max_angle = 64;      ///< the largest |angle| of a motion
  bool leaves_start = false;  ///< whether shapes meet bodies only where they approach them
};
using CastOptions = BasicCastOptions<float>;
using CastOptionsd = BasicCastOptions<double>;

/// A body that a shape meets on its motion, one of several.
struct FoundShapeHit {
  std::uint32_t query;  ///< index of the pose in the list of the call
  ShapeHit hit;         ///< as if the shape had met this body alone

  friend bool operator==(const FoundShapeHit&, const FoundShapeHit&) = default;
};

/// A body of a periodic world that a query meets at an image: (image_x, image_y) periods away from where the body is.
struct FoundImage {
  std::uint32_t query;  ///< index of the pose in the list of the call
  BodyId body;
  std::int32_t image_x, image_y;
  Verdict verdict;  ///< touching or overlapping: that of `classify`

  friend auto operator<=>(const FoundImage&, const FoundImage&) = default;
};

/// One of the bodies nearest to a query.
template <class T>
struct BasicNearBody {
  std::uint32_t query;  ///< index of the pose in the list of the call
  BodyId body;
  BasicDistance<T> distance;  ///< of the query (a) and the body (b), with witness points, as `distances` gives it

  friend bool operator==(const BasicNearBody&, const BasicNearBody&) = default;
};
using NearBody = BasicNearBody<float>;
using NearBodyd = BasicNearBody<double>;

/// An index of all bodies of one scene. It is built once and updated after bodies have changed; queries take the index
/// and the scene, whose bodies have to be as they were at the last update. Shapes may be added.
///
/// Answers are exact, complete and in a defined order. They are the same bits for every history of the index (an index
/// that was updated answers as one that is built anew), on every instruction set, for any number of threads, and equal
/// those of the calls without an index (`cast_rays`, `bodies_at_points`, `bodies_in_boxes`).
///
/// Threads. Any number of threads may ask one index at once. `build` and `update` need it for themselves.
///
/// Errors of all queries, before anything is written: other_scene, changed_scene; size_mismatch (spans of the options;
/// index: 0 filters, 1 worlds, 2 query_filters, 3 query_worlds, 4 ignored); those of the call without an index.
template <class T>
class SATCHEL_API BasicIndex {
 public:
  using Scene = BasicScene<T>;

  /// An index of no scene. Every query refuses it (other_scene).
  BasicIndex() noexcept;
  /// An index of the scene as it is. Throws as `build` does.
  explicit BasicIndex(const Scene& scene, const Options& options = {}) : BasicIndex() { build(scene, options); }
  BasicIndex(BasicIndex&&) noexcept;  ///< leaves an index of no scene
  BasicIndex& operator=(BasicIndex&&) noexcept;
  ~BasicIndex();

  /// Makes this an index of the scene as it is, whatever it was before. O(bodies).
  /// Errors, after which the index is as it was: no_memory, cancelled, internal.
  [[nodiscard]] Status try_build(const Scene& scene, const Options& options = {}) noexcept;
  void build(const Scene& scene, const Options& options = {}) { throw_unless_ok(try_build(scene, options)); }

  /// Follows the changes of the scene since the last `build` or `update`: bodies moved, added, removed, reshaped, or all
  /// of that by `clear` or an assignment. The scene notes which bodies change, but not all where they are many: if one call
  /// changes more than an eighth of the bodies, or several between two updates more than a quarter (perhaps already an
  /// eighth), the update looks at all bodies. O(bodies changed), or O(bodies). The index builds itself anew when that pays.
  /// Errors, after which the index is as it was: other_scene; no_memory, cancelled, internal.
  [[nodiscard]] Status try_update(const Scene& scene, const Options& options = {}) noexcept;
  void update(const Scene& scene, const Options& options = {}) { throw_unless_ok(try_update(scene, options)); }

  /// As above, for a caller who knows which bodies changed.
  /// @param moved  every body that changed, in any order; others, too. A list that leaves one out is refused.
  ///               A body that was removed has changed, after `clear` too, where no body has its number.
  /// Errors: as above; left_out (index: the body).
  [[nodiscard]] Status try_update(const Scene& scene, std::span<const BodyId> moved,
                                  const Options& options = {}) noexcept;
  void update(const Scene& scene, std::span<const BodyId> moved, const Options& options = {}) {
    throw_unless_ok(try_update(scene, moved, options));
  }

  /// Whether the index is of this scene, and up to date: whether queries with it are accepted.
  [[nodiscard]] bool is_current(const Scene& scene) const noexcept;
  /// Bytes of memory held.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // ---- rays --------------------------------------------------------------------------------------------------------

  /// The first body that each ray hits: see `satchel::cast_rays`. About O(log bodies) a ray.
  [[nodiscard]] Status try_cast_rays(const Scene& scene, std::span<const Ray> rays, std::span<RayHit> hits,
                                     const QueryOptions& options = {}) const noexcept;
  void cast_rays(const Scene& scene, std::span<const Ray> rays, std::span<RayHit> hits,
                 const QueryOptions& options = {}) const {
    throw_unless_ok(try_cast_rays(scene, rays, hits, options));
  }
  /// The same for one ray.
  [[nodiscard]] RayHit cast_ray(const Scene& scene, const Ray& ray, const QueryOptions& options = {}) const {
    RayHit hit{};
    throw_unless_ok(try_cast_rays(scene, {&ray, 1}, {&hit, 1}, options));
    return hit;
  }

  /// Whether each ray hits any body up to its max_time: as `cast_rays`, and faster. For lines of sight and shadows.
  /// @param blocked  one result a ray, written: 1 if it hits a body, else 0; aliases no input
  [[nodiscard]] Status try_rays_blocked(const Scene& scene, std::span<const Ray> rays, std::span<std::uint8_t> blocked,
                                        const QueryOptions& options = {}) const noexcept;
  void rays_blocked(const Scene& scene, std::span<const Ray> rays, std::span<std::uint8_t> blocked,
                    const QueryOptions& options = {}) const {
    throw_unless_ok(try_rays_blocked(scene, rays, blocked, options));
  }

  /// All bodies that each ray hits up to its max_time, with time and normal of each, sorted by (query, time, body).
  /// @param hits  a vector, or {room, count} (`Output`); aliases no input
  [[nodiscard]] Status try_all_ray_hits(const Scene& scene, std::span<const Ray> rays, Output<FoundRayHit> hits,
                                        const QueryOptions& options = {}) const noexcept;
  void all_ray_hits(const Scene& scene, std::span<const Ray> rays, Output<FoundRayHit> hits,
                    const QueryOptions& options = {}) const {
    throw_unless_ok(try_all_ray_hits(scene, rays, hits, options));
  }

  // ---- points and boxes --------------------------------------------------------------------------------------------

  /// The bodies that contain each point: see `satchel::bodies_at_points`.
  [[nodiscard]] Status try_bodies_at_points(const Scene& scene, std::span<const Vec2d> points, Output<FoundBody> found,
                                            const QueryOptions& options = {}) const noexcept;
  void bodies_at_points(const Scene& scene, std::span<const Vec2d> points, Output<FoundBody> found,
                        const QueryOptions& options = {}) const {
    throw_unless_ok(try_bodies_at_points(scene, points, found, options));
  }
  /// The same for one point; the queries of `found` are 0.
  void bodies_at_point(const Scene& scene, Vec2d point, Output<FoundBody> found,
                       const QueryOptions& options = {}) const {
    throw_unless_ok(try_bodies_at_points(scene, {&point, 1}, found, options));
  }

  /// The bodies that touch or overlap each box: see `satchel::bodies_in_boxes`.
  [[nodiscard]] Status try_bodies_in_boxes(const Scene& scene, std::span<const Box> boxes, Output<FoundBody> found,
                                           const QueryOptions& options = {}) const noexcept;
  void bodies_in_boxes(const Scene& scene, std::span<const Box> boxes, Output<FoundBody> found,
                       const QueryOptions& options = {}) const {
    throw_unless_ok(try_bodies_in_boxes(scene, boxes, found, options));
  }
  /// The same for one box; the queries of `found` are 0.
  void bodies_in_box(const Scene& scene, const Box& box, Output<FoundBody> found,
                     const QueryOptions& options = {}) const {
    throw_unless_ok(try_bodies_in_boxes(scene, {&box, 1}, found, options));
  }

  // ---- shapes at poses ---------------------------------------------------------------------------------------------
  // The queries are bodies that are in no scene: shapes of the index's scene, at poses.
  //   shapes  one shape for all poses, or one a pose
  // Errors before anything is written: size_mismatch (shapes); bad_shape (index: of the query); not_finite, out_of_range,
  // bad_rotation, cannot_rotate (an outline) (index: of the pose); too_many (2^32 - 1 poses or more).

  /// The bodies that each shape touches or overlaps, and which of the two, as `classify` decides: body against scene,
  /// without a list of pairs.
  /// @param found  a vector, or {room, count} (`Output`): the bodies found, sorted by (query, body); aliases no input
  [[nodiscard]] Status try_bodies_at_poses(const Scene& scene, std::span<const ShapeId> shapes,
                                           std::span<const Pose> poses, Output<BodyAtPose> found,
                                           const QueryOptions& options = {}) const noexcept;
  void bodies_at_poses(const Scene& scene, std::span<const ShapeId> shapes, std::span<const Pose> poses,
                       Output<BodyAtPose> found, const QueryOptions& options = {}) const {
    throw_unless_ok(try_bodies_at_poses(scene, shapes, poses, found, options));
  }

  /// The same in a periodic world: the images of bodies that each shape at its pose touches or overlaps. An image stands
  /// at the double nearest to origin + image * period (periodic.hpp), and the verdict is that of a body made there:
  /// `classify` for the image pair (query, body, image) of a scene of the queries and this scene. Several images of one
  /// body may be found; shapes and bodies may be wider than a period, and origins lie anywhere.
  /// @param found  a vector, or {room, count} (`Output`): sorted by (query, body, image_x, image_y); aliases no input
  /// Errors: also not_finite, out_of_range (a period that is negative, or outside the range of coordinates; or index: of
  /// the pose that is 2^30 - 1 periods or more from some body, or within a body's reach of the largest coordinate);
  /// too_many (index: of the pose that one body may meet at more than 2^20 images).
  /// Time: about that without periods, if bodies are small beside a period.
  [[nodiscard]] Status try_bodies_at_poses(const Scene& scene, const Periods& periods, std::span<const ShapeId> shapes,
                                           std::span<const Pose> poses, Output<FoundImage> found,
                                           const QueryOptions& options = {}) const noexcept;
  void bodies_at_poses(const Scene& scene, const Periods& periods, std::span<const ShapeId> shapes,
                       std::span<const Pose> poses, Output<FoundImage> found, const QueryOptions& options = {}) const {
    throw_unless_ok(try_bodies_at_poses(scene, periods, shapes, poses, found, options));
  }

  /// The first body that each shape meets while it moves by its motion from its pose (a shape cast, also called a
  /// trace). The bodies of the scene stand still. Hit, time, normal and point are those that `sweep` of a scene of the
  /// queries, with these motions, and this scene, without motions, gives for the pair (query, body); so everything that
  /// satchel/sweep.hpp says holds: of bodies that turn, overlap at the start or are linked, and of one-sided edges.
  /// @param motions  one motion for all poses, or one a pose
  /// @param hits     one result a pose, written; aliases no input
  /// Errors: also size_mismatch (motions, hits); not_finite, out_of_range (index: of the motion); bad_angle (index: of the
  /// motion beyond max_angle; or a wrong max_angle); bad_margin (tolerance); needs_parts (index: of the query, or of the
  /// body of the scene, that is an outline without convex parts). A query takes about O(log bodies + boxes that the shape's
  /// box meets on its way to the first hit), and a sweep against each body in these boxes.
  [[nodiscard]] Status try_cast_shapes(const Scene& scene, std::span<const ShapeId> shapes, std::span<const Pose> poses,
                                       std::span<const Motion> motions, std::span<ShapeHit> hits,
                                       const BasicCastOptions<T>& options = {}) const noexcept;
  void cast_shapes(const Scene& scene, std::span<const ShapeId> shapes, std::span<const Pose> poses,
                   std::span<const Motion> motions, std::span<ShapeHit> hits,
                   const BasicCastOptions<T>& options = {}) const {
    throw_unless_ok(try_cast_shapes(scene, shapes, poses, motions, hits, options));
  }
  /// The same for one shape.
  [[nodiscard]] ShapeHit cast_shape(const Scene& scene, ShapeId shape, const Pose& pose, const Motion& motion,
                                    const BasicCastOptions<T>& options = {}) const {
    ShapeHit hit{};
    throw_unless_ok(try_cast_shapes(scene, {&shape, 1}, {&pose, 1}, {&motion, 1}, {&hit, 1}, options));
    return hit;
  }

  /// All bodies that each shape meets on its motion, as `cast_shapes` of each alone, sorted by (query, time, body).
  /// @param hits  a vector, or {room, count} (`Output`); aliases no input
  [[nodiscard]] Status try_all_shape_hits(const Scene& scene, std::span<const ShapeId> shapes,
                                          std::span<const Pose> poses, std::span<const Motion> motions,
                                          Output<FoundShapeHit> hits,
                                          const BasicCastOptions<T>& options = {}) const noexcept;
  void all_shape_hits(const Scene& scene, std::span<const ShapeId> shapes, std::span<const Pose> poses,
                      std::span<const Motion> motions, Output<FoundShapeHit> hits,
                      const BasicCastOptions<T>& options = {}) const {
    throw_unless_ok(try_all_shape_hits(scene, shapes, poses, motions, hits, options));
  }

  /// The bodies nearest to each shape: at most `count` of those whose distance is at most `max_distance`, sorted by
  /// (query, distance, body), where the distance is the number that `distances` of a scene of the queries and this scene
  /// gives for the pair (query, body). Overlapping bodies have negative distances, so the deepest comes first.
  /// @param max_distance  0 or more, or infinity
  /// @param found  a vector, or {room, count} (`Output`); aliases no input
  /// Errors: also bad_distance; of outlines without parts too_many, too_many_vertices, internal: as `distances`.
  /// About O(log bodies + bodies about as near as the `count` nearest) a query.
  [[nodiscard]] Status try_nearest_bodies(const Scene& scene, std::span<const ShapeId> shapes,
                                          std::span<const Pose> poses, std::size_t count, double max_distance,
                                          Output<BasicNearBody<T>> found,
                                          const QueryOptions& options = {}) const noexcept;
  void nearest_bodies(const Scene& scene, std::span<const ShapeId> shapes, std::span<const Pose> poses,
                      std::size_t count, double max_distance, Output<BasicNearBody<T>> found,
                      const QueryOptions& options = {}) const {
    throw_unless_ok(try_nearest_bodies(scene, shapes, poses, count, max_distance, found, options));
  }

  /// The same for points; `distance` is negative in a body, and its witness point on the query is (0, 0).
  /// Errors before anything is written: not_finite, out_of_range (index: of the point); too_many; bad_distance.
  [[nodiscard]] Status try_nearest_to_points(const Scene& scene, std::span<const Vec2d> points, std::size_t count,
                                             double max_distance, Output<BasicNearBody<T>> found,
                                             const QueryOptions& options = {}) const noexcept;
  void nearest_to_points(const Scene& scene, std::span<const Vec2d> points, std::size_t count, double max_distance,
                         Output<BasicNearBody<T>> found, const QueryOptions& options = {}) const {
    throw_unless_ok(try_nearest_to_points(scene, points, count, max_distance, found, options));
  }

  // ---- trajectories ------------------------------------------------------------------------------------------------

  /// The first hit of each mover: see `satchel::first_hits`, whose fixed bodies are those of the index. The movers are
  /// the queries of the options, which are about fixed bodies alone: moving obstacles meet every mover.
  /// Errors: also those of `satchel::first_hits`.
  [[nodiscard]] Status try_first_hits(const Scene& scene, const Trajectories& movers, const Trajectories& obstacles,
                                      std::span<FirstHit> hits, const QueryOptions& options = {}) const noexcept;
  void first_hits(const Scene& scene, const Trajectories& movers, const Trajectories& obstacles,
                  std::span<FirstHit> hits, const QueryOptions& options = {}) const {
    throw_unless_ok(try_first_hits(scene, movers, obstacles, hits, options));
  }

  /// All hits of the movers: see `satchel::trajectory_hits`; movers and fixed bodies as above.
  /// Errors: also those of `satchel::trajectory_hits`.
  [[nodiscard]] Status try_trajectory_hits(const Scene& scene, const Trajectories& movers,
                                           const Trajectories& obstacles, Output<TrajectoryHit> hits,
                                           const QueryOptions& options = {}) const noexcept;
  void trajectory_hits(const Scene& scene, const Trajectories& movers, const Trajectories& obstacles,
                       Output<TrajectoryHit> hits, const QueryOptions& options = {}) const {
    throw_unless_ok(try_trajectory_hits(scene, movers, obstacles, hits, options));
  }

  /// The least distance of each mover: see `satchel::clearances`; movers and fixed bodies as above.
  /// Errors: also those of `satchel::clearances`.
  [[nodiscard]] Status try_clearances(const Scene& scene, const Trajectories& movers, const Trajectories& obstacles,
                                      double max_distance, std::span<Clearance> clearances,
                                      const QueryOptions& options = {}) const noexcept;
  void clearances(const Scene& scene, const Trajectories& movers, const Trajectories& obstacles, double max_distance,
                  std::span<Clearance> clearances, const QueryOptions& options = {}) const {
    throw_unless_ok(try_clearances(scene, movers, obstacles, max_distance, clearances, options));
  }

  /// The time to collision of each mover at each step: see `satchel::times_to_collision`; movers and fixed bodies as above.
  /// Errors: also those of `satchel::times_to_collision`.
  [[nodiscard]] Status try_times_to_collision(const Scene& scene, const Trajectories& movers,
                                              const Trajectories& obstacles, double horizon,
                                              std::span<CollisionTime> times,
                                              const QueryOptions& options = {}) const noexcept;
  void times_to_collision(const Scene& scene, const Trajectories& movers, const Trajectories& obstacles, double horizon,
                          std::span<CollisionTime> times, const QueryOptions& options = {}) const {
    throw_unless_ok(try_times_to_collision(scene, movers, obstacles, horizon, times, options));
  }

 private:
  friend struct detail::IndexAccess;

  std::unique_ptr<detail::IndexData> data_;  ///< null: of no scene
};

extern template class BasicIndex<float>;
extern template class BasicIndex<double>;
using Index = BasicIndex<float>;
using Indexd = BasicIndex<double>;

}  // namespace satchel
