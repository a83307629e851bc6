// The first body that a ray hits.
#pragma once

#include <limits>
#include <new>
#include <span>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// The points origin + time * direction, 0 <= time <= max_time. World frame.
struct Ray {
  Vec2d origin;
  /// Of any length but 0; times are in units of it. The span of a segment from `origin`, with max_time 1, for example.
  Vec2d direction;
  double max_time = std::numeric_limits<double>::infinity();
};

/// Where a ray first meets a body.
struct RayHit {
  /// Of the least point of the ray that the body contains; infinity where no body is hit.
  double time;
  /// Unit vector, world frame: outward from the body at that point, square to the edge that the ray enters through; at
  /// a vertex, to the first such edge in vertex order. Where the origin lies in the body (time 0): against the
  /// direction. (0, 0) where no body is hit.
  double normal_x, normal_y;
  /// Of bodies hit at the same time the lowest; 2^32 - 1 where none is hit.
  BodyId body;

  friend bool operator==(const RayHit&, const RayHit&) = default;
};

/// The first body that each ray hits. Bodies are closed: a ray that grazes a vertex or an edge, or begins on one, hits.
///
/// Whether the whole half-line hits a body without radius is decided exactly, for the placed vertices and the ray as
/// given. The time is off by a few units in the last place of (distance / |direction|); it decides against max_time and
/// between bodies. Of bodies with a radius all of it is decided in double, off by at most 1e-12 of the extent.
/// @param rays  origins in the range of origins, directions too and not (0, 0); max_time 0 or more, infinity allowed
/// @param hits  one a ray
///
/// A call puts the bodies under a tree: O(bodies), then about O(log(bodies) + boxes on the way) a ray; ask for many at
/// once. Throws `Error`: size_mismatch, not_finite, out_of_range, bad_ray (index: of the ray) before anything is
/// written; no_memory, cancelled or internal during the work, after which `hits` is unspecified. `stats` of the options
/// is not used.
SATCHEL_API void cast_rays(const Scene& scene, std::span<const Ray> rays, std::span<RayHit> hits,
                           const Options& options = {});
SATCHEL_API Status cast_rays(std::nothrow_t, const Scene& scene, std::span<const Ray> rays, std::span<RayHit> hits,
                             const Options& options = {}) noexcept;

// The same in double precision.

SATCHEL_API void cast_rays(const Scened& scene, std::span<const Ray> rays, std::span<RayHit> hits,
                           const Options& options = {});
SATCHEL_API Status cast_rays(std::nothrow_t, const Scened& scene, std::span<const Ray> rays, std::span<RayHit> hits,
                             const Options& options = {}) noexcept;

}  // namespace satchel
