// Where a body is: an origin and a rotation, in double.
#pragma once

#include <span>

#include <satchel/error.hpp>
#include <satchel/export.hpp>

namespace satchel {

/// A local vertex v of the body's shape lies at (x, y) + R v, with R the rotation by the angle whose cosine and sine
/// are given (counter-clockwise). cos^2 + sin^2 may be off 1 by at most 1e-6.
struct Pose {
  double x = 0, y = 0, cos = 1, sin = 0;

  /// The pose at (x, y) turned by `angle_rad` radians, |angle| <= 2^30. Cosine and sine are the library's own, the same
  /// bits on every machine, off by less than one unit in the last place; the angle 0 gives (1, 0) exactly.
  /// Throws `Error` (not_finite, out_of_range) for an angle that is not finite or beyond the limit.
  [[nodiscard]] SATCHEL_API static Pose at(double x, double y, double angle_rad);

  friend bool operator==(const Pose&, const Pose&) = default;
};

/// Many poses at once, each as `Pose::at` gives it.
/// @param x_y_angle  3 n numbers: x, y, angle in radians, x, y, angle, ...
/// @param out        n poses; may not alias the input. Written only if every number is good.
/// Throws `Error` (size_mismatch, not_finite, out_of_range; the index is that of the pose).
SATCHEL_API void poses_at(std::span<const double> x_y_angle, std::span<Pose> out);

}  // namespace satchel
