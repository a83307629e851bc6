// Which centred boxes, and other centred parallelograms, are too thin for kernels/sat/box_pairs.hpp.
#pragma once

#include <algorithm>
#include <cmath>

namespace satchel::detail {

/// Vertices 1 and 2 of a centred parallelogram, whose other vertices are these negated.
struct HalfDiagonals {
  double px, py, qx, qy;

  template <class T>
  HalfDiagonals(const T* x, const T* y) noexcept
      : px(static_cast<double>(x[1])),
        py(static_cast<double>(y[1])),
        qx(static_cast<double>(x[2])),
        qy(static_cast<double>(y[2])) {}

  /// The bound of the rounding of boxes does not hold: their own support is a difference of products that are more than five
  /// times as large as the shorter edge times the longer half-diagonal. Along the axes no box is too thin.
  bool is_too_thin() const noexcept {
    const double products = std::fabs(qy * px) + std::fabs(qx * py);
    return products * products > limit();
  }
  /// The same for some rotation.
  bool may_be_too_thin() const noexcept { return squared(px, py) * squared(qx, qy) > limit(); }

 private:
  static double squared(double x, double y) noexcept { return x * x + y * y; }
  double limit() const noexcept {
    const double least_edge = std::min(squared(px + qx, py + qy), squared(qx - px, qy - py));
    return 24.99 * least_edge * std::max(squared(px, py), squared(qx, qy));
  }
};

}  // namespace satchel::detail
