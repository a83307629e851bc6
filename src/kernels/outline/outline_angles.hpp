// Where two boundaries meet: on which side of edges points lie, and whether the angles of both bodies overlap there.
//
// Angles. Where the boundaries meet, the inner angles of both bodies are two sectors, each from the edge that leaves, n
// of A and q of B, counter-clockwise to the one that arrives, p and r; on an edge these are its ends. They overlap if
//
//   q leads into that of A, or n into that of B: a sector with its first leg, without its last one
//
// and only then: from where they overlap turn clockwise to where the first of both begins. Neighbours on a map share
// edges: where p and q have one direction, q does not lead into A's sector, and n not into B's where r and n have one.
//
// Error. Let u = 2^-53. All is in one frame, where differences are off by a factor 1 + u: p x q is off by
// 4 u (|p_x q_y| + |p_y q_x|), the bound takes 8 u. A product is 0 for certain if both its terms are, for a difference
// is 0 only of equal numbers, or if p and q lead to one point. So much is exact on maps, where bodies share vertices,
// and edges along the axes.
#pragma once

#include "format/layout.hpp"

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

/// What W products of ways in one frame may be off by.
template <class D>
SATCHEL_INLINE typename D::Vector error_of(const Product<D>& product) {
  return D::splat(0x1p-50) * (D::abs(product.left) + D::abs(product.right));
}
template <class D>
SATCHEL_INLINE typename D::Vector error_of(const Product<D>& p, const Product<D>& q) {
  return D::max(error_of(p), error_of(q));
}

/// Of ways in one frame.
template <class D>
SATCHEL_INLINE Signs<D> turn_of(const PointLanes<D>& p, const PointLanes<D>& q, const typename D::Mask& same) {
  const Product<D> product(p, q);
  return {product, error_of(product), same};
}

/// Whether the angle between p and q, if it is 0 or 180 degrees, is 0.
template <class D>
SATCHEL_INLINE typename D::Mask agree(const PointLanes<D>& p, const PointLanes<D>& q) {
  return p.x * q.x + p.y * q.y > D::splat(0);
}

/// Whether ways from points lead into sectors that begin there: from n counter-clockwise to p, with n, without p.
template <class D>
struct LeadsInto {
  using M = typename D::Mask;

  M inside, open;  ///< they do, unless it is open

  SATCHEL_INLINE LeadsInto(const PointLanes<D>& at, const PointLanes<D>& to_n, const PointLanes<D>& to_p,
                           const PointLanes<D>& to) {
    const PointLanes<D> n = to_n - at, p = to_p - at, way = to - at;
    const Signs<D> angle = turn_of(n, p, to_n.is(to_p));
    const Signs<D> behind = turn_of(n, way, to_n.is(to)), before = turn_of(way, p, to.is(to_p));
    const M along_n = D::both(behind.is_zero, agree(n, way)), along_p = D::both(before.is_zero, agree(way, p));
    const M either = behind.above | before.above, both = D::both(behind.above, before.above);
    inside = along_n | both | D::both(angle.below, either);
    // About 180 degrees: what is left of the one leg is right of the other. About 0: nothing is certain.
    const M flat = D::negated(angle.above | angle.below), differ = D::both(either, D::negated(both));
    const M doubtful = D::negated(D::both(behind.certain(), before.certain())) | D::both(flat, differ | agree(n, p));
    open = D::both(doubtful, D::negated(along_n | along_p));
  }
};

}  // namespace
