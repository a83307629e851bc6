// One pair per lane: contacts by the facing parts of the polygons alone (facing.hpp), as far as these prove them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/collide.hpp"
#include "kernels/facing.hpp"
#include "kernels/polygon_pairs.hpp"

namespace {

/// Of sixteen vertices the repeated ones, which may be seven, would fail the test.
constexpr bool has_facing_parts(unsigned ka, unsigned kb) { return ka < 3 && kb < 3; }

/// Where they pay for contacts alone: a block of four vertices has no more than the facing part.
constexpr bool has_facing_kernel(unsigned ka, unsigned kb) { return has_facing_parts(ka, kb) && ka + kb > 0; }

template <class L, unsigned KA, unsigned KB>
struct FacingKernel : PolygonKernel<L, KA, KB> {
  static constexpr Radii radii = Radii::inside;
  using PolygonKernel<L, KA, KB>::PolygonKernel;
  using T = typename L::Scalar;

  SATCHEL_INLINE FacingPart<L> part_of_a(const PairLanes<L>& pairs) const {
    return facing_part<L>(this->polygons.a.stored, pairs.delta_x, pairs.delta_y);
  }
  SATCHEL_INLINE FacingPart<L> part_of_b(const PairLanes<L>& pairs) const {
    const auto zero = L::splat(T(0));
    return facing_part<L>(this->polygons.b.stored, zero - pairs.delta_x, zero - pairs.delta_y);
  }
  SATCHEL_INLINE FacingEdges<L> edges(const PairLanes<L>& pairs, const FacingPart<L>& of_a,
                                      const FacingPart<L>& of_b) const {
    const auto& [a, b] = this->polygons;
    return {of_a,         of_a.in_frame(a.frame_x, a.frame_y),
            of_b,         of_b.in_frame(b.frame_x, b.frame_y),
            T(this->CA),  pairs.delta_x,
            pairs.delta_y};
  }
};

/// Writes the contacts of staged pairs, the first of which is pair `first` of the job: of each the best of its facing
/// edges. Lists those that are not proved, and of the others those that are not certain, whose number it returns,
/// `uncertain` and more.
template <class L, class Staged, class Also, class T = typename L::Scalar>
SATCHEL_INLINE std::size_t store_facing(const PairJob<T>& job, std::size_t first, std::size_t count,
                                        const Staged& staged, const StagedEdges<T>& edges, std::size_t edges_of_a,
                                        FacingLimits<T> limits, BasicContact<T>* contacts, std::size_t uncertain,
                                        satchel::kernels::Unproved& unproved, Also& also) {
  for (std::size_t j = 0; j < count; j += L::width) {
    const std::size_t live = count - j < L::width ? count - j : L::width;
    const PairLanes<L> pairs = staged.template lanes<L>(j, job.some_turned);
    const FacingEdges<L> its_edges(edges, j);
    const Contacts<L> found = contacts_of<L>(its_edges.best.axis(edges_of_a), pairs);
    store_contacts<L>(job, first + j, live, found, contacts);
    const unsigned proved = its_edges.proved(found, pairs, limits);
    unproved.count = append_uncertain(unproved.positions, unproved.count, first + j, proved, live);
    uncertain = append_uncertain(job.uncertain, uncertain, first + j, found.certain | ~proved, live);
    also.go_on(j, first + j, live, found, pairs, proved & found.certain);
  }
  return uncertain;
}

/// Contacts of the job's pairs, as collide_lanes has them, save of those that it appends to `unproved`.
/// @tparam Also  ContactsAlone or the like
template <class L, unsigned KA, unsigned KB, class Also = ContactsAlone<L>, class T = typename L::Scalar>
std::size_t collide_facing(const PairJob<T>& job, BasicContact<T>* contacts, satchel::kernels::Unproved& unproved) {
  using K = FacingKernel<L, KA, KB>;
  constexpr FacingLimits<T> limits{T(0x1p-9), T(0x1p-10)};
  std::size_t uncertain = 0;
  StagedEdges<T> edges;
  Also also(job, contacts);
  for_each_bundle<L, K>(
      job,
      [&](const Bundle& bundle, const PairLanes<L>& pairs, const K& kernel) __attribute__((always_inline)) {
        const FacingPart<L> of_a = kernel.part_of_a(pairs), of_b = kernel.part_of_b(pairs);
        const FacingEdges<L> its_edges = kernel.edges(pairs, of_a, of_b);
        its_edges.store(edges, bundle.staged);
        also.keep(bundle.staged, of_a, of_b, its_edges.best, K::CA);
      },
      [&](std::size_t first, std::size_t count, const auto& staged) __attribute__((always_inline)) {
        uncertain =
            store_facing<L>(job, first, count, staged, edges, K::CA, limits, contacts, uncertain, unproved, also);
      });
  return uncertain == 0 ? 0 : settle<L, PolygonKernel<L, KA, KB>>(job, uncertain, contacts);
}

}  // namespace
