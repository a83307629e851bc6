// Contacts of pairs in which a body has more than 16 vertices: one pair at a time, 16 edges in lanes. A window is 16
// successive edges. The facing vertex of a body is the one about farthest towards the other body.
//
//   for each body: try the window around its facing vertex; best = the largest separation so far
//   unless the best edge of both windows certainly is the best of all:
//     for each edge of either body: bound = the distance of the other body's facing vertex from the edge's line
//     for each window: try the edges whose bound exceeds best
//
//   try edges: edge_windows.hpp
//
// The separation along an edge is the least distance of the other body's vertices from its line, so the distance of any
// vertex bounds it from above. One vertex is enough to leave out most edges. The windows of the others look at O(n + m)
// vertices together, instead of O(n m).
//
// Some queries only ask whether the largest separation exceeds a number: 0 for a verdict, the least separation so far
// for a part of a compound. The search then stops at the first edge that certainly exceeds it (PairJob::enough).
//
// Error of a bound. Bounds use the edges of the shape (EdgeFan in format/layout.hpp), not the placed edges. With u the
// unit roundoff, b the vertex in the shape's frame, w = b - start and r the reach of the edge's body:
//   placing moves a vertex by 3.4 u r, so it rotates an edge by at most 6.8 u r / |e|:    |w| 6.8 u r / |e|
//   stored cosine and sine are off by u / 2, normals by u or 2 u, offsets by u:           4 u (|b| + r)
//   the vertex: difference of origins, rotation, its length, rounding:                    9 u (|b| + both reaches)
//   the length of the rotation, times the offset:                                         4 u r
//   products, sums and the slack itself:                                                  5 u (|b| + r)
// |w| <= |b| + r, so the sum is at most (6.8 u r / |e| + 22 u) (|b| + both reaches). The bound takes EdgeFan::slack,
// which is 8 u r / |e| + 32 u, times (|b| + both reaches). The factor 8 leaves room for placed edges that are shorter
// than e by 5.1e-7 (largest_norm_error).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/long/edge_windows.hpp"
#include "kernels/long/long_pairs.hpp"
#include "kernels/sat/collide.hpp"

namespace {

/// Bounds of the separations along all edges of a body.
template <class T>
struct EdgeBounds {
  alignas(64) T values[satchel::kernels::most_fan_edges];
  OpenEdges open;
};

/// The numbers that a pair's separations are compared with.
template <class T>
struct Thresholds {
  T band;    ///< PairLanes::band
  T enough;  ///< a separation that is certainly above this ends the search
  T extent;  ///< PairLanes::size

  // EdgeSeparation::key is the square of the separation, with its sign.
  /// An edge with a bound below this cannot beat `best`.
  T above(const EdgeSeparation<T>& best) const { return magnitude_with_sign(best.key) - band; }
  bool is_enough(const EdgeSeparation<T>& best) const { return magnitude_with_sign(best.key) - band > enough; }
};

/// Which of the window's edges might beat `key`, according to one vertex of the other body. An edge's key does not
/// exceed the key from this vertex alone, even as computed, because rounding is monotonic.
/// @param first  the window's first edge
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE unsigned may_beat(const LongSide<T>& of, std::uint32_t first, const LongSide<T>& other,
                                 std::uint32_t vertex, T key) {
  const auto px = L::splat(other.x[vertex] - other.centre_x), py = L::splat(other.y[vertex] - other.centre_y);
  unsigned beaten = 0;
  for (std::uint32_t k = 0; k < window; k += L::width) {
    const auto x = L::load(of.x + first + k), y = L::load(of.y + first + k);
    const auto ex = L::load(of.x + first + k + 1) - x, ey = L::load(of.y + first + k + 1) - y;
    const auto h = (ey * px - ex * py) - (ey * (x - L::splat(of.centre_x)) - ex * (y - L::splat(of.centre_y)));
    const auto bound = h * L::divide(L::abs(h), ex * ex + ey * ey);
    beaten |= L::bits(bound < L::splat(key)) << k;
  }
  return ~beaten;
}

/// Tries all open edges of `of`.
/// @param facing  the vertex of `other` by which the bounds are
template <class L, class T = typename L::Scalar>
[[gnu::noinline]] void try_open_edges(const LongSide<T>& of, std::uint32_t side, const LongSide<T>& other,
                                      std::uint32_t facing, const EdgeBounds<T>& bounds,
                                      const Thresholds<T>& thresholds, EdgeSeparation<T>& best) {
  for (std::uint32_t first = 0; first < of.count; first += window) {
    unsigned open = bounds.open.from(first);
    if (open == 0) continue;
    if (thresholds.is_enough(best)) return;
    const T threshold = thresholds.above(best);  // best may have risen
    unsigned above = 0;
    for (std::uint32_t k = 0; k < window; k += L::width) {
      above |= L::bits(L::load(bounds.values + first + k) > L::splat(threshold)) << k;
    }
    open &= above;
    if (open != 0) open &= may_beat<L>(of, first, other, facing, best.key);
    if (open == 0) continue;
    Chain chain{0, other.count};  // the vertices of `other` to look at: all, or those that face the open edges
    if (other.has_fan && of.has_fan) {
      const auto low = static_cast<std::uint32_t>(__builtin_ctz(open));
      const auto high = static_cast<std::uint32_t>(31 - __builtin_clz(open));
      chain = chain_around(vertex_against(of, first + low, other), vertex_against(of, first + high, other), other);
    }
    const Window<L> tried = try_edges<L>(of, first, open, other, chain, thresholds.extent);
    take_best<L>(tried, of, side, first, best);
    const unsigned left = open & ~tried.decided;  // for these edges the chain was too short
    if (left == 0) continue;
    take_best<L>(try_edges<L>(of, first, left, other, {0, other.count}, thresholds.extent), of, side, first, best);
  }
}

/// Closes the edges that a window has decided. A window that begins near the last edge goes on with edge 0.
/// @return  whether any edge is still open
template <class T>
SATCHEL_INLINE bool close(const LongSide<T>& of, std::uint32_t first, unsigned decided, OpenEdges& open) {
  open.close(first, decided);
  if (first + window > of.count) open.close(0, decided >> (of.count - first));
  std::uint64_t left = 0;
  for (std::uint32_t word = 0; 64 * word < of.count; ++word) left |= open.words[word];
  return left != 0;
}

/// The edge of the largest separation of one pair.
/// @param may_stop              some separation may be enough
/// @param towards_b, towards_a  the facing vertices of A and of B; any vertices of short bodies
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE EdgeSeparation<T> best_edge(bool may_stop, const LongSide<T>& a, std::uint32_t towards_b,
                                           const LongSide<T>& b, std::uint32_t towards_a,
                                           const Thresholds<T>& thresholds, EdgeBounds<T>& bounds_a,
                                           EdgeBounds<T>& bounds_b) {
  struct Side {
    const LongSide<T>& of;
    std::uint32_t number, towards;
    EdgeBounds<T>& bounds;
    std::uint32_t first = 0;
    Window<L> tried{};
  };
  Side side_a{a, 0, towards_b, bounds_a}, side_b{b, 1, towards_a, bounds_b};
  EdgeSeparation<T> best{static_cast<T>(-__builtin_huge_val()), 2, 0};  // every edge beats it
  const auto is_enough = [&]() __attribute__((always_inline)) { return may_stop && thresholds.is_enough(best); };
  // try_windows and try_the_rest return false if the best separation is enough.
  const auto try_windows = [&](Side & side, const Side& other) __attribute__((always_inline)) {
    constexpr std::uint32_t half = window / 2;
    const LongSide<T>& of = side.of;  // long bodies have a fan, and repeat the ring behind its end
    side.first = !of.has_fan ? 0 : side.towards >= half ? side.towards - half : side.towards + of.count - half;
    const unsigned wanted = of.has_fan ? (1u << window) - 1 : (1u << of.count) - 1;
    const Chain chain = chain_around(other.towards, other.towards, other.of);
    side.tried = try_edges<L>(of, side.first, wanted, other.of, chain, thresholds.extent);
    take_best<L>(side.tried, of, side.number, side.first, best);
    return !is_enough();
  };
  const auto try_the_rest = [&](Side & side, const Side& other) __attribute__((always_inline)) {
    bound_edges<L>(side.of, other.of, other.towards, thresholds.above(best), side.bounds.values, side.bounds.open);
    if (close(side.of, side.first, side.tried.decided, side.bounds.open)) {
      try_open_edges<L>(side.of, side.number, other.of, other.towards, side.bounds, thresholds, best);
    }
    return !is_enough();
  };
  // The edges of the longer body first, because the other body has fewer vertices and these edges may be enough.
  const bool b_first = may_stop && a.count < b.count;
  const auto both = [&](const auto& step) __attribute__((always_inline)) {
    return b_first ? step(side_b, side_a) && step(side_a, side_b) : step(side_a, side_b) && step(side_b, side_a);
  };
  if (!both(try_windows)) return best;
  if (!a.has_fan && !b.has_fan) return best;  // all edges have been tried
  // Both windows separate, and no edge outside of them separates better.
  if (peaks_inside<L>(side_a.tried, thresholds.band) && peaks_inside<L>(side_b.tried, thresholds.band)) return best;
  both(try_the_rest);
  return best;
}

/// Contacts of the job's pairs. Leaves pairs with a ring too long for EdgeBounds open, by a separation of 0.
/// @tparam L  lanes of edges
/// @tparam S  lanes of pairs, for the work done once per pair; few, because a list may be short
template <class L, class S, class T = typename L::Scalar>
std::size_t collide_long(const PairJob<T>& job, const ContactSink<T>& sink) {
  const bool may_stop = job.may_stop;
  EdgeBounds<T> bounds_a, bounds_b;
  LongPairs<S> pairs;
  std::size_t open_count = 0;
  for (std::size_t i = 0; i < job.count; i += pairs.size) {
    const auto live = static_cast<std::uint32_t>(job.count - i < pairs.size ? job.count - i : pairs.size);
    look_up_long<L>(job, job.pairs + i, live, pairs);
    face_each_other<S>(pairs, live);
    for (std::uint32_t k = 0; k < live; ++k) {
      LongSide<T>&a = pairs.a[k], &b = pairs.b[k];
      a.centre_x = pairs.columns.centre_ax[k];
      a.centre_y = pairs.columns.centre_ay[k];
      b.centre_x = pairs.columns.centre_bx[k];
      b.centre_y = pairs.columns.centre_by[k];
      EdgeSeparation<T> best{0, 0, 0};
      if (a.count <= satchel::kernels::most_fan_edges && b.count <= satchel::kernels::most_fan_edges) {
        const T band = pairs.columns.band[k];
        constexpr T infinity = static_cast<T>(__builtin_huge_val());
        const T enough = may_stop ? job.enough[i + k] : infinity;
        best =
            best_edge<L>(may_stop, a, entry_of(a, pairs.columns.entry_a[k]), b, entry_of(b, pairs.columns.entry_b[k]),
                         {band, enough, band / polygon_band<T>}, bounds_a, bounds_b);
      }
      const LongSide<T>& of = best.side == 0 ? a : b;
      const T ex = of.x[best.index + 1] - of.x[best.index], ey = of.y[best.index + 1] - of.y[best.index];
      pairs.columns.key[k] = best.key;
      pairs.columns.ex[k] = best.side == 0 ? ex : T(0) - ex;  // Axis holds the edge that points from A to B
      pairs.columns.ey[k] = best.side == 0 ? ey : T(0) - ey;
      const T feature = feature_bits<T>(best.side, best.index);
      __builtin_memcpy(&pairs.columns.feature[k], &feature, sizeof(T));
    }
    for (std::uint32_t k = 0; k < live; k += S::width) {
      const Axis<S> axis{S::load(pairs.columns.key + k), S::load(pairs.columns.ex + k), S::load(pairs.columns.ey + k),
                         S::load(pairs.columns.feature + k)};
      const Contacts<S> found = contacts_of<S>(axis, pairs.lanes(k));
      const std::size_t in_lanes = live - k < S::width ? live - k : S::width;
      store_packet<S>(job, i + k, in_lanes, found, sink, std::false_type{});
      open_count = append_open(job.open, open_count, i + k, found.certain, in_lanes);
    }
  }
  return open_count;
}

}  // namespace
