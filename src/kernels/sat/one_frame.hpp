// Verdicts of polygons whose offsets are coordinates of one frame, such as parts of neighbours on a map, one pair per
// lane. Such pairs touch at shared vertices and edges. Equal coordinates certify such a touch, which no error band can.
//
//   for each edge e of both, from s to t, in order:
//     top(e) = max over the other's vertices v, except s and t, of e x v, minus e x s
//     e is entered if top(e) > error: the other polygon reaches inside e for certain
//     e separates if top(e) < -error: all of the other polygon lies outside e, except vertices that equal s or t
//       with such a vertex the two polygons touch at e, without one they are disjoint
//
//   disjoint if an edge separates without a shared vertex
//   touching if an edge separates with a shared vertex, and all edges before it are entered; it is the contact's edge
//   overlapping if all edges are entered
//
// An edge that separates keeps the interiors apart, and a shared vertex makes the pair touch. The exact top of such an
// edge is 0, and the tops of entered edges are larger. So the contact's edge is the first one with the least top, as in
// src/exact.
//
// Error. u is the unit roundoff. The frame is moved to A's first vertex c: v' = fl(v - c), off by u |v'|, and equal
// vertices stay equal. X is the largest coordinate of all v'. An edge vector is the difference of two stored offsets,
// off by a factor 1 + u. So e x v' is off by u |e|_1 (4 X) (vertex, edge, products, difference), e x s' as much, their
// difference by 2 u |e|_1 X more: in all 10 u X |e|_1 (1 + O(u)). The bound takes 12, which covers its own rounding.
// No underflow matters, because edges are at least 2^-50 long (layout.hpp, exact_only), so X is at least 2^-52.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/gather/load.hpp"
#include "kernels/sat/contact.hpp"

namespace {

using satchel::kernels::FrameVerdict;

/// Which vertices of W pairs are equal, as numbers to add: -infinity for equal vertices, else 0. A sum with -infinity
/// never is a maximum, and an addition costs less than a mask.
template <class L>
struct SharedVertices {
  using V = typename L::Vector;
  static constexpr std::size_t most = VertexColumns<L>::most;

  V same[most][most], of_a[most], of_b[most];  ///< of_a[i]: vertex i of A equals some vertex of B

  /// @param used_a, used_b  number of slots to look at
  SATCHEL_INLINE void find(const VertexColumns<L>& a, std::size_t used_a, const VertexColumns<L>& b,
                           std::size_t used_b) {
    using T = typename L::Scalar;
    const auto zero = L::splat(T(0)), lowest = L::splat(static_cast<T>(-__builtin_huge_val()));
    for (std::size_t i = 0; i < used_a; ++i) of_a[i] = zero;
    for (std::size_t j = 0; j < used_b; ++j) of_b[j] = zero;
    for (std::size_t i = 0; i < used_a; ++i) {
      for (std::size_t j = 0; j < used_b; ++j) {
        same[i][j] = L::select(L::both(a.x[i] == b.x[j], a.y[i] == b.y[j]), lowest, zero);
        of_a[i] = L::min(of_a[i], same[i][j]);
        of_b[j] = L::min(of_b[j], same[i][j]);
      }
    }
  }
};

/// The decision on W pairs, from the edges tested so far.
template <class L>
struct FrameDecision {
  using V = typename L::Vector;
  using M = typename L::Mask;

  V error;     ///< bound of the error of a top, as a multiple of |e|_1
  M apart;     ///< an edge separates without a shared vertex
  M touching;  ///< an edge separates with a shared vertex, and all edges before it are entered
  M doubtful;  ///< an edge neither separates nor is entered for certain
  V touch;     ///< where touching: FrameVerdict of this edge as a number

  explicit SATCHEL_INLINE FrameDecision(const V& error_)
      : error(error_),
        apart(error_ < L::splat(typename L::Scalar(0))),
        touching(apart),
        doubtful(apart),
        touch(error_) {}

  /// @param same  same(k, v): SharedVertices::same of vertex k of `of` and v of the other
  template <class Same>
  SATCHEL_INLINE void meet_edges(const VertexColumns<L>& stored, const VertexColumns<L>& of, std::size_t used,
                                 const VertexColumns<L>& other, std::size_t used_other, unsigned side, const V* shared,
                                 Same same) {
    using T = typename L::Scalar;
    const auto zero = L::splat(T(0));
    for (std::size_t e = 0; e < used; ++e) {
      const std::size_t next = e + 1 < used ? e + 1 : 0;  // padding repeats the first vertex
      const V ex = stored.x[next] - stored.x[e], ey = stored.y[next] - stored.y[e];
      const auto height_of = [&](std::size_t v) __attribute__((always_inline)) {
        return ((ex * other.y[v] - ey * other.x[v]) + same(e, v)) + same(next, v);
      };
      V top = height_of(0);
      for (std::size_t v = 1; v < used_other; ++v) top = L::max(top, height_of(v));
      const V length = L::abs(ex) + L::abs(ey), bound = error * length;
      const V height = top - (ex * of.y[e] - ey * of.x[e]);
      const M is_edge = length > zero;  // not the padding of a block
      const M separates = L::both(height < zero - bound, is_edge);
      const M is_shared = L::min(shared[e], shared[next]) < zero;
      apart = apart | L::both(separates, L::negated(is_shared));
      const M first = L::both(L::both(separates, is_shared), L::negated(touching | doubtful));
      touch = L::select(first, L::splat(static_cast<T>(1 + feature_of_side_b * side + feature_of_index * e)), touch);
      touching = touching | first;
      doubtful = doubtful | L::both(is_edge, L::both(L::negated(height > bound), L::negated(separates)));
    }
  }
};

/// Writes the verdicts of all pairs, and lists those that are not certain in job.open.
/// @return  the number of pairs listed
/// @param class_a, class_b  of the job's pairs
template <class L, class T = typename L::Scalar>
std::size_t decide_in_one_frame(const PairJob<T>& job, unsigned class_a, unsigned class_b, FrameVerdict* verdicts) {
  constexpr T u = sizeof(T) == sizeof(float) ? T(0x1p-24) : T(0x1p-53);
  std::size_t open_count = 0;
  for (std::size_t first = 0; first < job.count; first += L::width) {
    const std::size_t live = job.count - first < L::width ? job.count - first : L::width;
    std::uint32_t blocks_a[L::width], blocks_b[L::width];
    for (std::size_t lane = 0; lane < L::width; ++lane) {
      const Pair pair = job.pairs[first + (lane < live ? lane : 0)];
      blocks_a[lane] = job.a.bodies[pair.a].place.block() << satchel::kernels::block_shift(class_a);
      blocks_b[lane] = job.b.bodies[pair.b].place.block() << satchel::kernels::block_shift(class_b);
    }
    VertexColumns<L> stored_a, a, stored_b, b;
    load_columns_of<L>(class_a, job.a.blocks[class_a], blocks_a, stored_a);
    load_columns_of<L>(class_b, job.b.blocks[class_b], blocks_b, stored_b);
    const auto centre_x = stored_a.x[0], centre_y = stored_a.y[0];
    auto largest = L::splat(T(0));
    const auto move = [&](const auto& from, auto& to, std::size_t count) __attribute__((always_inline)) {
      for (std::size_t i = 0; i < count; ++i) {
        to.x[i] = from.x[i] - centre_x;
        to.y[i] = from.y[i] - centre_y;
        largest = L::max(largest, L::max(L::abs(to.x[i]), L::abs(to.y[i])));
      }
    };
    move(stored_a, a, stored_a.count);
    move(stored_b, b, stored_b.count);
    const std::size_t used_a = used_vertices<L>(stored_a), used_b = used_vertices<L>(stored_b);
    SharedVertices<L> shared;
    shared.find(stored_a, used_a, stored_b, used_b);
    FrameDecision<L> decision(L::splat(12 * u) * largest);
    decision.meet_edges(
        stored_a, a, used_a, b, used_b, 0,
        shared.of_a, [&](std::size_t k, std::size_t v) __attribute__((always_inline)) { return shared.same[k][v]; });
    decision.meet_edges(
        stored_b, b, used_b, a, used_a, 1,
        shared.of_b, [&](std::size_t k, std::size_t v) __attribute__((always_inline)) { return shared.same[v][k]; });

    static_assert(static_cast<int>(Verdict::touching) == 1 && static_cast<int>(Verdict::overlapping) == 2);
    T found[L::width];
    L::store(found,
             L::select(decision.apart, L::splat(T(0)), L::select(decision.touching, decision.touch, L::splat(T(2)))));
    for (std::size_t lane = 0; lane < live; ++lane) verdicts[first + lane] = static_cast<FrameVerdict>(found[lane]);
    const unsigned certain = L::bits(decision.apart | decision.touching) | ~L::bits(decision.doubtful);
    open_count = append_open(job.open, open_count, first, certain, live);
  }
  return open_count;
}

}  // namespace
