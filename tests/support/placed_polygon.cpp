#include "placed_polygon.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numbers>

#include "exact_number.hpp"

namespace satchel::test {
namespace {

static_assert(LDBL_MANT_DIG >= 64, "the filter below counts on more digits than double has");

template <class T>
int orientation_of(BasicVec2<T> o, BasicVec2<T> p, BasicVec2<T> q) {
  const long double px = static_cast<long double>(p.x) - o.x, py = static_cast<long double>(p.y) - o.y;
  const long double qx = static_cast<long double>(q.x) - o.x, qy = static_cast<long double>(q.y) - o.y;
  const long double left = px * qy, right = py * qx;
  // Two differences, a product: 3 roundings of 2^-64 each, and one of the subtraction.
  if (std::abs(left - right) > 0x1p-61L * (std::abs(left) + std::abs(right))) return left > right ? 1 : -1;
  const Exact turn =
      (exact(p.x) - exact(o.x)) * (exact(q.y) - exact(o.y)) - (exact(p.y) - exact(o.y)) * (exact(q.x) - exact(o.x));
  return turn.sign();
}

template <class T>
bool is_strictly_convex(std::span<const BasicVec2<T>> polygon) {
  const std::size_t n = polygon.size();
  if (n < 3) return false;
  // All turns are to the left, so the way round is a multiple of a full turn; which one, an estimate tells.
  long double turned = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const BasicVec2<T> o = polygon[i], p = polygon[i + 1 < n ? i + 1 : i + 1 - n],
                       q = polygon[i + 2 < n ? i + 2 : i + 2 - n];
    if (orientation_of(o, p, q) <= 0) return false;
    const long double ux = static_cast<long double>(p.x) - o.x, uy = static_cast<long double>(p.y) - o.y;
    const long double vx = static_cast<long double>(q.x) - p.x, vy = static_cast<long double>(q.y) - p.y;
    // Quotients keep the range of double, and the sign of a product too small for it.
    const long double cross = std::max(ux * vy - uy * vx, 0.0L), along = ux * vx + uy * vy;
    turned += std::atan2(static_cast<double>(cross / (cross + std::abs(along))),
                         static_cast<double>(along / (cross + std::abs(along))));
  }
  return std::abs(turned - 2 * std::numbers::pi_v<long double>) < 1e-3L;
}

/// Andrew's monotone chain.
template <class T>
std::vector<std::uint32_t> hull_indices(std::span<const BasicVec2<T>> points) {
  std::vector<std::uint32_t> order(points.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto before = [&](std::uint32_t i, std::uint32_t j) {
    return points[i].x != points[j].x ? points[i].x < points[j].x : points[i].y < points[j].y;
  };
  std::stable_sort(order.begin(), order.end(), before);
  order.erase(std::unique(order.begin(), order.end(), [&](auto i, auto j) { return points[i] == points[j]; }),
              order.end());
  if (order.size() < 3) return order;
  std::vector<std::uint32_t> hull;
  const auto add_chain = [&](auto first, auto last) {
    const std::size_t base = hull.size();
    for (auto it = first; it != last; ++it) {
      while (hull.size() >= base + 2 &&
             orientation_of(points[hull[hull.size() - 2]], points[hull.back()], points[*it]) <= 0) {
        hull.pop_back();
      }
      hull.push_back(*it);
    }
    hull.pop_back();
  };
  add_chain(order.begin(), order.end());
  add_chain(order.rbegin(), order.rend());
  return hull;
}

}  // namespace

int orientation(Vec2 o, Vec2 p, Vec2 q) { return orientation_of(o, p, q); }
int orientation(Vec2d o, Vec2d p, Vec2d q) { return orientation_of(o, p, q); }

bool strictly_convex(std::span<const Vec2> polygon) { return is_strictly_convex(polygon); }
bool strictly_convex(std::span<const Vec2d> polygon) { return is_strictly_convex(polygon); }

std::vector<std::uint32_t> hull_of(std::span<const Vec2> points) { return hull_indices(points); }
std::vector<std::uint32_t> hull_of(std::span<const Vec2d> points) { return hull_indices(points); }

template <class T>
BasicPlacedPolygon<T> placed(double origin_x, double origin_y, const std::vector<BasicVec2<T>>& offsets) {
  return {origin_x, origin_y, offsets, hull_of(offsets)};
}

template <class T>
BasicPlacedPolygon<T> placed(const BasicScene<T>& scene, BodyId body) {
  std::vector<BasicVec2<T>> offsets(scene.vertex_count(scene.shape(body)));
  scene.placed_offsets(body, offsets);
  const Pose pose = scene.pose(body);
  return placed(pose.x, pose.y, offsets);
}

template BasicPlacedPolygon<float> placed(double, double, const std::vector<Vec2>&);
template BasicPlacedPolygon<double> placed(double, double, const std::vector<Vec2d>&);
template BasicPlacedPolygon<float> placed(const BasicScene<float>&, BodyId);
template BasicPlacedPolygon<double> placed(const BasicScene<double>&, BodyId);

}  // namespace satchel::test
