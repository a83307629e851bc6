// Settles pairs that a contact kernel left open, W pairs at a time.
//
//   if the kernel's arithmetic was exact: the contact is right, and a separation of 0 is a touch (a sink of verdicts
//   has
//     this verdict already)
//   otherwise, in scenes of floats: lanes of double decide what they can
//   src/exact decides the pairs that remain
//
// Runs after the kernel's loop, because code for rare pairs inside the loop would slow it down.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/sat/double_lanes.hpp"
#include "kernels/sat/exact_lanes.hpp"

namespace {

/// Settles the `count` pairs of job.open, whose contacts are written but not certain. Keeps the pairs in the list that
/// stay open.
/// @return  their number
/// @param class_a, class_b  of the job's pairs
template <class L, bool is_centred, class T = typename L::Scalar>
[[gnu::noinline]] std::size_t settle_classes(const PairJob<T>& job, unsigned class_a, unsigned class_b,
                                             std::size_t count, const ContactSink<T>& sink) {
  using D = Isa::Lanes<double>;
  constexpr bool doubles_help = sizeof(T) == sizeof(float);
  VertexColumns<L> vertices_a, vertices_b;
  DoubleSide<L, D> a, b;
  std::size_t kept = 0, in_doubles = 0;
  const auto slot_of = [&](std::uint32_t i) { return job.slots != nullptr ? job.slots[i] : i; };
  for (std::size_t k = 0; k < count; k += L::width) {
    const std::size_t live = count - k < L::width ? count - k : L::width;
    std::uint32_t* const positions = job.open + k;
    const OpenLanes<L> pairs(job, class_a, class_b, positions, live);
    load_columns_of<L>(class_a, job.a.blocks[class_a], pairs.blocks_a, vertices_a);
    load_columns_of<L>(class_b, job.b.blocks[class_b], pairs.blocks_b, vertices_b);
    if constexpr (is_centred) vertices_a.count = vertices_b.count = 4;  // known, so that loops are unrolled
    const unsigned all = static_cast<unsigned>((std::uint64_t{1} << live) - 1);
    const unsigned exact = exact_lanes<is_centred>(pairs, vertices_a, vertices_b) & all;
    for (unsigned left = sink.wants_verdicts() ? 0 : exact; left != 0; left &= left - 1) {
      BasicContact<T>& contact = sink.contacts[slot_of(positions[__builtin_ctz(left)])];
      if (contact.separation == 0) contact.feature |= static_cast<std::uint32_t>(Verdict::touching);
    }
    const unsigned open = all & ~exact;
    if (open == 0) continue;
    if constexpr (doubles_help) {
      a.set(vertices_a);
      b.set(vertices_b);
    }
    for (std::size_t first = 0; first < live; first += D::width) {
      unsigned left = (open >> first) & ((1u << D::width) - 1);
      if (left == 0) continue;
      DoubleContacts<D> found;
      found.decided = 0;
      if constexpr (doubles_help) {
        a.first = b.first = first;
        found = decide<T, D, is_centred>(a, b, pairs.delta_x + first, pairs.delta_y + first, pairs.swapped + first);
      }
      for (; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(__builtin_ctz(left));
        const std::uint32_t i = positions[first + lane];
        if (((found.decided >> lane) & 1u) == 0) {
          job.open[kept++] = i;
        } else {
          const BasicContact<T> contact = found.template rounded<T>(lane);
          if (sink.wants_verdicts()) {
            sink.verdicts[slot_of(i)] = static_cast<Verdict>(contact.feature & 3u);
          } else {
            sink.contacts[slot_of(i)] = contact;
          }
          ++in_doubles;
        }
      }
    }
  }
  *job.in_doubles += in_doubles;
  return kept;
}

/// settle_classes for the pairs of kernel K.
template <class L, class K, class T = typename L::Scalar>
SATCHEL_INLINE std::size_t settle(const PairJob<T>& job, std::size_t count, const ContactSink<T>& sink) {
  return settle_classes<L, K::is_centred>(job, K::class_a, K::class_b, count, sink);
}

}  // namespace
