// Points that may lie in outlines: the job of the kernel that tests them (kernels/outline/points_in_outlines.hpp).
#pragma once

#include <cstdint>

#include <satchel/types.hpp>

#include "format/layout.hpp"
#include "format/outline_layout.hpp"

namespace satchel::kernels {

enum class PointInBody : std::uint8_t {
  outside,
  inside,  ///< or on the boundary
  open     ///< doubles do not tell, or the body is no outline
};

/// Outlines of more groups of edges may have stripes.
constexpr std::uint32_t most_groups_without_stripes = 64;

/// Stripes of equal heights over a large outline, each with the groups of edges that reach into it. Of a coordinate y of the
/// body's frame: stripe (y - low) per_height, rounded down and moved to the nearest that there is.
struct OutlineStripes {
  double low, per_height;
  double left;  ///< of the outline
  std::uint32_t
      first;  ///< the groups of stripe s begin at starts[first + s], and end where those of the next one begin
  std::uint32_t count;  ///< of stripes; 0: the outline has none

  SATCHEL_INLINE std::uint32_t stripe_of(double y) const {
    const double at = (y - low) * per_height, last = static_cast<double>(count - 1);
    return static_cast<std::uint32_t>(at > 0 ? (at < last ? at : last) : 0.0);
  }
};
struct StripeGroup {
  float max_x;  ///< of its edges, less `left`, rounded up
  std::uint32_t group;
};
struct StripesView {
  const OutlineStripes* of_body;  ///< by body; null: no outline has stripes
  const std::uint32_t* starts;
  const StripeGroup* groups;
};

/// Points, each with a body that may contain it.
template <class T>
struct PointsInBodies {
  const Vec2d* points;
  const std::uint32_t* point;  ///< of candidate i: points[point[i]], bodies[body[i]]
  const BodyId* body;
  std::uint32_t count;
  const BodyRecord<T>* bodies;
  OutlineTable<T> outlines;
  StripesView stripes;
  PointInBody* answers;  ///< one a candidate, written
};

}  // namespace satchel::kernels
