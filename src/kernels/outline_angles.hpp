// Where two boundaries meet: on which side of edges points lie, and whether the angles of both bodies overlap there.
//
// Angles. Where the boundaries meet, the inner angles of both bodies are two sectors, each from the edge that leaves, n
// of A and q of B, counter-clockwise to the one that arrives, p and r; on an edge these are its ends. They overlap if
//
//   q or r is inside of (n, p), or n inside of (q, r), or n and q have one direction, or p and r
//
// Neighbours on a map share edges. Where n and r have one direction, only q is asked; where p and q have one, only r;
// and where n and r do and p and q, too, the sectors fill the round angle, and nothing is asked.
//
// Error. Let u = 2^-53. All is in one frame, where differences are off by a factor 1 + u: p x q is off by
// 4 u (|p_x q_y| + |p_y q_x|), the bound takes 8 u. A product is 0 for certain if both its terms are, for a difference
// is 0 only of equal numbers, or if p and q lead to one point. So much is exact on maps, where bodies share vertices,
// and edges along the axes.
#pragma once

#include "kernels/layout.hpp"

namespace {

/// One point of each of W edges; or the way from one to another.
template <class D>
struct PointLanes {
  using V = typename D::Vector;
  using M = typename D::Mask;
  V x, y;

  friend SATCHEL_INLINE PointLanes operator-(const PointLanes& p, const PointLanes& q) {
    return {p.x - q.x, p.y - q.y};
  }
  SATCHEL_INLINE M is(const PointLanes& other) const { return D::both(x == other.x, y == other.y); }
  /// Whether it lies in the boxes around p and q.
  SATCHEL_INLINE M is_between(const PointLanes& p, const PointLanes& q) const {
    const M outside = (x < D::min(p.x, q.x)) | (x > D::max(p.x, q.x)) | (y < D::min(p.y, q.y)) | (y > D::max(p.y, q.y));
    return D::negated(outside);
  }
};

template <class D>
SATCHEL_INLINE PointLanes<D> select(const typename D::Mask& m, const PointLanes<D>& p, const PointLanes<D>& q) {
  return {D::select(m, p.x, q.x), D::select(m, p.y, q.y)};
}

/// Two points in a row of each of W outlines.
template <class D>
struct EdgeLanes {
  PointLanes<D> start, end;
};

/// W products p x q.
template <class D>
struct Product {
  typename D::Vector left, right;  ///< it is left - right

  SATCHEL_INLINE Product(const PointLanes<D>& p, const PointLanes<D>& q) : left(p.x * q.y), right(p.y * q.x) {}
  SATCHEL_INLINE typename D::Vector rounded() const { return left - right; }
};

/// Whether two products have one sign for certain.
/// @param error  what either may be off by
template <class D>
SATCHEL_INLINE typename D::Mask alike(const Product<D>& p, const Product<D>& q, const typename D::Vector& error) {
  const auto its_p = p.rounded(), its_q = q.rounded();
  return (D::min(its_p, its_q) > error) | (D::max(its_p, its_q) < D::splat(0) - error);
}

/// The signs of W products p x q, where they are certain.
template <class D>
struct Signs {
  using M = typename D::Mask;
  M above, below;
  M is_zero;  ///< of ways in one frame

  /// @param error  what the product may be off by
  /// @param same   p and q lead from one point to one point, or there and back
  SATCHEL_INLINE Signs(const Product<D>& product, const typename D::Vector& error, const M& same)
      : above(product.rounded() > error),
        below(product.rounded() < D::splat(0) - error),
        is_zero(D::both(product.left == D::splat(0), product.right == D::splat(0)) | same) {}
  SATCHEL_INLINE M certain() const { return above | below | is_zero; }
};

/// Of ways in one frame.
template <class D>
SATCHEL_INLINE Signs<D> turn_of(const PointLanes<D>& p, const PointLanes<D>& q, const typename D::Mask& same) {
  const Product<D> product(p, q);
  return {product, D::splat(0x1p-50) * (D::abs(product.left) + D::abs(product.right)), same};
}

/// Whether the angle between p and q, if it is 0 or 180 degrees, is 0.
template <class D>
SATCHEL_INLINE typename D::Mask agree(const PointLanes<D>& p, const PointLanes<D>& q) {
  return p.x * q.x + p.y * q.y > D::splat(0);
}

/// Whether rays lie inside of the sectors from `from` counter-clockwise to `to`.
template <class D>
struct InSector {
  using M = typename D::Mask;

  M inside, open;

  /// @param angle             from x to
  /// @param behind, before    from x ray > 0, ray x to > 0
  /// @param certain           both of these
  SATCHEL_INLINE InSector(const PointLanes<D>& from, const PointLanes<D>& to, const Signs<D>& angle, const M& behind,
                          const M& before, const M& certain)
      : inside(D::both(behind, before) | D::both(angle.below, behind | before)) {
    // About 180 degrees: what is left of the one leg is right of the other. About 0: nothing is certain.
    const M flat = D::negated(angle.above | angle.below);
    const M differ = D::both(behind | before, D::negated(D::both(behind, before)));
    open = D::negated(certain) | D::both(flat, differ | agree(from, to));
  }
};

/// Whether the angles of both bodies overlap at points where their boundaries meet: that of A between the ways to n and
/// p, that of B between those to q and r.
template <class D>
struct Angles {
  using M = typename D::Mask;

  M overlap, open;  ///< they do, unless it is open

  SATCHEL_INLINE Angles(const PointLanes<D>& at, const PointLanes<D>& to_n, const PointLanes<D>& to_p,
                        const PointLanes<D>& to_q, const PointLanes<D>& to_r) {
    const PointLanes<D> n = to_n - at, p = to_p - at, q = to_q - at, r = to_r - at;
    const Signs<D> np = turn_of(n, p, to_n.is(to_p)), qr = turn_of(q, r, to_q.is(to_r));
    const Signs<D> nr = turn_of(n, r, to_n.is(to_r)), qp = turn_of(q, p, to_q.is(to_p));
    const Signs<D> nq = turn_of(n, q, to_n.is(to_q)), rp = turn_of(r, p, to_r.is(to_p));
    const M n_is_r = D::both(nr.is_zero, agree(n, r)), p_is_q = D::both(qp.is_zero, agree(q, p));
    const InSector<D> of_q(n, p, np, nq.above, qp.above, D::both(nq.certain(), qp.certain()));
    const InSector<D> of_r(n, p, np, nr.above, rp.above, D::both(nr.certain(), rp.certain()));
    const InSector<D> of_n(q, r, qr, nq.below, nr.above, D::both(nq.certain(), nr.certain()));
    const M asks_q = D::negated(p_is_q), asks_r = D::negated(n_is_r), asks_n = D::both(asks_q, asks_r);
    open = D::both(asks_q, of_q.open) | D::both(asks_r, of_r.open) | D::both(asks_n, of_n.open);
    overlap = D::both(asks_q, of_q.inside) | D::both(asks_r, of_r.inside) | D::both(asks_n, of_n.inside) |
              D::both(nq.is_zero, agree(n, q)) | D::both(rp.is_zero, agree(r, p));
  }
};

}  // namespace
