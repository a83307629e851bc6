// Ray casts: the first body that each ray hits.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/results.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// The points origin + time * direction with 0 <= time <= max_time. World frame.
struct Ray {
  Vec2d origin;
  /// The vector that the ray's point moves by in one unit of time; of any length except 0. With direction = end -
  /// origin and max_time = 1 the ray is the segment from origin to end.
  Vec2d direction;
  double max_time = std::numeric_limits<double>::infinity();
};

/// What a ray that begins in a body meets of it.
enum class RayStart : std::uint8_t {
  solid,    ///< the body, at time 0, with a normal opposite to the direction
  boundary  ///< the boundary where the ray leaves the body: RayHit::exit, and the outward normal there
};

/// More that calls with rays are asked.
struct RayOptions {
  /// For rays that begin in a body. With `boundary` the time, which max_time limits, is the exit.
  RayStart from_inside = RayStart::solid;
  /// Whether hits tell where the ray leaves the body (RayHit::exit). For the union of the body's parts, holes left out: a
  /// ray leaves into a gap or a hole, but not over an edge that two parts share, and it runs along an edge inside. The
  /// order of all that it crosses is decided exactly, as entering is, for bodies without radius, for others in double.
  /// O(vertices) a hit, and rays from one point are then cast one by one.
  bool exits = false;
};

/// The first body that each ray hits. Bodies are closed: a ray that grazes a vertex or an edge, or begins on one, hits.
/// A ray that begins in a hole of an outline hits an edge of the hole.
///
/// For bodies without radius it is decided exactly, for the placed vertices and the ray as given, whether the half-line
/// (the ray without max_time) hits. The time is rounded, off by at most 2^-38 of itself; the rounded time is compared with
/// max_time and between bodies. For bodies with a radius every decision is made in double, with an error of at most 1e-12
/// of the extent.
/// @param rays  origins and directions in the range of origins, directions not (0, 0); max_time 0 or more, or infinity
/// @param hits  one result a ray, written; aliases no input
/// @param more  what is asked of exits, and of rays that begin in a body
///
/// A call builds a tree over the bodies, O(bodies), and searches it, about O(log(bodies) + boxes that the ray meets) a
/// ray, and O(vertices) for an outline whose box the ray meets; so cast many rays in one call. Throws `Error`:
/// size_mismatch; not_finite, out_of_range, bad_ray (index: of the ray) before anything is written; no_memory,
/// cancelled or internal during the work, after which `hits` is unspecified. `stats` of the options is ignored.
template <class T>
[[nodiscard]] SATCHEL_API Status try_cast_rays(const BasicScene<T>& scene, std::span<const Ray> rays,
                                               std::span<RayHit> hits, const Options& options = {},
                                               const RayOptions& more = {}) noexcept;
template <class T>
void cast_rays(const BasicScene<T>& scene, std::span<const Ray> rays, std::span<RayHit> hits,
               const Options& options = {}, const RayOptions& more = {}) {
  if (const Status status = try_cast_rays(scene, rays, hits, options, more); !status.ok()) throw_error(status);
}

}  // namespace satchel
