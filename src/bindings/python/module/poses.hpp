// Poses from arrays of x, y, angle or x, y, cos, sin; shapes that are repeated for many bodies.
#pragma once

#include <satchel/pose.hpp>

#include "arrays.hpp"

namespace satchel::python {

/// Poses: an array whose last axis has 3 or 4 numbers. Four are used as they are.
class PosesArgument {
 public:
  PosesArgument() = default;
  /// @param axes  of the array, the last one included
  PosesArgument(nb::handle value, const char* name, int axes, const char* wanted)
      : PosesArgument(value, name, axes, wanted, Later{}) {
    check(try_convert({}));
  }

  /// For poses of which some are absent: `try_convert` has to follow.
  struct Later {};
  PosesArgument(nb::handle value, const char* name, int axes, const char* wanted, Later);
  /// Computes the poses of x, y, angle. @param present  0: the pose is absent and not looked at; empty: all are present
  Status try_convert(std::span<const std::uint8_t> present);

  std::span<const Pose> span() const { return poses_; }
  std::size_t length(int axis) const { return lengths_[axis]; }
  nb::handle owner() const { return numbers_.owner; }

 private:
  Input<double> numbers_;
  nb::object computed_;  ///< of x, y, angle
  std::span<const Pose> poses_;
  std::size_t lengths_[2] = {0, 0};
};

/// `count` ids: an array of that length, or one id for all.
Input<std::uint32_t> repeated_ids(nb::handle value, std::size_t count, const char* name);

}  // namespace satchel::python
