// Takes a ray to the frame of a tree.
#pragma once

#include <algorithm>
#include <cmath>

#include <satchel/cast_rays.hpp>

#include "format/tree_layout.hpp"
#include "tree/fan_in_frame.hpp"

namespace satchel::tree {

/// A ray from where it enters the box around all bodies, in the frame of a tree. The unit of its times is chosen so
/// that it moves by 1 along the axis along which it moves faster: time_in_frame = (time - start) speed.
///
/// The point at `start` is origin + start direction, rounded; the bounds of the origin on both axes contain the exact
/// one: each sum and product is off by 2^-53 of itself. A ray that moves along the other axis by less than 2^-100 of
/// the first counts as one that does not; its bounds contain all of its coordinates inside the root. A ray that begins
/// where the frame does not reach counts as one that moves nowhere and is everywhere.
class RayInFrame {
 public:
  RayInFrame(const Ray& ray, const kernels::FloatTreeView& tree) {
    const Box& root = tree.root;
    if (!(root.min_x <= root.max_x)) return;
    const Vec2d o = ray.origin, d = ray.direction;
    const double fast = std::max(std::fabs(d.x), std::fabs(d.y));
    speed_ = fast * tree.frame.scale;
    error_ = meeting_error(tree);
    if (!is_in(o, root)) {
      double enters = 0, leaves = ray.max_time;
      if (!clip(o.x, d.x, root.min_x, root.max_x, enters, leaves)) return;
      if (!clip(o.y, d.y, root.min_y, root.max_y, enters, leaves)) return;
      if ((enters * (1 - 0x1p-40) - leaves * (1 + 0x1p-40)) * speed_ > error_) return;
      start_ = enters * (1 - 0x1p-40);
    }
    may_hit_ = true;
    const kernels::TreeFrame& frame = tree.frame;
    if (frame.holds(frame.x_of(o.x + start_ * d.x)) && frame.holds(frame.y_of(o.y + start_ * d.y))) {
      x_ = axis(o.x, d.x, fast, root.max_y - root.min_y, frame, frame.centre_x);
      y_ = axis(o.y, d.y, fast, root.max_x - root.min_x, frame, frame.centre_y);
    } else {
      x_ = y_ = {kernels::everywhere.min_x, kernels::everywhere.max_x, 0};
    }
  }

  /// Whether the ray may meet a body.
  bool may_hit() const { return may_hit_; }
  const kernels::RayAxis& x() const { return x_; }
  const kernels::RayAxis& y() const { return y_; }

  /// An upper bound, in the frame, of the time at which the ray enters the box of a body that it meets at this time.
  float latest_at(double time) const {
    const double t = ((time * (1 + 0x1p-30)) - start_) * speed_;
    return static_cast<float>(std::clamp(t * (1 + 0x1p-20) + error_, -1.0, 0x1p126));
  }

 private:
  /// Bounds of the times at which the ray is between two coordinates; false: it never is.
  static bool clip(double o, double d, double low, double high, double& enters, double& leaves) {
    if (d == 0) return o >= low && o <= high;
    const double in = ((d > 0 ? low : high) - o) / d, out = ((d > 0 ? high : low) - o) / d;
    enters = std::max(enters, in);
    leaves = std::min(leaves, out);
    return out >= 0;
  }

  kernels::RayAxis axis(double o, double d, double fast, double other_extent, const kernels::TreeFrame& frame,
                        double centre) const {
    const double moved = start_ * d, at = o + moved;
    const double error = moved != 0 ? 0x1p-44 * std::fabs(moved) + 0x1p-51 * std::fabs(at) : 0;
    const double low = (at - error - centre) * frame.scale, high = (at + error - centre) * frame.scale;
    if (std::fabs(d) < 0x1p-100 * fast) {
      // It moves along this axis by at most this inside the root, and from `start`, which is 2^-40 of the way before it.
      const double inside = std::fabs(d) / fast * other_extent * (1 + 0x1p-40);
      const double drift = (inside + 0x1p-39 * std::fabs(moved)) * frame.scale;
      return {kernels::TreeFrame::float_below(std::max(low - drift, -2 * kernels::largest_in_frame)),
              kernels::TreeFrame::float_above(std::min(high + drift, 2 * kernels::largest_in_frame)), 0};
    }
    return {kernels::TreeFrame::float_below(low), kernels::TreeFrame::float_above(high), static_cast<float>(fast / d)};
  }

  kernels::RayAxis x_{}, y_{};
  double start_ = 0, speed_ = 0, error_ = 0;
  bool may_hit_ = false;
};

}  // namespace satchel::tree
