// Walks a list of pairs and computes their contacts, one pair per lane. The arithmetic of each kind of pair is in its
// PairKernel (polygon_pairs.hpp, box_pairs.hpp).
//
//   for each stage, which is up to StagedPairs::size pairs:                      for_each_packet
//     look up its pairs
//     for each packet of W = L::width pairs: load vertices, compute axes, keep these
//     make contacts of the axes, write them, list the pairs that are open        store_axes
//   settle the open pairs in double                                              settle.hpp
//
// One file, because the loop over packets and the writing of their results are compiled as one.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/gather/prefetch.hpp"
#include "kernels/sat/contact.hpp"
#include "kernels/sat/settle.hpp"

namespace {

/// What for_each_packet needs from a kernel K: K's constructor loads the vertices of W staged pairs, and
///   K::Staged       holds staged pairs; K::look_up(staged, job, pairs, count, ask, interleaved) fills it
///   K::looks_ahead  whether K::look_up_packet(staged, job, pairs, at, interleaved) can fill K::Staged packet by packet
template <class K>
concept PacketKernel = requires {
  typename K::Staged;
  { K::Staged::size } -> std::convertible_to<std::size_t>;
  { K::looks_ahead } -> std::convertible_to<bool>;
};

/// What collide_lanes needs in addition: the axis of the largest separation, and the classes that `settle` loads.
///   K::is_centred  whether both bodies are boxes that are centred to the bit (box_pairs.hpp)
template <class K, class L>
concept PairKernel = PacketKernel<K> && requires(const K& kernel, const PairLanes<L>& pairs) {
  { K::class_a } -> std::convertible_to<unsigned>;
  { K::class_b } -> std::convertible_to<unsigned>;
  { K::is_centred } -> std::convertible_to<bool>;
  { kernel.axis(pairs) } -> std::same_as<Axis<L>>;
};

/// Up to W pairs in lanes.
struct Packet {
  std::size_t position;  ///< position of the first pair in the job
  std::size_t staged;    ///< position of the first pair among the staged pairs
  std::size_t live;      ///< number of pairs
};

/// for_each_packet for the full stages of a job that has no swapped pairs and does not prefetch. While it works on a
/// packet, it looks up the corresponding packet of the next stage. There is no branch between, so that the compiler
/// interleaves the loads and shuffles of the one with the arithmetic of the other.
/// @param interleaved  std::true_type: lanes are in the order of interleaved_lanes.hpp
/// @return  the number of pairs in full stages
template <class L, class K, class Step, class Finish, class Interleaved, class T = typename L::Scalar>
SATCHEL_INLINE std::size_t for_each_packet_ahead(const PairJob<T>& job, Step step, Finish finish,
                                                 Interleaved interleaved) {
  using Staged = typename K::Staged;
  const std::size_t whole = job.count / Staged::size * Staged::size;
  const auto prefetch_nothing = []() __attribute__((always_inline)){};
  Staged stages[2];
  for (std::size_t j = 0; whole != 0 && j < Staged::size; j += L::width) {
    K::look_up_packet(stages[0], job, job.pairs + j, j, interleaved);
  }
  std::size_t at_hand = 0;
  for (std::size_t i = 0; i < whole; i += Staged::size) {
    Staged &staged = stages[at_hand], &next = stages[at_hand ^= 1];
    // The last stage has no next one, so it looks up its own pairs once more, for nothing.
    const Pair* const pairs_ahead = job.pairs + (i + Staged::size < whole ? i + Staged::size : i);
    for (std::size_t j = 0; j < Staged::size; j += L::width) {
      const PairLanes<L> pairs = staged.template lanes<L>(j, false);
      const K kernel(job, staged, j, pairs, prefetch_nothing);
      K::look_up_packet(next, job, pairs_ahead + j, j, interleaved);
      step(Packet{i + j, j, L::width}, pairs, kernel);
    }
    finish(i, Staged::size, staged);
  }
  return whole;
}

/// For each stage of pairs: calls step(packet, pairs in lanes, kernel) for each packet, then finish(position of the
/// stage's first pair in the job, number of pairs, staged pairs).
/// @param interleaved  std::true_type: the lanes of whole packets are interleaved (interleaved_lanes.hpp)
///
/// Dependent roots and divisions belong in `finish`, because its short loop lets the core overlap several packets.
template <class L, PacketKernel K, class Step, class Finish, class Interleaved = std::false_type,
          class T = typename L::Scalar>
SATCHEL_INLINE void for_each_packet(const PairJob<T>& job, Step step, Finish finish, Interleaved interleaved = {}) {
  std::size_t done = 0;
  if constexpr (K::looks_ahead) {
    if (!job.some_swapped && !job.prefetch) done = for_each_packet_ahead<L, K>(job, step, finish, interleaved);
  }
  typename K::Staged staged;
  Prefetcher<T> prefetcher(job);
  // Requests few lines at a time, between the parts of the work, because a core can have only some sixteen requests
  // outstanding.
  const auto ask = [&]() __attribute__((always_inline)) {
    if (job.prefetch) prefetcher.ask_for(L::width < 4 ? 1 : L::width / 4);
  };
  for (std::size_t i = done; i < job.count; i += staged.size) {
    const std::size_t count = job.count - i < staged.size ? job.count - i : staged.size;
    K::look_up(staged, job, job.pairs + i, count, ask, interleaved);
    for (std::size_t j = 0; j < count; j += L::width) {
      const PairLanes<L> pairs = staged.template lanes<L>(j, job.some_swapped);
      ask();
      const K kernel(job, staged, j, pairs, ask);
      ask();
      step(Packet{i + j, j, count - j < L::width ? count - j : L::width}, pairs, kernel);
      ask();
    }
    finish(i, count, staged);
  }
}

/// for_each_packet without `finish`.
template <class L, PacketKernel K, class Step, class T = typename L::Scalar>
SATCHEL_INLINE void for_each_packet(const PairJob<T>& job, Step step) {
  for_each_packet<L, K>(job, step, [](const auto&...) __attribute__((always_inline)){});
}

/// The axes of staged pairs, in columns.
template <class T>
struct StagedAxes {
  alignas(64) T columns[4][StagedPairs<T>::size];

  template <class L>
  SATCHEL_INLINE void store(std::size_t i, const Axis<L>& axis) {
    L::store(columns[0] + i, axis.key);
    L::store(columns[1] + i, axis.ex);
    L::store(columns[2] + i, axis.ey);
    L::store(columns[3] + i, axis.feature);
  }
  template <class L>
  SATCHEL_INLINE Axis<L> load(std::size_t i) const {
    return {L::load(columns[0] + i), L::load(columns[1] + i), L::load(columns[2] + i), L::load(columns[3] + i)};
  }
};

/// Writes the verdicts of the job's `live` pairs from `first` on. Bit l of `overlapping` and of `touching` is about
/// pair first + l; a pair in neither is disjoint.
template <std::size_t width, class T>
SATCHEL_INLINE void store_verdicts(const PairJob<T>& job, std::size_t first, std::size_t live, unsigned overlapping,
                                   unsigned touching, Verdict* verdicts) {
  static_assert(static_cast<int>(Verdict::disjoint) == 0 && static_cast<int>(Verdict::touching) == 1 &&
                static_cast<int>(Verdict::overlapping) == 2);
  if (job.slots == nullptr && live == width && touching == 0) {
    constexpr std::size_t bytes = width < 8 ? width : 8;
    for (std::size_t k = 0; k < width; k += bytes) {
      // Eight verdicts are eight bytes: byte j becomes 2 where bit j is set, else 0. The product copies the eight bits
      // to each byte, of which byte j keeps bit j alone. Adding 127 sets the highest bit of a byte that is not 0.
      const std::uint64_t one_each = (((overlapping >> k) & 0xff) * 0x0101010101010101u) & 0x8040201008040201u;
      const std::uint64_t two_each = ((one_each + 0x7f7f7f7f7f7f7f7fu) >> 6) & 0x0202020202020202u;
      __builtin_memcpy(verdicts + first + k, &two_each, bytes);
    }
    return;
  }
  for (std::size_t lane = 0; lane < live; ++lane) {
    verdicts[job.slots != nullptr ? job.slots[first + lane] : first + lane] =
        static_cast<Verdict>(2 * ((overlapping >> lane) & 1u) + ((touching >> lane) & 1u));
  }
}

/// Writes the contacts of the job's `live` pairs from `first` on; a contact is four values of T.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void store_contacts(const PairJob<T>& job, std::size_t first, std::size_t live, const Contacts<L>& found,
                                   BasicContact<T>* contacts) {
  static_assert(sizeof(BasicContact<T>) == 4 * sizeof(T));
  const auto store_at = [&](const auto& address_of) __attribute__((always_inline)) {
    T* rows[L::width];
    for (std::size_t lane = 0; lane < L::width; ++lane) rows[lane] = reinterpret_cast<T*>(address_of(lane));
    for (std::size_t k = 0; k < 4; k += L::row) {
      T* at[L::width];
      for (std::size_t lane = 0; lane < L::width; ++lane) at[lane] = rows[lane] + k;
      store_columns<L>(at, found.columns + k);
    }
  };
  if (live < L::width) {
    BasicContact<T> spill[L::width];  // takes the lanes without a pair
    store_at([&](std::size_t lane) {
      if (lane >= live) return spill + lane;
      return contacts + (job.slots != nullptr ? job.slots[first + lane] : first + lane);
    });
  } else if (job.slots != nullptr) {
    store_at([&](std::size_t lane) { return contacts + job.slots[first + lane]; });
  } else {
    store_at([&](std::size_t lane) { return contacts + first + lane; });
  }
}

/// The policy of a contact kernel that computes contacts alone. contact_distances.hpp has a policy that computes
/// distances as well.
template <class L, class T = typename L::Scalar>
struct ContactsAlone {
  SATCHEL_INLINE ContactsAlone(const PairJob<T>&, const ContactSink<T>&) {}
  /// Keeps data of the packet of staged pairs that begins at `first`.
  template <class... Kept>
  SATCHEL_INLINE void keep(std::size_t, const Kept&...) {}
  /// Continues from the contacts of the packet staged at `first`, whose first pair is the job's pair `position`.
  /// @param decided  bit l: the contact of lane l is right
  SATCHEL_INLINE void go_on(std::size_t, std::size_t, std::size_t, const Contacts<L>&, const PairLanes<L>&, unsigned) {}
};

/// std::true_type if the lanes of whole packets are interleaved (interleaved_lanes.hpp): only if contacts are the sole
/// result.
template <class L, class Also>
using InterleavedFor =
    std::bool_constant<InterleavedLanes<L>::can_load_records && std::is_same_v<Also, ContactsAlone<L>>>;

/// Converts bits of a packet's lanes to bits of its pairs. The lanes are interleaved if Interleaved is true and the
/// packet is whole.
template <class L, class Interleaved>
SATCHEL_INLINE unsigned bits_of_pairs(unsigned of_lanes, std::size_t live, Interleaved) {
  if constexpr (Interleaved::value) return live == L::width ? InterleavedLanes<L>::in_order(of_lanes) : of_lanes;
  return of_lanes;
}

/// Writes a packet's contacts, or their verdicts, to the sink. Writes a separation of 0 as touching, which is right if
/// the arithmetic was exact (settle.hpp); otherwise a later stage overwrites it.
template <class L, class Interleaved, class T = typename L::Scalar>
SATCHEL_INLINE void store_packet(const PairJob<T>& job, std::size_t first, std::size_t live, const Contacts<L>& found,
                                 const ContactSink<T>& sink, Interleaved interleaved) {
  if (sink.wants_verdicts()) {
    const auto zero = L::splat(T(0));
    const auto& separation = found.columns[2];
    const unsigned overlapping = bits_of_pairs<L>(L::bits(separation < zero), live, interleaved);
    const unsigned touching =
        found.certain == first_bits(L::width) ? 0 : bits_of_pairs<L>(L::bits(separation == zero), live, interleaved);
    return store_verdicts<L::width>(job, first, live, overlapping, touching, sink.verdicts);
  }
  if constexpr (Interleaved::value) {
    if (live == L::width) return InterleavedLanes<L>::store_contacts(job, first, found.columns, sink.contacts);
  }
  store_contacts<L>(job, first, live, found, sink.contacts);
}

/// Computes the contacts of `count` staged axes and writes them to the sink. Appends the pairs that are not certain to
/// job.open.
/// @param first  position of the first pair in the job
/// @return       open_count plus the number of pairs appended
template <class L, class Staged, class Also, class Interleaved, class T = typename L::Scalar>
SATCHEL_INLINE std::size_t store_axes(const PairJob<T>& job, std::size_t first, std::size_t count, const Staged& staged,
                                      const StagedAxes<T>& axes, const ContactSink<T>& sink, std::size_t open_count,
                                      Also& also, Interleaved interleaved) {
  for (std::size_t j = 0; j < count; j += L::width) {
    const std::size_t live = count - j < L::width ? count - j : L::width;
    const PairLanes<L> pairs = staged.template lanes<L>(j, job.some_swapped);
    const Contacts<L> found = contacts_of<L>(axes.template load<L>(j), pairs);
    store_packet<L>(job, first + j, live, found, sink, interleaved);
    also.go_on(j, first + j, live, found, pairs, found.certain);
    if (found.certain == first_bits(L::width)) continue;
    const unsigned certain = bits_of_pairs<L>(found.certain, live, interleaved);
    open_count = append_open(job.open, open_count, first + j, certain, live);
  }
  return open_count;
}

/// Writes the verdicts of `count` staged axes, as store_axes does, but without roots and divisions. A separation is
/// sign(key) sqrt |key|, so it is beyond the band if |key| is beyond the band's square. `factor` covers the rounding of
/// the square, `least` its underflow.
template <class L, class Staged, class Interleaved, class T = typename L::Scalar>
SATCHEL_INLINE std::size_t store_verdicts_of_axes(const PairJob<T>& job, std::size_t first, std::size_t count,
                                                  const Staged& staged, const StagedAxes<T>& axes, Verdict* verdicts,
                                                  std::size_t open_count, Interleaved interleaved) {
  const auto zero = L::splat(T(0)), factor = L::splat(T(1 + 0x1p-10));
  const auto least = L::splat(sizeof(T) == sizeof(float) ? T(0x1p-120) : T(0x1p-1000));
  for (std::size_t j = 0; j < count; j += L::width) {
    const std::size_t live = count - j < L::width ? count - j : L::width;
    const PairLanes<L> pairs = staged.template lanes<L>(j, false);
    const auto key = L::load(axes.columns[0] + j);
    const unsigned certain = L::bits(L::abs(key) > factor * (pairs.band * pairs.band) + least);
    const unsigned overlapping = bits_of_pairs<L>(L::bits(key < zero), live, interleaved);
    const bool is_all_certain = certain == first_bits(L::width);
    const unsigned touching = is_all_certain ? 0 : bits_of_pairs<L>(L::bits(key == zero), live, interleaved);
    store_verdicts<L::width>(job, first + j, live, overlapping, touching, verdicts);
    if (is_all_certain) continue;
    open_count = append_open(job.open, open_count, first + j, bits_of_pairs<L>(certain, live, interleaved), live);
  }
  return open_count;
}

/// store_axes for contacts or verdicts alone. Not inlined, so that all kernels of a lane type share one copy: a call a
/// stage costs little.
template <class L, class Staged, class Interleaved, class T = typename L::Scalar>
[[gnu::noinline]] std::size_t store_axes_alone(const PairJob<T>& job, std::size_t first, std::size_t count,
                                               const Staged& staged, const StagedAxes<T>& axes,
                                               const ContactSink<T>& sink, std::size_t open_count,
                                               Interleaved interleaved) {
  if (sink.wants_verdicts()) {
    return store_verdicts_of_axes<L>(job, first, count, staged, axes, sink.verdicts, open_count, interleaved);
  }
  ContactsAlone<L> alone(job, sink);
  return store_axes<L>(job, first, count, staged, axes, sink, open_count, alone, interleaved);
}

/// Writes the contacts of the job's pairs to the sink, and lists open pairs in job.open.
/// @tparam Also  policy: ContactsAlone, ContactDistances
/// @return       the number of pairs listed
template <class L, PairKernel<L> K, class Also = ContactsAlone<L>, class T = typename L::Scalar>
std::size_t collide_lanes(const PairJob<T>& job, const ContactSink<T>& sink) {
  std::size_t open_count = 0;
  StagedAxes<T> axes;
  Also also(job, sink);
  constexpr InterleavedFor<L, Also> interleaved;
  for_each_packet<L, K>(
      job,
      [&](const Packet& packet, const PairLanes<L>& pairs, const K& kernel) __attribute__((always_inline)) {
        const Axis<L> axis = kernel.axis(pairs);
        axes.template store<L>(packet.staged, axis);
        also.keep(packet.staged, kernel, axis);
      },
      [&](std::size_t first, std::size_t count, const auto& staged) __attribute__((always_inline)) {
        if constexpr (std::is_same_v<Also, ContactsAlone<L>>) {
          open_count = store_axes_alone<L>(job, first, count, staged, axes, sink, open_count, interleaved);
        } else {
          open_count = store_axes<L>(job, first, count, staged, axes, sink, open_count, also, interleaved);
        }
      },
      interleaved);
  return open_count == 0 ? 0 : settle<L, K>(job, open_count, sink);
}

}  // namespace
