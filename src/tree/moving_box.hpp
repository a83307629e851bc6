// Takes a box that moves in a straight line to the frame of a tree, as a ray whose origin is known but for the box.
#pragma once

#include <algorithm>
#include <cmath>

#include <satchel/types.hpp>

#include "format/tree_layout.hpp"

namespace satchel::tree {

/// A box and its motion, from time 0 to 1, in the frame of a tree: x() and y() are a ray from any of its points, of which a
/// search of boxes on a ray finds those that the moving box meets. The unit of times is chosen so that the box moves by 1
/// along the axis along which it moves faster: time_in_frame = time * speed.
///
/// What moves along the other axis by less than 2^-60 of the first counts as what does not; its bounds then contain the
/// whole motion. What the frame does not hold counts as being everywhere.
class MovingBox {
 public:
  MovingBox(const Box& box, double by_x, double by_y, const kernels::TreeFrame& frame) {
    const double fast = std::max(std::fabs(by_x), std::fabs(by_y));
    speed_ = fast * frame.scale;
    const bool is_held = frame.holds(frame.x_of(box.min_x + std::min(by_x, 0.0))) &&
                         frame.holds(frame.x_of(box.max_x + std::max(by_x, 0.0))) &&
                         frame.holds(frame.y_of(box.min_y + std::min(by_y, 0.0))) &&
                         frame.holds(frame.y_of(box.max_y + std::max(by_y, 0.0)));
    if (!is_held) {
      x_ = y_ = {kernels::everywhere.min_x, kernels::everywhere.max_x, 0};
      return;
    }
    x_ = axis(frame.x_of(box.min_x), frame.x_of(box.max_x), by_x, fast, frame.scale);
    y_ = axis(frame.y_of(box.min_y), frame.y_of(box.max_y), by_y, fast, frame.scale);
  }

  const kernels::RayAxis& x() const { return x_; }
  const kernels::RayAxis& y() const { return y_; }

  /// An upper bound, in the frame, of the time at which this box meets the box of a body that is hit at `time`.
  float latest_at(double time) const {
    return static_cast<float>(std::min(time * speed_ * (1 + 0x1p-18) + 0x1p-100, 0x1p126));
  }

 private:
  static kernels::RayAxis axis(double low, double high, double by, double fast, double scale) {
    using kernels::TreeFrame;
    if (!(std::fabs(by) > 0x1p-60 * fast)) {
      const double moved = by * scale;
      return {TreeFrame::float_below(low + std::min(moved, 0.0)), TreeFrame::float_above(high + std::max(moved, 0.0)),
              0};
    }
    return {TreeFrame::float_below(low), TreeFrame::float_above(high), static_cast<float>(fast / by)};
  }

  kernels::RayAxis x_{}, y_{};
  double speed_ = 0;
};

}  // namespace satchel::tree
