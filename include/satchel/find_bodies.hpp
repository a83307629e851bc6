// Finds the bodies of a scene that contain a point or meet a box.
#pragma once

#include <span>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/output.hpp>
#include <satchel/results.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// Finds the bodies that contain each point, boundaries included, exactly for the placed vertices and the points as
/// given.
/// @param points  world frame, the scene's unit; coordinates in the range of origins
/// @param found   a vector, or {room, count} (`Output`): the found bodies, sorted by (query, body); aliases no input
///
/// A call builds a tree over the bodies, which all its queries search: O(bodies log bodies), and O(log bodies + boxes that meet
/// its own) a query, and O(vertices) for an outline whose box it meets. So make many queries in one call, or keep an `Index`.
/// Throws `Error` before anything is written: not_finite, out_of_range, bad_box (index: of the query); too_many (2^32 -
/// 1 queries or more). During the work: no_room, no_memory, cancelled or internal. `stats` of the options is ignored.
template <class T>
[[nodiscard]] SATCHEL_API Status try_bodies_at_points(const BasicScene<T>& scene, std::span<const Vec2d> points,
                                                      Output<FoundBody> found, const Options& options = {}) noexcept;
template <class T>
void bodies_at_points(const BasicScene<T>& scene, std::span<const Vec2d> points, Output<FoundBody> found,
                      const Options& options = {}) {
  if (const Status status = try_bodies_at_points(scene, points, found, options); !status.ok()) throw_error(status);
}

/// Finds the bodies that touch or overlap each box, exactly. Boxes are closed and may have width or height 0; a minimum
/// larger than its maximum is refused (bad_box). Buffers, complexity and errors as for `bodies_at_points`.
template <class T>
[[nodiscard]] SATCHEL_API Status try_bodies_in_boxes(const BasicScene<T>& scene, std::span<const Box> boxes,
                                                     Output<FoundBody> found, const Options& options = {}) noexcept;
template <class T>
void bodies_in_boxes(const BasicScene<T>& scene, std::span<const Box> boxes, Output<FoundBody> found,
                     const Options& options = {}) {
  if (const Status status = try_bodies_in_boxes(scene, boxes, found, options); !status.ok()) throw_error(status);
}

}  // namespace satchel
