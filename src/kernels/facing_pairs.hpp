// One pair per lane: contacts by the facing parts of the polygons alone (facing.hpp), as far as these prove them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/collide.hpp"
#include "kernels/facing.hpp"
#include "kernels/polygon_pairs.hpp"

namespace {

/// Where it pays: a block of four vertices has no more than the facing part, and of sixteen the repeated vertices, which
/// may be seven, would fail the test.
constexpr bool has_facing_kernel(unsigned ka, unsigned kb) { return ka < 3 && kb < 3 && ka + kb > 0; }

template <class L, unsigned KA, unsigned KB>
struct FacingKernel : PolygonKernel<L, KA, KB> {
  static constexpr Radii radii = Radii::inside;
  using PolygonKernel<L, KA, KB>::PolygonKernel;

  SATCHEL_INLINE FacingEdges<L> edges(const PairLanes<L>& pairs) const {
    return {this->polygons, pairs.delta_x, pairs.delta_y};
  }
};

/// Contacts of the job's pairs, as collide_lanes has them, save of those that it appends to `unproved`.
template <class L, unsigned KA, unsigned KB, class T = typename L::Scalar>
std::size_t collide_facing(const PairJob<T>& job, BasicContact<T>* contacts, satchel::kernels::Unproved& unproved) {
  using K = FacingKernel<L, KA, KB>;
  std::size_t uncertain = 0;
  for_each_bundle<L, K>(
      job, [&](std::size_t i, std::size_t live, const PairLanes<L>& pairs, const K& kernel)
               __attribute__((always_inline)) {
                 const FacingEdges<L> edges = kernel.edges(pairs);
                 const Contacts<L> found = contacts_of<L>(edges.best.axis(K::CA), pairs);
                 store_contacts<L>(job, i, live, found, contacts);
                 const auto zero = L::splat(T(0));
                 const auto way = found.columns[0] * pairs.delta_x + found.columns[1] * pairs.delta_y;
                 const auto along = L::select(pairs.flip > zero, zero - way, way);
                 const unsigned proved = edges.proved(found.columns[2], along, pairs);
                 unproved.count = append_uncertain(unproved.positions, unproved.count, i, proved, live);
                 uncertain = append_uncertain(job.uncertain, uncertain, i, found.certain | ~proved, live);
               });
  return uncertain == 0 ? 0 : settle<L, PolygonKernel<L, KA, KB>>(job, uncertain, contacts);
}

}  // namespace
