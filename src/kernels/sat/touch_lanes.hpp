// Decides touches of polygons with equal vertices, one pair per lane: neighbours in a mesh, tiles, parts of an outline.
// Equal vertices certify a touch, which no error band can.
//
//   vertices v of A and w of B are equal if v - w = d, the difference of the origins
//   if an edge of A is an edge of B in the opposite direction: the pair touches along this edge of A
//   if one vertex p of A equals one vertex q of B, and no others are equal:
//     for the two edges at p, then the two at q, the edge of the lower index first:
//       the edge separates if both neighbours of the other body's vertex are certainly outside it
//       the edge is entered if one of them is certainly inside it
//     the pair touches along the first edge that separates, if all before it are entered
//   otherwise other stages decide
//
// Proof. src/exact takes the first edge whose top is 0; a top is how far the other polygon reaches inside an edge.
// Placed polygons are strictly convex, so all vertices of A but its ends lie strictly inside an edge of A.
// An edge that both have: B lies on the other side of it, so its top is 0. One of the two equal vertices is no end of
// any other edge of A, so it lies strictly inside that edge, whose top is above 0. So src/exact takes the edge that
// both have.
// One equal vertex: it lies strictly inside each edge but the two at p and the two at q; only these can separate. B
// lies in the cone from q through the neighbours of q. If both neighbours are strictly outside an edge at p, so is B
// but for q, so the edge separates and its top is 0; if one is strictly inside, the edge's top is above 0.
//
// Equality. The rounded difference t of v and w is exact if and only if v - t gives w and t + w gives v: the one of the
// two that undoes the subtraction by its larger operand is exact (T. J. Dekker, 1971). So v - w = d if all three give
// what they should with d for t.
//
// Error. A side is the sign of u x w, where u and w are edge vectors. Each is a difference of offsets of one body: off
// by a factor 1 + e, e the unit roundoff. So u x w is off by 4 e (|u.x w.y| + |u.y w.x|) (1 + O(e)), and by two
// underflows; the bound takes 5.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/layout.hpp"
#include "kernels/gather/vertices.hpp"
#include "lanes/isa.hpp"
#include "lanes/lanes.hpp"

namespace {

/// Points of W pairs.
template <class L>
struct LanePoints {
  typename L::Vector x, y;

  friend SATCHEL_INLINE LanePoints operator-(const LanePoints& p, const LanePoints& q) {
    return {p.x - q.x, p.y - q.y};
  }
  friend SATCHEL_INLINE typename L::Mask operator==(const LanePoints& p, const LanePoints& q) {
    return L::both(p.x == q.x, p.y == q.y);
  }
  static SATCHEL_INLINE LanePoints select(const typename L::Mask& mask, const LanePoints& p, const LanePoints& q) {
    return {L::select(mask, p.x, q.x), L::select(mask, p.y, q.y)};
  }
};

/// Edges of W polygons, with their indices as numbers.
template <class L>
struct LaneEdges {
  LanePoints<L> start, end;
  typename L::Vector number;

  static SATCHEL_INLINE LaneEdges select(const typename L::Mask& mask, const LaneEdges& e, const LaneEdges& f) {
    return {LanePoints<L>::select(mask, e.start, f.start), LanePoints<L>::select(mask, e.end, f.end),
            L::select(mask, e.number, f.number)};
  }
};

/// The side of direction u on which direction w lies.
template <class L>
struct SideOf {
  typename L::Mask left, right;  ///< for certain

  SATCHEL_INLINE SideOf(const LanePoints<L>& u, const LanePoints<L>& w) {
    using T = typename L::Scalar;
    constexpr bool is_float = sizeof(T) == sizeof(float);
    const auto p = u.x * w.y, q = u.y * w.x, cross = p - q;
    const auto bound = L::splat(is_float ? T(5 * 0x1p-24) : T(5 * 0x1p-53)) * (L::abs(p) + L::abs(q)) +
                       L::splat(is_float ? T(0x1p-146) : T(0x1p-1000));
    left = cross > bound;
    right = cross < L::splat(T(0)) - bound;
  }
};

/// The vertex of each of W polygons that equals a vertex of the other body. Where several do, only `count` is valid.
template <class L>
struct SharedCorner {
  using T = typename L::Scalar;
  using V = typename L::Vector;
  using M = typename L::Mask;

  LaneEdges<L> in, out;  ///< the edges that end and begin at the corner
  M is_first;            ///< the corner is vertex 0, so `out`, edge 0, comes before `in`, the last edge
  V count;               ///< of shared vertices

  /// @param used       the slots of `vertices` that hold vertices of some polygon (used_vertices)
  /// @param is_shared  is_shared(i): where vertex i is shared
  template <class IsShared>
  SATCHEL_INLINE SharedCorner(const VertexColumns<L>& vertices, std::size_t used, IsShared is_shared) {
    const auto at = [&](std::size_t i) __attribute__((always_inline)) {
      return LanePoints<L>{vertices.x[i], vertices.y[i]};
    };
    const auto number_of = [](std::size_t i) __attribute__((always_inline)) { return L::splat(static_cast<T>(i)); };
    const auto zero = L::splat(T(0)), one = L::splat(T(1));
    // Slots behind the last vertex repeat vertex 0, which so follows the last one.
    LaneEdges<L> last = {at(1), at(0), one};  // the loop finds the edge that ends at vertex 0
    is_first = is_shared(0);
    count = L::select(is_first, one, zero);
    in = {at(0), at(1), zero};
    out = in;
    for (std::size_t i = 1; i < used; ++i) {
      const M is_vertex = L::negated(at(i) == at(0));
      last = LaneEdges<L>::select(is_vertex, {at(i), at(0), number_of(i)}, last);
      const M here = L::both(is_shared(i), is_vertex);
      count = count + L::select(here, one, zero);
      in = LaneEdges<L>::select(here, {at(i - 1), at(i), number_of(i - 1)}, in);
      out = LaneEdges<L>::select(here, {at(i), at(i + 1 < used ? i + 1 : 0), number_of(i)}, out);
    }
    in = LaneEdges<L>::select(is_first, last, in);
  }
};

/// Touches of W pairs at equal vertices.
template <class L>
struct SharedTouches {
  using T = typename L::Scalar;
  using V = typename L::Vector;
  using M = typename L::Mask;

  unsigned decided = 0;  ///< bit l: the pair of lane l touches
  M is_of_b;             ///< whose edge it touches along
  LaneEdges<L> edge;     ///< this edge

  /// @param dx, dy  from A's origins to B's
  /// @param usable  bit l: dx and dy are exact in lane l
  SATCHEL_INLINE void find(const VertexColumns<L>& a, const VertexColumns<L>& b, const V& dx, const V& dy,
                           unsigned usable) {
    const std::size_t used_a = used_vertices<L>(a), used_b = used_vertices<L>(b);
    M equal[VertexColumns<L>::most][VertexColumns<L>::most];
    const M is_one_origin = L::both(dx == L::splat(T(0)), dy == L::splat(T(0)));
    if ((~L::bits(is_one_origin) & usable) == 0) {
      compare(
          used_a, used_b, equal, [&](std::size_t i, std::size_t j) __attribute__((always_inline)) {
            return L::both(a.x[i] == b.x[j], a.y[i] == b.y[j]);
          });
    } else {
      const auto differs_by = [](const V& v, const V& w, const V& d) __attribute__((always_inline)) {
        return L::both(v - w == d, L::both(v - d == w, d + w == v));
      };
      compare(
          used_a, used_b, equal, [&](std::size_t i, std::size_t j) __attribute__((always_inline)) {
            return L::both(differs_by(a.x[i], b.x[j], dx), differs_by(a.y[i], b.y[j], dy));
          });
    }
    const auto none = dx < dx;  // no lane
    M some_of_a[VertexColumns<L>::most], some = none;
    for (std::size_t i = 0; i < used_a; ++i) {
      some_of_a[i] = equal[i][0];
      for (std::size_t j = 1; j < used_b; ++j) some_of_a[i] = some_of_a[i] | equal[i][j];
      some = some | some_of_a[i];
    }
    if ((L::bits(some) & usable) == 0) return;

    const SharedCorner<L> of_a(
        a, used_a, [&](std::size_t i) __attribute__((always_inline)) { return some_of_a[i]; });
    const SharedCorner<L> of_b(
        b, used_b, [&](std::size_t j) __attribute__((always_inline)) {
          M shared = equal[0][j];
          for (std::size_t i = 1; i < used_a; ++i) shared = shared | equal[i][j];
          return shared;
        });
    const auto one = L::splat(T(1));
    const M is_single = L::both(of_a.count == one, of_b.count == one);
    const M at_corner = touch_at_corner(of_a, of_b);  // writes edge and is_of_b
    M along_edge = none;                              // where this replaces them
    for (std::size_t i = 0; i < used_a; ++i) {
      const std::size_t next = i + 1 < used_a ? i + 1 : 0;
      const LanePoints<L> start{a.x[i], a.y[i]}, end{a.x[next], a.y[next]};
      M here = none;
      for (std::size_t j = 0; j < used_b; ++j) {
        here = here | L::both(equal[i][j + 1 < used_b ? j + 1 : 0], equal[next][j]);
      }
      here = L::both(here, L::negated(start == end));  // slots behind the last vertex make no edge
      along_edge = along_edge | here;
      edge = LaneEdges<L>::select(here, {start, end, L::splat(static_cast<T>(i))}, edge);
    }
    is_of_b = L::both(is_of_b, L::negated(along_edge));
    decided = L::bits(along_edge | L::both(is_single, at_corner)) & usable;
  }

 private:
  template <class Equal>
  static SATCHEL_INLINE void compare(std::size_t used_a, std::size_t used_b,
                                     M (&equal)[VertexColumns<L>::most][VertexColumns<L>::most], Equal is_equal) {
    for (std::size_t i = 0; i < used_a; ++i) {
      for (std::size_t j = 0; j < used_b; ++j) equal[i][j] = is_equal(i, j);
    }
  }

  /// Finds `edge` and `is_of_b` of pairs with one equal vertex. @returns where such a pair touches
  SATCHEL_INLINE M touch_at_corner(const SharedCorner<L>& a, const SharedCorner<L>& b) {
    // Edges lead into the corner and out of it, so its neighbours lie in the directions out and -in. A body lies on the
    // left of its edges. Two letters say which edge of A and which of B: oi is of A's `out` and B's `in`.
    const LanePoints<L> a_out = a.out.end - a.out.start, a_in = a.in.end - a.in.start;
    const LanePoints<L> b_out = b.out.end - b.out.start, b_in = b.in.end - b.in.start;
    const SideOf<L> oo(a_out, b_out), oi(a_out, b_in), io(a_in, b_out), ii(a_in, b_in);
    struct Finding {
      M separates, entered;
    };
    // The neighbours b_out and -b_in, as an edge of A sees them.
    const Finding out_of_a{L::both(oo.right, oi.left), oo.left | oi.right};
    const Finding in_of_a{L::both(io.right, ii.left), io.left | ii.right};
    // The neighbours a_out and -a_in, as an edge of B sees them: on the right of it if it is on the left of them.
    const Finding out_of_b{L::both(oo.left, io.right), oo.right | io.left};
    const Finding in_of_b{L::both(oi.left, ii.right), oi.right | ii.left};

    const auto choose = [](const M& takes_out, const Finding& out, const Finding& in) __attribute__((always_inline)) {
      const M takes_in = L::negated(takes_out);
      return Finding{L::both(takes_out, out.separates) | L::both(takes_in, in.separates),
                     L::both(takes_out, out.entered) | L::both(takes_in, in.entered)};
    };
    const Finding first_at_a = choose(a.is_first, out_of_a, in_of_a);
    const Finding second_at_a = choose(L::negated(a.is_first), out_of_a, in_of_a);
    const Finding first_at_b = choose(b.is_first, out_of_b, in_of_b);
    const Finding second_at_b = choose(L::negated(b.is_first), out_of_b, in_of_b);
    const M both_of_a_entered = L::both(first_at_a.entered, second_at_a.entered);
    const M by_second_of_a = L::both(first_at_a.entered, second_at_a.separates);
    const M by_first_of_b = L::both(both_of_a_entered, first_at_b.separates);
    const M by_second_of_b = L::both(both_of_a_entered, L::both(first_at_b.entered, second_at_b.separates));
    const auto edge_of = [](const SharedCorner<L>& corner, const M& second) __attribute__((always_inline)) {
      const M takes_out = L::both(corner.is_first, L::negated(second)) | L::both(L::negated(corner.is_first), second);
      return LaneEdges<L>::select(takes_out, corner.out, corner.in);
    };
    is_of_b = by_first_of_b | by_second_of_b;
    edge = LaneEdges<L>::select(is_of_b, edge_of(b, by_second_of_b), edge_of(a, by_second_of_a));
    return first_at_a.separates | by_second_of_a | is_of_b;
  }
};

}  // namespace
