// Pairs of circles around their own origins, one per lane: all there is to know stands in the records.
//
// There is no block to wait for, so whole bundles need no staging, and the roots of one and the loads of the next
// overlap. With AVX-512 bundles are so long that the core does not look far enough ahead to see the next one: there its
// records are loaded before the contacts of the one at hand are found (Zen 4: 1.9 to 1.3 ns a pair). With AVX2, for
// want of registers, and in doubles that costs a fifth and more.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/crossed_lanes.hpp"
#include "kernels/rounded_collide.hpp"

namespace {

/// What contacts need of W pairs of circles.
template <class L>
struct CircleLanes {
  using T = typename L::Scalar;
  using V = typename L::Vector;

  V delta_x, delta_y;  ///< from A's origin to B's
  V reach, radii;      ///< sums

  static constexpr bool is_crossed = CrossedLanes<L>::exist;  ///< the order of lanes

  SATCHEL_INLINE void load(const PairJob<T>& job, std::size_t first) {
    const Pair* const pairs = job.pairs + first;
    if constexpr (is_crossed) {
      const T* const records_a = reinterpret_cast<const T*>(job.bodies_a);
      const T* const records_b = reinterpret_cast<const T*>(job.bodies_b);
      constexpr std::size_t values = sizeof(BodyRecord<T>) / sizeof(T);
      typename L::Doubles::Vector ways[4];
      V sums[4], columns[4];
      for (std::size_t r = 0; r < 4; ++r) {
        const T *from_a[L::width / 4], *from_b[L::width / 4];
        for (std::size_t g = 0; g < L::width / 4; ++g) {
          const Pair pair = pairs[CrossedLanes<L>::pair_of(4 * g + r)];
          from_a[g] = records_a + values * pair.a;
          from_b[g] = records_b + values * pair.b;
        }
        L::load_ways_and_sums(from_a, from_b, ways[r], sums[r]);
      }
      transpose<L>(sums, columns);
      L::unzip(ways, delta_x, delta_y);
      reach = columns[0];
      radii = columns[1];
    } else {
      const RecordLanes<L> records(job.bodies_a, job.bodies_b, pairs);
      delta_x = records.delta_x;
      delta_y = records.delta_y;
      reach = records.reach;
      radii = records.radius_a + records.radius_b;  // of circles never below 0; records.radii() costs 9 %
    }
  }

  /// Stores their contacts; returns `uncertain` and the number of those that it appends to the list.
  SATCHEL_INLINE std::size_t collide(const PairJob<T>& job, std::size_t first, BasicContact<T>* contacts,
                                     std::size_t uncertain) const {
    const PairLanes<L> pairs(delta_x, delta_y, reach, L::splat(T(0)), rounded_band<T>);
    const Contacts<L> found = contacts_of_points<L, false>(delta_x, delta_y, radii, pairs);
    unsigned certain = found.certain;
    if constexpr (is_crossed) {
      CrossedLanes<L>::store_contacts(job, first, found.columns, contacts);
      if (certain == first_bits(L::width)) return uncertain;
      certain = CrossedLanes<L>::in_order(certain);
    } else {
      store_contacts<L>(job, first, L::width, found, contacts);
    }
    return append_uncertain(job.uncertain, uncertain, first, certain, L::width);
  }
};

/// What is no whole bundle, and where pairs are turned or lines asked for ahead, goes by stages.
template <class L, class T = typename L::Scalar>
std::size_t collide_circles(const PairJob<T>& job, BasicContact<T>* contacts) {
  std::size_t uncertain = 0, i = 0;
  if (!job.some_turned && !job.prefetch && job.count >= L::width) {
    CircleLanes<L> lanes;
    if constexpr (CircleLanes<L>::is_crossed) {
      lanes.load(job, 0);
      for (; i + 2 * L::width <= job.count; i += L::width) {
        const CircleLanes<L> at_hand = lanes;
        lanes.load(job, i + L::width);
        uncertain = at_hand.collide(job, i, contacts, uncertain);
      }
      uncertain = lanes.collide(job, i, contacts, uncertain);
      i += L::width;
    } else {
      for (; i + L::width <= job.count; i += L::width) {
        lanes.load(job, i);
        uncertain = lanes.collide(job, i, contacts, uncertain);
      }
    }
    if (i == job.count) return uncertain;
  }
  const auto find =
      [](const auto&, std::size_t, const PairLanes<L>& pairs, const auto& radii) __attribute__((always_inline)) {
    return contacts_of_points<L>(pairs.delta_x, pairs.delta_y, radii, pairs);
  };
  return collide_staged<L, no_blocks, no_blocks>(job, contacts, find, i, uncertain);
}

}  // namespace
