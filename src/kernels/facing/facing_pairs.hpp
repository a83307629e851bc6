// One pair per lane: contacts by the facing parts of the polygons alone (facing.hpp), as far as these prove them. Here
// of pairs of given classes; of any that have up to eight vertices: facing_rows.hpp.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "kernels/facing/facing.hpp"
#include "kernels/sat/collide.hpp"
#include "kernels/sat/polygon_pairs.hpp"

namespace {

/// What collide_facing asks of a kernel K: the facing parts of W pairs and the frames of these, made of staged pairs.
///   K::settles        whether what is not certain goes to `settle`; else it is left with what is not proved
///   K::permutes_next  whether permute_next<1>(), permute_next<2>() are to be called between the pieces of the work
///   K::knows_open     whether kernel.is_open masks lanes of which nothing is proved
template <class K, class L>
concept FacingPairKernel = requires(const K& kernel) {
  typename K::Staged;
  { K::settles } -> std::convertible_to<bool>;
  { K::permutes_next } -> std::convertible_to<bool>;
  { K::knows_open } -> std::convertible_to<bool>;
  { kernel.of_a } -> std::convertible_to<const FacingPart<L>&>;
  { kernel.of_b } -> std::convertible_to<const FacingPart<L>&>;
  { kernel.x } -> std::convertible_to<const Centre<typename L::Vector>&>;
  { kernel.y } -> std::convertible_to<const Centre<typename L::Vector>&>;
};

/// W polygons of one class.
template <class L, unsigned K>
struct FacingRings {
  Vertices<L, satchel::kernels::vertices_of(K)> vertices;

  template <class T>
  SATCHEL_INLINE FacingRings(const T* base, const std::uint32_t* blocks) {
    load_vertices<L, K>(base, blocks, vertices);
  }
  SATCHEL_INLINE RingEnds<L> ends() const { return ring_ends<L>(vertices); }
};

/// The facing parts of W pairs of polygons of classes KA and KB, with the frames of the pairs.
template <class L, unsigned KA, unsigned KB>
struct FacingKernel {
  using T = typename L::Scalar;
  using Staged = StagedPairs<T, Radii::inside>;
  using AllEdges = PolygonKernel<L, KA, KB>;
  static constexpr bool looks_ahead = false;
  static constexpr bool settles = true, permutes_next = false, knows_open = false;

  FacingPart<L> of_a, of_b;
  Centre<typename L::Vector> x, y;

  template <class Ask, class Interleaved>
  static SATCHEL_INLINE void look_up(Staged& staged, const PairJob<T>& job, const Pair* pairs, std::size_t count,
                                     Ask ask, Interleaved interleaved) {
    AllEdges::look_up(staged, job, pairs, count, ask, interleaved);
  }

  /// Both polygons are loaded first: their parts, found one after the other, hide each other's latency then (5 % of
  /// octagons).
  /// @param ask  asks for cache lines ahead, a few at a time
  template <class Ask>
  SATCHEL_INLINE FacingKernel(const PairJob<T>& job, const Staged& staged, std::size_t first, const PairLanes<L>& pairs,
                              Ask ask) {
    const auto zero = L::splat(T(0));
    const auto &dx = pairs.delta_x, &dy = pairs.delta_y;
    Vertices<L, satchel::kernels::vertices_of(KA)> a;
    Vertices<L, satchel::kernels::vertices_of(KB)> b;
    load_vertices<L, KA>(job.a.blocks[KA], staged.blocks_a + first, a);
    ask();
    load_vertices<L, KB>(job.b.blocks[KB], staged.blocks_b + first, b);
    x = centre_of<L>(a.x[0], b.x[0], dx);
    y = centre_of<L>(a.y[0], b.y[0], dy);
    of_a = facing_part<L>(a, ring_ends<L>(a), dx, dy);
    of_b = facing_part<L>(b, ring_ends<L>(b), zero - dx, zero - dy);
  }
};

/// Appends the staged pairs that `which` has a bit for; the first of the stage is pair `first` of the job.
///
/// Once a stage, not once a packet: most packets have a few such pairs, so that a branch would be guessed wrong in
/// each.
SATCHEL_INLINE void append_unproved(satchel::kernels::Unproved& unproved, std::size_t first, std::uint64_t which) {
  for (; which != 0; which &= which - 1) {
    unproved.positions[unproved.count++] =
        static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(__builtin_ctzll(which));
  }
}

/// Writes the contacts of staged pairs, the first of which is pair `first` of the job: of each the best of its facing
/// edges. Lists those that are not proved, and of the others those that are not certain, whose number it returns,
/// `open` and more.
/// @param settles  false: those that are not certain are not proved either
template <class L, class Staged, class Also, class Interleaved, class T = typename L::Scalar>
SATCHEL_INLINE std::size_t store_facing(const PairJob<T>& job, std::size_t first, std::size_t count,
                                        const Staged& staged, const StagedEdges<T>& edges, FacingLimits<T> limits,
                                        const ContactSink<T>& sink, bool settles, std::size_t open_count,
                                        satchel::kernels::Unproved& unproved, Also& also, Interleaved interleaved) {
  static_assert(StagedPairs<T>::size <= 64);
  std::uint64_t not_proved = 0;
  for (std::size_t j = 0; j < count; j += L::width) {
    const std::size_t live = count - j < L::width ? count - j : L::width;
    const PairLanes<L> pairs = staged.template lanes<L>(j, job.some_swapped);
    const FacingEdges<L> its_edges(edges, j);
    const Contacts<L> found = contacts_of<L>(its_edges.axis(), pairs);
    store_packet<L>(job, first + j, live, found, sink, interleaved);
    const unsigned certain = bits_of_pairs<L>(found.certain, live, interleaved);
    unsigned proved = bits_of_pairs<L>(its_edges.proved(found, pairs, limits), live, interleaved);
    if (settles) {
      open_count = append_open(job.open, open_count, first + j, certain | ~proved, live);
    } else {
      proved &= certain;
    }
    not_proved |= std::uint64_t{~proved & first_bits(live)} << j;
    also.go_on(j, first + j, live, found, pairs, proved & certain);
  }
  append_unproved(unproved, first, not_proved);
  return open_count;
}

/// Contacts of the job's pairs, as collide_lanes has them, save of those that it appends to `unproved`.
/// @tparam K     FacingKernel or FacingUpTo8InRows
/// @tparam Also  ContactsAlone or the like
template <class L, FacingPairKernel<L> K, class Also = ContactsAlone<L>, class T = typename L::Scalar>
std::size_t collide_facing(const PairJob<T>& job, const ContactSink<T>& sink, satchel::kernels::Unproved& unproved) {
  constexpr FacingLimits<T> limits{T(0x1p-9), T(0x1p-10)};
  constexpr InterleavedFor<L, Also> interleaved;
  std::size_t open_count = 0;
  StagedEdges<T> edges;
  Also also(job, sink);
  for_each_packet<L, K>(
      job,
      [&](const Packet& packet, const PairLanes<L>& pairs, const K& kernel) __attribute__((always_inline)) {
        const auto &a = kernel.of_a, &b = kernel.of_b;
        const auto &x = kernel.x, &y = kernel.y;
        if constexpr (K::permutes_next) kernel.template permute_next<1>();
        const auto meanwhile = [&]() __attribute__((always_inline)) {
          if constexpr (K::permutes_next) kernel.template permute_next<2>();
        };
        FacingEdges<L> its_edges(a, a.in_frame(x.from_a, y.from_a), b, b.in_frame(x.from_b, y.from_b), pairs.delta_x,
                                 pairs.delta_y, meanwhile);
        if constexpr (K::knows_open) its_edges.leave_unproved(kernel.is_open);
        its_edges.store(edges, packet.staged);
        also.keep(packet.staged, a, b, its_edges);
      },
      [&](std::size_t first, std::size_t count, const auto& staged) __attribute__((always_inline)) {
        open_count = store_facing<L>(job, first, count, staged, edges, limits, sink, K::settles, open_count, unproved,
                                     also, interleaved);
      },
      interleaved);
  if constexpr (K::settles) {
    return open_count == 0 ? 0 : settle<L, typename K::AllEdges>(job, open_count, sink);
  } else {
    return 0;
  }
}

}  // namespace
