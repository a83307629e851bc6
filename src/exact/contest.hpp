// Finds the edge that decides the normal and the separation of a pair whose verdict is known.
#pragma once

#include "exact/pair_signs.hpp"

namespace satchel::exact {

/// The deciding feature of a pair, its normal (unit vector from a to b) and the separation along this normal.
struct Decision {
  double normal_x, normal_y, separation;
  FeatureKind kind;
  Side side;
  std::uint32_t index;
};

/// |edge| as high + low, off by about u^2 |edge|: a double square root and one Newton step (T. J. Dekker, 1971).
[[gnu::noinline]] inline TwoTerms precise_length(const ExactEdge& edge) {
  const Expansion<16> squares = sum(product(edge.x, edge.x), product(edge.y, edge.y));
  const double root = std::sqrt(squares.estimate());
  const TwoTerms square = two_product(root, root);
  const double rest = grow(grow(squares, -square.high), -square.low).estimate();
  return fast_two_sum(root, rest / (2 * root));
}

/// numerator / length, off by little more than half a unit in the last place.
inline double precise_quotient(double numerator, const TwoTerms& length) {
  const double quotient = numerator / length.high;
  const TwoTerms product = two_product(quotient, length.high);
  const double rest = ((numerator - product.high) - product.low) - quotient * length.low;
  return quotient + rest / length.high;
}

/// The decision by an edge with edge vector (x, y).
inline Decision decision_of(double x, double y, Side side, std::uint32_t index, double separation) {
  double nx, ny;           // (nx, -ny) is outward
  if (x == 0 || y == 0) {  // boxes: the values of the formula below, since sqrt(x x) is |x|, without a square root
    nx = y > 0 ? 1 : y < 0 ? -1 : 0;
    ny = x > 0 ? 1 : x < 0 ? -1 : 0;
  } else {
    const double length = std::sqrt(x * x + y * y);
    nx = y / length;
    ny = x / length;
  }
  return {side == Side::a ? nx : -nx, side == Side::a ? -ny : ny, separation, FeatureKind::edge, side, index};
}

/// The decision by edge e of `ring`.
template <class T>
Decision decision_of(const Ring<T>& ring, Side side, std::size_t e, double separation) {
  return decision_of(ring.edge_x(e), ring.edge_y(e), side, ring.original(e), separation);
}

/// Whether a pair has both inner edges and other edges with length. If all are inner, all may decide.
template <class T>
bool has_inner_and_deciding_edges(const PairSigns<T>& pair) {
  if (!pair.a.has_inner_edges() && !pair.b.has_inner_edges()) return false;
  bool inner = false, deciding = false;
  for (const Ring<T>* ring : {&pair.a, &pair.b}) {
    for (std::size_t e = 0; e < ring->count(); ++e) {
      if (ring->has_length(e)) (ring->is_inner(e) ? inner : deciding) = true;  // points are rings of an edge without
    }
  }
  return inner && deciding;
}

/// Excludes inner edges from `widest_gap`; returns the largest certain gap of the other edges.
template <class T>
double exclude_inner(PairSigns<T>& pair) {
  double largest = -std::numeric_limits<double>::infinity();
  for (Ring<T>* ring : {&pair.a, &pair.b}) {
    for (std::size_t e = 0; e < ring->count(); ++e) {
      if (ring->is_inner(e)) {
        ring->gap(e) = std::numeric_limits<double>::quiet_NaN();  // every comparison with it is false
      } else if (pair.is_certain(*ring, e)) {
        largest = std::max(largest, ring->gap(e));
      }
    }
  }
  return largest;
}

/// The edge of largest separation. All edges of an overlapping pair are candidates; of a disjoint pair only the edges
/// that separate. Among equal edges the first wins, a's edges before b's.
///
///   gap(e) = -top(e) / |e| for all edges;  floor = the largest certain gap (double: less the error of two gaps)
///   for each edge e with gap(e) >= floor: settle top(e) if it is not certain (double: always)
///                                         let e win if its gap is larger than the gaps of all edges before it
///
/// In float, gap(e) is off by at most 2^-49.5 X + 4 * 2^-53 |gap| with X <= 5 D', which is negligible beside
/// u D' = 2^-24 D'. In double the error would be about 60 u D'; therefore the edges above the floor are evaluated
/// again, with an error of at most 2 u |gap| <= 3 u D'.
template <class T>
Decision widest_gap(PairSigns<T>& pair, Verdict verdict) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr bool refine = sizeof(T) == sizeof(double);
  TwoLanes largest = TwoLanes::splat(-infinity);
  const TwoLanes none = largest, error = TwoLanes::splat(pair.error());
  const auto find_gaps = [&](Ring<T>& ring) {
    for (Block& block : ring) {
      for (std::size_t k = 0; k < Block::size; k += 2) {
        const TwoLanes x = TwoLanes::load(block.edge_x + k), y = TwoLanes::load(block.edge_y + k);
        const TwoLanes top = TwoLanes::load(block.top + k);
        const TwoLanes gap = TwoLanes::splat(0) - top / sqrt(x * x + y * y);
        gap.store(block.gap + k);
        largest = max(largest, where_less(error * (abs(x) + abs(y)), abs(top), gap, none));
      }
    }
  };
  find_gaps(pair.a);
  find_gaps(pair.b);
  double floor = std::max(largest.lower(), largest.upper());
  if (verdict == Verdict::overlapping && has_inner_and_deciding_edges(pair)) floor = exclude_inner(pair);
  if constexpr (refine) floor -= 0x1p-47 * pair.extent();

  Side side = Side::a;
  std::size_t edge = 0;
  double separation = -infinity;
  const auto contest = [&](Ring<T>& ring, const Ring<T>& other, Delta to_other, Side ring_side) {
    for (std::size_t e = 0; e < ring.count(); ++e) {
      double gap = ring.gap(e);
      if (!(gap >= floor)) continue;
      if (refine || !pair.is_certain(ring, e)) {
        pair.settle(ring, e, other, to_other);
        if (verdict == Verdict::disjoint && ring.top(e) >= 0) continue;
        gap = -precise_quotient(ring.top(e), precise_length(exact_edge(ring, e)));
      }
      if (gap > separation) {
        separation = gap;
        side = ring_side;
        edge = e;
      }
    }
  };
  contest(pair.a, pair.b, pair.delta_from_a(), Side::a);
  contest(pair.b, pair.a, pair.delta_from_b(), Side::b);
  return side == Side::a ? decision_of(pair.a, side, edge, separation) : decision_of(pair.b, side, edge, separation);
}

/// An edge of one core of a pair.
struct EdgeOf {
  Side side;
  std::size_t edge;
};

/// The first edge, a's before b's, whose exact top is 0; an edge that is not inner, if there is one. Such an edge
/// exists, because the least top of a touching pair is 0.
template <class T>
EdgeOf first_touch(const PairSigns<T>& pair) {
  const auto first_zero = [](const Ring<T>& ring, bool all) {
    std::size_t e = 0;
    while (e < ring.count() && !(ring.top(e) == 0 && (all || !ring.is_inner(e)))) ++e;
    return e;
  };
  if (pair.a.has_inner_edges() || pair.b.has_inner_edges()) {
    if (const std::size_t e = first_zero(pair.a, false); e < pair.a.count()) return {Side::a, e};
    if (const std::size_t e = first_zero(pair.b, false); e < pair.b.count()) return {Side::b, e};
  }
  const std::size_t edge_a = first_zero(pair.a, true);
  return edge_a < pair.a.count() ? EdgeOf{Side::a, edge_a} : EdgeOf{Side::b, first_zero(pair.b, true)};
}

}  // namespace satchel::exact
