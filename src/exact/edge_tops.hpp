// Computes the tops of all edges of one ring, in doubles: how far the other ring reaches to the inner side of each
// edge.
#pragma once

#include <limits>

#include "exact/ring.hpp"

namespace satchel::exact {

/// From the origin of one ring to the origin of another, rounded to double.
struct Delta {
  double x, y;
};

/// Orientation of vertex v of `other` against edge e of `ring`, with the roundings of `find_tops_by_force`.
template <class T>
double orientation(const Ring<T>& ring, std::size_t e, const Ring<T>& other, std::size_t v, Delta to_other) {
  return (ring.edge_x(e) * other.y(v) - ring.edge_y(e) * other.x(v)) -
         (ring.edge_x(e) * (ring.y(e) - to_other.y) - ring.edge_y(e) * (ring.x(e) - to_other.x));
}

/// Computes top(e), the largest orientation of any vertex of `other`, for each edge of `ring`, by trying all vertices.
///
///   top(e) = max over v of (e x v) - e x start(e),   v and start relative to the origin of `other`
///
/// The lanes hold edges, four at a time, so that no maximum crosses lanes. The loop over vertices includes the copies
/// that fill the last block, which do not change the maximum.
template <class T>
void find_tops_by_force(Ring<T>& ring, const Ring<T>& other, Delta to_other) {
  const TwoLanes dx = TwoLanes::splat(to_other.x), dy = TwoLanes::splat(to_other.y);
  for (Block& edges : ring) {
    const TwoLanes ex0 = TwoLanes::load(edges.edge_x), ex1 = TwoLanes::load(edges.edge_x + 2);
    const TwoLanes ey0 = TwoLanes::load(edges.edge_y), ey1 = TwoLanes::load(edges.edge_y + 2);
    TwoLanes best0 = TwoLanes::splat(-std::numeric_limits<double>::infinity()), best1 = best0;
    for (const Block& vertices : other) {
      for (std::size_t v = 0; v < Block::size; ++v) {
        const TwoLanes x = TwoLanes::splat(vertices.x[v]), y = TwoLanes::splat(vertices.y[v]);
        best0 = max(best0, ex0 * y - ey0 * x);
        best1 = max(best1, ex1 * y - ey1 * x);
      }
    }
    const TwoLanes x0 = TwoLanes::load(edges.x) - dx, x1 = TwoLanes::load(edges.x + 2) - dx;
    const TwoLanes y0 = TwoLanes::load(edges.y) - dy, y1 = TwoLanes::load(edges.y + 2) - dy;
    (best0 - (ex0 * y0 - ey0 * x0)).store(edges.top);
    (best1 - (ex1 * y1 - ey1 * x1)).store(edges.top + 2);
  }
}

/// An edge vector, exactly.
struct ExactEdge {
  Expansion<2> x, y;
};

template <class T>
ExactEdge exact_edge(const Ring<T>& ring, std::size_t i) {
  const PlacedVertex from = ring.vertex(i), to = ring.vertex(ring.next(i));
  return {Expansion<2>(two_difference(to.x, from.x)), Expansion<2>(two_difference(to.y, from.y))};
}

/// Exact sign of the cross product of edge i of p and edge j of q. In doubles each product has an error factor of at
/// most (1 + u)^3 and the difference one of 1 + u more; the bound is 4.25 u, a little more than 4 u.
template <class T>
int turn_between(const Ring<T>& p, std::size_t i, const Ring<T>& q, std::size_t j) {
  const double left = p.edge_x(i) * q.edge_y(j), right = p.edge_y(i) * q.edge_x(j);
  const double turn = left - right, bound = 0x1.1p-51 * (std::fabs(left) + std::fabs(right));
  if (turn > bound) return 1;
  if (-turn > bound) return -1;
  if (bound == 0) return 0;
  const ExactEdge e = exact_edge(p, i), f = exact_edge(q, j);
  return cross(e.x, f.y, e.y, f.x).sign();
}

/// Computes the tops for long rings, in O(n + m), by rotating calipers (M. I. Shamos, 1978): as the edge advances
/// around `ring`, the vertex of `other` with the largest orientation advances around `other`. The vertex after v has a
/// larger orientation than v if and only if the edge from v to it turns left of e. The turns are decided exactly, so
/// each vertex is exactly the one with the largest orientation.
///
///   v = the vertex for the first edge, found by trying all
///   for each edge e: while e x (edge from v to the next vertex) > 0: advance v
///
/// Returns false, with no top computed, if an edge of either ring has length zero, or if `other` has no unique vertex
/// for the first edge.
template <class T>
bool find_tops_by_turning(Ring<T>& ring, const Ring<T>& other, Delta to_other) {
  for (std::size_t e = 0; e < ring.count(); ++e) {
    if (!ring.has_length(e)) return false;
  }
  std::size_t v = other.count();
  for (std::size_t k = 0, before = other.count() - 1; k < other.count(); before = k++) {
    if (!other.has_length(k)) return false;
    if (v == other.count() && turn_between(ring, 0, other, k) <= 0 && turn_between(ring, 0, other, before) > 0) v = k;
  }
  if (v == other.count()) return false;  // a segment parallel to the edge: both ends have the largest orientation
  for (std::size_t e = 0; e < ring.count(); ++e) {
    while (turn_between(ring, e, other, v) > 0) v = other.next(v);
    ring.top(e) = orientation(ring, e, other, v, to_other);
  }
  ring.fill_up_tops();
  return true;
}

template <class T>
void find_tops(Ring<T>& ring, const Ring<T>& other, Delta to_other) {
  constexpr std::size_t worth_turning = 2048;  // orientations; for fewer, trying all vertices is at least as fast
  const std::size_t orientations = std::size_t{ring.count()} * other.count();
  if (orientations >= worth_turning && find_tops_by_turning(ring, other, to_other)) return;
  find_tops_by_force(ring, other, to_other);
}

}  // namespace satchel::exact
