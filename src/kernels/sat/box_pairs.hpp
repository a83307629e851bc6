// Contacts of boxes, or any parallelograms, centred on their own origins: v2 = -v0 and v3 = -v1, which rotation keeps
// to the last bit. A box has two axes instead of four, one for each pair of opposite edges, and its support has a
// closed form:
//
//   for each box, with half-diagonals p = v1, q = v2 (r, s of the other), and its edges e0 = p + q, e1 = q - p:
//     own support on both axes:     q x p, a quarter of the area
//     the other's support on e:     max(|e x r|, |e x s|)
//     d = from this origin to the other;   h = |e x d| - own support - other's support
//     the edge is e if e x d >= 0, else its opposite
//
// where u x v = u.y v.x - u.x v.y, as in sat.hpp. (Gottschalk, Lin, Manocha, "OBBTree", 1996, in two dimensions.)
//
// Rounding, as in sat.hpp and in its terms; |p|, |q| <= reach of A, |r|, |s| <= reach of B, w as there:
//   delta:  u |delta|;         products and differences of delta and r:  2 u (|delta| + |r|)
//   own support:               u (|q.y p.x| + |q.x p.y|) / |e| by its products, u |p| by their difference and by the length of e
//   edge:   u (|delta| + |r|); the two sums:  u (|p| + |r|), u |w|;  division and root:  3 u |w|
// Its products are up to |p| |q| in all, however short e is. So thin boxes are no boxes here, where rotation makes these products
// large (scene/shapes/thin_box.hpp): they are at most 5 |e| times the longer one of p and q. Then
//   in all  u (4 |delta| + 4 |r| + 8 max(|p|, |q|) + 4 |w|) <= u (12 R + 8 |delta|)
// The band has more room than that: the last sum, division and root, 4 u |w|, keep the sign of h.
// With |p|, |q|, |r| <= 0.71 D, |delta|, |w| <= 1.42 D that is at most 19.9 u D'. (box_pairs.gappa)
//
// On a small grid (exact_lanes.hpp) nothing is rounded: h is a multiple of q^2 and less than 2^(2 m + 3.5) of these.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/sat/polygon_pairs.hpp"

namespace {

/// W boxes in columns: the half-diagonals p and q, vertices 1 and 2, with two of their coordinates negated. A block
/// holds these as four consecutive numbers, x2 = q.x, x3 = -p.x, y0 = -q.y, y1 = p.y, so that loading takes half the
/// rows.
template <class L>
struct BoxLanes {
  using Vector = typename L::Vector;

  Vector qx, minus_px, minus_qy, py;
  Vector ex[2], ey[2];  ///< edges 0 and 1: p + q and q - p; reversed for B

  /// Reverses the edges of B, so that neither they nor delta need be negated later.
  template <bool of_b, class T = typename L::Scalar>
  static SATCHEL_INLINE BoxLanes load(const T* base, const std::uint32_t* blocks) {
    Vector v[4];
    load_runs<L, 4>(base + 2, blocks, v);
    const auto zero = L::splat(T(0));
    BoxLanes box = {v[0], v[1], v[2], v[3], {}, {}};
    if constexpr (of_b) {
      box.ex[0] = v[1] - v[0], box.ex[1] = zero - (v[0] + v[1]);
      box.ey[0] = v[2] - v[3], box.ey[1] = v[2] + v[3];
    } else {
      box.ex[0] = v[0] - v[1], box.ex[1] = v[0] + v[1];
      box.ey[0] = v[3] - v[2], box.ey[1] = zero - (v[2] + v[3]);
    }
    return box;
  }

  /// q x p.
  SATCHEL_INLINE Vector own_support() const { return minus_qy * minus_px - qx * py; }
  /// The support on the axis of a vector e: max(|e x p|, |e x q|).
  SATCHEL_INLINE Vector support(const Vector& x, const Vector& y) const {
    return L::larger_magnitude(y * minus_px + x * py, y * qx + x * minus_qy);
  }
};

/// The two axes of one box.
template <class L>
struct BoxAxes {
  typename L::Vector h[2], along[2];  ///< h, and e x d: negative where the opposite edge is meant

  SATCHEL_INLINE BoxAxes(const BoxLanes<L>& box, const BoxLanes<L>& other, const typename L::Vector& dx,
                         const typename L::Vector& dy) {
    const auto own = box.own_support();
    for (int k = 0; k < 2; ++k) {
      const auto ex = box.ex[k], ey = box.ey[k];
      along[k] = ey * dx - ex * dy;
      h[k] = L::abs(along[k]) - (own + other.support(ex, ey));
    }
  }
};

template <class L>
struct BoxKernel {
  using T = typename L::Scalar;
  using Vector = typename L::Vector;
  static constexpr unsigned class_a = 0, class_b = 0;
  static constexpr PairShifts shifts{satchel::kernels::block_shift(0), satchel::kernels::block_shift(0)};
  using Staged = StagedPairs<T>;
  static constexpr bool is_centred = true;
  static constexpr bool looks_ahead = true;  ///< has `look_up_packet`, see for_each_packet_ahead

  BoxLanes<L> a, b;

  template <class Ask, class Interleaved>
  static SATCHEL_INLINE void look_up(Staged& staged, const PairJob<T>& job, const Pair* pairs, std::size_t count, Ask,
                                     Interleaved interleaved) {
    staged.template look_up<L, Blocks::of_class>(job, pairs, count, shifts, interleaved);
  }

  /// Looks up W pairs as StagedPairs::look_up_packet does.
  template <class Interleaved>
  static SATCHEL_INLINE void look_up_packet(Staged& staged, const PairJob<T>& job, const Pair* pairs, std::size_t at,
                                            Interleaved interleaved) {
    staged.template look_up_packet<L, Blocks::of_class>(job, pairs, at, shifts, interleaved);
  }

  template <class Stage, class Ask>
  SATCHEL_INLINE BoxKernel(const PairJob<T>& job, const Stage& staged, std::size_t first, const PairLanes<L>&,
                           Ask ask) {
    a = BoxLanes<L>::template load<false>(job.a.blocks[0], staged.blocks_a + first);
    ask();
    b = BoxLanes<L>::template load<true>(job.b.blocks[0], staged.blocks_b + first);
  }

  SATCHEL_INLINE Axis<L> axis(const PairLanes<L>& pairs) const {
    const auto zero = L::splat(T(0));
    const BestOfBox of_a = best_of(a, b, pairs.delta_x, pairs.delta_y);
    const BestOfBox of_b = best_of(b, a, pairs.delta_x, pairs.delta_y);
    const auto b_wins = of_b.key > of_a.key;
    const auto along = L::select(b_wins, of_b.along, of_a.along);
    const auto sign = L::bit_and(along + zero, L::splat(T(-0.0)));  // the sign bit of `along`, where -0 counts as +0
    const auto edge = L::select(b_wins, L::bit_or(of_b.edge, L::splat(feature_bits<T>(1, 0))), of_a.edge);
    const auto opposite = L::select(along < zero, L::splat(feature_bits<T>(0, 2)), zero);
    return {L::select(b_wins, of_b.key, of_a.key), L::bit_xor(L::select(b_wins, of_b.ex, of_a.ex), sign),
            L::bit_xor(L::select(b_wins, of_b.ey, of_a.ey), sign), L::bit_or(edge, opposite)};
  }

 private:
  struct BestOfBox {
    Vector key, ex, ey, along;
    Vector edge;  ///< feature_bits of the first of the axis's two edges
  };

  /// The best of four edges, the first of equal ones. Axis 0 has edges 0 and 2, axis 1 has edges 1 and 3.
  static SATCHEL_INLINE BestOfBox best_of(const BoxLanes<L>& box, const BoxLanes<L>& other, const Vector& dx,
                                          const Vector& dy) {
    const auto zero = L::splat(T(0));
    const BoxAxes<L> axes(box, other, dx, dy);
    const auto key = [&](int k) __attribute__((always_inline)) {
      return axes.h[k] * L::divide(L::abs(axes.h[k]), box.ex[k] * box.ex[k] + box.ey[k] * box.ey[k]);
    };
    const auto key0 = key(0), key1 = key(1);
    const auto opposite0 = axes.along[0] < zero, opposite1 = axes.along[1] < zero;
    // If key1 == key0, axis 1 wins where its edge 1 competes with edge 2 of axis 0.
    const auto take_second =
        (key1 > key0) | L::both(L::both(opposite0, L::negated(opposite1)), L::negated(key0 > key1));
    return {L::max(key0, key1), L::select(take_second, box.ex[1], box.ex[0]),
            L::select(take_second, box.ey[1], box.ey[0]), L::select(take_second, axes.along[1], axes.along[0]),
            L::select(take_second, L::splat(feature_bits<T>(0, 1)), zero)};
  }
};

}  // namespace
