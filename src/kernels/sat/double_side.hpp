// Polygons in lanes of double: their vertices in columns, and how far the other body reaches inside each edge.
// Differences of a float scene's offsets are exact in double. For pairs that float leaves open, and for queries with
// few pairs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/gather/load.hpp"
#include "lanes/isa.hpp"

namespace {

/// The vertices of one side of L::width pairs; members return D::width lanes of them.
/// @tparam known_count  their number, so that loops are unrolled; 0: the columns say it
template <class L, class D, std::size_t known_count = 0>
struct DoubleSide {
  using T = typename L::Scalar;

  std::size_t first = 0;  ///< the first of the D::width lanes that members return

  SATCHEL_INLINE std::size_t count() const { return known_count != 0 ? known_count : count_; }
  SATCHEL_INLINE void set(const VertexColumns<L>& vertices) {
    count_ = vertices.count;
    for (std::size_t i = 0; i < count(); ++i) {
      widen(vertices.x[i], x_[i]);
      widen(vertices.y[i], y_[i]);
    }
  }
  SATCHEL_INLINE typename D::Vector x(std::size_t i) const { return D::load(x_[i] + first); }
  SATCHEL_INLINE typename D::Vector y(std::size_t i) const { return D::load(y_[i] + first); }

  SATCHEL_INLINE typename D::Vector largest() const {
    auto largest = D::splat(0);
    for (std::size_t i = 0; i < count(); ++i) largest = D::max(largest, D::max(D::abs(x(i)), D::abs(y(i))));
    return largest;
  }

 private:
  // Widens each vertex once, because it is read for every edge of the other side.
  static SATCHEL_INLINE void widen(const typename L::Vector& column, double* to) {
    alignas(64) T narrow[L::width];
    L::store(narrow, column);
    for (std::size_t lane = 0; lane < L::width; lane += D::width) D::store(to + lane, D::load_as_double(narrow + lane));
  }

  std::size_t count_ = 0;
  alignas(64) double x_[VertexColumns<L>::most][L::width], y_[VertexColumns<L>::most][L::width];
};

/// Calls use(e, ex, ey, top) for each edge e of `ring`, including the edges of length 0 that pad a block:
///
///   top = max over the vertices v of `other` of e x v, minus e x start;  above 0: `other` reaches inside
///
/// Does the operations of src/exact/edge_tops.hpp in the same order, so that results have the same bits.
/// @param dx, dy  from the ring's origin to the other's
template <class D, class Ring, class Other, class Use, class V = typename D::Vector>
SATCHEL_INLINE void for_each_top(const Ring& ring, const Other& other, const V& dx, const V& dy, Use use) {
  for (std::size_t e = 0; e < ring.count(); ++e) {
    const std::size_t next = e + 1 < ring.count() ? e + 1 : 0;
    const V start_x = ring.x(e), start_y = ring.y(e);
    const V ex = ring.x(next) - start_x, ey = ring.y(next) - start_y;
    V best = ex * other.y(0) - ey * other.x(0);
    for (std::size_t v = 1; v < other.count(); ++v) best = D::max(best, ex * other.y(v) - ey * other.x(v));
    use(e, ex, ey, best - (ex * (start_y - dy) - ey * (start_x - dx)));
  }
}

}  // namespace
