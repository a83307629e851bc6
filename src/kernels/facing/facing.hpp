// The separating-axis test on the parts of two polygons that face each other: of each two edges, three vertices.
//
// Let delta lead from A's origin to B's, and let discs of radii r_A and r_B around the origins lie in the bodies. The
// separation along a unit direction n is s(n) = n . delta - h_A(n) - h_B(-n), h the support functions, and so at most
// n . delta - r_A - r_B. Once some edge is known to have separation S, all that matters happens in the cone
//
//   n . delta >= c = S + r_A + r_B
//
// around delta: no edge whose normal lies outside can decide, and no vertex that supports only such normals is asked
// for. Of compact bodies it is narrow: of bench's octagons it opens by 37 degrees either side at most, for 99 % of
// pairs.
//
//   k = the vertex of A farthest along delta, or one next to it. Edges k - 1 and k, whose normals lie about delta, may
//   decide; B's edges meet vertices k - 1, k and k + 1. Likewise for B, along -delta.
//   S = the best separation of these four edges, n* its direction.
//   Proved, if the normals of A's edges k - 2 and k + 1 and of the same ones of B lie outside the cone, so that all
//   edges beyond do, and n* inside, so that its vertex is among those looked at. Else the pair is left to the kernel
//   that looks at all edges.
//
// Which vertices those are differs from lane to lane: a tournament finds k, and moves them into place as it goes; or
// they are put into place body by body, before they come into lanes (facing_rows.hpp). Of long bodies their fan finds
// eight to choose from (facing_long.hpp).
//
// Rounding. The result has to be that of best_axis (sat.hpp), bit by bit. There h is a minimum over more vertices, so
// no edge has a larger key there than here; what remains to show is that the deciding h here is the one there, and that
// no edge beyond rounds to as large a key. Normals off the cone by less than rounding could break either. So they have
// to keep off by a share m of the pair's size = reach_a + reach_b + |delta|_1; and the edges e next to those looked at,
// k - 2 and k + 1, have to be a share q of it long, and discs 2^-6 of their own bodies' reach (signed_radius).
// m = 2^-9, q = 2^-10; of long bodies, whose edges are more level, 2^-13 and 2^-7.
//   - Vertex k is no lower along delta than vertices k - 2 and k + 2, nor than the origin, but for 4 u size. If delta
//     lay among the normals beyond, heights would fall and then rise from k - 2 to k + 2: one of the edges e would be
//     level to within that, perpendicular to delta but for 2^-22 / q, and about as high as k. Then either its normal is
//     about delta, and not outside: n* is inside, c - m size < |delta|, so that e is held against less than |delta| - m
//     size; or it is about -delta, and the lowest, as far below the origin as the disc is large. So delta does not lie
//     among the normals beyond, which form an arc from one of these edges to the other: n . delta is largest at its
//     ends, and below c - 2 m size. (Of a triangle both are one edge, and there are no vertices but those looked at.)
//   - Hence their separations are below S by far more than both error bands.
//   - n* and e's normal differ by m size in n . delta at least, so by an angle of m size / |delta|. The heights of a
//     convex body's vertices along n* rise from the lowest to the highest and fall again, and e lies between the
//     vertices looked at and those beyond: these are higher than the deciding one by q m size^2 / |delta|, or else
//     about as high as the body. Rounding two heights is off by 6 u |b'|, |b'| <= 1.5 size - |delta| (see sat.hpp), in
//     all less than a fourth of that.
//   All this holds for negative c, too. Squares stay in range: edges of q 2^-20 are asked for, and where squares
//   overflow, the comparisons of infinities fail.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/sat/contact.hpp"
#include "kernels/gather/load.hpp"
#include "kernels/sat/sat.hpp"

namespace {

/// The part of W polygons that faces a direction.
template <class L>
struct FacingPart {
  using V = typename L::Vector;

  V x[5], y[5];            ///< as stored: vertices k - 2, ..., k + 2
  V number;                ///< 16 k, as an edge stands in a feature
  V before;                ///< the same of the vertex before
  V last;                  ///< and of the last one
  typename L::Mask wraps;  ///< k is 0

  /// Vertices k - 1 to k + 1 in the frame of the pair.
  SATCHEL_INLINE Vertices<L, 3> in_frame(const V& frame_x, const V& frame_y) const {
    Vertices<L, 3> moved;
    for (std::size_t i = 0; i < 3; ++i) {
      moved.x[i] = x[i + 1] - frame_x;
      moved.y[i] = y[i + 1] - frame_y;
    }
    return moved;
  }
};

/// Where the rings of W polygons in blocks of C slots end: the last slots of some repeat others, see layout.hpp.
template <class L>
struct RingEnds {
  using V = typename L::Vector;

  V last;                      ///< 16 times the number of the last vertex
  V before_x[2], before_y[2];  ///< the vertices before the first: the last but one, and the last
  V after_x, after_y;          ///< what follows slot C - 1, if that is a vertex, or repeats the first one
};

/// Of polygons of C or C - 1 vertices.
template <class L, std::size_t C>
SATCHEL_INLINE RingEnds<L> ring_ends(const Vertices<L, C>& vertices) {
  using T = typename L::Scalar;
  const auto& [x, y] = vertices;
  const auto is_short = L::both(x[C - 1] == x[0], y[C - 1] == y[0]);
  const auto either = [&](const auto& of_short, const auto& of_long) __attribute__((always_inline)) {
    return L::select(is_short, of_short, of_long);
  };
  return {either(L::splat(T(16 * (C - 2))), L::splat(T(16 * (C - 1)))),
          {either(x[C - 3], x[C - 2]), either(x[C - 2], x[C - 1])},
          {either(y[C - 3], y[C - 2]), either(y[C - 2], y[C - 1])},
          either(x[1], x[0]),
          either(y[1], y[0])};
}

/// Finds the part of polygons that is farthest along (dx, dy); of equal vertices the first. A repeated one never wins
/// over the first.
template <class L, std::size_t C, class V = typename L::Vector>
SATCHEL_INLINE FacingPart<L> facing_part(const Vertices<L, C>& vertices, const RingEnds<L>& ends, const V& dx,
                                         const V& dy) {
  using T = typename L::Scalar;
  static_assert(C == 4 || C == 6 || C == 8);
  constexpr std::size_t half = C / 2;
  const auto zero = L::splat(T(0));

  V way[C];
  for (std::size_t i = 0; i < C; ++i) way[i] = vertices.x[i] * dx + vertices.y[i] * dy;

  // Which half.
  V low = way[0], high = way[half];
  for (std::size_t i = 1; i < half; ++i) {
    low = L::max(low, way[i]);
    high = L::max(high, way[half + i]);
  }
  const auto upper = high > low;
  for (std::size_t i = 0; i < half; ++i) way[i] = L::select(upper, way[half + i], way[i]);
  // Vertices -2, -1, ..., half + 1, counted from the first of that half.
  V x[half + 4], y[half + 4];
  const auto turn = [&](const V* from, const V* before, const V& after, V* to) __attribute__((always_inline)) {
    for (std::size_t i = 0; i < 2; ++i) to[i] = L::select(upper, from[half - 2 + i], before[i]);
    for (std::size_t i = 0; i < half; ++i) to[i + 2] = L::select(upper, from[half + i], from[i]);
    to[half + 2] = L::select(upper, after, from[half]);
    to[half + 3] = L::select(upper, from[1], from[half + 1]);
  };
  turn(vertices.x, ends.before_x, ends.after_x, x);
  turn(vertices.y, ends.before_y, ends.after_y, y);

  FacingPart<L> part;
  part.number = L::select(upper, L::splat(T(16 * half)), zero);
  if constexpr (half == 4) {
    const auto far = L::max(way[2], way[3]) > L::max(way[0], way[1]);
    part.number = L::select(far, part.number + L::splat(T(32)), part.number);
    for (std::size_t i = 0; i < 2; ++i) way[i] = L::select(far, way[i + 2], way[i]);
    for (std::size_t i = 0; i < 6; ++i) {
      x[i] = L::select(far, x[i + 2], x[i]);
      y[i] = L::select(far, y[i + 2], y[i]);
    }
  }
  const auto second = way[1] > way[0];
  part.number = L::select(second, part.number + L::splat(T(16)), part.number);
  for (std::size_t i = 0; i < 5; ++i) {
    part.x[i] = L::select(second, x[i + 1], x[i]);
    part.y[i] = L::select(second, y[i + 1], y[i]);
  }
  if constexpr (half == 3) {
    const auto third = way[2] > L::max(way[0], way[1]);
    part.number = L::select(third, L::select(upper, L::splat(T(80)), L::splat(T(32))), part.number);
    for (std::size_t i = 0; i < 5; ++i) {
      part.x[i] = L::select(third, x[i + 2], part.x[i]);
      part.y[i] = L::select(third, y[i + 2], part.y[i]);
    }
  }
  part.wraps = L::splat(T(0.5)) > part.number;
  part.last = ends.last;
  part.before = L::select(part.wraps, part.last, part.number - L::splat(T(16)));
  return part;
}

/// The shares m and q of a pair's size.
template <class T>
struct FacingLimits {
  T margin, shortest;
};

/// FacingEdges of staged pairs, in columns.
template <class T>
struct StagedEdges {
  alignas(64) T columns[12][StagedPairs<T>::size];
};

/// The best of the facing edges of W pairs, and what it takes to prove that it is the best of all.
///
/// B's edges are taken the other way round, as an axis wants them: all that comes of one is negated, to the bit.
template <class L>
struct FacingEdges {
  using T = typename L::Scalar;
  using V = typename L::Vector;

  /// The best edge's number is its feature, as a number, and of B's edges this much more: beyond all of A's.
  static constexpr std::uint32_t beyond_a = 1u << 20;

  BestEdge<L> best;
  V across[4];  ///< e x delta of the edges next to those looked at,
  V square[4];  ///< and |e|^2; 0 where nothing is proved

  /// @param near_a, near_b  FacingPart::in_frame
  /// @param meanwhile       work that has nothing to do with this, to be done between A's edges and B's
  template <class Meanwhile>
  SATCHEL_INLINE FacingEdges(const FacingPart<L>& a, const Vertices<L, 3>& near_a, const FacingPart<L>& b,
                             const Vertices<L, 3>& near_b, const V& dx, const V& dy, Meanwhile meanwhile)
      : best{L::splat(static_cast<T>(-__builtin_huge_val())), L::splat(T(0)), L::splat(T(0)), L::splat(T(0))} {
    const auto tied_a = meet<false>(a, near_a, near_b, dx, dy, across, square);
    meanwhile();
    const auto tied_b = meet<true>(b, near_b, near_a, dx, dy, across + 2, square + 2);
    leave_unproved(tied_a | tied_b);
  }

  /// Where the best edge is B's.
  SATCHEL_INLINE typename L::Mask is_of_b() const { return best.number > L::splat(T(beyond_a - 1)); }
  /// Where it is edge k of its part, not k - 1.
  SATCHEL_INLINE typename L::Mask is_second(const FacingPart<L>& a, const FacingPart<L>& b) const {
    return L::select(is_of_b(), number_of_b(b.number), a.number) == best.number;
  }

  SATCHEL_INLINE Axis<L> axis() const {
    const auto bits = integer_bits<L>(best.number);
    return {best.key, best.ex, best.ey, L::bit_and(bits, L::splat(feature_lane<T>(beyond_a - 1)))};
  }

  SATCHEL_INLINE void leave_unproved(const typename L::Mask& where) {
    square[0] = L::select(where, L::splat(T(0)), square[0]);
  }

  SATCHEL_INLINE FacingEdges(const StagedEdges<T>& staged, std::size_t first)
      : best{L::load(staged.columns[0] + first), L::load(staged.columns[1] + first), L::load(staged.columns[2] + first),
             L::load(staged.columns[3] + first)} {
    for (std::size_t i = 0; i < 4; ++i) {
      across[i] = L::load(staged.columns[4 + i] + first);
      square[i] = L::load(staged.columns[8 + i] + first);
    }
  }

  SATCHEL_INLINE void store(StagedEdges<T>& staged, std::size_t first) const {
    L::store(staged.columns[0] + first, best.key);
    L::store(staged.columns[1] + first, best.number);
    L::store(staged.columns[2] + first, best.ex);
    L::store(staged.columns[3] + first, best.ey);
    for (std::size_t i = 0; i < 4; ++i) {
      L::store(staged.columns[4 + i] + first, across[i]);
      L::store(staged.columns[8 + i] + first, square[i]);
    }
  }

  /// Bit l: in lane l the best is the best of all edges.
  /// @param found  its contact
  SATCHEL_INLINE unsigned proved(const Contacts<L>& found, const PairLanes<L>& pairs, FacingLimits<T> limits) const {
    const auto zero = L::splat(T(0));
    const auto way = found.columns[0] * pairs.delta_x + found.columns[1] * pairs.delta_y;
    const auto along = L::select(pairs.swapped > zero, zero - way, way);
    const auto margin = L::splat(limits.margin) * pairs.size;
    const auto inside = (found.columns[2] + pairs.radii) - margin, outside = inside - margin;
    const auto signed_square = outside * L::abs(outside);
    const auto least = L::splat(limits.shortest) * L::max(pairs.size, L::splat(T(0x1p-20)));
    const auto shortest = L::min(L::min(square[0], square[1]), L::min(square[2], square[3]));
    auto proved = L::both(along > inside, shortest > least * least);
    for (std::size_t i = 0; i < 4; ++i) {
      proved = L::both(proved, across[i] * L::abs(across[i]) < signed_square * square[i]);
    }
    return L::bits(proved);
  }

 private:
  static SATCHEL_INLINE V number_of_b(const V& number) { return number + L::splat(T(beyond_a + 8)); }

  /// Meets the two edges of one side. @returns where both are equal, and the first has the higher number, so that the
  /// other would have to win
  /// @param near  its vertices k - 1 to k + 1, in the frame of the pair; `other` those of the other
  template <bool of_b>
  SATCHEL_INLINE typename L::Mask meet(const FacingPart<L>& of, const Vertices<L, 3>& near, const Vertices<L, 3>& other,
                                       const V& dx, const V& dy, V* its_across, V* its_square) {
    V ex[4], ey[4], key[2];
    for (std::size_t i = 0; i < 4; ++i) {
      ex[i] = of_b ? of.x[i] - of.x[i + 1] : of.x[i + 1] - of.x[i];
      ey[i] = of_b ? of.y[i] - of.y[i + 1] : of.y[i + 1] - of.y[i];
    }
    for (std::size_t i = 0; i < 2; ++i) {
      const std::size_t e = i + 1;
      const auto height = [&](const Vertices<L, 3>& vertices, std::size_t j) __attribute__((always_inline)) {
        return ey[e] * vertices.x[j] - ex[e] * vertices.y[j];
      };
      V h = height(other, 0);
      for (std::size_t j = 1; j < 3; ++j) h = of_b ? L::max(h, height(other, j)) : L::min(h, height(other, j));
      key[i] = BestEdge<L>::key_of(of_b ? height(near, i) - h : h - height(near, i), ex[e], ey[e]);
      const V number = i == 0 ? of.before : of.number;
      if (!of_b && i == 0) {
        best = {key[0], number, ex[e], ey[e]};
      } else {
        best.offer_any(key[i], ex[e], ey[e], of_b ? number_of_b(number) : number);
      }
      const std::size_t beyond = 3 * i;
      its_across[i] = ey[beyond] * dx - ex[beyond] * dy;
      its_square[i] = ex[beyond] * ex[beyond] + ey[beyond] * ey[beyond];
    }
    return L::both(of.wraps, key[0] == key[1]);
  }
};

}  // namespace
