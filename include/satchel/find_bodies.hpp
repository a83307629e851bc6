// Finds the bodies of a scene that contain a point or meet a box.
#pragma once

#include <cstdint>
#include <new>
#include <span>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// A body that a query found.
struct FoundBody {
  std::uint32_t query;  ///< index of the point or box in the list of the call
  BodyId body;
  friend auto operator<=>(const FoundBody&, const FoundBody&) = default;
};

/// Finds the bodies that contain each point, boundaries included, exactly for the placed vertices and the points as
/// given.
/// @param points  world frame, the scene's unit; coordinates in the range of origins
/// @param found   its contents are replaced by the found bodies, sorted by (query, body); its capacity is reused
///
/// A call builds one tree over the bodies and one over the queries: O(bodies + queries + pairs of boxes that meet) if
/// few of them crowd in one place; memory of the same order. So make many queries in one call.
/// Throws `Error` before anything is written: not_finite, out_of_range, bad_box (index: of the query); too_many (2^32 -
/// 1 queries or more). During the work: too_many_pairs (more than 2^32 - 1 pairs of boxes), no_memory, cancelled or
/// internal, after which `found` is unspecified. `stats` of the options is ignored.
SATCHEL_API void bodies_at_points(const Scene& scene, std::span<const Vec2d> points, std::vector<FoundBody>& found,
                                  const Options& options = {});

/// Finds the bodies that touch or overlap each box, exactly. Boxes are closed and may have width or height 0; a minimum
/// larger than its maximum is refused (bad_box). Buffers, complexity and errors as for `bodies_at_points`.
SATCHEL_API void bodies_in_boxes(const Scene& scene, std::span<const Box> boxes, std::vector<FoundBody>& found,
                                 const Options& options = {});

SATCHEL_API Status bodies_at_points(std::nothrow_t, const Scene& scene, std::span<const Vec2d> points,
                                    std::vector<FoundBody>& found, const Options& options = {}) noexcept;
SATCHEL_API Status bodies_in_boxes(std::nothrow_t, const Scene& scene, std::span<const Box> boxes,
                                   std::vector<FoundBody>& found, const Options& options = {}) noexcept;

// As above, for scenes in double precision.

SATCHEL_API void bodies_at_points(const Scened& scene, std::span<const Vec2d> points, std::vector<FoundBody>& found,
                                  const Options& options = {});
SATCHEL_API void bodies_in_boxes(const Scened& scene, std::span<const Box> boxes, std::vector<FoundBody>& found,
                                 const Options& options = {});
SATCHEL_API Status bodies_at_points(std::nothrow_t, const Scened& scene, std::span<const Vec2d> points,
                                    std::vector<FoundBody>& found, const Options& options = {}) noexcept;
SATCHEL_API Status bodies_in_boxes(std::nothrow_t, const Scened& scene, std::span<const Box> boxes,
                                   std::vector<FoundBody>& found, const Options& options = {}) noexcept;

}  // namespace satchel
