// Takes rays from one point to the frame of a tree.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include <satchel/cast_rays.hpp>

#include "format/tree_layout.hpp"

namespace satchel::tree {

/// Whether a point lies in a box.
inline bool is_in(const Vec2d& point, const Box& box) {
  return point.x >= box.min_x && point.x <= box.max_x && point.y >= box.min_y && point.y <= box.max_y;
}

/// The cross product of two directions is at most this part of their dot product.
inline bool is_near(const Vec2d& a, const Vec2d& b, double part) {
  return std::fabs(a.x * b.y - a.y * b.x) <= part * (a.x * b.x + a.y * b.y);
}

/// Whether two rays begin at one point, with directions so near each other that a fan can have both in a row.
inline bool are_of_a_fan(const Ray& a, const Ray& b) {
  return a.origin == b.origin && is_near(a.direction, b.direction, 0.03125);
}

/// Rays from one point, in the frame of a tree.
///
/// The wedge is wider than the rays by 2^-40 on both sides, so that it contains them although the cross products that
/// find its sides are rounded.
class FanInFrame {
 public:
  /// How many of the rays, from the first on, make a fan: they begin at one point in the box around all bodies, at most an
  /// eighth to a side of the first one, and each not far from the ray before. At least 1.
  static std::size_t count(std::span<const Ray> rays, const kernels::FloatTreeView& tree) {
    if (rays.size() == 1 || !is_in(rays[0].origin, tree.root)) return 1;
    const std::size_t most = std::min<std::size_t>(rays.size(), kernels::most_rays_of_fan);
    std::size_t k = 1;
    while (k < most && are_of_a_fan(rays[k - 1], rays[k]) && is_near(rays[0].direction, rays[k].direction, 0.125)) ++k;
    return k;
  }

  FanInFrame(std::span<const Ray> rays, const kernels::FloatTreeView& tree) : scale_(tree.frame.scale) {
    const Vec2d o = rays[0].origin, d = rays[0].direction;
    Vec2d first = d, last = d;
    for (const Ray& ray : rays.subspan(1)) {
      if (cross(first, ray.direction) < 0) first = ray.direction;
      if (cross(last, ray.direction) > 0) last = ray.direction;
    }
    const Vec2d along = unit(d), turned_back = unit({first.x + first.y * 0x1p-40, first.y - first.x * 0x1p-40}),
                turned_on = unit({last.x - last.y * 0x1p-40, last.y + last.x * 0x1p-40});
    fan_.first_x = static_cast<float>(turned_back.x);
    fan_.first_y = static_cast<float>(turned_back.y);
    fan_.last_x = static_cast<float>(turned_on.x);
    fan_.last_y = static_cast<float>(turned_on.y);
    fan_.along_x = static_cast<float>(along.x);
    fan_.along_y = static_cast<float>(along.y);
    const kernels::TreeFrame& frame = tree.frame;
    fan_.min_x = frame.down(o.x, frame.centre_x);
    fan_.min_y = frame.down(o.y, frame.centre_y);
    fan_.max_x = frame.up(o.x, frame.centre_x);
    fan_.max_y = frame.up(o.y, frame.centre_y);
  }

  const kernels::Fan& fan() const { return fan_; }

  /// A distance in the frame that is not before this time of a ray, which may be off by 2^-40 of itself.
  float not_before(double time, const Vec2d& direction) const {
    const double speed =
        (direction.x * static_cast<double>(fan_.along_x) + direction.y * static_cast<double>(fan_.along_y)) * scale_;
    return static_cast<float>(std::clamp(time * speed * (1 + 0x1p-20), -1.0, 0x1p126));
  }

 private:
  static double cross(const Vec2d& a, const Vec2d& b) { return a.x * b.y - a.y * b.x; }
  /// A direction whose longer component is 1.
  static Vec2d unit(const Vec2d& d) {
    const double longer = std::max(std::fabs(d.x), std::fabs(d.y));
    return {d.x / longer, d.y / longer};
  }

  kernels::Fan fan_{};
  double scale_ = 1;
};

}  // namespace satchel::tree
