// At a point where two boundaries meet: on which side of a vector a point lies, and whether the bodies' angles overlap.
//
// Angles. The inner angle of each body at the point is a sector. Its first leg is the edge that leaves the point (n of
// A, q of B); it reaches counter-clockwise to its last leg, the edge that arrives (p of A, r of B). At a point inside
// an edge the legs lead to the edge's two ends. A sector includes its first leg and excludes its last one. The angles
// overlap if and only if
//
//   q leads into A's sector, or n leads into B's sector
//
// because a common direction can turn clockwise until it meets the first leg of one of the sectors. Neighbours on a map
// share edges: where p and q have one direction, q does not lead into A's sector; where r and n have one direction, n
// does not lead into B's sector.
//
// Error. Let u = 2^-53. All points are in one frame, where a difference rounds by a factor 1 + u. So p x q is off by 4
// u (|p_x q_y| + |p_y q_x|); the bound takes 8 u. A product is exactly 0 if both of its terms are 0, because only equal
// numbers have a difference of 0, or if p and q lead to one point. This decides the common zeros exactly: vertices that
// neighbours on a map share, and edges along the axes.
#pragma once

#include "format/layout.hpp"

namespace {

/// W points, or W vectors.
template <class D>
struct PointLanes {
  using V = typename D::Vector;
  using M = typename D::Mask;
  V x, y;

  friend SATCHEL_INLINE PointLanes operator-(const PointLanes& p, const PointLanes& q) {
    return {p.x - q.x, p.y - q.y};
  }
  SATCHEL_INLINE M is(const PointLanes& other) const { return D::both(x == other.x, y == other.y); }
  /// Whether the point lies in the box around p and q.
  SATCHEL_INLINE M is_between(const PointLanes& p, const PointLanes& q) const {
    const M outside = (x < D::min(p.x, q.x)) | (x > D::max(p.x, q.x)) | (y < D::min(p.y, q.y)) | (y > D::max(p.y, q.y));
    return D::negated(outside);
  }
};

/// p where the mask is set, else q.
template <class D>
SATCHEL_INLINE PointLanes<D> select(const typename D::Mask& m, const PointLanes<D>& p, const PointLanes<D>& q) {
  return {D::select(m, p.x, q.x), D::select(m, p.y, q.y)};
}

/// W edges.
template <class D>
struct EdgeLanes {
  PointLanes<D> start, end;
};

/// W cross products p x q.
template <class D>
struct Product {
  typename D::Vector left, right;  ///< p x q = left - right

  SATCHEL_INLINE Product(const PointLanes<D>& p, const PointLanes<D>& q) : left(p.x * q.y), right(p.y * q.x) {}
  SATCHEL_INLINE typename D::Vector rounded() const { return left - right; }
};

/// Whether two products have the same sign for certain.
/// @param error  bound of the error of either
template <class D>
SATCHEL_INLINE typename D::Mask alike(const Product<D>& p, const Product<D>& q, const typename D::Vector& error) {
  const auto p_value = p.rounded(), q_value = q.rounded();
  return (D::min(p_value, q_value) > error) | (D::max(p_value, q_value) < D::splat(0) - error);
}

/// The signs of W products p x q, as far as they are certain.
template <class D>
struct Signs {
  using M = typename D::Mask;
  M above, below;
  M is_zero;  ///< valid for vectors in one frame

  /// @param error  bound of the product's error
  /// @param same   p and q join the same two points, so that the product is 0
  SATCHEL_INLINE Signs(const Product<D>& product, const typename D::Vector& error, const M& same)
      : above(product.rounded() > error),
        below(product.rounded() < D::splat(0) - error),
        is_zero(D::both(product.left == D::splat(0), product.right == D::splat(0)) | same) {}
  SATCHEL_INLINE M certain() const { return above | below | is_zero; }
};

/// Bound of the error of W products of vectors in one frame.
template <class D>
SATCHEL_INLINE typename D::Vector error_of(const Product<D>& product) {
  return D::splat(0x1p-50) * (D::abs(product.left) + D::abs(product.right));
}
template <class D>
SATCHEL_INLINE typename D::Vector error_of(const Product<D>& p, const Product<D>& q) {
  return D::max(error_of(p), error_of(q));
}

/// The signs of p x q for vectors in one frame.
template <class D>
SATCHEL_INLINE Signs<D> turn_of(const PointLanes<D>& p, const PointLanes<D>& q, const typename D::Mask& same) {
  const Product<D> product(p, q);
  return {product, error_of(product), same};
}

/// For p and q on one line: whether their directions are the same and not opposite.
template <class D>
SATCHEL_INLINE typename D::Mask agree(const PointLanes<D>& p, const PointLanes<D>& q) {
  return p.x * q.x + p.y * q.y > D::splat(0);
}

/// Whether the vector from `at` to `to` leads into the sector at `at` from n counter-clockwise to p, with n, without p.
template <class D>
struct LeadsInto {
  using M = typename D::Mask;

  M inside;  ///< valid where not open
  M open;    ///< some sign that matters is not certain

  SATCHEL_INLINE LeadsInto(const PointLanes<D>& at, const PointLanes<D>& to_n, const PointLanes<D>& to_p,
                           const PointLanes<D>& to) {
    const PointLanes<D> n = to_n - at, p = to_p - at, v = to - at;
    const Signs<D> angle = turn_of(n, p, to_n.is(to_p));
    const Signs<D> behind = turn_of(n, v, to_n.is(to)), before = turn_of(v, p, to.is(to_p));
    const M along_n = D::both(behind.is_zero, agree(n, v)), along_p = D::both(before.is_zero, agree(v, p));
    const M either = behind.above | before.above, both = D::both(behind.above, before.above);
    inside = along_n | both | D::both(angle.below, either);
    // A sector whose angle is open is near 180 or near 0 (360) degrees. Near 180, a vector left of one leg and not
    // of the other lies too close to a leg. Near 0, no side is certain.
    const M flat = D::negated(angle.above | angle.below), differ = D::both(either, D::negated(both));
    const M doubtful = D::negated(D::both(behind.certain(), before.certain())) | D::both(flat, differ | agree(n, p));
    open = D::both(doubtful, D::negated(along_n | along_p));
  }
};

}  // namespace
