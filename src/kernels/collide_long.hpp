// Pairs of which a body has more than 16 vertices: one pair at a time, 16 edges in lanes.
//
//   try the edges of each body around where it faces the other: best = the largest separation along them
//   for each edge of both: bound = its distance from that vertex of the other body which faces it
//   for each run of 16 edges, where a bound exceeds best: try those
//
//   try 16 edges: separation along each = least distance of the vertices of a chain of the other body, which begins at
//                 the one farthest against the first edge's normal and ends at the one against the last's
//
// A separation is the least distance of any vertex of the other body; any one of them bounds it from above. So of most
// edges one distance is enough. Of the others, chains take what is left of O(n m): as edges turn, so do the vertices
// that decide (Shamos' rotating calipers, 1978), and all chains together are little longer than the ring. O(n + m).
//
// That a chain was long enough shows afterwards: seen from an edge, the vertices of a convex ring fall and rise once.
// So where both its ends lie higher than its lowest vertex, beyond rounding, no vertex outside is lower, and none is as
// low as computed. Where not, the edge is tried against the whole ring. So the result is that of trying all edges
// against all vertices as in sat.hpp, to the bit; its error bound and its ties hold.
//
// Where not the largest separation is wanted but only whether it exceeds a number (a verdict: 0; a part of a compound:
// that of the nearest parts so far), the first edge that certainly does is enough (PairJob::enough).
//
// Bounds come from the shape's own edges (EdgeFan), whose normals know nothing of how placing rounds; their slack makes
// up for it. With u the unit roundoff, b the vertex in the shape's frame, w = b - start and r the reach of the body:
//   placing moves a vertex by 3.4 u r, so it turns an edge by at most 6.8 u r / |e|:    |w| 6.8 u r / |e|
//   stored cosine and sine are off by u / 2, normals by u or 2 u, offsets by u:         4 u (|b| + r)
//   the vertex: difference of origins, rotation, rounding:                              6 u (|b| + both reaches)
//   products, sums and the slack itself:                                                5 u (|b| + r)
// EdgeFan::slack is 8 u r / |e| + 32 u, to be multiplied by |b| + both reaches.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/classify.hpp"
#include "kernels/lanes_scalar.hpp"
#include "kernels/long_sides.hpp"

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

/// Bounds of the separations along all edges of a body.
template <class T>
struct EdgeBounds {
  alignas(64) T values[satchel::kernels::most_fan_edges];
  OpenEdges open;
};

/// What a pair's separations are compared with: `best`, or what need not be told apart.
template <class T>
struct Thresholds {
  T band;    ///< PairLanes::band
  T floor;   ///< separations below this need not be told apart
  T enough;  ///< nor those that are certainly above this
  T extent;  ///< no vertex of the pair lies farther from its frame

  T above(const EdgeSeparation<T>& best) const {
    const T separation = magnitude_with_sign(best.key) - band;
    return separation > floor ? separation : floor;
  }
  bool is_enough(const EdgeSeparation<T>& best) const { return magnitude_with_sign(best.key) - band > enough; }
};

/// Which of the 16 edges from `first` on might still beat `key`, by one vertex of the other body: no edge's key exceeds
/// the one that this vertex alone would give it, and as computed neither, for rounding keeps the order.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE unsigned may_beat(const LongSide<T>& of, std::uint32_t first, const LongSide<T>& other,
                                 std::uint32_t vertex, T key) {
  const auto px = L::splat(other.x[vertex] - other.centre_x), py = L::splat(other.y[vertex] - other.centre_y);
  unsigned beaten = 0;
  for (std::uint32_t k = 0; k < window; k += L::width) {
    const auto x = L::load(of.x + first + k), y = L::load(of.y + first + k);
    const auto ex = L::load(of.x + first + k + 1) - x, ey = L::load(of.y + first + k + 1) - y;
    const auto h = (ey * px - ex * py) - (ey * (x - L::splat(of.centre_x)) - ex * (y - L::splat(of.centre_y)));
    const auto its_key = h * L::divide(L::abs(h), ex * ex + ey * ey);
    beaten |= L::bits(its_key < L::splat(key)) << k;
  }
  return ~beaten;
}

/// Tries all open edges of `of`.
template <class L, class T = typename L::Scalar>
[[gnu::noinline]] void try_open_edges(const LongSide<T>& of, std::uint32_t side, const LongSide<T>& other,
                                      std::uint32_t facing, const EdgeBounds<T>& bounds,
                                      const Thresholds<T>& thresholds, EdgeSeparation<T>& best) {
  for (std::uint32_t first = 0; first < of.count; first += window) {
    unsigned open = bounds.open.from(first);
    if (open == 0) continue;
    if (thresholds.is_enough(best)) return;
    const T threshold = thresholds.above(best);  // best may have risen
    for (std::uint32_t k = 0; k < window; k += L::width) {
      open &= ~((~L::bits(L::load(bounds.values + first + k) > L::splat(threshold)) & all_lanes<L>) << k);
    }
    if (open != 0) open &= may_beat<L>(of, first, other, facing, best.key);
    if (open == 0) continue;
    Chain chain{0, other.count};
    if (other.has_fan && of.has_fan) {
      const auto low = static_cast<std::uint32_t>(__builtin_ctz(open));
      const auto high = static_cast<std::uint32_t>(31 - __builtin_clz(open));
      chain = chain_around(vertex_against(of, first + low, other), vertex_against(of, first + high, other), other);
    }
    const Window<L> tried = try_edges<L>(of, first, open, other, chain, thresholds.extent);
    take_best<L>(tried, of, side, first, best);
    const unsigned left = open & ~tried.decided;
    if (left == 0) continue;
    take_best<L>(try_edges<L>(of, first, left, other, {0, other.count}, thresholds.extent), of, side, first, best);
  }
}

/// A few pairs, so that what is done once a pair is done in lanes.
template <class L, class T = typename L::Scalar>
struct LongPairs {
  static constexpr std::uint32_t size = L::width < 4 ? 4 : L::width;
  LongSide<T> a[size], b[size];
  ShortRing<T> short_a[size], short_b[size];
  bool some_fan = false;  ///< some body is long: short ones have no use for what is asked of fans

  /// One value a pair; where there is none, any number.
  struct Columns {
    T delta_x[size], delta_y[size], reach[size], flip[size];  // of PairLanes; sums of both reaches
    T towards_x[size], towards_y[size];                       // from the middle of A to that of B
    T first_ax[size], first_ay[size], first_bx[size], first_by[size];
    T centre_ax[size], centre_ay[size], centre_bx[size], centre_by[size];
    T cos_a[size], sin_a[size], cos_b[size], sin_b[size], quarter_a[size], quarter_b[size];
    T entry_a[size], entry_b[size];
    T key[size], ex[size], ey[size], feature[size], band[size];
  } columns{};

  SATCHEL_INLINE PairLanes<L> lanes(std::size_t first) const {
    return {L::load(columns.delta_x + first), L::load(columns.delta_y + first), L::load(columns.reach + first),
            L::load(columns.flip + first), polygon_band<T>};
  }
};

template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void look_up_long(const PairJob<T>& job, const Pair* pairs, std::uint32_t live, LongPairs<L>& out) {
  for (std::uint32_t i = 0; i < live; ++i) {
    const Pair pair = pairs[i];
    const bool turned = is_turned(job, pair);
    const satchel::BodyId id_a = turned ? pair.b : pair.a, id_b = turned ? pair.a : pair.b;
    LongSide<T>&a = out.a[i], &b = out.b[i];
    look_up_side(job.bodies_a[id_a], job.blocks_a, job.shapes_a, job.fans_a, job.rotations_a[id_a], out.short_a[i], a);
    look_up_side(job.bodies_b[id_b], job.blocks_b, job.shapes_b, job.fans_b, job.rotations_b[id_b], out.short_b[i], b);
    auto& columns = out.columns;
    columns.flip[i] = turned ? T(1) : T(0);
    columns.delta_x[i] = static_cast<T>(b.body->x - a.body->x);
    columns.delta_y[i] = static_cast<T>(b.body->y - a.body->y);
    columns.reach[i] = a.body->reach + b.body->reach;
    columns.first_ax[i] = a.x[0];
    columns.first_ay[i] = a.y[0];
    columns.first_bx[i] = b.x[0];
    columns.first_by[i] = b.y[0];
    if (!a.has_fan && !b.has_fan) continue;
    out.some_fan = true;
    columns.towards_x[i] = columns.delta_x[i] + (middle(b.x, b.count) - middle(a.x, a.count));
    columns.towards_y[i] = columns.delta_y[i] + (middle(b.y, b.count) - middle(a.y, a.count));
    columns.cos_a[i] = static_cast<T>(a.rotation->cos);
    columns.sin_a[i] = static_cast<T>(a.rotation->sin);
    columns.cos_b[i] = static_cast<T>(b.rotation->cos);
    columns.sin_b[i] = static_cast<T>(b.rotation->sin);
    columns.quarter_a[i] = static_cast<T>(a.capacity) / 4;
    columns.quarter_b[i] = static_cast<T>(b.capacity) / 4;
  }
}

/// The frames of the pairs, and where in their fans the bodies face each other.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void face_each_other(LongPairs<L>& pairs, std::uint32_t live) {
  for (std::uint32_t i = 0; i < live; i += L::width) {
    const auto x = centre_of<L>(L::load(pairs.columns.first_ax + i), L::load(pairs.columns.first_bx + i),
                                L::load(pairs.columns.delta_x + i));
    const auto y = centre_of<L>(L::load(pairs.columns.first_ay + i), L::load(pairs.columns.first_by + i),
                                L::load(pairs.columns.delta_y + i));
    L::store(pairs.columns.centre_ax + i, x.from_a);
    L::store(pairs.columns.centre_ay + i, y.from_a);
    L::store(pairs.columns.centre_bx + i, x.from_b);
    L::store(pairs.columns.centre_by + i, y.from_b);
    L::store(pairs.columns.band + i, pairs.lanes(i).band);
    if (!pairs.some_fan) continue;
    const auto zero = L::splat(T(0));
    const auto tx = L::load(pairs.columns.towards_x + i), ty = L::load(pairs.columns.towards_y + i);
    const auto entry = [&](const T* cosines, const T* sines, const T* quarters, auto dx, auto dy)
        __attribute__((always_inline)) {
      const auto cos = L::load(cosines + i), sin = L::load(sines + i);
      return L::max(fan_entry<L>(cos * dx + sin * dy, cos * dy - sin * dx, L::load(quarters + i)), zero);
    };
    L::store(pairs.columns.entry_a + i,
             entry(pairs.columns.cos_a, pairs.columns.sin_a, pairs.columns.quarter_a, tx, ty));
    L::store(pairs.columns.entry_b + i,
             entry(pairs.columns.cos_b, pairs.columns.sin_b, pairs.columns.quarter_b, zero - tx, zero - ty));
  }
}

/// Closes the edges that a window has decided; returns whether any is open still.
template <class T>
SATCHEL_INLINE bool close(const LongSide<T>& of, std::uint32_t first, unsigned decided, OpenEdges& open) {
  open.close(first, decided);
  if (first + window > of.count) open.close(0, decided >> (of.count - first));
  std::uint64_t left = 0;
  for (std::uint32_t word = 0; 64 * word < of.count; ++word) left |= open.words[word];
  return left != 0;
}

/// The edge of the largest separation of one pair. Of short bodies `towards` tells nothing.
/// @tparam may_stop             some separation may be enough
/// @param towards_b, towards_a  the vertex of A that is about farthest towards B, and of B towards A
template <class L, bool may_stop, class T = typename L::Scalar>
SATCHEL_INLINE EdgeSeparation<T> best_edge(const LongSide<T>& a, std::uint32_t towards_b, const LongSide<T>& b,
                                           std::uint32_t towards_a, const Thresholds<T>& thresholds,
                                           EdgeBounds<T>& bounds_a, EdgeBounds<T>& bounds_b) {
  struct Side {
    const LongSide<T>& of;
    std::uint32_t number, towards;
    EdgeBounds<T>& bounds;
    std::uint32_t first = 0;
    Window<L> tried{};
  };
  Side side_a{a, 0, towards_b, bounds_a}, side_b{b, 1, towards_a, bounds_b};
  EdgeSeparation<T> best{static_cast<T>(-__builtin_huge_val()), 2, 0};
  const auto is_enough = [&]() __attribute__((always_inline)) { return may_stop && thresholds.is_enough(best); };
  // Each returns false where what has been found is enough.
  const auto try_windows = [&](Side & side, const Side& other) __attribute__((always_inline)) {
    constexpr std::uint32_t half = window / 2;
    const LongSide<T>& of = side.of;
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
  // The edges of the longer body first: they have the fewer vertices to be tried against, and may be enough.
  const bool b_first = may_stop && a.count < b.count;
  const auto both = [&](const auto& step) __attribute__((always_inline)) {
    return b_first ? step(side_b, side_a) && step(side_a, side_b) : step(side_a, side_b) && step(side_b, side_a);
  };
  if (!both(try_windows)) return best;
  if (!a.has_fan && !b.has_fan) return best;  // all edges have been tried
  if (peaks_inside<L>(side_a.tried, thresholds.band) && peaks_inside<L>(side_b.tried, thresholds.band)) return best;
  both(try_the_rest);
  return best;
}

/// Calls step(position, contacts of W pairs in lanes, how many of these there are). Pairs with a ring too long for
/// EdgeBounds come out uncertain.
template <class L, class S, bool verdict_alone, bool may_stop, class Step, class T = typename L::Scalar>
SATCHEL_INLINE void for_each_long_bundle(const PairJob<T>& job, Step step) {
  constexpr T u = sizeof(T) == sizeof(float) ? T(0x1p-24) : T(0x1p-53);
  EdgeBounds<T> bounds_a, bounds_b;
  LongPairs<S> pairs;
  for (std::size_t i = 0; i < job.count; i += pairs.size) {
    const auto live = static_cast<std::uint32_t>(job.count - i < pairs.size ? job.count - i : pairs.size);
    look_up_long<S>(job, job.pairs + i, live, pairs);
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
        // A verdict need not know which of the separations below -2 band is the largest: all are certainly negative;
        // nor which of those above the band: one is enough.
        constexpr T infinity = static_cast<T>(__builtin_huge_val());
        const T floor = verdict_alone ? T(-2) * band : -infinity;
        const T enough = verdict_alone ? T(0) : may_stop ? job.enough[i + k] : infinity;
        best =
            best_edge<L, may_stop>(a, entry_of(a, pairs.columns.entry_a[k]), b, entry_of(b, pairs.columns.entry_b[k]),
                                   {band, floor, enough, band / (12 * u)}, bounds_a, bounds_b);
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
      step(i + k, contacts_of<S>(axis, pairs.lanes(k)), live - k < S::width ? live - k : S::width);
    }
  }
}

/// @tparam S  lanes for what is done once a pair
template <class L, class S, bool may_stop, class T = typename L::Scalar>
std::size_t collide_long_in(const PairJob<T>& job, BasicContact<T>* contacts) {
  std::size_t uncertain = 0;
  const auto step = [&](std::size_t i, const Contacts<S>& found, std::size_t live) {
    store_contacts<S>(job, i, live, found, contacts);
    uncertain = append_uncertain(job.uncertain, uncertain, i, found.certain, live);
  };
  for_each_long_bundle<L, S, false, may_stop>(job, step);
  return uncertain;
}

template <class L, class S, class T = typename L::Scalar>
std::size_t classify_long_in(const PairJob<T>& job, Verdict* verdicts) {
  std::size_t uncertain = 0;
  const auto step = [&](std::size_t i, const Contacts<S>& found, std::size_t live) {
    const unsigned overlapping = S::bits(found.columns[2] < S::splat(T(0)));
    store_verdicts<S::width>(job, i, live, overlapping, verdicts);
    uncertain = append_uncertain(job.uncertain, uncertain, i, found.certain, live);
  };
  for_each_long_bundle<L, S, true, true>(job, step);
  return uncertain;
}

/// @tparam Few  for lists of up to four pairs: a call of one pair pays for all the lanes
template <class L, class Few, class T = typename L::Scalar>
std::size_t collide_long(const PairJob<T>& job, BasicContact<T>* contacts) {
  if (job.enough != nullptr) return collide_long_in<L, L, true>(job, contacts);
  return job.count <= 4 ? collide_long_in<L, Few, false>(job, contacts) : collide_long_in<L, L, false>(job, contacts);
}

template <class L, class Few, class T = typename L::Scalar>
std::size_t classify_long(const PairJob<T>& job, Verdict* verdicts) {
  return job.count <= 4 ? classify_long_in<L, Few>(job, verdicts) : classify_long_in<L, L>(job, verdicts);
}

}  // namespace
