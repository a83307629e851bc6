// The distance of two cores whose interiors do not meet, and how it compares with the sum of their radii.
//
//   distance = least, over the edges of either core and the vertices of the other, of that from vertex to edge:
//     beside the edge      |edge x w| / |edge|,   w from the edge's start to the vertex
//     before its start     |w|
//     beyond its end       that from the next edge, which starts there
//   two points have no edge: |w|
//
// First in doubles, for all of them; then exactly, for those that may be the least, or may be as large as the radii.
// (C. Ericson, "Real-Time Collision Detection", 2005, 5.1.2; the expansions are Shewchuk's.)
#pragma once

#include <optional>

#include "exact/contest.hpp"

namespace satchel::exact {

/// From the start of an edge of one core to a vertex of the other.
struct ExactWay {
  Expansion<4> x, y;
};

inline ExactWay exact_way(const PlacedVertex& from, const PlacedVertex& to) {
  return {exact_difference(to.origin_x, to.x, from.origin_x, from.x),
          exact_difference(to.origin_y, to.y, from.origin_y, from.y)};
}

/// Exact sign of edge . way: whether the way leads along the edge's direction.
inline int sign_along(const ExactEdge& edge, const ExactWay& way) {
  return sum(product(way.x, edge.x), product(way.y, edge.y)).sign();
}

/// Exact sign of |way| - reach.
[[gnu::noinline]] inline int compare_length(const ExactWay& way, const Expansion<2>& reach) {
  return sum(sum(product_of(way.x, way.x), product_of(way.y, way.y)), negated(product(reach, reach))).sign();
}

/// Exact sign of |edge x way| / |edge| - reach, by squares of both sides times |edge|: degree four, as multiples of
/// 2^-1008 up to 2^812 within the range of doubles.
[[gnu::noinline]] inline int compare_offset(const ExactEdge& edge, const ExactWay& way, const Expansion<2>& reach) {
  const Expansion<32> offset = compressed(cross(way.y, edge.x, way.x, edge.y));
  const Expansion<16> squared_length = sum(product(edge.x, edge.x), product(edge.y, edge.y));
  return sum(product_of(offset, offset), negated(product_of(product(reach, reach), squared_length))).sign();
}

/// Distances in doubles. Let W be the extent of the pair (pair_signs.hpp) and u = 2^-53: a way is off by 2 u W a
/// component, an edge vector by u of itself, so the offset from a line by less than 12 u W; taking a vertex that is
/// just beyond an edge's end for one beside it, or the other way round, costs as much again. The bound takes 64 u W.
template <class T>
class CoreDistance {
 public:
  explicit CoreDistance(const PairSigns<T>& pair) : pair_(pair), error_(0x1p-47 * pair.extent()) {
    least_ = std::numeric_limits<double>::infinity();
    for_each_feature([&](Side side, std::size_t e, std::size_t v) { least_ = std::min(least_, rough(side, e, v)); });
  }

  /// Exact sign of the distance less `reach`, the sum of the radii.
  int compare(const TwoTerms& reach, Stage& stage) const {
    const double doubt = error_ + 0x1p-51 * reach.high;
    if (least_ > reach.high + doubt) return 1;
    if (least_ < reach.high - doubt) return -1;
    stage = Stage::expansions;
    const Expansion<2> exact_reach(reach);
    int least = 1;
    for_each_feature([&](Side side, std::size_t e, std::size_t v) {
      if (least >= 0 && rough(side, e, v) <= reach.high + 2 * doubt) {
        least = std::min(least, compare_feature(side, e, v, exact_reach));
      }
    });
    return least;
  }

  /// The nearest features, and their distance, off by at most 3 u of itself.
  ///
  /// Rounding cannot tell features that are equally near but for u^2, while the normal of one that is not the nearest
  /// may be off by u: so of all that may be, the one counts along whose normal the cores lie farthest apart. Of
  /// equal ones the first, a's edges before b's.
  Decision nearest() const {
    Decision best{1, 0, 0, FeatureKind::vertex, Side::a, 0};
    double distance = std::numeric_limits<double>::infinity(), widest = -distance;
    for_each_feature([&](Side side, std::size_t e, std::size_t v) {
      if (rough(side, e, v) > least_ + 2 * error_) return;
      const std::optional<Decision> feature = precise(side, e, v);
      if (!feature) return;
      distance = std::min(distance, feature->separation);
      const double gap = gap_along(feature->normal_x, feature->normal_y);
      if (!(gap > widest + 0x1p-52 * pair_.extent())) return;
      widest = gap;
      best = *feature;
    });
    best.separation = distance;
    return best;
  }

 private:
  const Ring<T>& ring_of(Side side) const { return side == Side::a ? pair_.a : pair_.b; }
  const Ring<T>& other_than(Side side) const { return side == Side::a ? pair_.b : pair_.a; }

  /// Calls visit(side, edge of that core, vertex of the other). A point has no edge; of two points the first stands for
  /// one.
  template <class Visit>
  void for_each_feature(Visit visit) const {
    if (pair_.a.count() == 1 && pair_.b.count() == 1) return visit(Side::a, 0, 0);
    for (const Side side : {Side::a, Side::b}) {
      const std::size_t edges = ring_of(side).count(), vertices = other_than(side).count();
      for (std::size_t e = 0; edges > 1 && e < edges; ++e) {
        for (std::size_t v = 0; v < vertices; ++v) visit(side, e, v);
      }
    }
  }

  /// From vertex v to the nearest point of edge e.
  double rough(Side side, std::size_t e, std::size_t v) const {
    const Ring<T>& ring = ring_of(side);
    const Ring<T>& other = other_than(side);
    const Delta delta = side == Side::a ? pair_.delta_from_a() : pair_.delta_from_b();
    const double wx = (other.x(v) - ring.x(e)) + delta.x, wy = (other.y(v) - ring.y(e)) + delta.y;
    const double ex = ring.edge_x(e), ey = ring.edge_y(e), squared = ex * ex + ey * ey, along = wx * ex + wy * ey;
    if (along <= 0 || squared == 0) return std::sqrt(wx * wx + wy * wy);
    if (along >= squared) return std::sqrt((wx - ex) * (wx - ex) + (wy - ey) * (wy - ey));
    return std::fabs(ex * wy - ey * wx) / std::sqrt(squared);
  }

  /// The same exactly, but for the last roundings, as a decision; none where another feature covers it.
  std::optional<Decision> precise(Side side, std::size_t e, std::size_t v) const {
    const Ring<T>& ring = ring_of(side);
    const ExactWay way = way_to(side, e, v);
    if (ring.count() > 1) {
      const ExactEdge edge = exact_edge(ring, e);
      if (sign_along(edge, way) >= 0) {
        if (sign_along(edge, way_to(side, ring.next(e), v)) > 0) return {};
        const double offset = -cross(way.y, edge.x, way.x, edge.y).estimate();
        if (offset < 0) return {};  // the nearest edge has the vertex outside
        return decision_of(ring, side, e, precise_quotient(offset, precise_length(edge)));
      }
    }
    const double x = way.x.estimate(), y = way.y.estimate(), length = std::sqrt(x * x + y * y);
    const double from_a = side == Side::a ? 1 : -1;
    if (length == 0) return Decision{1, 0, 0, FeatureKind::vertex, side, ring.original(e)};
    return Decision{from_a * x / length, from_a * y / length, length, FeatureKind::vertex, side, ring.original(e)};
  }

  /// How far b lies beyond a in a direction.
  double gap_along(double x, double y) const {
    const Delta delta = pair_.delta_from_a();
    double high = -std::numeric_limits<double>::infinity(), low = -high;
    for (std::size_t v = 0; v < pair_.a.count(); ++v) high = std::max(high, x * pair_.a.x(v) + y * pair_.a.y(v));
    for (std::size_t v = 0; v < pair_.b.count(); ++v) {
      low = std::min(low, x * (pair_.b.x(v) + delta.x) + y * (pair_.b.y(v) + delta.y));
    }
    return low - high;
  }

  ExactWay way_to(Side side, std::size_t from, std::size_t v) const {
    return exact_way(ring_of(side).vertex(from), other_than(side).vertex(v));
  }

  int compare_feature(Side side, std::size_t e, std::size_t v, const Expansion<2>& reach) const {
    const Ring<T>& ring = ring_of(side);
    const ExactWay way = way_to(side, e, v);
    if (ring.count() > 1) {
      const ExactEdge edge = exact_edge(ring, e);
      if (sign_along(edge, way) >= 0) {
        return sign_along(edge, way_to(side, ring.next(e), v)) > 0 ? 1 : compare_offset(edge, way, reach);
      }
    }
    return compare_length(way, reach);
  }

  const PairSigns<T>& pair_;
  double error_, least_;
};

}  // namespace satchel::exact
