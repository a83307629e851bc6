// The separating-axis test on the parts of two polygons that face each other: two edges and three vertices of each.
//
// Let delta lead from A's origin to B's. Let discs of radii r_A and r_B around the origins lie in the bodies. For a
// unit direction n, let p_A(n) be the largest n . v over A's offsets v, and p_B(n) likewise. The separation along n is
//
//   sep(n) = n . delta - p_A(n) - p_B(-n) <= n . delta - r_A - r_B
//
// Once some edge is known to have separation S, only a direction with sep(n) >= S can decide. So it lies in this cone
// around delta:
//
//   n . delta >= c,  c = S + r_A + r_B
//
// No edge whose normal lies outside the cone can decide, and no vertex is needed that is farthest along such normals
// alone. The cone of compact bodies is narrow: that of bench's octagons opens by 37 degrees to either side at most, for
// 99 % of pairs.
//
//   edge i leads from vertex i to vertex i + 1
//   k = the vertex of A farthest along delta, or one next to it
//   A's facing part: edges k - 1 and k, between whose normals delta lies, or nearly; vertices k - 1, k and k + 1
//   B's facing part likewise, along -delta
//   for each of the four edges: its separation from the three vertices of the other part
//   S = the largest of these separations, n* the direction of its edge
//   proved, if the normals of edges k - 2 and k + 1 of both bodies lie outside the cone, and n* lies inside
//     outside: so the normals of all edges farther from k lie outside, too
//     inside: so the vertex that decides along n* is one of the three
//   a pair that is not proved is left to the kernel that looks at all edges
//
// k differs from lane to lane, so the part has to be moved into the same place in all lanes. facing_part finds k by a
// tournament, which moves the part as it goes. facing_rows.hpp moves the parts body by body, before they come into
// lanes. facing_long.hpp takes eight vertices near k from the fan of a long body.
//
// Proof that rounding does no harm. Names: u is the unit roundoff; R = reach_a + reach_b; size = R + |delta|_1
// (PairLanes::size); the height of a vertex is its projection on delta (for B's vertices on -delta). "Beyond" are the
// edges of a body other than k - 2, k - 1, k, k + 1, and the vertices other than k - 1, k, k + 1.
//
// proved() checks, with margins m and q (FacingLimits):
//   (a) n* . delta > c - m size
//   (b) n_e . delta < c - 2 m size for the normals n_e of the edges e = k - 2 and e = k + 1 of both bodies
//   (c) |e| > q size for these edges e
// Discs have at least 2^-6 of their bodies' reach (ShapeRecord::signed_radius). m = 2^-9 and q = 2^-10; for long
// bodies, whose edges differ less in direction, m = 2^-13 and q = 2^-7 (facing_long.hpp).
//
// Required: the result of best_axis (sat.hpp), bit by bit. There, h is a minimum over all vertices of the other body,
// here over three of them, so no edge has a larger key there than here. What remains to show:
//   (1) no edge beyond, nor one of the edges e, rounds to as large a key as the best edge;
//   (2) the best edge's h is the same as there: no vertex beyond rounds to a lower one.
//
// Step 1: vertex k is no lower than vertices k - 2 and k + 2, nor than the origin, but for 4 u size. (That is what was
// compared to find k, and how far rounding can be off.)
//
// Step 2: delta does not lie among the normals beyond. Suppose that it does. Then the highest vertex is beyond, so that
// heights fall and then rise from vertex k - 2 to k + 2. From k on, they rise to one side at least, by step 1 by no
// more than 4 u size. So the edge e on that side is level to within 4 u size and about as high as k. By (c) it is
// perpendicular to delta but for 4 u / q. There are two cases:
//   - n_e points along delta: n_e . delta is |delta| but for rounding. By (a), c - m size < n* . delta <= |delta|, so
//     (b) demands n_e . delta < |delta| - m size, which is false.
//   - n_e points along -delta: then e is the lowest edge of its body, as far below the origin as the disc's radius at
//     least. But it is about as high as k, and by step 1 that is no lower than the origin.
//
// Step 3: the normals beyond form an arc whose ends are the normals of the edges e. By step 2 the arc does not contain
// delta, so n . delta is largest at an end of it, where by (b) it is below c - 2 m size. (A triangle has one edge e,
// and nothing is beyond.) So the separations of all these edges are below S - 2 m size, by far more than two error
// bands. That is (1).
//
// Step 4: by (a) and (b), n* . delta and n_e . delta differ by at least m size, so n* and n_e form an angle of at least
// m size / |delta|. Along n*, the projections of a convex body's vertices rise from the lowest vertex to the highest
// and fall again, and the edge e lies between the three vertices and those beyond. So by (c) all vertices beyond are
// higher than the deciding one by q m size^2 / |delta|; or, if n_e is about -n*, by nearly the height of the body.
// Rounding two projections is off by 6 u |b'| each. With k the frame's origin from B's origin and b' an offset in the
// frame, as in sat.hpp: |b'| <= reach_b + |k| <= 1.5 R + 0.5 |delta| <= 1.5 size - |delta|. In all that is less than
// half of q m size^2 / |delta|. That is (2).
//
// All of this holds for negative c, too. Squares stay in range: (c) asks for |e| > q 2^-20 at least; and where squares
// overflow, comparisons of infinities fail, so that the pair is left.
//
// One file, because a third of it is the proof, which names the steps.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/gather/load.hpp"
#include "kernels/sat/contact.hpp"
#include "kernels/sat/sat.hpp"

namespace {

/// The parts of W polygons that face a direction.
template <class L>
struct FacingPart {
  using V = typename L::Vector;

  V x[5], y[5];            ///< offsets as stored, of vertices k - 2, ..., k + 2
  V feature_number;        ///< of edge k, as if it were A's (feature_of_index)
  V feature_before;        ///< of edge k - 1
  V feature_last;          ///< of the last edge of the ring
  typename L::Mask wraps;  ///< k is 0, so that edge k - 1 is the last one

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

/// How the rings of W polygons close. A block of C slots holds C vertices, or C - 1 and the first one again
/// (format/classes.hpp).
template <class L>
struct RingEnds {
  using V = typename L::Vector;

  V feature_last;              ///< feature number of the last edge
  V before_x[2], before_y[2];  ///< the vertices before the first: the last but one, and the last
  V after_x, after_y;          ///< what follows slot C - 1: the first vertex, or, where the slot repeats it, the second
};

/// RingEnds of polygons of C or C - 1 vertices.
template <class L, std::size_t C>
SATCHEL_INLINE RingEnds<L> ring_ends(const Vertices<L, C>& vertices) {
  using T = typename L::Scalar;
  const auto& [x, y] = vertices;
  const auto is_short = L::both(x[C - 1] == x[0], y[C - 1] == y[0]);
  const auto either = [&](const auto& of_short, const auto& of_long) __attribute__((always_inline)) {
    return L::select(is_short, of_short, of_long);
  };
  return {either(L::splat(T(feature_of_index * (C - 2))), L::splat(T(feature_of_index * (C - 1)))),
          {either(x[C - 3], x[C - 2]), either(x[C - 2], x[C - 1])},
          {either(y[C - 3], y[C - 2]), either(y[C - 2], y[C - 1])},
          either(x[1], x[0]),
          either(y[1], y[0])};
}

/// Finds the parts around the vertices k that are farthest along (dx, dy). Of equally far vertices the first one is k:
/// comparisons are strict, so the first vertex also wins over the slot that repeats it.
template <class L, std::size_t C, class V = typename L::Vector>
SATCHEL_INLINE FacingPart<L> facing_part(const Vertices<L, C>& vertices, const RingEnds<L>& ends, const V& dx,
                                         const V& dy) {
  using T = typename L::Scalar;
  static_assert(C == 4 || C == 6 || C == 8);
  constexpr std::size_t half = C / 2;
  const auto zero = L::splat(T(0));

  V height[C];
  for (std::size_t i = 0; i < C; ++i) height[i] = vertices.x[i] * dx + vertices.y[i] * dy;

  // Which half of the slots holds vertex k: the greatest heights of both decide. `upper`: it is the one from `half` on.
  V low = height[0], high = height[half];
  for (std::size_t i = 1; i < half; ++i) {
    low = L::max(low, height[i]);
    high = L::max(high, height[half + i]);
  }
  const auto upper = high > low;
  for (std::size_t i = 0; i < half; ++i) height[i] = L::select(upper, height[half + i], height[i]);
  // x, y: the vertices of that half, with two before and two after it.
  V x[half + 4], y[half + 4];
  const auto select_half = [&](const V* from, const V* before, const V& after, V* to) __attribute__((always_inline)) {
    for (std::size_t i = 0; i < 2; ++i) to[i] = L::select(upper, from[half - 2 + i], before[i]);
    for (std::size_t i = 0; i < half; ++i) to[i + 2] = L::select(upper, from[half + i], from[i]);
    to[half + 2] = L::select(upper, after, from[half]);
    to[half + 3] = L::select(upper, from[1], from[half + 1]);
  };
  select_half(vertices.x, ends.before_x, ends.after_x, x);
  select_half(vertices.y, ends.before_y, ends.after_y, y);

  // The vertex within the half.
  FacingPart<L> part;
  part.feature_number = L::select(upper, L::splat(T(feature_of_index * half)), zero);
  if constexpr (half == 4) {
    const auto far = L::max(height[2], height[3]) > L::max(height[0], height[1]);
    part.feature_number = L::select(far, part.feature_number + L::splat(T(feature_of_index * 2)), part.feature_number);
    for (std::size_t i = 0; i < 2; ++i) height[i] = L::select(far, height[i + 2], height[i]);
    for (std::size_t i = 0; i < 6; ++i) {
      x[i] = L::select(far, x[i + 2], x[i]);
      y[i] = L::select(far, y[i + 2], y[i]);
    }
  }
  const auto second = height[1] > height[0];
  part.feature_number = L::select(second, part.feature_number + L::splat(T(feature_of_index)), part.feature_number);
  for (std::size_t i = 0; i < 5; ++i) {
    part.x[i] = L::select(second, x[i + 1], x[i]);
    part.y[i] = L::select(second, y[i + 1], y[i]);
  }
  if constexpr (half == 3) {
    const auto third = height[2] > L::max(height[0], height[1]);
    const auto number = L::select(upper, L::splat(T(feature_of_index * (half + 2))), L::splat(T(feature_of_index * 2)));
    part.feature_number = L::select(third, number, part.feature_number);
    for (std::size_t i = 0; i < 5; ++i) {
      part.x[i] = L::select(third, x[i + 2], part.x[i]);
      part.y[i] = L::select(third, y[i + 2], part.y[i]);
    }
  }
  part.wraps = L::splat(T(0.5)) > part.feature_number;
  part.feature_last = ends.feature_last;
  part.feature_before = L::select(part.wraps, part.feature_last, part.feature_number - L::splat(T(feature_of_index)));
  return part;
}

/// The margins of the proof, as shares of a pair's size.
template <class T>
struct FacingLimits {
  T margin;    ///< m: how far normals keep off the cone's surface
  T shortest;  ///< q: how long edges k - 2 and k + 1 are
};

/// FacingEdges of staged pairs, in columns.
template <class T>
struct StagedEdges {
  enum Column : unsigned { key, number, ex, ey, across, square = across + 4, column_count = square + 4 };
  alignas(64) T columns[column_count][StagedPairs<T>::size];
};

/// The best of the four facing edges of W pairs, and what the proof that it is the best of all edges takes.
///
/// Edges of B are reversed, as Axis has them: then (ey, -ex) points from A to B. All products with a reversed edge are
/// those with the edge, negated, to the bit.
///
/// (a), (b), (c), e, n*, n_e, m, q, c and size are those of the proof above.
template <class L>
struct FacingEdges {
  using T = typename L::Scalar;
  using V = typename L::Vector;
  using Staged = StagedEdges<T>;

  /// best.number is a feature number, and for edges of B this much more, which is beyond all feature numbers of A.
  static constexpr std::uint32_t beyond_a = 1u << 20;

  BestEdge<L> best;
  // For the edges e = k - 2 and e = k + 1 of A, then of B:
  V across[4];  ///< |e| n_e . delta
  V square[4];  ///< |e|^2; square[0] is 0 in lanes that must not be proved

  /// @param near_a, near_b  a.in_frame(...), b.in_frame(...)
  /// @param dx, dy          delta
  /// @param meanwhile       independent work, called between A's edges and B's, so that the core overlaps it with them
  template <class Meanwhile>
  SATCHEL_INLINE FacingEdges(const FacingPart<L>& a, const Vertices<L, 3>& near_a, const FacingPart<L>& b,
                             const Vertices<L, 3>& near_b, const V& dx, const V& dy, Meanwhile meanwhile)
      : best{L::splat(static_cast<T>(-__builtin_huge_val())), L::splat(T(0)), L::splat(T(0)), L::splat(T(0))} {
    const auto tied_a = offer<false>(a, near_a, near_b, dx, dy, across, square);
    meanwhile();
    const auto tied_b = offer<true>(b, near_b, near_a, dx, dy, across + 2, square + 2);
    leave_unproved(tied_a | tied_b);
  }

  /// Where the best edge is B's.
  SATCHEL_INLINE typename L::Mask is_of_b() const { return best.number > L::splat(T(beyond_a - 1)); }
  /// Where the best edge is edge k of its part, not k - 1.
  SATCHEL_INLINE typename L::Mask is_second(const FacingPart<L>& a, const FacingPart<L>& b) const {
    return L::select(is_of_b(), number_of_b(b.feature_number), a.feature_number) == best.number;
  }

  /// The axis of the best edge.
  SATCHEL_INLINE Axis<L> axis() const {
    // The bits below beyond_a are the feature.
    const auto bits = integer_bits<L>(best.number);
    return {best.key, best.ex, best.ey, L::bit_and(bits, L::splat(feature_lane<T>(beyond_a - 1)))};
  }

  /// Makes proved() fail in these lanes.
  SATCHEL_INLINE void leave_unproved(const typename L::Mask& where) {
    square[0] = L::select(where, L::splat(T(0)), square[0]);
  }

  SATCHEL_INLINE FacingEdges(const StagedEdges<T>& staged, std::size_t first)
      : best{L::load(staged.columns[Staged::key] + first), L::load(staged.columns[Staged::number] + first),
             L::load(staged.columns[Staged::ex] + first), L::load(staged.columns[Staged::ey] + first)} {
    for (std::size_t i = 0; i < 4; ++i) {
      across[i] = L::load(staged.columns[Staged::across + i] + first);
      square[i] = L::load(staged.columns[Staged::square + i] + first);
    }
  }

  SATCHEL_INLINE void store(StagedEdges<T>& staged, std::size_t first) const {
    L::store(staged.columns[Staged::key] + first, best.key);
    L::store(staged.columns[Staged::number] + first, best.number);
    L::store(staged.columns[Staged::ex] + first, best.ex);
    L::store(staged.columns[Staged::ey] + first, best.ey);
    for (std::size_t i = 0; i < 4; ++i) {
      L::store(staged.columns[Staged::across + i] + first, across[i]);
      L::store(staged.columns[Staged::square + i] + first, square[i]);
    }
  }

  /// Bit l: in lane l the best edge is proved to be the best of all edges, by (a), (b) and (c).
  /// @param found  the contact of the best edge
  SATCHEL_INLINE unsigned proved(const Contacts<L>& found, const PairLanes<L>& pairs, FacingLimits<T> limits) const {
    const auto zero = L::splat(T(0));
    const auto &normal_x = found.columns[0], &normal_y = found.columns[1], &separation = found.columns[2];
    const auto projection = normal_x * pairs.delta_x + normal_y * pairs.delta_y;
    // n* . delta: the contact's normal is -n* where the pair is swapped.
    const auto along = L::select(pairs.swapped > zero, zero - projection, projection);
    const auto margin = L::splat(limits.margin) * pairs.size;
    // c - m size and c - 2 m size. c = separation + radii, where radii is r_A + r_B (Radii::inside).
    const auto inside = (separation + pairs.radii) - margin, outside = inside - margin;
    const auto signed_square = outside * L::abs(outside);
    const auto least = L::splat(limits.shortest) * L::max(pairs.size, L::splat(T(0x1p-20)));
    const auto shortest = L::min(L::min(square[0], square[1]), L::min(square[2], square[3]));
    auto holds = L::both(along > inside, shortest > least * least);  // (a), (c)
    for (std::size_t i = 0; i < 4; ++i) {
      // (b) as across / |e| < outside, both sides squared with their signs kept and multiplied by |e|^2
      holds = L::both(holds, across[i] * L::abs(across[i]) < signed_square * square[i]);
    }
    return L::bits(holds);
  }

 private:
  /// The number in `best` of an edge of B.
  /// @param as_of_a  its feature number as if it were A's
  static SATCHEL_INLINE V number_of_b(const V& as_of_a) { return as_of_a + L::splat(T(beyond_a + feature_of_side_b)); }

  /// Offers edges k - 1 and k of one body to `best`; computes `across` and `square` of its edges k - 2 and k + 1.
  /// @param near   the body's vertices k - 1 to k + 1 in the frame of the pair
  /// @param other  the other body's vertices k - 1 to k + 1, with its own k
  /// @returns the lanes where edge k - 1 would win wrongly: both edges are equal, and k is 0, so that edge k - 1 is the
  ///          last of the ring and edge k the first, which has to win
  template <bool of_b>
  SATCHEL_INLINE typename L::Mask offer(const FacingPart<L>& of, const Vertices<L, 3>& near,
                                        const Vertices<L, 3>& other, const V& dx, const V& dy, V* its_across,
                                        V* its_square) {
    V ex[4], ey[4], key[2];  // ex, ey: edges k - 2 to k + 1
    for (std::size_t i = 0; i < 4; ++i) {
      ex[i] = of_b ? of.x[i] - of.x[i + 1] : of.x[i + 1] - of.x[i];
      ey[i] = of_b ? of.y[i] - of.y[i + 1] : of.y[i + 1] - of.y[i];
    }
    for (std::size_t i = 0; i < 2; ++i) {
      const std::size_t e = i + 1;  // edge k - 1 or k
      const auto projection = [&](const Vertices<L, 3>& vertices, std::size_t j) __attribute__((always_inline)) {
        return ey[e] * vertices.x[j] - ex[e] * vertices.y[j];
      };
      V extreme = projection(other, 0);
      for (std::size_t j = 1; j < 3; ++j) {
        extreme = of_b ? L::max(extreme, projection(other, j)) : L::min(extreme, projection(other, j));
      }
      const V h = of_b ? projection(near, i) - extreme : extreme - projection(near, i);
      key[i] = BestEdge<L>::key_of(h, ex[e], ey[e]);
      const V number = i == 0 ? of.feature_before : of.feature_number;
      if (!of_b && i == 0) {
        // Stored without a contest. If its length is 0, no other edge replaces it, the normal is NaN, and proved()
        // fails.
        best = {key[0], number, ex[e], ey[e]};
      } else {
        best.offer_any(key[i], ex[e], ey[e], of_b ? number_of_b(number) : number);
      }
      const std::size_t next = 3 * i;  // edge k - 2 or k + 1
      its_across[i] = ey[next] * dx - ex[next] * dy;
      its_square[i] = ex[next] * ex[next] + ey[next] * ey[next];
    }
    return L::both(of.wraps, key[0] == key[1]);
  }
};

}  // namespace
