// The distance kernel of one instruction set.
#include "kernels/layout.hpp"

#include "kernels/isa.hpp"

#include "kernels/distance.hpp"

namespace {

using satchel::kernels::DistanceKernels;

template <class T>
struct OfDistances {
  static constexpr DistanceKernels<T> kernels() {
    return {find_distances<Isa::Lanes<double>, Isa::Lanes<T>, Isa::FourLanes<T>>};
  }
};

}  // namespace

namespace satchel::kernels {

extern const ByPrecision<DistanceKernels> SATCHEL_TABLE(distance);
constinit const ByPrecision<DistanceKernels> SATCHEL_TABLE(distance) = table_of<DistanceKernels, OfDistances>();

}  // namespace satchel::kernels
