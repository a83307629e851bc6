// Settles pairs that a contact kernel left open, W pairs at a time.
//
//   if the kernel's arithmetic was exact: the contact is right, and a separation of 0 is marked as a touch (a
//     kernel that writes verdicts has written this one)
//   otherwise, if the difference of the origins is exact, equal vertices prove a touch (touch_lanes.hpp)
//   otherwise, in scenes of floats: lanes of double decide what they can
//   src/exact decides the pairs that remain
//
// Runs after the kernel's loop, because code for rare pairs inside the loop would slow it down.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/sat/double_lanes.hpp"
#include "kernels/sat/exact_lanes.hpp"
#include "kernels/sat/touch_lanes.hpp"

namespace {

/// Writes the contacts of touches, or their verdicts.
/// @param which    the lanes to be written
/// @param count_a  edges of A
/// @param swapped  by lane: 1 where the pair was given as (B, A), else 0
/// @param slot_of  slot_of(lane): where the result of a lane goes
template <class L, class SlotOf, class T = typename L::Scalar>
SATCHEL_INLINE void write_touches(const SharedTouches<L>& touches, unsigned which, std::size_t count_a,
                                  const double* swapped, const ContactSink<T>& sink, SlotOf slot_of) {
  using D = Isa::Lanes<double>;
  if (sink.wants_verdicts()) {
    for (; which != 0; which &= which - 1) {
      sink.verdicts[slot_of(static_cast<std::size_t>(__builtin_ctz(which)))] = Verdict::touching;
    }
    return;
  }
  alignas(64) T columns[5][L::width];
  const auto number = touches.edge.number;
  L::store(columns[0], touches.edge.start.x);
  L::store(columns[1], touches.edge.start.y);
  L::store(columns[2], touches.edge.end.x);
  L::store(columns[3], touches.edge.end.y);
  L::store(columns[4], L::select(touches.is_of_b, number + L::splat(static_cast<T>(count_a)), number));
  for (std::size_t first = 0; first < L::width; first += D::width) {
    unsigned left = (which >> first) & ((1u << D::width) - 1);
    if (left == 0) continue;
    const auto column = [&](int k) __attribute__((always_inline)) { return D::load_as_double(columns[k] + first); };
    const auto ex = column(2) - column(0), ey = column(3) - column(1);
    DoubleContacts<D> found;
    store_edges<D>(found, column(4), ex, ey, D::sqrt(ex * ex + ey * ey),
                   D::splat(static_cast<double>(Verdict::touching)), count_a, swapped + first);
    D::store(found.separation, D::splat(0));
    for (; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(__builtin_ctz(left));
      found.write(lane, sink.contacts[slot_of(first + lane)]);
    }
  }
}

/// Settles the `count` pairs of job.open, whose contacts are written but not certain. Those that stay open move to the
/// beginning of the list.
/// @return  the number of pairs that stay open
/// @tparam is_centred  all bodies are centred boxes (box_pairs.hpp), so of four vertices
/// @param class_a, class_b  of the job's pairs
template <class L, bool is_centred, class T = typename L::Scalar>
[[gnu::noinline]] std::size_t settle_classes(const PairJob<T>& job, unsigned class_a, unsigned class_b,
                                             std::size_t count, const ContactSink<T>& sink) {
  using D = Isa::Lanes<double>;
  constexpr bool doubles_help = sizeof(T) == sizeof(float);
  VertexColumns<L> vertices_a, vertices_b;
  DoubleSide<L, D, is_centred ? 4 : 0> a, b;
  std::size_t kept = 0, in_doubles = 0;
  for (std::size_t k = 0; k < count; k += L::width) {
    const std::size_t live = count - k < L::width ? count - k : L::width;
    std::uint32_t* const positions = job.open + k;
    const auto slot_of = [&](std::size_t lane) __attribute__((always_inline)) { return job.slot(positions[lane]); };
    const OpenLanes<L> pairs(job, class_a, class_b, positions, live);
    load_columns_of<L>(class_a, job.a.blocks[class_a], pairs.blocks_a, vertices_a);
    load_columns_of<L>(class_b, job.b.blocks[class_b], pairs.blocks_b, vertices_b);
    const unsigned all = first_bits(live);
    const NarrowDeltas<L> deltas(pairs);
    const unsigned exact = exact_lanes<is_centred>(deltas, vertices_a, vertices_b) & all;
    for (unsigned left = sink.wants_verdicts() ? 0 : exact; left != 0; left &= left - 1) {
      BasicContact<T>& contact = sink.contacts[slot_of(static_cast<std::size_t>(__builtin_ctz(left)))];
      // The lowest two bits of a feature are the verdict.
      if (contact.separation == 0) contact.feature |= static_cast<std::uint32_t>(Verdict::touching);
    }
    unsigned open = all & ~exact;
    if (open == 0) continue;
    SharedTouches<L> touches;
    touches.find(vertices_a, vertices_b, deltas.x, deltas.y, deltas.exact & open);
    if (touches.decided != 0) {
      write_touches(touches, touches.decided, vertices_a.count, pairs.swapped, sink, slot_of);
      open &= ~touches.decided;
      if (open == 0) continue;
    }
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
        if (((found.decided >> lane) & 1u) == 0) {
          job.open[kept++] = positions[first + lane];
          continue;
        }
        ++in_doubles;
        if (sink.wants_verdicts()) {
          sink.verdicts[slot_of(first + lane)] = static_cast<Verdict>(found.feature_bits_of(lane) & 3u);
        } else {
          found.write(lane, sink.contacts[slot_of(first + lane)]);
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
