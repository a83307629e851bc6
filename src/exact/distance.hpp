// Computes the distance of two cores whose interiors do not meet, and compares it with the sum of their radii.
//
//   distance = the least distance of an edge of one core from a vertex of the other, over all edges of both cores
//   distance of an edge from a vertex, with w = vertex - start of the edge:
//     the vertex projects onto the edge         |edge x w| / |edge|
//     it projects before the start              |w|
//     it projects beyond the end                not evaluated: covered by the next edge, which starts there
//   distance of two points, which have no edge: |w|
//
// All distances are computed in doubles first; then exactly, for the features that may be the nearest, or whose
// distance may equal the sum of the radii. (C. Ericson, "Real-Time Collision Detection", 2005, 5.1.2; expansions:
// Shewchuk.)
#pragma once

#include <optional>

#include "exact/contest.hpp"

namespace satchel::exact {

/// The exact difference of two placed vertices: from the start of an edge of one core to a vertex of the other.
struct ExactDelta {
  Expansion<4> x, y;
};

inline ExactDelta exact_delta(const PlacedVertex& from, const PlacedVertex& to) {
  return {exact_difference(to.origin_x, to.x, from.origin_x, from.x),
          exact_difference(to.origin_y, to.y, from.origin_y, from.y)};
}

/// Exact sign of the dot product edge . delta.
inline int sign_along(const ExactEdge& edge, const ExactDelta& delta) {
  return sum(product(delta.x, edge.x), product(delta.y, edge.y)).sign();
}

/// Exact sign of |delta| - reach.
[[gnu::noinline]] inline int compare_length(const ExactDelta& delta, const Expansion<2>& reach) {
  return sum(sum(product_of(delta.x, delta.x), product_of(delta.y, delta.y)), negated(product(reach, reach))).sign();
}

/// Exact sign of |edge x delta| / |edge| - reach, as the sign of (edge x delta)^2 - reach^2 |edge|^2. The terms have
/// degree four in the coordinates: multiples of 2^-1008 and below 2^812, within the range of doubles.
[[gnu::noinline]] inline int compare_offset(const ExactEdge& edge, const ExactDelta& delta, const Expansion<2>& reach) {
  const Expansion<32> offset = compressed(cross(delta.y, edge.x, delta.x, edge.y));
  const Expansion<16> squared_length = sum(product(edge.x, edge.x), product(edge.y, edge.y));
  return sum(product_of(offset, offset), negated(product_of(product(reach, reach), squared_length))).sign();
}

/// The distance of the two cores of a pair. Error of a distance in doubles, with X the extent of the pair
/// (pair_signs.hpp) and u = 2^-53: a component of w is off by 2 u X, an edge vector by the factor 1 + u, so the
/// distance from a line by less than 12 u X. If rounding confuses a vertex that projects just beyond the end of an edge
/// with one that projects onto the edge, the error is at most as large again. The bound is 64 u X.
template <class T>
class CoreDistance {
 public:
  explicit CoreDistance(const PairSigns<T>& pair) : pair_(pair), error_(0x1p-47 * pair.extent()) {
    least_ = std::numeric_limits<double>::infinity();
    for_each_feature([&](Side side, std::size_t e, std::size_t v) { least_ = std::min(least_, rough(side, e, v)); });
  }

  /// Exact sign of distance - reach, with `reach` the sum of the radii.
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

  /// The nearest features, and their distance with a relative error of at most 3 u.
  ///
  /// Rounding cannot order features whose distances differ by a factor of 1 + u^2 only, and the normal of a feature
  /// that is not the nearest may be off by u. Therefore the features whose rounded distance may be the least are
  /// compared by the gap of the cores along their normals, and the largest gap wins; among equal gaps the first
  /// feature, a's edges before b's.
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

  /// Calls visit(side, edge of the core on this side, vertex of the other core) for all edges and vertices. A point has
  /// no edge; for two points, visit(a, 0, 0) stands for the pair of vertices.
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

  /// The distance of vertex v from edge e, in doubles.
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

  /// The decision by edge e (or its start) and vertex v, exact up to its final roundings; none if v projects beyond the
  /// end of e or lies on the inner side of e: then another feature is as near.
  std::optional<Decision> precise(Side side, std::size_t e, std::size_t v) const {
    const Ring<T>& ring = ring_of(side);
    const ExactDelta delta = delta_to(side, e, v);
    if (ring.count() > 1) {
      const ExactEdge edge = exact_edge(ring, e);
      if (sign_along(edge, delta) >= 0) {
        if (sign_along(edge, delta_to(side, ring.next(e), v)) > 0) return {};
        const double offset = -cross(delta.y, edge.x, delta.x, edge.y).estimate();
        if (offset < 0) return {};  // the vertex lies on the outer side of its nearest edge, so e is not the nearest
        return decision_of(ring, side, e, precise_quotient(offset, precise_length(edge)));
      }
    }
    const double x = delta.x.estimate(), y = delta.y.estimate(), length = std::sqrt(x * x + y * y);
    const double from_a = side == Side::a ? 1 : -1;
    if (length == 0) return Decision{1, 0, 0, FeatureKind::vertex, side, ring.original(e)};
    return Decision{from_a * x / length, from_a * y / length, length, FeatureKind::vertex, side, ring.original(e)};
  }

  /// The gap between a and b along the unit vector (x, y): b's least projection less a's largest.
  double gap_along(double x, double y) const {
    const Delta delta = pair_.delta_from_a();
    double high = -std::numeric_limits<double>::infinity(), low = -high;
    for (std::size_t v = 0; v < pair_.a.count(); ++v) high = std::max(high, x * pair_.a.x(v) + y * pair_.a.y(v));
    for (std::size_t v = 0; v < pair_.b.count(); ++v) {
      low = std::min(low, x * (pair_.b.x(v) + delta.x) + y * (pair_.b.y(v) + delta.y));
    }
    return low - high;
  }

  /// From vertex `from` of the core on `side` to vertex v of the other core.
  ExactDelta delta_to(Side side, std::size_t from, std::size_t v) const {
    return exact_delta(ring_of(side).vertex(from), other_than(side).vertex(v));
  }

  /// Exact sign of the distance of vertex v from edge e less `reach`; 1 if the next edge covers the vertex.
  int compare_feature(Side side, std::size_t e, std::size_t v, const Expansion<2>& reach) const {
    const Ring<T>& ring = ring_of(side);
    const ExactDelta delta = delta_to(side, e, v);
    if (ring.count() > 1) {
      const ExactEdge edge = exact_edge(ring, e);
      if (sign_along(edge, delta) >= 0) {
        return sign_along(edge, delta_to(side, ring.next(e), v)) > 0 ? 1 : compare_offset(edge, delta, reach);
      }
    }
    return compare_length(delta, reach);
  }

  const PairSigns<T>& pair_;
  double error_, least_;
};

}  // namespace satchel::exact
