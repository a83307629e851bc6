// The separations along 16 edges of a body with many vertices, whose other body is walked along with them.
//
//   try 16 edges: separation along each = least distance of the vertices of a chain of the other body, which begins at
//                 the one farthest against the first edge's normal and ends at the one against the last's
//
// As edges turn, so do the vertices that decide (Shamos' rotating calipers, 1978): the chains of all windows together
// are little longer than the ring.
//
// That a chain was long enough shows afterwards: seen from an edge, the vertices of a convex ring fall and rise once.
// So where both its ends lie higher than its lowest vertex, beyond rounding, no vertex outside is lower, and none is as
// low as computed. Where not, the edge is tried against the whole ring. So the result is that of trying all edges
// against all vertices as in sat.hpp, to the bit; its error bound and its ties hold.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lanes/scalar.hpp"
#include "kernels/long/long_sides.hpp"

namespace {

/// The separation along an edge, as far as it is needed to compare edges.
template <class T>
struct EdgeSeparation {
  T key;  ///< see sat.hpp
  std::uint32_t side, index;

  /// Whether it is the one to choose: the larger separation, of equal ones the earlier edge, A's before B's.
  bool beats(const EdgeSeparation& other) const {
    if (key != other.key) return key > other.key;
    return side != other.side ? side < other.side : index < other.index;
  }
};

/// The separations along 16 edges.
template <class L>
struct Window {
  static constexpr std::uint32_t parts = window / L::width;
  typename L::Vector keys[parts];  ///< of edges that are not decided: -infinity
  typename L::Scalar largest;      ///< of the keys
  unsigned decided;                ///< bit i: edge first + i
};

/// Tries the edges `wanted` of the 16 from `first` on.
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
    const V rounding = L::splat(8 * u * extent) * (L::abs(ex[p]) + L::abs(ey[p]));
    const auto sure = L::min(begin[p], end[p]) - least[p] > rounding;
    out.keys[p] = whole ? key : L::select(sure, key, L::splat(static_cast<T>(-__builtin_huge_val())));
    out.decided |= (whole ? all_lanes<L> : L::bits(sure)) << (p * L::width);
  }
  out.decided &= wanted;
  if (of.count < window) {  // the ring begins anew in these lanes
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

/// best = the best of it and the edges of a window.
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

/// Whether no edge outside the window separates better than those inside, for they do separate.
///
/// As a normal turns, the separation along it rises and falls once where it is positive: it is the least of linear
/// functions of the normal, so concave, and the directions in which it exceeds a positive number form one arc. An arc
/// that holds the best of a run of edges cannot leave the run past two ends that separate less. Less and positive: by
/// what both may be off, and their squares, so that it holds of the exact separations.
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
