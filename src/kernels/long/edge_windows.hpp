// The separations along a window of 16 edges of a body with many vertices, against a chain of the other body's
// vertices.
//
//   chain: from the other body's vertex farthest against the first edge's normal to that farthest against the last's
//   separation along each edge = the least distance of the chain's vertices from the edge's line
//
// The vertices that decide advance with the edges (Shamos' rotating calipers, 1978), so the chains of all windows
// together are little longer than the ring.
//
// The result proves whether a chain was long enough: seen from an edge, the heights of a convex ring's vertices fall
// and rise once. So if both ends of the chain lie higher than its lowest vertex, by more than rounding, no vertex
// outside the chain is lower, or as low as computed. Otherwise the edge is tried against the whole ring. Results
// therefore have the bits of trying all edges against all vertices as in sat.hpp; its error bound and its order of ties
// hold.
//
// Rounding: with M = PairLanes::size, a vertex v in the pair's frame is at most 1.5 M long: it is b - k with |k| <= M / 2
// (sat.hpp). A height is off by 3 u |e|_1 |v|: vertex, products, difference. So two heights are told apart that differ by
// 9 u M |e|_1; the code takes 10, which covers its own rounding. (edge_windows.gappa)
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/long/long_sides.hpp"
#include "lanes/scalar.hpp"

namespace {

/// The separation along an edge in the form that compares edges.
template <class T>
struct EdgeSeparation {
  T key;  ///< see sat.hpp
  std::uint32_t side, index;

  /// Whether it has the larger separation or, of equal ones, the earlier edge; A's edges come first.
  bool beats(const EdgeSeparation& other) const {
    if (key != other.key) return key > other.key;
    return side != other.side ? side < other.side : index < other.index;
  }
};

/// The separations along 16 edges.
template <class L>
struct Window {
  static constexpr std::uint32_t parts = window / L::width;
  typename L::Vector keys[parts];  ///< -infinity where the chain was too short
  typename L::Scalar largest;  ///< of all keys, also of edges that are not wanted: these never exceed the best found
  unsigned decided;            ///< bit i: edge first + i is wanted, and the chain was long enough
};

/// Tries those of the 16 edges from `first` on whose bits are set in `wanted`.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE Window<L> try_edges(const LongSide<T>& of, std::uint32_t first, unsigned wanted,
                                   const LongSide<T>& other, Chain chain, T extent) {
  using V = typename L::Vector;
  constexpr T u = sizeof(T) == sizeof(float) ? T(0x1p-24) : T(0x1p-53);
  constexpr std::uint32_t parts = Window<L>::parts;
  V start_x[parts], start_y[parts], ex[parts], ey[parts], least[parts], begin[parts], end[parts];
  for (std::uint32_t p = 0; p < parts; ++p) {
    const std::uint32_t at = first + p * static_cast<std::uint32_t>(L::width);
    start_x[p] = L::load(of.x + at);
    start_y[p] = L::load(of.y + at);
    ex[p] = L::load(of.x + at + 1) - start_x[p];
    ey[p] = L::load(of.y + at + 1) - start_y[p];
  }
  const auto centre_x = L::splat(other.centre_x), centre_y = L::splat(other.centre_y);
  const auto meet = [&](std::uint32_t from, std::uint32_t begin_at, std::uint32_t count)
      __attribute__((always_inline)) {
    alignas(64) T x[window], y[window];  // moved to the pair's frame
    for (std::uint32_t k = 0; k < window; k += L::width) {
      L::store(x + k, L::load(other.x + from + k) - centre_x);
      L::store(y + k, L::load(other.y + from + k) - centre_y);
    }
    if (begin_at != 0) {
      for (std::uint32_t p = 0; p < parts; ++p) {
        least[p] = begin[p] = end[p] = ey[p] * L::splat(x[0]) - ex[p] * L::splat(y[0]);
      }
    }
    for (std::uint32_t j = begin_at; j < count; ++j) {
      const V px = L::splat(x[j]), py = L::splat(y[j]);
      for (std::uint32_t p = 0; p < parts; ++p) {
        end[p] = ey[p] * px - ex[p] * py;
        least[p] = L::min(least[p], end[p]);
      }
    }
  };
  meet(chain.first, 1, chain.count < window ? chain.count : window);
  for (std::uint32_t done = window, from = chain.first; done < chain.count; done += window) {
    from = wrapped(from + window, other.count);
    meet(from, 0, chain.count - done < window ? chain.count - done : window);
  }
  const bool whole = chain.count == other.count;
  Window<L> out{{}, 0, 0};
  for (std::uint32_t p = 0; p < parts; ++p) {
    const V h =
        least[p] - (ey[p] * (start_x[p] - L::splat(of.centre_x)) - ex[p] * (start_y[p] - L::splat(of.centre_y)));
    const V key = h * L::divide(L::abs(h), ex[p] * ex[p] + ey[p] * ey[p]);
    const V rounding = L::splat(10 * u * extent) * (L::abs(ex[p]) + L::abs(ey[p]));
    const auto sure = L::min(begin[p], end[p]) - least[p] > rounding;
    out.keys[p] = whole ? key : L::select(sure, key, L::splat(static_cast<T>(-__builtin_huge_val())));
    out.decided |= (whole ? all_lanes<L> : L::bits(sure)) << (p * L::width);
  }
  out.decided &= wanted;
  if (of.count < window) {  // lanes behind the ring's end have edges of length 0: their keys are no numbers
    T numbers[L::width];
    for (std::size_t lane = 0; lane < L::width; ++lane) numbers[lane] = static_cast<T>(lane);
    for (std::uint32_t p = 0; p < parts; ++p) {
      const T there = static_cast<T>(of.count) - static_cast<T>(p * L::width);
      out.keys[p] =
          L::select(L::load(numbers) < L::splat(there), out.keys[p], L::splat(static_cast<T>(-__builtin_huge_val())));
    }
  }
  auto largest = out.keys[0];
  for (std::uint32_t p = 1; p < parts; ++p) largest = L::max(largest, out.keys[p]);
  out.largest = L::largest_lane(largest);
  return out;
}

/// Replaces `best` by the window's best edge if that beats it.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void take_best(const Window<L>& tried, const LongSide<T>& of, std::uint32_t side, std::uint32_t first,
                              EdgeSeparation<T>& best) {
  const T key = tried.largest;
  if (key < best.key) return;
  unsigned equal = 0;
  for (std::uint32_t p = 0; p < Window<L>::parts; ++p) {
    equal |= (~L::bits(L::splat(key) > tried.keys[p]) & all_lanes<L>) << (p * L::width);
  }
  for (equal &= tried.decided; equal != 0; equal &= equal - 1) {
    const std::uint32_t index = wrapped(first + static_cast<std::uint32_t>(__builtin_ctz(equal)), of.count);
    const EdgeSeparation<T> found{key, side, index};
    if (found.beats(best)) best = found;
  }
}

template <class T>
SATCHEL_INLINE T magnitude_with_sign(T key) {
  const T root = ScalarLanes<T>::sqrt({key < 0 ? T(0) - key : key}).value;
  return key < 0 ? T(0) - root : root;
}

/// Whether the window's edges separate the bodies and no edge outside separates better.
///
/// The separation is the least of linear functions of the normal, so it is concave, and the directions in which it
/// exceeds a positive number form one arc. If both ends of a run of edges separate less than the best edge inside, the
/// arc that holds the best edge cannot leave the run. The comparison leaves a margin for the errors of both
/// separations, so that it holds for the exact ones.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE bool peaks_inside(const Window<L>& tried, T band) {
  const T clear = magnitude_with_sign(tried.largest) - 3 * band;
  if (!(clear > 0)) return false;
  const auto threshold = L::splat(clear * clear);
  unsigned high = 0;
  for (std::uint32_t p = 0; p < Window<L>::parts; ++p) high |= L::bits(tried.keys[p] > threshold) << (p * L::width);
  const unsigned lowest = tried.decided & (0u - tried.decided), run = tried.decided / lowest;
  const unsigned highest = 0x80000000u >> __builtin_clz(tried.decided);
  return (run & (run + 1)) == 0 && (high & (lowest | highest)) == 0;
}

}  // namespace
