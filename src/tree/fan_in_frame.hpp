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

/// Whether the tangent of the angle between two directions is at most `slope`.
inline bool within_slope(const Vec2d& a, const Vec2d& b, double slope) {
  return std::fabs(a.x * b.y - a.y * b.x) <= slope * (a.x * b.x + a.y * b.y);
}

/// Whether two rays may follow each other in a fan: they begin at one point, and a body that one of them meets is often
/// met by the other, too.
inline bool may_follow(const Ray& a, const Ray& b) {
  return a.origin == b.origin && within_slope(a.direction, b.direction, 0x1p-5);
}

/// How many of the rays, from the first on, make a fan: they begin at one point in the box around all bodies, may
/// follow each other, and are so near the first that the wedge is narrow. At least 1.
inline std::size_t fan_size(std::span<const Ray> rays, const kernels::FloatTreeView& tree) {
  if (rays.size() == 1 || !is_in(rays[0].origin, tree.root)) return 1;
  const std::size_t most = std::min<std::size_t>(rays.size(), kernels::most_rays_of_fan);
  std::size_t k = 1;
  while (k < most && may_follow(rays[k - 1], rays[k]) && within_slope(rays[0].direction, rays[k].direction, 0.125)) ++k;
  return k;
}

/// The largest error, in the frame, of the distance at which a ray is found to meet a body with a radius, beside 2^-39
/// of that distance: the body is no farther from the origin than that and its reach, of which a few operations lose
/// 2^-52 each. The error of other meetings is at most 2^-39 of the time.
inline double meeting_error(const kernels::FloatTreeView& tree) {
  return 0x1p-44 * tree.rounded_reach * tree.frame.scale;
}

/// Rays from one point, in the frame of a tree.
///
/// Which directions are the first and the last is found by rounded cross products, which may be wrong by an angle of
/// 2^-48; so the wedge is 2^-40 wider on both sides. Its sides, as floats, are off by 2^-24 of each component, which
/// kernels/tree/find_in_fan.hpp allows for.
class FanInFrame {
 public:
  FanInFrame(std::span<const Ray> rays, const kernels::FloatTreeView& tree)
      : scale_(tree.frame.scale), error_(meeting_error(tree)) {
    const Vec2d o = rays[0].origin, d = rays[0].direction;
    Vec2d first = d, last = d;
    for (const Ray& ray : rays.subspan(1)) {
      if (cross(first, ray.direction) < 0) first = ray.direction;
      if (cross(last, ray.direction) > 0) last = ray.direction;
    }
    const Vec2d along = unit(d), turned_back = unit({first.x + first.y * 0x1p-40, first.y - first.x * 0x1p-40}),
                turned_on = unit({last.x - last.y * 0x1p-40, last.y + last.x * 0x1p-40});
    fan_ = {kernels::float_box(tree.frame, {o.x, o.y, o.x, o.y}),
            static_cast<float>(turned_back.x),
            static_cast<float>(turned_back.y),
            static_cast<float>(turned_on.x),
            static_cast<float>(turned_on.y),
            static_cast<float>(along.x),
            static_cast<float>(along.y)};
  }

  const kernels::Fan& fan() const { return fan_; }

  /// An upper bound of the distance of the body that a ray of the fan meets at this time.
  float farthest_at(double time, const Vec2d& direction) const {
    const double speed =
        (direction.x * static_cast<double>(fan_.along_x) + direction.y * static_cast<double>(fan_.along_y)) * scale_;
    return static_cast<float>(std::clamp(time * speed * (1 + 0x1p-20) + error_, -1.0, 0x1p126));
  }

 private:
  static double cross(const Vec2d& a, const Vec2d& b) { return a.x * b.y - a.y * b.x; }
  /// A direction whose longer component is 1.
  static Vec2d unit(const Vec2d& d) {
    const double longer = std::max(std::fabs(d.x), std::fabs(d.y));
    return {d.x / longer, d.y / longer};
  }

  kernels::Fan fan_;
  double scale_, error_;
};

}  // namespace satchel::tree
