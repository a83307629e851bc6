// One pair at a time, edges in lanes: for polygons of more than 16 vertices, against any other.
//
//   for each W x U edges of one polygon: broadcast each vertex of the other, keep the minimum
//
// The arithmetic is that of sat.hpp, edge by edge, so its error bound holds. O(n m / W).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/collide.hpp"
#include "kernels/lanes_scalar.hpp"

namespace {

/// A body's stored offsets, and where the pair's frame lies seen from its origin.
template <class T>
struct Ring {
  const T *x, *y;
  std::size_t count;
  T centre_x, centre_y;
};

/// W edges from index `first` on; those past the last have length 0. Starts in the pair's frame.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void load_edges(const Ring<T>& ring, std::size_t first, typename L::Vector& x, typename L::Vector& y,
                               typename L::Vector& ex, typename L::Vector& ey) {
  typename L::Vector next_x = L::splat(T(0)), next_y = next_x;
  if (first + L::width < ring.count) {
    x = L::load(ring.x + first);
    y = L::load(ring.y + first);
    next_x = L::load(ring.x + first + 1);
    next_y = L::load(ring.y + first + 1);
  } else {
    T starts[2][L::width], nexts[2][L::width];
    const std::size_t last = ring.count - 1;
    for (std::size_t lane = 0; lane < L::width; ++lane) {
      const std::size_t i = first + lane < last ? first + lane : last;
      const std::size_t next = first + lane > last ? last : (i == last ? 0 : i + 1);
      starts[0][lane] = ring.x[i];
      starts[1][lane] = ring.y[i];
      nexts[0][lane] = ring.x[next];
      nexts[1][lane] = ring.y[next];
    }
    x = L::load(starts[0]);
    y = L::load(starts[1]);
    next_x = L::load(nexts[0]);
    next_y = L::load(nexts[1]);
  }
  ex = next_x - x;
  ey = next_y - y;
  x = x - L::splat(ring.centre_x);
  y = y - L::splat(ring.centre_y);
}

/// One axis with its index, per lane.
template <class L>
struct BestOfLane {
  typename L::Vector key, ex, ey, index;  ///< index: as a number; exact, since counts are below 2^24
};

/// The best of U x W edges of `of` from `first` on against all vertices of `other`, kept in `best`.
///
/// 4 / U vertices are taken at a time, so that four minima are under way however few the edges are: one alone would
/// wait for itself.
template <class L, std::size_t U, class T = typename L::Scalar>
SATCHEL_INLINE void scan_edges(const Ring<T>& of, const Ring<T>& other, std::size_t first, BestOfLane<L>& best) {
  constexpr std::size_t V = 4 / U;
  typename L::Vector x[U], y[U], ex[U], ey[U], gap[U][V];
  for (std::size_t k = 0; k < U; ++k) {
    load_edges<L>(of, first + k * L::width, x[k], y[k], ex[k], ey[k]);
    for (std::size_t v = 0; v < V; ++v) gap[k][v] = L::splat(static_cast<T>(__builtin_huge_val()));
  }
  const auto meet = [&](std::size_t j, std::size_t v) __attribute__((always_inline)) {
    const auto px = L::splat(other.x[j] - other.centre_x), py = L::splat(other.y[j] - other.centre_y);
    for (std::size_t k = 0; k < U; ++k) gap[k][v] = L::min(gap[k][v], ey[k] * px - ex[k] * py);
  };
  std::size_t j = 0;
  for (; j + V <= other.count; j += V) {
    for (std::size_t v = 0; v < V; ++v) meet(j + v, v);
  }
  for (; j < other.count; ++j) meet(j, 0);
  for (std::size_t k = 0; k < U; ++k) {
    for (std::size_t v = 1; v < V; ++v) gap[k][0] = L::min(gap[k][0], gap[k][v]);
  }
  T lane_numbers[L::width];
  for (std::size_t lane = 0; lane < L::width; ++lane) lane_numbers[lane] = static_cast<T>(first + lane);
  const auto lanes = L::load(lane_numbers);
  for (std::size_t k = 0; k < U; ++k) {
    const auto h = gap[k][0] - (ey[k] * x[k] - ex[k] * y[k]);
    const auto key = h * L::divide(L::abs(h), ex[k] * ex[k] + ey[k] * ey[k]);
    const auto larger = key > best.key;
    best.key = L::select(larger, key, best.key);
    best.ex = L::select(larger, ex[k], best.ex);
    best.ey = L::select(larger, ey[k], best.ey);
    best.index = L::select(larger, lanes + L::splat(static_cast<T>(k * L::width)), best.index);
  }
}

/// The best edge of `of`: across lanes the larger key, of equal ones the earlier edge, as if scanned in order.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void best_edge(const Ring<T>& of, const Ring<T>& other, unsigned side, Axis<ScalarLanes<T>>& best) {
  const auto zero = L::splat(T(0));
  BestOfLane<L> lanes{L::splat(static_cast<T>(-__builtin_huge_val())), zero, zero, zero};
  std::size_t first = 0;
  for (; first + 3 * L::width < of.count; first += 4 * L::width) scan_edges<L, 4>(of, other, first, lanes);
  for (; first + L::width < of.count; first += 2 * L::width) scan_edges<L, 2>(of, other, first, lanes);
  for (; first < of.count; first += L::width) scan_edges<L, 1>(of, other, first, lanes);

  T key[L::width], ex[L::width], ey[L::width], index[L::width];
  L::store(key, lanes.key);
  L::store(ex, lanes.ex);
  L::store(ey, lanes.ey);
  L::store(index, lanes.index);
  std::size_t winner = 0;
  for (std::size_t lane = 1; lane < L::width; ++lane) {
    if (key[lane] > key[winner] || (key[lane] == key[winner] && index[lane] < index[winner])) winner = lane;
  }
  if (key[winner] > best.key.value) {
    const T sign = side == 0 ? T(1) : T(-1);  // Axis holds the edge that points from A to B
    best = {{key[winner]},
            {sign * ex[winner]},
            {sign * ey[winner]},
            {feature_bits<T>(side, static_cast<std::size_t>(index[winner]))}};
  }
}

/// Calls step(position, contact in one lane) for each pair of the job.
template <class L, class Step, class T = typename L::Scalar>
SATCHEL_INLINE void for_each_long_pair(const PairJob<T>& job, Step step) {
  using One = ScalarLanes<T>;
  for (std::size_t i = 0; i < job.count; ++i) {
    const Pair pair = job.pairs[i];
    const bool flip = job.some_turned && pair.b < pair.a;
    const BodyRecord<T>& a = job.bodies_a[flip ? pair.b : pair.a];
    const BodyRecord<T>& b = job.bodies_b[flip ? pair.a : pair.b];
    const unsigned class_a = a.place.vertex_class(), class_b = b.place.vertex_class();
    StagedPairs<T> staged;
    staged.template look_up<One>(job, job.pairs + i, 1, class_a, class_b);
    const PairLanes<One> lanes = staged.template lanes<One>(0, job.some_turned);
    const T* const block_a = job.blocks_a[class_a] + staged.blocks_a[0];
    const T* const block_b = job.blocks_b[class_b] + staged.blocks_b[0];
    const T* const ys_a = block_a + satchel::kernels::capacity_of(class_a);
    const T* const ys_b = block_b + satchel::kernels::capacity_of(class_b);
    const auto x = centre_of<One>({block_a[0]}, {block_b[0]}, lanes.delta_x);
    const auto y = centre_of<One>({ys_a[0]}, {ys_b[0]}, lanes.delta_y);
    const Ring<T> ring_a{block_a, ys_a, job.shapes_a[a.shape].count, x.from_a.value, y.from_a.value};
    const Ring<T> ring_b{block_b, ys_b, job.shapes_b[b.shape].count, x.from_b.value, y.from_b.value};
    Axis<One> best{{static_cast<T>(-__builtin_huge_val())}, {0}, {0}, {0}};
    best_edge<L>(ring_a, ring_b, 0, best);
    best_edge<L>(ring_b, ring_a, 1, best);
    step(i, contacts_of<One>(best, lanes));
  }
}

template <class L, class T = typename L::Scalar>
std::size_t collide_long(const PairJob<T>& job, BasicContact<T>* contacts) {
  std::size_t uncertain = 0;
  for_each_long_pair<L>(job, [&](std::size_t i, const Contacts<ScalarLanes<T>>& found) {
    T* const row = reinterpret_cast<T*>(contacts + (job.slots != nullptr ? job.slots[i] : i));
    store_contacts<ScalarLanes<T>>(&row, found);
    uncertain = append_uncertain(job.uncertain, uncertain, i, found.certain, 1);
  });
  return uncertain;
}

template <class L, class T = typename L::Scalar>
std::size_t classify_long(const PairJob<T>& job, Verdict* verdicts) {
  std::size_t uncertain = 0;
  for_each_long_pair<L>(job, [&](std::size_t i, const Contacts<ScalarLanes<T>>& found) {
    verdicts[job.slots != nullptr ? job.slots[i] : i] =
        found.columns[2].value < 0 ? Verdict::overlapping : Verdict::disjoint;
    uncertain = append_uncertain(job.uncertain, uncertain, i, found.certain, 1);
  });
  return uncertain;
}

}  // namespace
