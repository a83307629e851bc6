// Computes the signs of the tops, which decide a pair of cores: in doubles where their error allows, else exactly.
#pragma once

#include <bit>

#include "exact/edge_tops.hpp"

namespace satchel::exact {

/// One coordinate of to - from, exactly.
constexpr Expansion<4> exact_difference(double to_origin, double to_offset, double from_origin, double from_offset) {
  return sum(Expansion<2>(two_difference(to_origin, from_origin)),
             Expansion<2>(two_difference(to_offset, from_offset)));
}

/// Orientation of a vertex against an edge of another core, edge x (vertex - start): the nearest double to the exact
/// value or a neighbour of that double, with the exact sign.
[[gnu::noinline]] inline double exact_orientation(const ExactEdge& edge, const PlacedVertex& start,
                                                  const PlacedVertex& vertex) {
  const Expansion<4> x = exact_difference(vertex.origin_x, vertex.x, start.origin_x, start.x);
  const Expansion<4> y = exact_difference(vertex.origin_y, vertex.y, start.origin_y, start.y);
  return cross(y, edge.x, x, edge.y).estimate();
}

/// A pair of rings, with the tops of all edges of both. A segment has two edges, from p to q and back; a point has
/// none.
///
/// Error of a top. Let u = 2^-53; a and b the largest offsets of the edge's ring and of the other ring; d the largest
/// component of the difference of the origins. An edge vector is off by a factor 1 + u, a start relative to the other
/// origin by u d + u (a + d). So e x v is off by 3 u |e|_1 b (edge, products, difference), e x start by
/// |e|_1 (u d + u (a + d) + 3 u (a + d)), and the difference of the two by u |e|_1 (b + a + d) more. The sum is
///   u |e|_1 (5 a + 4 b + 6 d) (1 + O(u)) <= 6 u X |e|_1 (1 + O(u)),   X = a + b + d.
/// The bound in the code is 8 u X |e|_1, which also covers the rounding of the bound. A maximum of rounded values has
/// no larger error than the values. No operation overflows or underflows if coordinates are 0 or of magnitude 2^-200 to
/// 2^200: differences are multiples of 2^-252, products of 2^-504.
template <class T>
class PairSigns {
 public:
  PairSigns(const Core<T>& core_a, const Core<T>& core_b)
      : a(core_a),
        b(core_b),
        delta_x_(two_difference(core_b.origin_x, core_a.origin_x)),
        delta_y_(two_difference(core_b.origin_y, core_a.origin_y)) {}

  /// The exact sign of the least top: 1 if the interiors of the cores meet; 0 if the cores touch, or if two cores of at
  /// most two vertices lie on one line; -1 if an edge separates the cores, and for two points, which have no edges.
  /// @param stage  set to the stage that decided the sign
  int decide(Stage& stage) {
    stage = Stage::filtered;
    const double delta = std::max(std::fabs(delta_x_.high), std::fabs(delta_y_.high));
    extent_ = a.largest() + b.largest() + delta;
    find_all_tops();
    if (a.count() == 1 && b.count() == 1) {
      error_ = 0;
      return -1;
    }
    if (doubles_are_exact(std::max(std::max(a.largest(), b.largest()), delta))) {
      error_ = 0;
    } else {
      error_ = filter_error * extent_;
      const auto [low, high] = least_tops();
      if (low > 0) return 1;
      if (high < 0) return -1;
      if (move_to_corner()) {
        find_all_tops();
      } else {
        stage = Stage::expansions;
        settle_all(a, b, delta_from_a());
        settle_all(b, a, delta_from_b());
      }
      error_ = 0;
    }
    const double least = least_top();
    return least > 0 ? 1 : least < 0 ? -1 : 0;
  }

  /// A top is off by at most error() |e|_1; 0 if all signs of tops are exact.
  double error() const { return error_; }
  /// Whether the sign of top(e) is certain.
  bool is_certain(const Ring<T>& ring, std::size_t e) const {
    return std::fabs(ring.top(e)) > error_ * (std::fabs(ring.edge_x(e)) + std::fabs(ring.edge_y(e)));
  }

  /// Replaces top(e) by a value within one unit in the last place of the exact one and with the exact sign. Evaluates
  /// expansions for each vertex whose rounded orientation is within the error of the largest.
  void settle(Ring<T>& ring, std::size_t e, const Ring<T>& other, Delta to_other) const {
    const double error = filter_error * extent_ * (std::fabs(ring.edge_x(e)) + std::fabs(ring.edge_y(e)));
    const double least = ring.top(e) - 2 * error;
    const ExactEdge edge = exact_edge(ring, e);
    double top = -std::numeric_limits<double>::infinity();
    for (std::size_t v = 0; v < other.count(); ++v) {
      if (orientation(ring, e, other, v, to_other) >= least) {
        top = std::max(top, exact_orientation(edge, ring.vertex(e), other.vertex(v)));
      }
    }
    ring.top(e) = top;
  }

  /// The difference of the origins: from a's to b's, and from b's to a's.
  Delta delta_from_a() const { return {delta_x_.high, delta_y_.high}; }
  Delta delta_from_b() const { return {-delta_x_.high, -delta_y_.high}; }
  /// X of the error bound above, the extent of the pair.
  double extent() const { return extent_; }

  Ring<T> a, b;

 private:
  static constexpr double filter_error = 0x1p-50;

  void find_all_tops() {
    find_tops(a, b, delta_from_a());
    find_tops(b, a, delta_from_b());
    if (a.count() == 1) take_away_edges(a);
    if (b.count() == 1) take_away_edges(b);
  }

  /// Makes the offsets of each ring relative to its first vertex, if no subtraction rounds and if doubles are exact
  /// then; returns false otherwise, with the rings unchanged. This helps bodies far from their origins (maps, parts of
  /// outlines, tiles): their vertices lie on one fine grid, but only differences of vertices are short enough multiples
  /// of its spacing.
  bool move_to_corner() {
    if constexpr (sizeof(T) == sizeof(double)) return false;  // offsets of 53 bits are almost never short enough
    const double ax = a.x(0), ay = a.y(0), bx = b.x(0), by = b.y(0);
    const TwoTerms x = two_difference(bx, ax), y = two_difference(by, ay);
    const TwoTerms delta_x = two_sum(delta_x_.high, x.high), delta_y = two_sum(delta_y_.high, y.high);
    if (delta_x_.low != 0 || delta_y_.low != 0 || x.low != 0 || y.low != 0 || delta_x.low != 0 || delta_y.low != 0) {
      return false;
    }
    if (!a.can_move(ax, ay) || !b.can_move(bx, by)) return false;
    const TwoTerms before_x = delta_x_, before_y = delta_y_;
    const double reach = std::max(a.move(ax, ay), b.move(bx, by));
    delta_x_ = delta_x;
    delta_y_ = delta_y;
    const double delta = std::max(std::fabs(delta_x.high), std::fabs(delta_y.high));
    if (doubles_are_exact(std::max(reach, delta))) return true;
    a.move(-ax, -ay);  // exact, too
    b.move(-bx, -by);
    delta_x_ = before_x;
    delta_y_ = before_y;
    return false;
  }

  /// An edge of length 0 would decide: it has the top 0.
  static void take_away_edges(Ring<T>& point) {
    for (double& top : point.begin()->top) top = std::numeric_limits<double>::infinity();
  }

  /// Calls visit(block) for the blocks of both rings.
  template <class Visit>
  void for_each_block(Visit visit) const {
    for (const Block& block : a) visit(block);
    for (const Block& block : b) visit(block);
  }

  struct Range {
    double low, high;
  };

  /// Least, over all edges, of top - error and of top + error.
  Range least_tops() const {
    TwoLanes low = TwoLanes::splat(std::numeric_limits<double>::infinity()), high = low;
    const TwoLanes error = TwoLanes::splat(error_);
    for_each_block([&](const Block& block) {
      for (std::size_t k = 0; k < Block::size; k += 2) {
        const TwoLanes top = TwoLanes::load(block.top + k);
        const TwoLanes bound = error * (abs(TwoLanes::load(block.edge_x + k)) + abs(TwoLanes::load(block.edge_y + k)));
        low = min(low, top - bound);
        high = min(high, top + bound);
      }
    });
    return {std::min(low.lower(), low.upper()), std::min(high.lower(), high.upper())};
  }

  double least_top() const {
    TwoLanes least = TwoLanes::splat(std::numeric_limits<double>::infinity());
    for_each_block(
        [&](const Block& block) { least = min(least, min(TwoLanes::load(block.top), TwoLanes::load(block.top + 2))); });
    return std::min(least.lower(), least.upper());
  }

  void settle_all(Ring<T>& ring, const Ring<T>& other, Delta to_other) const {
    for (std::size_t e = 0; e < ring.count(); ++e) {
      if (!is_certain(ring, e)) settle(ring, e, other, to_other);
    }
    ring.fill_up_tops();
  }

  /// Whether every operation on the tops is exact, so that all signs are. It is exact if all offsets and the difference
  /// of the origins are multiples of one power of two q and less than 2^24 q: then vertices and edges have at most 25
  /// bits, products 50, e x v 51, the top 52. Boxes on a grid, which often touch, satisfy the condition.
  ///
  /// With q = 2^-23 times the power of two of the largest number, x is a multiple of q if and only if adding and
  /// subtracting 1.5 * 2^52 q gives x back, because doubles around 1.5 * 2^52 q are q apart.
  /// @param largest  the largest magnitude of an offset or of a component of the difference of the origins
  bool doubles_are_exact(double largest) const {
    if (delta_x_.low != 0 || delta_y_.low != 0) return false;
    const double power = __builtin_bit_cast(double, __builtin_bit_cast(std::uint64_t, largest) & 0x7ff0000000000000u);
    const double rounder = 0x1.8p29 * power;
    return (delta_x_.high + rounder) - rounder == delta_x_.high &&
           (delta_y_.high + rounder) - rounder == delta_y_.high && a.offsets_are_multiples(rounder) &&
           b.offsets_are_multiples(rounder);
  }

  TwoTerms delta_x_, delta_y_;
  double extent_, error_;
};

}  // namespace satchel::exact
