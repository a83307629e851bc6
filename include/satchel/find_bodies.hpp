// Which bodies of a scene contain a point, and which meet a box.
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
  std::uint32_t query;  ///< place of the point or box in its list
  BodyId body;
  friend auto operator<=>(const FoundBody&, const FoundBody&) = default;
};

/// The bodies that contain each point, boundaries included: exactly, for the placed vertices and the points as given.
/// @param points  world frame, the scene's unit; coordinates in the range of origins
/// @param found   replaced by what is found, sorted by (query, body); its capacity is used
///
/// A call puts the bodies and the queries under trees of their own: O(bodies + queries + boxes that meet) where both
/// are spread as in most scenes, so ask for many at once. It allocates memory in proportion to these. Throws `Error`:
/// not_finite, out_of_range (index: of the point or box), bad_box, before anything is written; too_many (more than 2^32
/// - 1 queries), too_many_pairs (more than 2^32 - 1 bodies' boxes met), no_memory, cancelled or internal during the
/// work, after which `found` is unspecified. `stats` of the options is not used.
SATCHEL_API void bodies_at_points(const Scene& scene, std::span<const Vec2d> points, std::vector<FoundBody>& found,
                                  const Options& options = {});

/// The bodies that touch or overlap each box, exactly. Boxes are closed, and may have no width or height; bad_box where
/// a minimum is larger than its maximum.
SATCHEL_API void bodies_in_boxes(const Scene& scene, std::span<const Box> boxes, std::vector<FoundBody>& found,
                                 const Options& options = {});

SATCHEL_API Status bodies_at_points(std::nothrow_t, const Scene& scene, std::span<const Vec2d> points,
                                    std::vector<FoundBody>& found, const Options& options = {}) noexcept;
SATCHEL_API Status bodies_in_boxes(std::nothrow_t, const Scene& scene, std::span<const Box> boxes,
                                   std::vector<FoundBody>& found, const Options& options = {}) noexcept;

// The same in double precision.

SATCHEL_API void bodies_at_points(const Scened& scene, std::span<const Vec2d> points, std::vector<FoundBody>& found,
                                  const Options& options = {});
SATCHEL_API void bodies_in_boxes(const Scened& scene, std::span<const Box> boxes, std::vector<FoundBody>& found,
                                 const Options& options = {});
SATCHEL_API Status bodies_at_points(std::nothrow_t, const Scened& scene, std::span<const Vec2d> points,
                                    std::vector<FoundBody>& found, const Options& options = {}) noexcept;
SATCHEL_API Status bodies_in_boxes(std::nothrow_t, const Scened& scene, std::span<const Box> boxes,
                                   std::vector<FoundBody>& found, const Options& options = {}) noexcept;

}  // namespace satchel
