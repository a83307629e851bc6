// Cores of bodies at a time of their motions, and how far they are apart, in long double.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>
#include <vector>

namespace satchel::test {

using Real = long double;

struct RealPoint {
  Real x, y;
};

/// The vertices of a body's core, relative to `from`, moved by its motion until `time`.
template <class T>
std::vector<RealPoint> moved(const BasicScene<T>& scene, BodyId body, const Motion& motion, Real time, Vec2d from) {
  std::vector<BasicVec2<T>> offsets(scene.vertex_count(scene.shape(body)));
  scene.placed_offsets(body, offsets);
  const Pose pose = scene.pose(body);
  const Real c = std::cos(time * Real(motion.angle)), s = std::sin(time * Real(motion.angle));
  std::vector<RealPoint> points;
  for (const BasicVec2<T> v : offsets) {
    points.push_back({Real(pose.x) - Real(from.x) + time * Real(motion.x) + (c * Real(v.x) - s * Real(v.y)),
                      Real(pose.y) - Real(from.y) + time * Real(motion.y) + (s * Real(v.x) + c * Real(v.y))});
  }
  return points;
}

/// The distance of two cores; negative: minus the least depth, over the normals of all edges.
inline Real signed_distance(const std::vector<RealPoint>& p, const std::vector<RealPoint>& q) {
  Real separation = -std::numeric_limits<Real>::infinity(), nearest = std::numeric_limits<Real>::infinity();
  for (const bool of_p : {true, false}) {
    const std::vector<RealPoint>&own = of_p ? p : q, &other = of_p ? q : p;
    for (std::size_t e = 0; e < own.size(); ++e) {
      const RealPoint &from = own[e], &to = own[(e + 1) % own.size()];
      const Real ex = to.x - from.x, ey = to.y - from.y, squared = ex * ex + ey * ey;
      Real least = std::numeric_limits<Real>::infinity();
      for (const RealPoint& v : other) {
        const Real wx = v.x - from.x, wy = v.y - from.y;
        const Real along = squared > 0 ? std::clamp<Real>((wx * ex + wy * ey) / squared, 0, 1) : 0;
        nearest = std::min(nearest, std::hypot(wx - along * ex, wy - along * ey));
        if (squared > 0) least = std::min(least, (wx * ey - wy * ex) / std::sqrt(squared));
      }
      if (squared > 0) separation = std::max(separation, least);
    }
  }
  return separation > 0 || p.size() + q.size() == 2 ? nearest : separation;
}

/// How far a point is from the boundary of what lies within the radius of a core.
inline Real surface_distance(const std::vector<RealPoint>& core, Real radius, RealPoint p) {
  Real nearest = std::numeric_limits<Real>::infinity();
  bool is_inside = core.size() > 2;
  for (std::size_t e = 0; e < core.size(); ++e) {
    const RealPoint &from = core[e], &to = core[(e + 1) % core.size()];
    const Real ex = to.x - from.x, ey = to.y - from.y, squared = ex * ex + ey * ey;
    const Real wx = p.x - from.x, wy = p.y - from.y;
    const Real along = squared > 0 ? std::clamp<Real>((wx * ex + wy * ey) / squared, 0, 1) : 0;
    nearest = std::min(nearest, std::hypot(wx - along * ex, wy - along * ey));
    is_inside = is_inside && wx * ey - wy * ex <= 0;
  }
  return std::fabs((is_inside ? -nearest : nearest) - radius);
}

}  // namespace satchel::test
