// The distance kernel of one instruction set and precision.
#include "format/kernel_table.hpp"

#include "lanes/isa.hpp"

#include "kernels/facing/facing_kernels.hpp"
#include "kernels/features/box_features.hpp"
#include "kernels/features/distance.hpp"
#include "kernels/features/facing_features.hpp"
#include "kernels/tables/class_pairs.hpp"

namespace {

using satchel::kernels::DistanceKernels;

template <class T>
struct OfDistances {
  static constexpr DistanceKernels<T> kernels() {
    using L = Isa::Lanes<T>;
    DistanceKernels<T> kernels{};
    kernels.distances = find_distances<Isa::Lanes<double>, L, Isa::FourLanes<T>>;
    // Distances by the way are worth their code where rows are permuted: elsewhere facing parts have more instances.
    if constexpr (L::permutes_rows) {
      kernels.boxes = collide_lanes<L, BoxKernel<L>, ContactDistances<L, BoxFeatures<L>>>;
      for_each_class_pair<satchel::kernels::lane_class_count>([&](auto ka, auto kb) {
        if constexpr (ka < 3 && satchel::kernels::has_facing_kernel(ka, kb, satchel::kernels::FacingKernels::of_rows)) {
          kernels.facing[ka][kb] =
              collide_facing<L, FacingKernelFor<L, ka, kb>, ContactDistances<L, FacingFeatures<L>>>;
        }
      });
      kernels.facing_up_to_8 = collide_facing<L, FacingUpTo8InRows<L>, ContactDistances<L, FacingFeatures<L>>>;
    }
    return kernels;
  }
};

}  // namespace

namespace satchel::kernels {

extern const DistanceKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(distance, SATCHEL_PRECISION);
constinit const DistanceKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(distance, SATCHEL_PRECISION) =
    OfDistances<SATCHEL_PRECISION>::kernels();

}  // namespace satchel::kernels
