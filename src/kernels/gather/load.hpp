// Looks up pairs and loads their vertices into lanes, one pair per lane. Loads whole blocks (format/classes.hpp) and
// transposes them in registers, without gathers.
//
// Names: L is a lane type, W = L::width its number of lanes. A packet is W pairs in lanes. A stage of pairs is the up
// to StagedPairs::size pairs that are looked up together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "format/layout.hpp"
#include "kernels/gather/record_lanes.hpp"
#include "kernels/gather/vertices.hpp"
#include "lanes/isa.hpp"
#include "lanes/lanes.hpp"

namespace {

/// The error band of polygons, 12 u, as a multiple of reach_a + reach_b + |delta|_1 (proof in sat.hpp).
template <class T>
constexpr T polygon_band = sizeof(T) == sizeof(float) ? T(12 * 0x1p-24) : T(12 * 0x1p-53);

/// What W pairs need besides their vertices.
template <class L>
struct PairLanes {
  typename L::Vector delta_x, delta_y;  ///< from A's origin to B's
  typename L::Vector reach;             ///< sum of both reaches
  typename L::Vector radii;             ///< sum of the radii that `Radii` selects, or 0
  typename L::Vector size;              ///< reach + |delta|_1
  typename L::Vector band;              ///< bound of a separation's error: one of larger magnitude has the right sign
  typename L::Vector swapped;           ///< 1 where the pair was given as (B, A), else 0

  SATCHEL_INLINE PairLanes(const typename L::Vector& x, const typename L::Vector& y,
                           const typename L::Vector& reach_sum, const typename L::Vector& swapped_lanes,
                           typename L::Scalar relative_band, const typename L::Vector& radii_sum = L::splat(0))
      : delta_x(x),
        delta_y(y),
        reach(reach_sum),
        radii(radii_sum),
        size(reach + (L::abs(x) + L::abs(y))),
        band(L::splat(relative_band) * size),
        swapped(swapped_lanes) {}
};

/// Which sum of radii a kernel reads: none, RecordLanes::radii (around cores) or RecordLanes::inner (of discs inside).
enum class Radii { none, around, inside };

/// What a kernel looks up about the blocks of bodies: nothing; where they begin, for kernels of one class a side; or
/// Place::bits, for kernels of several classes a side.
enum class Blocks { none, of_class, whole_places };

/// The binary logarithms of the numbers of values in a block of A and of B (block_shift), for Blocks::of_class.
struct PairShifts {
  int a = 0, b = 0;
};

/// Up to `size` pairs in columns, from which lanes are filled.
///
/// Pairs are looked up several packets before they are used, for two reasons: to hide the latency of the dependent
/// loads (pair, record, block), and because a wide load right after narrow stores to its bytes waits for these stores.
template <class T, Radii staged_radii = Radii::none>
struct StagedPairs {
  static constexpr std::size_t size = 64;

  alignas(64) T delta_x[size], delta_y[size], reach[size], swapped[size];
  alignas(64) T radii[staged_radii == Radii::none ? 1 : size];  ///< sums of both radii
  /// Where blocks begin, in values from the class's first block; or Place::bits (Blocks).
  std::uint32_t blocks_a[size], blocks_b[size];
  std::uint32_t maps_a[size], maps_b[size];  ///< BodyRecord::map_or_shape, if a side has several classes

  /// Looks up `live` pairs, and repeats the first pair up to the next multiple of L::width.
  /// Not inlined, so that all kernels of a lane type share one copy: a call a stage costs nothing.
  /// @param interleaved  std::true_type: the lanes of whole packets are interleaved (interleaved_lanes.hpp)
  template <class L, Blocks blocks, class Interleaved = std::false_type>
  [[gnu::noinline]] void look_up(const PairJob<T>& job, const Pair* pairs, std::size_t live, PairShifts shifts,
                                 Interleaved interleaved = {}) {
    const std::size_t padded = (live + L::width - 1) / L::width * L::width;
    Pair ordered[size];
    if (job.some_swapped || padded != live) {  // otherwise the pairs are used in place
      const std::size_t whole = interleaved ? live / L::width * L::width : 0;
      for (std::size_t i = 0; i < padded; ++i) {
        const std::size_t lane = i % L::width;
        const Pair pair = pairs[i < whole ? i - lane + InterleavedLanes<L>::pair_of(lane) : i < live ? i : 0];
        const bool swaps = job.is_swapped(pair);
        ordered[i] = swaps ? Pair{pair.b, pair.a} : pair;
        swapped[i] = swaps ? T(1) : T(0);
      }
      for (std::size_t i = 0; i < padded; i += L::width) look_up_packet<L, blocks>(job, ordered + i, i, shifts);
    } else {
      for (std::size_t i = 0; i < padded; i += L::width) {
        look_up_packet<L, blocks>(job, pairs + i, i, shifts, interleaved);
      }
    }
  }

  /// Looks up W pairs into columns at ... at + W - 1, in the given order or interleaved (interleaved_lanes.hpp).
  template <class L, Blocks blocks, class Interleaved = std::false_type>
  SATCHEL_INLINE void look_up_packet(const PairJob<T>& job, const Pair* pairs, std::size_t at, PairShifts shifts,
                                     Interleaved interleaved = {}) {
    const RecordLanes<L> records(job.a.bodies, job.b.bodies, pairs, interleaved);
    L::store(delta_x + at, records.delta_x);
    L::store(delta_y + at, records.delta_y);
    L::store(reach + at, records.reach);
    if constexpr (staged_radii == Radii::around) L::store(radii + at, records.radii());
    if constexpr (staged_radii == Radii::inside) L::store(radii + at, records.inner());
    if constexpr (L::row == 4) {
      if constexpr (blocks == Blocks::of_class) {
        constexpr int block_bit = satchel::kernels::Place::block_bit;
        L::store_shifted(blocks_a + at, records.place_a, block_bit, shifts.a);
        L::store_shifted(blocks_b + at, records.place_b, block_bit, shifts.b);
      } else if constexpr (blocks == Blocks::whole_places) {
        L::store_shifted(blocks_a + at, records.place_a, 0, 0);
        L::store_shifted(blocks_b + at, records.place_b, 0, 0);
        L::store_shifted(maps_a + at, records.map_a, 0, 0);
        L::store_shifted(maps_b + at, records.map_b, 0, 0);
      }
    } else if constexpr (blocks != Blocks::none) {
      for (std::size_t i = 0; i < L::width; ++i) {
        const BodyRecord<T>&a = job.a.bodies[pairs[i].a], &b = job.b.bodies[pairs[i].b];
        if constexpr (blocks == Blocks::of_class) {
          blocks_a[at + i] = a.place.block() << shifts.a;
          blocks_b[at + i] = b.place.block() << shifts.b;
        } else {
          blocks_a[at + i] = a.place.bits;
          blocks_b[at + i] = b.place.bits;
          maps_a[at + i] = a.map_or_shape;
          maps_b[at + i] = b.map_or_shape;
        }
      }
    }
  }

  /// W staged pairs from `first` on.
  /// @param band  the error band as a multiple of PairLanes::size
  template <class L>
  SATCHEL_INLINE PairLanes<L> lanes(std::size_t first, bool some_swapped, T band = polygon_band<T>) const {
    auto sum = L::splat(T(0));
    if constexpr (staged_radii != Radii::none) sum = L::load(radii + first);
    return {L::load(delta_x + first),
            L::load(delta_y + first),
            L::load(reach + first),
            some_swapped ? L::load(swapped + first) : L::splat(T(0)),
            band,
            sum};
  }
};

/// W open pairs, looked up again for arithmetic in double: their blocks, and the differences of their origins.
template <class L>
struct OpenLanes {
  using T = typename L::Scalar;

  alignas(64) double delta_x[L::width], delta_y[L::width];
  std::uint32_t blocks_a[L::width], blocks_b[L::width];
  alignas(64) double swapped[L::width];  ///< 1 where the pair was given as (B, A), else 0
  unsigned exact = 0;                    ///< bit l: the difference of lane l's origins is not rounded

  /// Looks up the job's pairs at `positions`, whose classes are given. Lanes beyond `live` repeat the first pair.
  SATCHEL_INLINE OpenLanes(const PairJob<T>& job, unsigned class_a, unsigned class_b, const std::uint32_t* positions,
                           std::size_t live) {
    const int shift_a = satchel::kernels::block_shift(class_a), shift_b = satchel::kernels::block_shift(class_b);
    std::uint32_t ids_a[L::width], ids_b[L::width];
    for (std::size_t lane = 0; lane < L::width; ++lane) {
      const Pair pair = job.pairs[positions[lane < live ? lane : 0]];
      const bool swaps = job.is_swapped(pair);
      ids_a[lane] = swaps ? pair.b : pair.a;
      ids_b[lane] = swaps ? pair.a : pair.b;
      blocks_a[lane] = job.a.bodies[ids_a[lane]].place.block() << shift_a;
      blocks_b[lane] = job.b.bodies[ids_b[lane]].place.block() << shift_b;
      swapped[lane] = swaps ? 1 : 0;
    }
    for (std::size_t first = 0; first < L::width; first += D::width) {
      typename D::Vector a[2], b[2];
      load_origins<D, 1>(job.a.bodies, ids_a + first, a);
      load_origins<D, 1>(job.b.bodies, ids_b + first, b);
      const auto x = b[0] - a[0], y = b[1] - a[1];
      D::store(delta_x + first, x);
      D::store(delta_y + first, y);
      // The difference x = b - a is exact if a + x gives b and b - x gives a.
      const auto off = [](const auto& from, const auto& delta, const auto& to) __attribute__((always_inline)) {
        return D::max(D::abs((from + delta) - to), D::abs((to - delta) - from));
      };
      const unsigned rounded = D::bits(D::max(off(a[0], x, b[0]), off(a[1], y, b[1])) > D::splat(0));
      exact |= (~rounded & ((1u << D::width) - 1)) << first;
    }
  }

 private:
  using D = Isa::Lanes<double>;
};

/// Loads the first C values of each of W blocks into C columns, up to two rows of a block (2 L::row values) at a time.
/// @param blocks  where the blocks begin, in values from `base`
template <class L, std::size_t C, class T = typename L::Scalar>
SATCHEL_INLINE void load_runs(const T* base, const std::uint32_t* blocks, typename L::Vector* columns) {
  if constexpr (C <= 2 * L::row) {
    if constexpr (C == L::row) {
      load_columns<L, 1, 1, 1>(base, blocks, columns);
    } else {
      load_columns<L, 2, 1, 1>(base, blocks, columns);
    }
  } else {
    load_runs<L, C / 2>(base, blocks, columns);
    load_runs<L, C / 2>(base + C / 2, blocks, columns + C / 2);
  }
}

/// Loads the vertices of W blocks of lane class K into columns. (Blocks of hexagons have two more slots.)
template <class L, unsigned K, class T = typename L::Scalar>
SATCHEL_INLINE void load_vertices(const T* base, const std::uint32_t* blocks,
                                  Vertices<L, satchel::kernels::vertices_of(K)>& vertices) {
  constexpr std::size_t capacity = satchel::kernels::capacity_of(K), C = satchel::kernels::vertices_of(K);
  if constexpr (C == capacity) {  // no copies: g++ 12 makes them through general registers
    load_runs<L, C>(base, blocks, vertices.x);
    load_runs<L, C>(base + C, blocks, vertices.y);
  } else {
    typename L::Vector columns[2 * capacity];
    load_runs<L, 2 * capacity>(base, blocks, columns);
    for (std::size_t i = 0; i < C; ++i) {
      vertices.x[i] = columns[i];
      vertices.y[i] = columns[capacity + i];
    }
  }
}

/// load_vertices for a lane class that is known at run time. Loads hexagons as octagons, because their blocks have the
/// same layout.
template <class L, class T = typename L::Scalar>
[[gnu::noinline]] void load_columns_of(unsigned vertex_class, const T* base, const std::uint32_t* blocks,
                                       VertexColumns<L>& columns) {
  const auto load = [&](auto of_class) __attribute__((always_inline)) {
    constexpr std::size_t capacity = satchel::kernels::capacity_of(decltype(of_class)::value);
    load_runs<L, capacity>(base, blocks, columns.x);
    load_runs<L, capacity>(base + capacity, blocks, columns.y);
  };
  columns.count = satchel::kernels::vertices_of(vertex_class);
  if (vertex_class == 0) {
    load(std::integral_constant<unsigned, 0>());
  } else if (vertex_class == 3) {
    load(std::integral_constant<unsigned, 3>());
  } else {
    load(std::integral_constant<unsigned, 2>());
  }
}

/// One coordinate of the origin of the pair's frame, as seen from A's origin (c in sat.hpp) and from B's (k). It lies
/// in the middle between the bodies' first vertices, so that coordinates in the frame are as small as the pair, however
/// far the vertices lie from the bodies' origins. Rounding of from_a does no harm, because the rounded number defines
/// the frame; only from_b is in error.
template <class V>
struct Centre {
  V from_a, from_b;
};

/// One coordinate of the frame's origin.
/// @param first_of_a, first_of_b  the coordinate of the first vertices' offsets

template <class L>
SATCHEL_INLINE Centre<typename L::Vector> centre_of(typename L::Vector first_of_a, typename L::Vector first_of_b,
                                                    typename L::Vector delta) {
  using T = typename L::Scalar;
  const auto centre = L::splat(T(0.5)) * (first_of_a + (first_of_b + delta));
  return {centre, centre - delta};
}

}  // namespace
