// NearestFeatures of boxes' contacts (contact_distances.hpp).
//
// With p and q as in box_pairs.hpp, the vertices of a box are -q, p, q, -p in order. So the vertex before any vertex is
// the opposite of the vertex after it.
#pragma once

#include "kernels/features/contact_distances.hpp"
#include "kernels/sat/box_pairs.hpp"

namespace {

template <class L>
struct BoxFeatures {
  using T = typename L::Scalar;
  using V = typename L::Vector;
  using F = DecidingFeatures<T>;

  /// @param axis  the deciding axis: axis.feature = 16 edge + 8 side
  static SATCHEL_INLINE NearestFeatures<L> features(const BoxKernel<L>& kernel, const Axis<L>& axis) {
    const auto zero = L::splat(T(0));
    NearestFeatures<L> chosen;
    // Takes one bit off a number: at_least = number >= value; returns number mod value.
    const auto take_bit = [&](const V& number, T value, typename L::Mask& at_least) __attribute__((always_inline)) {
      at_least = number > L::splat(value - T(0.5));
      return L::select(at_least, number - L::splat(value), number);
    };
    typename L::Mask is_opposite, is_odd;  // edge 2 or 3; edge 1 or 3
    const V side = take_bit(take_bit(number_of_bits<L>(axis.feature), T(32), is_opposite), T(16), is_odd);
    chosen.of_b = side > zero;
    const auto p_of = [&](const BoxLanes<L>& box) { return Points<L>{zero - box.minus_px, box.py}; };
    const auto q_of = [&](const BoxLanes<L>& box) { return Points<L>{box.qx, zero - box.minus_qy}; };
    const Points<L> none = {zero, zero};
    const Points<L> pa = p_of(kernel.a), qa = q_of(kernel.a), pb = p_of(kernel.b), qb = q_of(kernel.b);

    // Edge 0 leads from -q to p, edge 1 from p to q.
    const Points<L> p = select<L>(chosen.of_b, pb, pa), q = select<L>(chosen.of_b, qb, qa);
    const Points<L> even_or_odd_start = select<L>(is_odd, p, none - q), even_or_odd_end = select<L>(is_odd, q, p);
    const Points<L> start = select<L>(is_opposite, none - even_or_odd_start, even_or_odd_start);
    const Points<L> end = select<L>(is_opposite, none - even_or_odd_end, even_or_odd_end);
    chosen.vertices[F::before_start] = none - end;
    chosen.vertices[F::start] = start;
    chosen.vertices[F::end] = end;
    chosen.vertices[F::after_end] = none - start;

    // The other body's vertices are -s, r, s, -r. Its tip is the lower of r and -r, or of s and -s.
    const Points<L> edge = end - start;
    const Points<L> r = select<L>(chosen.of_b, pa, pb), s = select<L>(chosen.of_b, qa, qb);
    const V height_r = edge.y * r.x - edge.x * r.y, height_s = edge.y * s.x - edge.x * s.y;
    const auto is_s = L::abs(height_s) > L::abs(height_r);
    const V height = L::select(is_s, height_s, height_r);
    const auto is_negated = height > zero;
    const Points<L> tip = select<L>(is_s, s, r), before = select<L>(is_s, r, none - s);
    const Points<L> before_tip = select<L>(is_negated, none - before, before);
    chosen.vertices[F::before_tip] = before_tip;
    chosen.vertices[F::tip] = select<L>(is_negated, none - tip, tip);
    chosen.vertices[F::after_tip] = none - before_tip;
    chosen.tied = L::abs(height_s) == L::abs(height_r);
    return chosen;
  }
};

}  // namespace
