#include "oracle.hpp"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <numbers>

#include "exact_number.hpp"

namespace satchel::test {
namespace {

static_assert(LDBL_MANT_DIG >= 64, "the filter below counts on more digits than double has");

constexpr double unit_roundoff = 0x1p-24;

struct Point {
  long double x, y;
};

int sign(const Exact& number) { return number.sign(); }

/// Vertices of one polygon in the frame of another's origin. Off by at most 2^-63 of the largest of them.
std::vector<Point> seen_from(const PlacedPolygon& frame, const PlacedPolygon& polygon) {
  const long double dx = static_cast<long double>(polygon.origin_x) - frame.origin_x;
  const long double dy = static_cast<long double>(polygon.origin_y) - frame.origin_y;
  std::vector<Point> points;
  points.reserve(polygon.hull.size());
  for (const std::uint32_t i : polygon.hull) {
    points.push_back(
        {dx + static_cast<long double>(polygon.offsets[i].x), dy + static_cast<long double>(polygon.offsets[i].y)});
  }
  return points;
}

/// Exact sign of orient2d(start, end, vertex): edge of one polygon, vertex of the other.
int exact_side(const PlacedPolygon& e, std::uint32_t start, std::uint32_t end, const PlacedPolygon& v,
               std::uint32_t vertex) {
  const Exact ex = exact(e.offsets[end].x) - exact(e.offsets[start].x);
  const Exact ey = exact(e.offsets[end].y) - exact(e.offsets[start].y);
  const Exact wx = exact(v.origin_x) + exact(v.offsets[vertex].x) - exact(e.origin_x) - exact(e.offsets[start].x);
  const Exact wy = exact(v.origin_y) + exact(v.offsets[vertex].y) - exact(e.origin_y) - exact(e.offsets[start].y);
  return sign(ex * wy - ey * wx);
}

/// Outward unit normal of hull edge i, from the offsets: their difference is exact or off by 2^-64 of itself.
Point edge_normal(const PlacedPolygon& polygon, std::size_t i) {
  const Vec2 s = polygon.offsets[polygon.hull[i]];
  const Vec2 t = polygon.offsets[polygon.hull[(i + 1) % polygon.hull.size()]];
  const long double dx = static_cast<long double>(t.x) - s.x, dy = static_cast<long double>(t.y) - s.y;
  const long double length = std::hypot(dx, dy);
  return {dy / length, -dx / length};
}

/// The part of `judge` that the edges of p decide: r, and the largest separation.
struct OneSide {
  int r = 1;
  long double separation = -LDBL_MAX;
};

OneSide over_edges_of(const PlacedPolygon& p, const PlacedPolygon& q, long double reach) {
  const std::vector<Point> own = seen_from(p, p), other = seen_from(p, q);
  // Coordinates are off by 2^-63 reach, normals by 2^-62: a distance is off by less than this.
  const long double doubt = reach * 0x1p-58L;
  OneSide result;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const Point n = edge_normal(p, i);
    long double least = LDBL_MAX;
    for (const Point& v : other) least = std::min(least, n.x * (v.x - own[i].x) + n.y * (v.y - own[i].y));
    result.separation = std::max(result.separation, least);
    // max over v of the sign: +1 (inside the edge) is distance < 0.
    int side = least < -doubt ? 1 : -1;
    if (std::abs(least) <= doubt) {
      for (std::size_t k = 0; k < other.size() && side < 1; ++k) {
        if (n.x * (other[k].x - own[i].x) + n.y * (other[k].y - own[i].y) > doubt) continue;
        side = std::max(side, exact_side(p, p.hull[i], p.hull[(i + 1) % own.size()], q, q.hull[k]));
      }
    }
    result.r = std::min(result.r, side);
  }
  return result;
}

std::vector<std::uint32_t> hull_of(std::span<const Vec2> points) {
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
             orientation(points[hull[hull.size() - 2]], points[hull.back()], points[*it]) <= 0) {
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

bool is_minus_zero(float number) { return number == 0 && std::signbit(number); }

}  // namespace

const char* name(Verdict verdict) {
  constexpr std::array names = {"disjoint", "touching", "overlapping"};
  const auto i = static_cast<std::size_t>(verdict);
  return i < names.size() ? names[i] : "no verdict at all";
}

int orientation(Vec2 o, Vec2 p, Vec2 q) {
  const long double px = static_cast<long double>(p.x) - o.x, py = static_cast<long double>(p.y) - o.y;
  const long double qx = static_cast<long double>(q.x) - o.x, qy = static_cast<long double>(q.y) - o.y;
  const long double left = px * qy, right = py * qx;
  // Two differences, a product: 3 roundings of 2^-64 each, and one of the subtraction.
  if (std::abs(left - right) > 0x1p-61L * (std::abs(left) + std::abs(right))) return left > right ? 1 : -1;
  return sign((exact(p.x) - exact(o.x)) * (exact(q.y) - exact(o.y)) -
              (exact(p.y) - exact(o.y)) * (exact(q.x) - exact(o.x)));
}

bool strictly_convex(std::span<const Vec2> polygon) {
  const std::size_t n = polygon.size();
  if (n < 3) return false;
  double turned = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 o = polygon[i], p = polygon[(i + 1) % n], q = polygon[(i + 2) % n];
    if (orientation(o, p, q) <= 0) return false;
    const double ux = double(p.x) - o.x, uy = double(p.y) - o.y, vx = double(q.x) - p.x, vy = double(q.y) - p.y;
    turned += std::atan2(ux * vy - uy * vx, ux * vx + uy * vy);
  }
  return std::abs(turned - 2 * std::numbers::pi) < 1e-3;
}

PlacedPolygon placed(double origin_x, double origin_y, std::span<const Vec2> offsets) {
  return {origin_x, origin_y, {offsets.begin(), offsets.end()}, hull_of(offsets)};
}

PlacedPolygon placed(const Scene& scene, BodyId body) {
  std::vector<Vec2> offsets(scene.vertex_count(scene.shape(body)));
  scene.placed_offsets(body, offsets);
  const Pose pose = scene.pose(body);
  return placed(pose.x, pose.y, offsets);
}

Answer judge(const PlacedPolygon& a, const PlacedPolygon& b) {
  Answer answer;
  long double min_x = LDBL_MAX, min_y = LDBL_MAX, max_x = -LDBL_MAX, max_y = -LDBL_MAX, reach = 0;
  for (const PlacedPolygon* polygon : {&a, &b}) {
    for (const Point& v : seen_from(a, *polygon)) {
      min_x = std::min(min_x, v.x), max_x = std::max(max_x, v.x);
      min_y = std::min(min_y, v.y), max_y = std::max(max_y, v.y);
    }
    for (const Vec2 v : polygon->offsets) reach = std::max<long double>({reach, std::abs(v.x), std::abs(v.y)});
  }
  answer.extent = std::max({max_x - min_x, max_y - min_y, reach});
  const long double delta = std::max(std::abs(static_cast<long double>(b.origin_x) - a.origin_x),
                                     std::abs(static_cast<long double>(b.origin_y) - a.origin_y));
  const OneSide of_a = over_edges_of(a, b, answer.extent + delta);
  const OneSide of_b = over_edges_of(b, a, answer.extent + delta);
  const int r = std::min(of_a.r, of_b.r);
  answer.verdict = r > 0 ? Verdict::overlapping : r == 0 ? Verdict::touching : Verdict::disjoint;
  answer.separation = std::max(of_a.separation, of_b.separation);
  return answer;
}

double tolerance(const Answer& answer) {
  return 6 * unit_roundoff * static_cast<double>(answer.extent) + 1e-44;  // and some steps of the smallest float
}

testing::AssertionResult contact_is_right(const PlacedPolygon& a, const PlacedPolygon& b, const Contact& contact) {
  const auto wrong = [&] { return testing::AssertionFailure(); };
  const Answer answer = judge(a, b);
  if (verdict(contact) != answer.verdict) {
    return wrong() << "verdict " << name(verdict(contact)) << ", exactly " << name(answer.verdict) << ", separation "
                   << contact.separation << ", exactly " << answer.separation;
  }
  const double x = contact.normal_x, y = contact.normal_y, separation = contact.separation;
  if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(separation)) return wrong() << "not finite";
  if (is_minus_zero(contact.normal_x) || is_minus_zero(contact.normal_y) || is_minus_zero(contact.separation)) {
    return wrong() << "a minus zero";
  }
  const int expected = answer.verdict == Verdict::overlapping ? -1 : answer.verdict == Verdict::disjoint ? 1 : 0;
  if ((separation > 0) - (separation < 0) != expected) {
    return wrong() << "separation " << separation << " of a pair that is " << name(answer.verdict);
  }
  const double allowed = tolerance(answer);
  if (expected != 0 && std::abs(separation - answer.separation) > allowed) {
    return wrong() << "separation " << separation << ", exactly " << answer.separation << ", allowed " << allowed;
  }
  if (std::abs(std::hypot(x, y) - 1) > 4e-7) return wrong() << "normal of length " << std::hypot(x, y);

  long double reach_a = -LDBL_MAX, reach_b = LDBL_MAX;
  for (const Point& v : seen_from(a, a)) reach_a = std::max(reach_a, x * v.x + y * v.y);
  for (const Point& v : seen_from(a, b)) reach_b = std::min(reach_b, x * v.x + y * v.y);
  const long double gap = reach_b - reach_a;
  if (std::abs(gap - separation) > 4 * allowed) {  // the normal itself is rounded: up to 3 u over both extents
    return wrong() << "gap along the normal " << gap << ", separation " << separation << ", allowed " << 4 * allowed;
  }

  if (kind(contact) != FeatureKind::edge) return wrong() << "the deciding feature of two polygons is not an edge";
  const PlacedPolygon& owner = side(contact) == Side::a ? a : b;
  const auto edge = std::find(owner.hull.begin(), owner.hull.end(), index(contact));
  if (edge == owner.hull.end()) return wrong() << "vertex " << index(contact) << " begins no edge";
  const Point n = edge_normal(owner, static_cast<std::size_t>(edge - owner.hull.begin()));
  const long double away = side(contact) == Side::a ? 1 : -1;  // from a to b: b's edges face the other way
  // Both components come from two differences, an inverse length and a product, some u each.
  if (std::abs(away * n.x - x) > 16 * unit_roundoff || std::abs(away * n.y - y) > 16 * unit_roundoff) {
    return wrong() << "normal " << x << " " << y << ", that of edge " << index(contact) << " of "
                   << (side(contact) == Side::a ? "a" : "b") << " is " << away * n.x << " " << away * n.y;
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult contact_is_right(const Scene& scene, Pair pair, const Contact& contact) {
  return contact_is_right(scene, scene, pair, contact);
}

testing::AssertionResult contact_is_right(const Scene& scene_a, const Scene& scene_b, Pair pair,
                                          const Contact& contact) {
  testing::AssertionResult result = contact_is_right(placed(scene_a, pair.a), placed(scene_b, pair.b), contact);
  return result ? result : result << " (pair " << pair.a << ", " << pair.b << ")";
}

}  // namespace satchel::test
