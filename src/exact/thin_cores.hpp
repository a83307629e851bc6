// Pairs in which rounding has left a core without area: a point or a segment. Rare, so this is exact throughout and
// never fast.
#pragma once

#include <utility>

#include "exact/contest.hpp"

namespace satchel::exact {

/// to - from, rounded once or nearly so; of the exact sign.
inline double exact_x(const PlacedVertex& from, const PlacedVertex& to) {
  return exact_difference(to.origin_x, to.x, from.origin_x, from.x).estimate();
}
inline double exact_y(const PlacedVertex& from, const PlacedVertex& to) {
  return exact_difference(to.origin_y, to.y, from.origin_y, from.y).estimate();
}

/// Whether two points or segments that nothing strictly separates lie apart on one line. They are the only cores that
/// do not meet although no edge separates them: else the Minkowski difference has an area, and its edges decide.
template <class T>
bool apart_on_one_line(const Ring<T>& a, const Ring<T>& b) {
  if (a.count() > 2 || b.count() > 2) return false;
  const auto all_on_line_of = [](const Ring<T>& ring, const Ring<T>& other) {
    for (std::size_t v = 0; ring.count() == 2 && v < other.count(); ++v) {
      if (exact_orientation(exact_edge(ring, 0), ring.vertex(0), other.vertex(v)) != 0) return false;
    }
    return true;
  };
  const auto all_before = [](const Ring<T>& first, const Ring<T>& second) {  // by x, then y
    for (std::size_t s = 0; s < first.count(); ++s) {
      for (std::size_t v = 0; v < second.count(); ++v) {
        const double by_x = exact_x(first.vertex(s), second.vertex(v));
        if (by_x < 0 || (by_x == 0 && exact_y(first.vertex(s), second.vertex(v)) <= 0)) return false;
      }
    }
    return true;
  };
  return all_on_line_of(a, b) && all_on_line_of(b, a) && (all_before(a, b) || all_before(b, a));
}

/// The least distance of a vertex of one core from a vertex or the inside of an edge of the other; of equal ones the
/// first, a's edges before b's. For disjoint cores: the nearest edge is one that has the vertex on its outer side.
/// Differences are rounded once, so a distance is off by some 3 u.
template <class T>
Decision nearest(const Ring<T>& a, const Ring<T>& b) {
  Decision best{1, 0, std::numeric_limits<double>::infinity(), FeatureKind::vertex, Side::a, 0};
  for (const Side side : {Side::a, Side::b}) {
    const Ring<T>& ring = side == Side::a ? a : b;
    const Ring<T>& other = side == Side::a ? b : a;
    const double from_a = side == Side::a ? 1 : -1;
    for (std::size_t e = 0; e < ring.count(); ++e) {
      const double ex = ring.edge_x(e), ey = ring.edge_y(e), squared = ex * ex + ey * ey;
      for (std::size_t v = 0; v < other.count(); ++v) {
        const double wx = exact_x(ring.vertex(e), other.vertex(v)), wy = exact_y(ring.vertex(e), other.vertex(v));
        const double along = wx * ex + wy * ey;
        if (along <= 0) {
          const double length = std::sqrt(wx * wx + wy * wy);
          if (length < best.separation) {
            best = {from_a * wx / length, from_a * wy / length, length, FeatureKind::vertex, side, ring.original(e)};
          }
        } else if (along < squared) {  // else the next edge's start is nearer
          const ExactEdge edge = exact_edge(ring, e);
          const TwoTerms length = precise_length(edge);
          const double offside = exact_orientation(edge, ring.vertex(e), other.vertex(v));
          const double distance = precise_quotient(-offside, length);
          if (offside < 0 && distance < best.separation) best = decision_of(ring, side, e, distance);
        }
      }
    }
  }
  return best;
}

/// Verdict and decision of a pair of which a core has fewer than three vertices. A segment counts as two edges, there
/// and back, which makes `overlapping` the case where a core reaches both its sides.
///
///   no edge at all: touching if the points are equal, else disjoint
///   r = least over all edges of the sign of the largest orientation of the other's vertices
///   r > 0: overlapping; r = 0 and not apart on one line: touching; else disjoint, at the distance of the cores
template <class T>
std::pair<Verdict, Decision> decide_thin(const Ring<T>& a, const Ring<T>& b) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double least = infinity;
  Decision widest{1, 0, -infinity, FeatureKind::vertex, Side::a, a.original(0)}, touch = widest;
  for (const Side side : {Side::a, Side::b}) {
    const Ring<T>& ring = side == Side::a ? a : b;
    const Ring<T>& other = side == Side::a ? b : a;
    for (std::size_t e = 0; ring.count() > 1 && e < ring.count(); ++e) {
      const ExactEdge edge = exact_edge(ring, e);
      double top = -infinity;
      for (std::size_t v = 0; v < other.count(); ++v) {
        top = std::max(top, exact_orientation(edge, ring.vertex(e), other.vertex(v)));
      }
      const double gap = -precise_quotient(top, precise_length(edge));
      if (gap > widest.separation) widest = decision_of(ring, side, e, gap);
      if (top == 0 && touch.separation < 0) touch = decision_of(ring, side, e, 0);
      least = std::min(least, top);
    }
  }
  const bool points = least == infinity;
  if (least > 0 && !points) return {Verdict::overlapping, widest};
  if (least < 0 || apart_on_one_line(a, b)) return {Verdict::disjoint, nearest(a, b)};
  touch.separation = 0;
  return {Verdict::touching, touch};
}

}  // namespace satchel::exact
