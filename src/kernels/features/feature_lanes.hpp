// Gathers the deciding features of small polygons, one pair per lane, into the columns that DecidingFeatures::gather
// fills pair by pair; faster for runs of pairs whose bodies have the same classes.
//
//   reference: for i = 0, 1, ...: take slots i - 1 ... i + 2 while i <= the deciding edge's index
//   other:     for i = 0, 1, ...: take slots i - 1 ... i + 1 if slot i lies lower than all slots before
//
// Slots beyond a body's last vertex repeat its first one. So the slot after a vertex holds the next vertex. Only the
// vertex before the first and the vertex after next of the last need a search (LastSlot).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/features/deciding_features.hpp"
#include "kernels/gather/load.hpp"
#include "kernels/sat/sat.hpp"
#include "lanes/isa.hpp"

namespace {

/// What a run of pairs has in common: scene and class of the reference bodies, scene and class of the other bodies.
template <class T>
struct FeatureRun {
  const T *reference_blocks, *other_blocks;  ///< the first block of each class
  unsigned reference_class, other_class;
};

/// Gathers W pairs into rows at ... at + W - 1. The constructor fills the columns that need no vertices; put_reference
/// and then put_other fill the others.
template <class L>
struct FeatureLanes {
  using T = typename L::Scalar;
  using Vector = typename L::Vector;
  using F = DecidingFeatures<T>;
  static_assert(F::size % L::width == 0);

  F& features;
  std::size_t at;
  const PairJob<T>& job;
  const std::uint32_t* positions;  ///< in the job, of the first `live` lanes
  std::size_t live;
  Vector edge;  ///< index of the deciding edge
  std::uint32_t reference_blocks[L::width], other_blocks[L::width];

  /// Takes the job's pairs at the first `pair_count` of `pair_positions`. Lanes beyond repeat the first pair.
  SATCHEL_INLINE FeatureLanes(F& columns, std::size_t first_row, const PairJob<T>& pair_job, const FeatureRun<T>& run,
                              const BasicContact<T>* contacts, const std::uint32_t* pair_positions,
                              std::size_t pair_count)
      : features(columns), at(first_row), job(pair_job), positions(pair_positions), live(pair_count) {
    std::uint32_t rows[L::width];
    alignas(64) Pair pairs[L::width];
    for (std::size_t lane = 0; lane < L::width; ++lane) {
      rows[lane] = positions[lane < live ? lane : 0];
      pairs[lane] = job.pairs[rows[lane]];
    }
    Vector contact[4];
    load_columns<L, 4 / L::row, 4, 1>(reinterpret_cast<const T*>(contacts), rows, contact);
    // feature = 16 edge + 8 side + verdict, and the verdict is at most 2: subtracting 5 rounds to the edge.
    static_assert(feature_of_index == 16 && feature_of_side_b == 8);
    const auto feature = L::bit_and(contact[3], L::splat(feature_lane<T>(~0u)));
    const Vector number = number_of_bits<L>(feature), zero = L::splat(T(0)), one = L::splat(T(1));
    edge = nearest_integer<L>(L::splat(T(0x1p-4)) * (number - L::splat(T(5))));
    const auto b_decides = number - L::splat(T(16)) * edge > L::splat(T(4));
    const Vector sign = L::select(b_decides, zero - one, one);
    L::store(features.feature + at, feature);
    L::store(features.of_b + at, L::select(b_decides, one, zero));
    L::store(features.normal_x + at, sign * contact[0]);
    L::store(features.normal_y + at, sign * contact[1]);
    L::store(features.separation + at, contact[2]);
    L::store(features.reference_radius + at, zero);
    L::store(features.other_radius + at, zero);

    const RecordLanes<L> records(job.a.bodies, job.b.bodies, pairs);
    L::store(features.reach + at, records.reach);
    L::store(features.rounded_delta_x + at, sign * records.delta_x);
    L::store(features.rounded_delta_y + at, sign * records.delta_y);
    using satchel::kernels::block_shift;
    if constexpr (L::row == 4) {
      const auto find_blocks = [](const Vector& places, unsigned vertex_class, std::uint32_t* blocks) {
        L::store_shifted(blocks, places, satchel::kernels::Place::block_bit,
                         static_cast<int>(block_shift(vertex_class)));
      };
      find_blocks(L::select(b_decides, records.place_b, records.place_a), run.reference_class, reference_blocks);
      find_blocks(L::select(b_decides, records.place_a, records.place_b), run.other_class, other_blocks);
    } else {
      const unsigned of_b = L::bits(b_decides);
      for (std::size_t lane = 0; lane < L::width; ++lane) {
        const bool is_b = ((of_b >> lane) & 1u) != 0;
        const auto place_a = job.a.bodies[pairs[lane].a].place, place_b = job.b.bodies[pairs[lane].b].place;
        reference_blocks[lane] = (is_b ? place_b : place_a).block() << block_shift(run.reference_class);
        other_blocks[lane] = (is_b ? place_a : place_b).block() << block_shift(run.other_class);
      }
    }
  }

  /// Fills the columns of the reference body's vertices.
  /// @tparam K             its class
  /// @tparam for_distance  as for DecidingFeatures::gather
  template <unsigned K, bool for_distance>
  SATCHEL_INLINE void put_reference(const T* blocks) {
    constexpr std::size_t C = satchel::kernels::vertices_of(K);
    Vertices<L, C> v;
    load_vertices<L, K>(blocks, reference_blocks, v);
    const LastSlot last(v);
    const auto edge_is_last = L::negated(last.number > edge);
    const auto put_coordinate = [&](const Vector* slot, const Vector& last_slot, T(&to)[F::vertex_count][F::size])
        __attribute__((always_inline)) {
      Vector before = last_slot, start = slot[0], end = slot[1], after = slot[2];
      for (std::size_t i = 1; i < C; ++i) {
        const auto reached = L::negated(L::splat(static_cast<T>(i)) > edge);
        before = L::select(reached, slot[i - 1], before);
        start = L::select(reached, slot[i], start);
        end = L::select(reached, slot[(i + 1) % C], end);
        after = L::select(reached, slot[(i + 2) % C], after);
      }
      L::store(to[F::start] + at, start);
      L::store(to[F::end] + at, end);
      if constexpr (for_distance) {
        L::store(to[F::before_start] + at, before);
        L::store(to[F::after_end] + at, L::select(edge_is_last, slot[1], after));
      }
    };
    put_coordinate(v.x, last.x, features.x);
    put_coordinate(v.y, last.y, features.y);
    if constexpr (!for_distance) {
      put_index(F::start, edge);
      put_index(F::end, L::select(edge_is_last, L::splat(T(0)), edge + L::splat(T(1))));
    }
  }

  /// Fills the columns of the other body's vertices. Needs the deciding edge, which put_reference stores.
  template <unsigned K, bool for_distance>
  SATCHEL_INLINE void put_other(const T* blocks) {
    constexpr std::size_t C = satchel::kernels::vertices_of(K);
    Vertices<L, C> v;
    load_vertices<L, K>(blocks, other_blocks, v);
    const LastSlot last(v);
    const Vector zero = L::splat(T(0)), one = L::splat(T(1));
    Vector ex = L::load(features.x[F::end] + at) - L::load(features.x[F::start] + at);
    Vector ey = L::load(features.y[F::end] + at) - L::load(features.y[F::start] + at);
    if constexpr (sizeof(T) == sizeof(float)) {
      // A body of a small reach has no vertex far from its origin.
      const Vector offset = L::max(L::max(L::abs(v.x[0]), L::abs(v.y[0])), L::max(L::abs(v.x[1]), L::abs(v.y[1])));
      const Vector smaller = L::min(offset, L::max(L::abs(ex), L::abs(ey)));
      if (L::bits(L::splat(F::least_size) > smaller) != 0) enlarge_small_edges(ex, ey);
    }
    const auto height = [&](std::size_t i) __attribute__((always_inline)) { return ey * v.x[i] - ex * v.y[i]; };
    Vector least = height(0), number = zero;
    Vector x[3] = {last.x, v.x[0], v.x[1]}, y[3] = {last.y, v.y[0], v.y[1]};
    for (std::size_t i = 1; i < C; ++i) {
      const Vector slot_height = height(i);
      const auto lower = least > slot_height;
      least = L::min(slot_height, least);
      for (std::size_t k = 0; k < 3; ++k) {
        x[k] = L::select(lower, v.x[(i + k + C - 1) % C], x[k]);
        y[k] = L::select(lower, v.y[(i + k + C - 1) % C], y[k]);
      }
      number = L::select(lower, L::splat(static_cast<T>(i)), number);
    }
    constexpr typename F::Vertex around[3] = {F::before_tip, F::tip, F::after_tip};
    for (std::size_t k = 0; k < 3; ++k) {
      L::store(features.x[around[k]] + at, x[k]);
      L::store(features.y[around[k]] + at, y[k]);
    }
    if constexpr (!for_distance) {
      put_index(F::before_tip, L::select(number > zero, number - one, last.number));
      put_index(F::tip, number);
      put_index(F::after_tip, L::select(last.number > number, number + one, zero));
    }
  }

 private:
  /// As DecidingFeatures::gather does, lane by lane, for few are small.
  [[gnu::noinline]] void enlarge_small_edges(Vector& ex, Vector& ey) const {
    alignas(64) T x[L::width], y[L::width];
    L::store(x, ex);
    L::store(y, ey);
    for (std::size_t lane = 0; lane < L::width; ++lane) {
      const std::uint32_t position = positions[lane < live ? lane : 0];
      const Pair pair = job.pairs[position];
      const T reach = features.of_b[at + lane] != 0 ? job.a.bodies[pair.a].reach : job.b.bodies[pair.b].reach;
      if ((x[lane] != 0) | (y[lane] != 0)) F::enlarge_if_small(reach, x[lane], y[lane]);
    }
    ex = L::load(x);
    ey = L::load(y);
  }

  /// The slot of the last vertex, which is the last slot that does not repeat the first vertex. No other vertex equals
  /// the first one, because src/exact takes the bodies in which rounding made vertices coincide.
  struct LastSlot {
    Vector x, y, number;

    template <std::size_t C>
    SATCHEL_INLINE explicit LastSlot(const Vertices<L, C>& v) : x(v.x[2]), y(v.y[2]), number(L::splat(T(2))) {
      for (std::size_t i = 3; i < C; ++i) {
        const auto is_vertex = L::max(L::abs(v.x[i] - v.x[0]), L::abs(v.y[i] - v.y[0])) > L::splat(T(0));
        x = L::select(is_vertex, v.x[i], x);
        y = L::select(is_vertex, v.y[i], y);
        number = L::select(is_vertex, L::splat(static_cast<T>(i)), number);
      }
    }
  };

  SATCHEL_INLINE void put_index(typename F::Vertex vertex, const Vector& number) {
    L::store(features.number[vertex] + at, number);
  }
};

}  // namespace
