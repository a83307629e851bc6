// Whether and how an edge of A from a0 to a1 and an edge of B from b0 to b1 meet, one pair of edges per lane. A sign is
// certain if the number is beyond its error bound, or, in one frame, known to be 0.
//
//   the ends of one edge lie on one side of the other for certain: they do not meet
//   they share a vertex, but it is not both a0 and b1: nothing to find (proof in outline_pairs.hpp)
//   a0 = b1, and the edges are not on one line: nothing to find
//   the ends of each edge lie on different sides of the other for certain: they cross
//   any sign is open: open. In two frames a zero is never certain
//   one edge starts on the other: on_a, on_b
//
// Error. In one frame: as for turn_of (outline_angles.hpp). In two frames: see outline_pairs.hpp.
#pragma once

#include "kernels/outline/outline_angles.hpp"

namespace {

template <class D, bool one_frame>
class EdgeCrossings {
  using V = typename D::Vector;
  using M = typename D::Mask;
  using Points = PointLanes<D>;

 public:
  /// @param a, b     {start, end} of the edges, as offsets from the origins of A and B
  /// @param numbers  read in two frames only: OutlineDelta::numbers, one pair per lane
  SATCHEL_INLINE EdgeCrossings(const Points (&a)[2], const Points (&b)[2], const V* numbers)
      : a0_(a[0]),
        a1_(a[1]),
        b0_(in_frame_of_a(b[0], numbers)),
        b1_(in_frame_of_a(b[1], numbers)),
        b0_by_a_(a1_ - a0_, b0_ - a0_),
        b1_by_a_(a1_ - a0_, b1_ - a0_),
        a0_by_b_(b0_ - a0_, b[1] - b[0]),
        a1_by_b_(b[1] - b[0], a1_ - b0_) {
    if constexpr (one_frame) {
      error_a_ = error_of(b0_by_a_, b1_by_a_);
      error_b_ = error_of(a0_by_b_, a1_by_b_);
    } else {
      error_a_ = numbers[2] * norm1(a1_ - a0_);
      error_b_ = numbers[2] * norm1(b[1] - b[0]);
    }
  }

  /// The edges do not meet for certain, or share a vertex where there is nothing to find.
  SATCHEL_INLINE M apart() const {
    M apart = alike<D>(b0_by_a_, b1_by_a_, error_a_) | alike<D>(a0_by_b_, a1_by_b_, error_b_);
    if constexpr (one_frame) {
      const M off_line = D::abs(b0_by_a_.rounded()) > error_a_;
      apart = apart | a1_.is(b0_) | a1_.is(b1_) | D::both(a0_.is(b1_), off_line);
    }
    return apart;
  }

  /// What is found for edges that are not apart.
  struct Findings {
    M crossing;    ///< for certain
    M certain;     ///< all signs are certain
    M on_a, on_b;  ///< where `certain`: b0 is on A's edge and not its end; a0 is on B's edge and not its end
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

  static SATCHEL_INLINE Points in_frame_of_a(const Points& p, const V* numbers) {
    if constexpr (one_frame) {
      return p;
    } else {
      return {p.x + numbers[0], p.y + numbers[1]};
    }
  }
  static SATCHEL_INLINE V norm1(const Points& v) { return D::abs(v.x) + D::abs(v.y); }
  /// Whether two signs are opposite for certain.
  static SATCHEL_INLINE M unlike(const Signs<D>& p, const Signs<D>& q) {
    return D::both(p.above, q.below) | D::both(p.below, q.above);
  }
  /// Whether v is on the edge from s to t, but is not t.
  /// @param side  sign of v's side of the edge
  static SATCHEL_INLINE M lies_on(const Signs<D>& side, const Points& v, const Points& s, const Points& t) {
    return D::both(D::both(side.is_zero, v.is_between(s, t)), D::negated(v.is(t)));
  }
};

}  // namespace
