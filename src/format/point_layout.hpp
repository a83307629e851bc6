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

/// Points, each with a body that may contain it.
template <class T>
struct PointsInBodies {
  const Vec2d* points;
  const std::uint32_t* point;  ///< of candidate i: points[point[i]], bodies[body[i]]
  const BodyId* body;
  std::uint32_t count;
  const BodyRecord<T>* bodies;
  OutlineTable<T> outlines;
  PointInBody* answers;  ///< one a candidate, written
};

}  // namespace satchel::kernels
