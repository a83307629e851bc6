// Steps along the hull of a body whose placed ring is not strictly convex (Variety::exact_only). Rounding made vertices
// coincide, turned a short edge around or pushed a corner in, so that the next stored vertex is not the hull's next.
#pragma once

#include <cstddef>
#include <cstdint>

namespace {

/// The hull's vertex after vertex i of a ring, counter-clockwise, or before it; i itself if all vertices are equal.
/// @param along_x, along_y  direction of a line through vertex i that has the body on its left, but for rounding
/// @param near              vertices that are no farther from vertex i count as equal to it
///
/// It is the vertex in the direction of least angle against the line; of those in one direction but for rounding, the
/// farthest. What lies on the right of the line counts as on it.
template <class T>
[[gnu::noinline]] std::uint32_t hull_neighbour(const T* x, const T* y, std::uint32_t count, std::uint32_t i,
                                               bool forward, double along_x, double along_y, double near) {
  constexpr double rounding = 0x1p-48;  // of `angle`: in doubles, by sums and products of a few terms
  struct Direction {
    double squared, angle;  ///< angle: from 0 to 2 instead of pi
  };
  const double sign = forward ? 1 : -1;
  const auto direction_of = [&](std::uint32_t k) -> Direction {
    const double vx = static_cast<double>(x[k]) - static_cast<double>(x[i]);
    const double vy = static_cast<double>(y[k]) - static_cast<double>(y[i]);
    const double ahead = sign * (along_x * vx + along_y * vy), beside = along_x * vy - along_y * vx;
    const double left = beside > 0 ? beside : 0, turned = left / (__builtin_fabs(ahead) + left);
    return {vx * vx + vy * vy, ahead > 0 ? turned : 2 - turned};
  };
  double least = 3;
  for (std::uint32_t k = 0; k < count; ++k) {
    const Direction direction = direction_of(k);
    if (direction.squared > near * near && direction.angle < least) least = direction.angle;
  }
  std::uint32_t farthest = i;
  double most = near * near;
  for (std::uint32_t k = 0; k < count; ++k) {
    const Direction direction = direction_of(k);
    if (direction.squared > most && direction.angle <= least + rounding) {
      farthest = k;
      most = direction.squared;
    }
  }
  return farthest;
}

}  // namespace
