// Poses of bodies: an origin and a rotation, in double.
#pragma once

#include <span>

#include <satchel/error.hpp>
#include <satchel/export.hpp>

namespace satchel {

/// Places a local vertex v of the body's shape at (x, y) + R v, with R the counter-clockwise rotation by the angle with
/// this cosine and sine. cos^2 + sin^2 may be off 1 by at most 1e-6.
struct Pose {
  double x = 0, y = 0, cos = 1, sin = 0;

  /// The pose at (x, y) rotated counter-clockwise by `angle_rad` radians, |angle_rad| <= 2^30. Cosine and sine have the
  /// same bits on every machine and are off by less than one unit in the last place; the angle 0 gives (1, 0) exactly.
  /// Throws `Error`: not_finite; out_of_range for an angle beyond the limit.
  [[nodiscard]] SATCHEL_API static Pose at(double x, double y, double angle_rad);

  friend bool operator==(const Pose&, const Pose&) = default;
};

/// Computes many poses, each as by `Pose::at`.
/// @param x_y_angle  3 n numbers: x, y, angle in radians, x, y, angle, ...
/// @param out        n poses, written only if every number is valid; may not alias the input
/// Throws `Error`: size_mismatch; not_finite, out_of_range (index: of the pose).
SATCHEL_API void poses_at(std::span<const double> x_y_angle, std::span<Pose> out);

}  // namespace satchel
