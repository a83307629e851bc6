#include "oracle.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "exact_number.hpp"
#include "frame.hpp"

namespace satchel::test {
namespace {

// 113 bits: what long double is on AArch64, and 2^60 times finer than double.
#if LDBL_MANT_DIG >= 113
using Quad = long double;
#else
__extension__ typedef __float128 Quad;
#endif

/// Exact sign of orient2d(start, end, vertex): edge of one polygon, vertex of the other.
template <class T>
int exact_side(const BasicPlacedPolygon<T>& e, std::uint32_t start, std::uint32_t end, const BasicPlacedPolygon<T>& v,
               std::uint32_t vertex) {
  const Exact ex = exact(e.offsets[end].x) - exact(e.offsets[start].x);
  const Exact ey = exact(e.offsets[end].y) - exact(e.offsets[start].y);
  const Exact wx = exact(v.origin_x) + exact(v.offsets[vertex].x) - exact(e.origin_x) - exact(e.offsets[start].x);
  const Exact wy = exact(v.origin_y) + exact(v.offsets[vertex].y) - exact(e.origin_y) - exact(e.offsets[start].y);
  const Exact turn = ex * wy - ey * wx;
  return turn.sign();
}

/// One Newton step from the long double root: some 2^-110 off.
Quad root_of(Quad square) {
  const Quad root = std::sqrt(static_cast<long double>(square));
  return root + (square - root * root) / (2 * root);
}

/// Least signed distance of q's vertices from hull edge i of p, good to about 2^-108 of the largest number involved.
template <class T>
long double fine_distance(const BasicPlacedPolygon<T>& p, std::size_t i, const BasicPlacedPolygon<T>& q) {
  const BasicVec2<T> s = p.offsets[p.hull[i]], t = p.offsets[p.hull[i + 1 < p.hull.size() ? i + 1 : 0]];
  const Quad ex = static_cast<Quad>(t.x) - s.x, ey = static_cast<Quad>(t.y) - s.y;
  const Quad dx = static_cast<Quad>(q.origin_x) - p.origin_x, dy = static_cast<Quad>(q.origin_y) - p.origin_y;
  Quad least = 0;
  for (std::size_t k = 0; k < q.hull.size(); ++k) {
    const BasicVec2<T> v = q.offsets[q.hull[k]];
    const Quad outside = ey * (dx + (static_cast<Quad>(v.x) - s.x)) - ex * (dy + (static_cast<Quad>(v.y) - s.y));
    if (k == 0 || outside < least) least = outside;
  }
  return static_cast<long double>(least / root_of(ex * ex + ey * ey));
}

/// The part of `judge` that the edges of p decide: r, and the largest separation.
struct OneSide {
  int r = 1;
  long double separation = -LDBL_MAX;
};

template <class T>
OneSide over_edges_of(const BasicPlacedPolygon<T>& p, const BasicPlacedPolygon<T>& q, long double reach) {
  const std::vector<LongPoint> own = seen_from(p, p), other = seen_from(p, q);
  std::vector<double> rough_x, rough_y;
  for (const LongPoint& v : other) {
    rough_x.push_back(static_cast<double>(v.x));
    rough_y.push_back(static_cast<double>(v.y));
  }
  // Coordinates are off by 2^-63 reach, normals by 2^-62: a distance is off by less than this.
  const long double doubt = reach * 0x1p-58L;
  // Distances in doubles, off by 20 roundings of 2^-53 reach at most, leave few to compute in long double, which is slow
  // where it is software.
  const double rough_doubt = static_cast<double>(reach) * 0x1p-48;
  OneSide result;
  std::vector<long double> distances(own.size());
  std::vector<double> rough(other.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    const LongPoint n = edge_normal(p, i);
    const auto distance = [&](std::size_t k) { return n.x * (other[k].x - own[i].x) + n.y * (other[k].y - own[i].y); };
    const auto nx = static_cast<double>(n.x), ny = static_cast<double>(n.y);
    const auto own_x = static_cast<double>(own[i].x), own_y = static_cast<double>(own[i].y);
    for (std::size_t k = 0; k < other.size(); ++k) rough[k] = nx * (rough_x[k] - own_x) + ny * (rough_y[k] - own_y);
    const double nearest = *std::min_element(rough.begin(), rough.end()) + 2 * rough_doubt;
    long double least = LDBL_MAX;
    for (std::size_t k = 0; k < other.size(); ++k) {
      if (rough[k] <= nearest) least = std::min(least, distance(k));
    }
    distances[i] = least;
    result.separation = std::max(result.separation, least);
    // max over v of the sign: +1 (inside the edge) is distance < 0.
    int side = least < -doubt ? 1 : -1;
    if (std::abs(least) <= doubt) {
      for (std::size_t k = 0; k < other.size() && side < 1; ++k) {
        if (rough[k] > 2 * rough_doubt || distance(k) > doubt) continue;
        side = std::max(side, exact_side(p, p.hull[i], p.hull[i + 1 < own.size() ? i + 1 : 0], q, q.hull[k]));
      }
    }
    result.r = std::min(result.r, side);
  }
  if constexpr (sizeof(T) == sizeof(double)) {  // long double has but eleven bits more: the largest once more
    const long double candidate = result.separation - 2 * doubt;
    result.separation = -LDBL_MAX;
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (distances[i] >= candidate) result.separation = std::max(result.separation, fine_distance(p, i, q));
    }
  }
  return result;
}

}  // namespace

const char* name(Verdict verdict) {
  constexpr std::array names = {"disjoint", "touching", "overlapping"};
  const auto i = static_cast<std::size_t>(verdict);
  return i < names.size() ? names[i] : "no verdict at all";
}

template <class T>
BasicAnswer<T> judge(const BasicPlacedPolygon<T>& a, const BasicPlacedPolygon<T>& b) {
  BasicAnswer<T> answer;
  long double min_x = LDBL_MAX, min_y = LDBL_MAX, max_x = -LDBL_MAX, max_y = -LDBL_MAX, reach = 0;
  for (const BasicPlacedPolygon<T>* polygon : {&a, &b}) {
    for (const LongPoint& v : seen_from(a, *polygon)) {
      min_x = std::min(min_x, v.x), max_x = std::max(max_x, v.x);
      min_y = std::min(min_y, v.y), max_y = std::max(max_y, v.y);
    }
    for (const BasicVec2<T> v : polygon->offsets) reach = std::max<long double>({reach, std::abs(v.x), std::abs(v.y)});
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

template BasicAnswer<float> judge(const PlacedPolygon&, const PlacedPolygon&);
template BasicAnswer<double> judge(const PlacedPolygond&, const PlacedPolygond&);

}  // namespace satchel::test
