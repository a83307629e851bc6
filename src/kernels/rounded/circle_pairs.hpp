// Contacts of circles centred on their own origins, one pair per lane. The records alone hold all that is needed.
//
// A packet is little work, but a chain of dependent steps: load the records, subtract, take a root, divide. The core
// overlaps at most two packets by itself. Therefore
//
//   with 512 bits  the records of the next packet are loaded before the contacts of the current one are computed; this
//                  needs more registers than AVX2 and lanes of double have
//   otherwise      the records of several packets are loaded, then their contacts are computed
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/gather/interleaved_lanes.hpp"
#include "kernels/rounded/rounded_collide.hpp"

namespace {

/// What contacts need of W pairs of circles.
template <class L>
struct CircleLanes {
  using T = typename L::Scalar;
  using V = typename L::Vector;

  V delta_x, delta_y;  ///< from A's origin to B's
  V reach, radii;      ///< sums of both bodies

  static constexpr bool is_interleaved =
      L::row == 4 && L::width > 4;  ///< lanes are in the order of interleaved_lanes.hpp
  static constexpr bool looks_ahead = L::row == 4 && L::width == 16;

  SATCHEL_INLINE void load(const PairJob<T>& job, std::size_t first) {
    const Pair* const pairs = job.pairs + first;
    if constexpr (is_interleaved) {
      const T* const records_a = reinterpret_cast<const T*>(job.a.bodies);
      const T* const records_b = reinterpret_cast<const T*>(job.b.bodies);
      constexpr std::size_t values = sizeof(BodyRecord<T>) / sizeof(T);
      // Two pointers, because g++ loads `pair.a` and `pair.b` together and then has to split them.
      const std::uint32_t *const a = &pairs->a, *const b = &pairs->b;
      typename L::Doubles::Vector deltas[4];
      V sums[4], columns[4];
      for (std::size_t r = 0; r < 4; ++r) {
        const T *from_a[L::width / 4], *from_b[L::width / 4];
        for (std::size_t g = 0; g < L::width / 4; ++g) {
          const std::size_t pair = InterleavedLanes<L>::pair_of(4 * g + r);
          from_a[g] = records_a + values * a[2 * pair];
          from_b[g] = records_b + values * b[2 * pair];
        }
        L::load_deltas_and_sums(from_a, from_b, deltas[r], sums[r]);
      }
      transpose<L>(sums, columns);
      L::unzip(deltas, delta_x, delta_y);
      reach = columns[0];
      radii = columns[1];
    } else {
      const RecordLanes<L> records(job.a.bodies, job.b.bodies, pairs);
      delta_x = records.delta_x;
      delta_y = records.delta_y;
      reach = records.reach;
      radii = records.radius_a + records.radius_b;  // never negative for circles, so records.radii() is not needed
    }
  }

  /// Computes and stores the contacts, and appends the pairs that are not certain to job.open.
  /// @return  open_count plus the number of pairs appended
  SATCHEL_INLINE std::size_t collide(const PairJob<T>& job, std::size_t first, const ContactSink<T>& sink,
                                     std::size_t open_count) const {
    const PairLanes<L> pairs(delta_x, delta_y, reach, L::splat(T(0)), rounded_band<T>);
    const Contacts<L> found = contacts_of_points<L, false>(delta_x, delta_y, radii, pairs);
    constexpr std::bool_constant<is_interleaved> interleaved;
    store_packet<L>(job, first, L::width, found, sink, interleaved);
    if (found.certain == first_bits(L::width)) return open_count;
    return append_open(job.open, open_count, first, bits_of_pairs<L>(found.certain, L::width, interleaved), L::width);
  }
};

/// The number of packets whose records are loaded together.
constexpr std::size_t circle_packets = 16;

/// Contacts of circles. Incomplete packets, jobs with swapped pairs and jobs with prefetching use collide_staged.
template <class L, class T = typename L::Scalar>
std::size_t collide_circles(const PairJob<T>& job, const ContactSink<T>& sink) {
  std::size_t open_count = 0, i = 0;
  if (!job.some_swapped && !job.prefetch && job.count >= L::width) {
    if constexpr (CircleLanes<L>::looks_ahead) {
      CircleLanes<L> lanes;
      lanes.load(job, 0);
      for (; i + 2 * L::width <= job.count; i += L::width) {
        const CircleLanes<L> at_hand = lanes;
        lanes.load(job, i + L::width);
        open_count = at_hand.collide(job, i, sink, open_count);
      }
      open_count = lanes.collide(job, i, sink, open_count);
      i += L::width;
    } else {
      CircleLanes<L> packets[circle_packets];
      while (i + L::width <= job.count) {
        const std::size_t rest = (job.count - i) / L::width, count = rest < circle_packets ? rest : circle_packets;
        for (std::size_t k = 0; k < count; ++k) packets[k].load(job, i + L::width * k);
        for (std::size_t k = 0; k < count; ++k, i += L::width) {
          open_count = packets[k].collide(job, i, sink, open_count);
        }
      }
    }
    if (i == job.count) return open_count;
  }
  return collide_staged<L, Blocks::none>(
      job, {}, [](const auto&...) __attribute__((always_inline)){},
      [&](std::size_t first, std::size_t count, const auto& staged, std::size_t open_before)
          __attribute__((always_inline)) {
            return store_stage<L>(
                job, first, count, staged, sink, open_before,
                [](std::size_t, const PairLanes<L>& pairs, const auto& radii) __attribute__((always_inline)) {
                  return contacts_of_points<L>(pairs.delta_x, pairs.delta_y, radii, pairs);
                });
          },
      i, open_count);
}

}  // namespace
