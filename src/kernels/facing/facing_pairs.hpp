// One pair per lane: contacts by the facing parts of the polygons alone (facing.hpp), as far as these prove them. Here
// of pairs of given classes; of any that have up to eight vertices: facing_rows.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/sat/collide.hpp"
#include "kernels/facing/facing.hpp"
#include "kernels/sat/polygon_pairs.hpp"

namespace {

/// Of sixteen vertices the repeated ones, which may be seven, would fail the test.
constexpr bool has_facing_parts(unsigned ka, unsigned kb) { return ka < 3 && kb < 3; }

/// Where they pay for contacts alone: a block of four vertices has no more than the facing part.
constexpr bool has_facing_kernel(unsigned ka, unsigned kb) { return has_facing_parts(ka, kb) && ka + kb > 0; }

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
  static constexpr bool settles = true;  ///< what is not certain; else that is left with what is not proved

  FacingPart<L> of_a, of_b;
  Centre<typename L::Vector> x, y;

  template <class Ask, class Crossed>
  static SATCHEL_INLINE void look_up(Staged& staged, const PairJob<T>& job, const Pair* pairs, std::size_t count,
                                     Ask ask, Crossed crossed) {
    AllEdges::look_up(staged, job, pairs, count, ask, crossed);
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
    load_vertices<L, KA>(job.blocks_a[KA], staged.blocks_a + first, a);
    ask();
    load_vertices<L, KB>(job.blocks_b[KB], staged.blocks_b + first, b);
    x = centre_of<L>(a.x[0], b.x[0], dx);
    y = centre_of<L>(a.y[0], b.y[0], dy);
    of_a = facing_part<L>(a, ring_ends<L>(a), dx, dy);
    of_b = facing_part<L>(b, ring_ends<L>(b), zero - dx, zero - dy);
  }
};

/// Appends staged pairs, the first of which is pair `first` of the job: those that `open` has a bit for.
///
/// Not bundle by bundle: a few are open of each, so that a branch would be guessed wrong once a bundle, and known only
/// when all else of it is.
SATCHEL_INLINE void append_open(satchel::kernels::Unproved& unproved, std::size_t first, std::uint64_t open) {
  for (; open != 0; open &= open - 1) {
    unproved.positions[unproved.count++] =
        static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(__builtin_ctzll(open));
  }
}

/// Writes the contacts of staged pairs, the first of which is pair `first` of the job: of each the best of its facing
/// edges. Lists those that are not proved, and of the others those that are not certain, whose number it returns,
/// `uncertain` and more.
/// @tparam settles  false: those that are not certain are not proved either
template <class L, bool settles, class Staged, class Also, class Crossed, class T = typename L::Scalar>
SATCHEL_INLINE std::size_t store_facing(const PairJob<T>& job, std::size_t first, std::size_t count,
                                        const Staged& staged, const StagedEdges<T>& edges, FacingLimits<T> limits,
                                        const ContactSink<T>& sink, std::size_t uncertain,
                                        satchel::kernels::Unproved& unproved, Also& also, Crossed crossed) {
  static_assert(StagedPairs<T>::size <= 64);
  std::uint64_t open = 0;
  for (std::size_t j = 0; j < count; j += L::width) {
    const std::size_t live = count - j < L::width ? count - j : L::width;
    const PairLanes<L> pairs = staged.template lanes<L>(j, job.some_turned);
    const FacingEdges<L> its_edges(edges, j);
    const Contacts<L> found = contacts_of<L>(its_edges.axis(), pairs);
    store_bundle<L>(job, first + j, live, found, sink, crossed);
    const unsigned certain = bits_of_pairs<L>(found.certain, live, crossed);
    unsigned proved = bits_of_pairs<L>(its_edges.proved(found, pairs, limits), live, crossed);
    if constexpr (settles) {
      uncertain = append_uncertain(job.uncertain, uncertain, first + j, certain | ~proved, live);
    } else {
      proved &= certain;
    }
    open |= std::uint64_t{~proved & first_bits(live)} << j;
    also.go_on(j, first + j, live, found, pairs, proved & certain);
  }
  append_open(unproved, first, open);
  return uncertain;
}

/// Contacts of the job's pairs, as collide_lanes has them, save of those that it appends to `unproved`.
/// @tparam K     FacingKernel or FacingUpTo8InRows
/// @tparam Also  ContactsAlone or the like
template <class L, class K, class Also = ContactsAlone<L>, class T = typename L::Scalar>
std::size_t collide_facing(const PairJob<T>& job, const ContactSink<T>& sink, satchel::kernels::Unproved& unproved) {
  constexpr FacingLimits<T> limits{T(0x1p-9), T(0x1p-10)};
  constexpr CrossedFor<L, Also> crossed;
  std::size_t uncertain = 0;
  StagedEdges<T> edges;
  Also also(job, sink);
  for_each_bundle<L, K>(
      job,
      [&](const Bundle& bundle, const PairLanes<L>& pairs, const K& kernel) __attribute__((always_inline)) {
        const auto &a = kernel.of_a, &b = kernel.of_b;
        const auto &x = kernel.x, &y = kernel.y;
        if constexpr (requires { kernel.next; }) kernel.template turn_next<1>();
        const auto meanwhile = [&]() __attribute__((always_inline)) {
          if constexpr (requires { kernel.next; }) kernel.template turn_next<2>();
        };
        FacingEdges<L> its_edges(a, a.in_frame(x.from_a, y.from_a), b, b.in_frame(x.from_b, y.from_b), pairs.delta_x,
                                 pairs.delta_y, meanwhile);
        if constexpr (requires { kernel.is_open; }) its_edges.leave_unproved(kernel.is_open);
        its_edges.store(edges, bundle.staged);
        also.keep(bundle.staged, a, b, its_edges);
      },
      [&](std::size_t first, std::size_t count, const auto& staged) __attribute__((always_inline)) {
        uncertain = store_facing<L, K::settles>(job, first, count, staged, edges, limits, sink, uncertain, unproved,
                                                also, crossed);
      },
      crossed);
  if constexpr (K::settles) {
    return uncertain == 0 ? 0 : settle<L, typename K::AllEdges>(job, uncertain, sink);
  } else {
    return 0;
  }
}

}  // namespace
