// From a list of pairs to lanes: whole blocks are loaded and transposed in registers, never gathered.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/lanes.hpp"
#include "kernels/layout.hpp"
#include "kernels/sat.hpp"

namespace {

using satchel::Pair;
using satchel::kernels::BodyRecord;
using satchel::kernels::PairJob;

/// What W pairs need besides their vertices.
template <class L>
struct PairLanes {
  typename L::Vector anchor_a_x, anchor_a_y;  ///< the anchor relative to A's origin
  typename L::Vector anchor_b_x, anchor_b_y;  ///< and to B's
  typename L::Vector band;                    ///< |separation| above this is certain: see sat.hpp
  typename L::Vector flip;                    ///< 1 where the pair was given as (B, A), else 0
};

/// Up to `size` pairs, looked up and kept in columns, from which the lanes are filled.
///
/// Looking up some bundles ahead of their use hides the way from pair to record to block, and lets the stores settle: a
/// wide load right behind the narrow stores that it collects has to wait for all of them.
///
/// The anchor halves the way between the origins. It is *defined* as A's origin + fl(delta / 2), so only its distance
/// from B's origin is rounded, by u |delta| / 2. delta itself is a difference of doubles: for float scenes exact enough
/// to vanish in the band; for double scenes its u |delta| is part of the band's slack (5.5 + 1 < 8).
template <class T>
struct StagedPairs {
  static constexpr std::size_t size = 64;

  alignas(64) T anchor_a_x[size], anchor_a_y[size], anchor_b_x[size], anchor_b_y[size], reach[size], flip[size];
  std::uint32_t blocks_a[size], blocks_b[size];  ///< where the blocks begin, in T from the first of the class

  /// Looks up `live` pairs, and repeats the first up to the next multiple of L::width.
  template <class L>
  SATCHEL_INLINE void look_up(const PairJob<T>& job, const Pair* pairs, std::size_t live, unsigned class_a,
                              unsigned class_b) {
    const std::size_t padded = (live + L::width - 1) / L::width * L::width;
    Pair ordered[size];
    if (job.some_turned || padded != live) {  // else nothing need be copied
      for (std::size_t i = 0; i < padded; ++i) {
        const Pair pair = pairs[i < live ? i : 0];
        const bool turned = job.some_turned && pair.b < pair.a;
        ordered[i] = turned ? Pair{pair.b, pair.a} : pair;
        flip[i] = turned ? T(1) : T(0);
      }
      pairs = ordered;
    }
    if constexpr (L::row == 4) {
      for (std::size_t i = 0; i < padded; i += L::width) look_up_lanes<L>(job, pairs, i, class_a, class_b);
    } else {
      for (std::size_t i = 0; i < padded; ++i) look_up_one(job, pairs[i], i, class_a, class_b);
    }
  }

  /// W staged pairs from `first` on.
  template <class L>
  SATCHEL_INLINE PairLanes<L> lanes(std::size_t first, bool some_turned) const {
    PairLanes<L> out;
    out.anchor_a_x = L::load(anchor_a_x + first);
    out.anchor_a_y = L::load(anchor_a_y + first);
    out.anchor_b_x = L::load(anchor_b_x + first);
    out.anchor_b_y = L::load(anchor_b_y + first);
    out.flip = some_turned ? L::load(flip + first) : L::splat(T(0));
    // 8 u (reach_a + reach_b + |delta_x| + |delta_y|), with |delta| = 2 |anchor_a| up to a rounding that the slack holds.
    constexpr T u = sizeof(T) == sizeof(float) ? T(0x1p-24) : T(0x1p-53);
    const auto manhattan = L::abs(out.anchor_a_x) + L::abs(out.anchor_a_y);
    out.band = L::splat(8 * u) * (L::load(reach + first) + (manhattan + manhattan));
    return out;
  }

 private:
  SATCHEL_INLINE void look_up_one(const PairJob<T>& job, Pair pair, std::size_t i, unsigned class_a,
                                  unsigned class_b) {
    const BodyRecord<T>& a = job.bodies_a[pair.a];
    const BodyRecord<T>& b = job.bodies_b[pair.b];
    blocks_a[i] = a.place.block() << satchel::kernels::block_shift(class_a);
    blocks_b[i] = b.place.block() << satchel::kernels::block_shift(class_b);
    const double delta_x = b.x - a.x, delta_y = b.y - a.y;
    anchor_a_x[i] = static_cast<T>(0.5 * delta_x);
    anchor_a_y[i] = static_cast<T>(0.5 * delta_y);
    anchor_b_x[i] = static_cast<T>(static_cast<double>(anchor_a_x[i]) - delta_x);
    anchor_b_y[i] = static_cast<T>(static_cast<double>(anchor_a_y[i]) - delta_y);
    reach[i] = a.reach + b.reach;
  }

  /// The same for W pairs: records of floats are loaded as two rows of 16 bytes, (x, y) and (reach, radius, place,
  /// shape), and transposed.
  template <class L>
  SATCHEL_INLINE void look_up_lanes(const PairJob<T>& job, const Pair* pairs, std::size_t first, unsigned class_a,
                                    unsigned class_b) {
    using D = typename L::Doubles;
    static_assert(sizeof(BodyRecord<T>) == 4 * sizeof(double));
    const double* const origins_a = &job.bodies_a->x;
    const double* const origins_b = &job.bodies_b->x;
    const std::uint32_t* const a = &pairs[first].a;
    const std::uint32_t* const b = &pairs[first].b;
    typename D::Vector delta_x[2], delta_y[2];
    for (std::size_t half = 0; half < 2; ++half) {
      typename D::Vector at_a[2], at_b[2];
      load_columns<D, 1, 4, 2>(origins_a, a + 2 * half * D::width, {0}, at_a);
      load_columns<D, 1, 4, 2>(origins_b, b + 2 * half * D::width, {0}, at_b);
      delta_x[half] = at_b[0] - at_a[0];
      delta_y[half] = at_b[1] - at_a[1];
    }
    const auto store_anchors = [&](const typename D::Vector* delta, T* from_a, T* from_b)
                                   __attribute__((always_inline)) {
      const auto half = D::splat(0.5);
      const auto anchor = L::join(half * delta[0], half * delta[1]);
      L::store(from_a + first, anchor);
      L::store(from_b + first, L::join(L::low_doubles(anchor) - delta[0], L::high_doubles(anchor) - delta[1]));
    };
    store_anchors(delta_x, anchor_a_x, anchor_b_x);
    store_anchors(delta_y, anchor_a_y, anchor_b_y);

    typename L::Vector of_a[4], of_b[4];
    load_columns<L, 1, 8, 2>(reinterpret_cast<const T*>(origins_a), a, {4}, of_a);
    load_columns<L, 1, 8, 2>(reinterpret_cast<const T*>(origins_b), b, {4}, of_b);
    L::store(reach + first, of_a[0] + of_b[0]);
    using satchel::kernels::block_shift;
    constexpr int right = satchel::kernels::Place::block_bit;
    L::store_shifted(blocks_a + first, of_a[2], right, static_cast<int>(block_shift(class_a)));
    L::store_shifted(blocks_b + first, of_b[2], right, static_cast<int>(block_shift(class_b)));
  }
};

/// C values of each of W blocks into C columns, some runs at a time.
template <class L, std::size_t C, class T = typename L::Scalar>
SATCHEL_INLINE void load_runs(const T* base, const std::uint32_t* blocks, typename L::Vector* columns) {
  if constexpr (C <= 2 * L::row) {
    if constexpr (C == L::row) {
      load_columns<L, 1, 1, 1>(base, blocks, {0}, columns);
    } else {
      load_columns<L, 2, 1, 1>(base, blocks, {0, L::row}, columns);
    }
  } else {
    load_runs<L, C / 2>(base, blocks, columns);
    load_runs<L, C / 2>(base + C / 2, blocks, columns + C / 2);
  }
}

/// Transposes W blocks of class K into columns: edges from the stored offsets, then vertices relative to the anchor.
template <class L, unsigned K, class T = typename L::Scalar>
SATCHEL_INLINE void load_polygons(const T* base, const std::uint32_t* blocks, typename L::Vector anchor_x, typename L::Vector anchor_y,
                          Polygons<L, satchel::kernels::vertices_of(K)>& out) {
  constexpr std::size_t capacity = satchel::kernels::capacity_of(K), C = satchel::kernels::vertices_of(K);
  typename L::Vector x[capacity], y[capacity];
  load_runs<L, capacity>(base, blocks, x);
  load_runs<L, capacity>(base + capacity, blocks, y);
  for (std::size_t i = 0; i < C; ++i) {
    const std::size_t next = i + 1 < C ? i + 1 : 0;
    out.ex[i] = x[next] - x[i];
    out.ey[i] = y[next] - y[i];
  }
  for (std::size_t i = 0; i < C; ++i) {
    out.x[i] = x[i] - anchor_x;
    out.y[i] = y[i] - anchor_y;
  }
}

}  // namespace
