// Poses of bodies: an origin and a rotation, in double.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <type_traits>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// A counter-clockwise rotation: cosine and sine of its angle. cos^2 + sin^2 may be off 1 by at most 1e-6. No number
/// converts to a rotation, so that an angle is never taken for a cosine: use `of_angle`. The double nearest to pi/2 is no
/// quarter turn (its cosine is 6.1e-17). {0, 1} is one exactly, {-1, 0} a half turn and {0, -1} three quarters: these
/// place every vertex without rounding.
struct Rotation {
  double cos = 1, sin = 0;

  constexpr Rotation() noexcept = default;
  constexpr Rotation(double cosine, double sine) noexcept : cos(cosine), sin(sine) {}

  /// The rotation by `angle_rad` radians, |angle_rad| <= 2^30. Cosine and sine have the same bits on every machine and
  /// are off by less than one unit in the last place; the angle 0 gives (1, 0) exactly.
  /// Returns, or throws as an `Error`: not_finite; out_of_range for an angle beyond the limit. Then `out` is unchanged.
  [[nodiscard]] SATCHEL_API static Status try_of_angle(double angle_rad, Rotation& out) noexcept;
  [[nodiscard]] static Rotation of_angle(double angle_rad);

  friend bool operator==(const Rotation&, const Rotation&) = default;
};

/// Places a local vertex v of the body's shape at (x, y) + R v, with R the rotation. Four doubles: x, y, cos, sin, so
/// that an array of four columns can be viewed as poses.
struct Pose {
  double x = 0, y = 0;
  Rotation rotation = {};

  /// The pose at (x, y) rotated by an angle, as `Rotation::of_angle`. Its errors also concern x and y (not_finite).
  [[nodiscard]] static Status try_at(double x, double y, double angle_rad, Pose& out) noexcept;
  [[nodiscard]] static Pose at(double x, double y, double angle_rad);

  friend bool operator==(const Pose&, const Pose&) = default;
};

static_assert(std::is_standard_layout_v<Pose> && std::is_trivially_copyable_v<Pose>);
static_assert(sizeof(Pose) == 4 * sizeof(double) && sizeof(Rotation) == 2 * sizeof(double));
static_assert(offsetof(Pose, y) == 8 && offsetof(Pose, rotation) == 16 && offsetof(Rotation, sin) == 8);

/// Computes many poses, each as by `Pose::at`.
/// @param x_y_angle  3 n numbers: x, y, angle in radians, x, y, angle, ...
/// @param out        n poses, written only if every number is valid; may not alias the input
/// @param reference  the point of the shape's frame that lies at (x, y), as the middle of a vehicle's rear axle: (-1.4, 0).
///                   The origin is then the double nearest to (x, y) - R reference but for two roundings.
/// Returns, or throws as an `Error`: size_mismatch; not_finite, out_of_range (index: of the pose; or not_finite, without a
/// pose, of the reference). O(n), on the calling thread.
[[nodiscard]] SATCHEL_API Status try_poses_at(std::span<const double> x_y_angle, std::span<Pose> out,
                                              Vec2d reference = {}) noexcept;

inline void poses_at(std::span<const double> x_y_angle, std::span<Pose> out, Vec2d reference = {}) {
  if (const Status status = try_poses_at(x_y_angle, out, reference); !status.ok()) throw_error(status);
}

inline Rotation Rotation::of_angle(double angle_rad) {
  Rotation rotation = {};
  if (const Status status = try_of_angle(angle_rad, rotation); !status.ok()) throw_error(status);
  return rotation;
}

inline Status Pose::try_at(double x, double y, double angle_rad, Pose& out) noexcept {
  const std::array<double, 3> x_y_angle{x, y, angle_rad};
  return try_poses_at(x_y_angle, {&out, 1});
}

inline Pose Pose::at(double x, double y, double angle_rad) {
  Pose pose;
  if (const Status status = try_at(x, y, angle_rad, pose); !status.ok()) throw_error(status);
  return pose;
}

}  // namespace satchel
