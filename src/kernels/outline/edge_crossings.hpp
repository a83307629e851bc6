// Whether edges of two outlines meet, and how, one pair of edges per lane: a of A from a0 to a1, b of B from b0 to b1.
//
//   the ends of the one lie on one side of the other for certain: they do not meet
//   they share a vertex, but not A's beginning and B's end: there is nothing to find here (outline_pairs.hpp)
//   A's begins where B's ends, and they are not on one line: nor is there
//   the ends of each lie on different sides of the other for certain: they cross
//   some sign is not certain: open. Zeros are certain in one frame alone
//   the one begins on the other: that is told
//
// Error. In one frame as of turn_of (outline_angles.hpp); in two see outline_pairs.hpp.
#pragma once

#include "kernels/outline/outline_angles.hpp"

namespace {

template <class D, bool one_frame>
class EdgeCrossings {
  using V = typename D::Vector;
  using M = typename D::Mask;
  using Points = PointLanes<D>;

 public:
  /// @param a, b     beginnings and ends, from the origins of A and B
  /// @param numbers  of two frames: dx, dy, the error as a multiple of |e|_1
  SATCHEL_INLINE EdgeCrossings(const Points (&a)[2], const Points (&b)[2], const V* numbers)
      : a0_(a[0]),
        a1_(a[1]),
        b0_(moved(b[0], numbers)),
        b1_(moved(b[1], numbers)),
        b0_by_a_(a1_ - a0_, b0_ - a0_),
        b1_by_a_(a1_ - a0_, b1_ - a0_),
        a0_by_b_(b0_ - a0_, b[1] - b[0]),
        a1_by_b_(b[1] - b[0], a1_ - b0_) {
    if constexpr (one_frame) {
      error_a_ = error_of(b0_by_a_, b1_by_a_);
      error_b_ = error_of(a0_by_b_, a1_by_b_);
    } else {
      error_a_ = numbers[2] * length_of(a1_ - a0_);
      error_b_ = numbers[2] * length_of(b[1] - b[0]);
    }
  }

  /// For certain they do not meet, or there is nothing to find.
  SATCHEL_INLINE M apart() const {
    M apart = alike<D>(b0_by_a_, b1_by_a_, error_a_) | alike<D>(a0_by_b_, a1_by_b_, error_b_);
    if constexpr (one_frame) {
      const M off_line = D::abs(b0_by_a_.rounded()) > error_a_;
      apart = apart | a1_.is(b0_) | a1_.is(b1_) | D::both(a0_.is(b1_), off_line);
    }
    return apart;
  }

  /// Of those that are not apart.
  struct Findings {
    M crossing, told;
    M on_a, on_b;  ///< of those told: B's edge begins on A's, but for its end; or A's on B's
  };
  SATCHEL_INLINE Findings findings() const {
    const Signs<D> b0_of_a(b0_by_a_, error_a_, b0_.is(a1_)), b1_of_a(b1_by_a_, error_a_, b1_.is(a1_));
    const Signs<D> a0_of_b(a0_by_b_, error_b_, a0_.is(b1_)), a1_of_b(a1_by_b_, error_b_, a1_.is(b1_));
    const M certain =
        D::both(D::both(b0_of_a.certain(), b1_of_a.certain()), D::both(a0_of_b.certain(), a1_of_b.certain()));
    return {D::both(unlike(b0_of_a, b1_of_a), unlike(a0_of_b, a1_of_b)), certain, lies_on(b0_of_a, b0_, a0_, a1_),
            lies_on(a0_of_b, a0_, b0_, b1_)};
  }

 private:
  Points a0_, a1_, b0_, b1_;
  Product<D> b0_by_a_, b1_by_a_, a0_by_b_, a1_by_b_;
  V error_a_, error_b_;

  static SATCHEL_INLINE Points moved(const Points& p, const V* numbers) {
    if constexpr (one_frame) {
      return p;
    } else {
      return {p.x + numbers[0], p.y + numbers[1]};
    }
  }
  static SATCHEL_INLINE V length_of(const Points& way) { return D::abs(way.x) + D::abs(way.y); }
  static SATCHEL_INLINE M unlike(const Signs<D>& p, const Signs<D>& q) {
    return D::both(p.above, q.below) | D::both(p.below, q.above);
  }
  /// Whether v is on the edge from s to t, but not t.
  static SATCHEL_INLINE M lies_on(const Signs<D>& its, const Points& v, const Points& s, const Points& t) {
    return D::both(D::both(its.is_zero, v.is_between(s, t)), D::negated(v.is(t)));
  }
};

}  // namespace
