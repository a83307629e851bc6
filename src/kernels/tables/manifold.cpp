// The manifold kernel of one instruction set and precision.
#include "format/kernel_table.hpp"

#include "lanes/isa.hpp"

#include "kernels/features/manifold.hpp"

namespace {

using satchel::kernels::ManifoldKernels;

template <class T>
struct OfManifolds {
  static constexpr ManifoldKernels<T> kernels() {
    return {find_manifolds<Isa::Lanes<double>, Isa::Lanes<T>, Isa::FourLanes<T>>};
  }
};

}  // namespace

namespace satchel::kernels {

extern const ManifoldKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(manifold, SATCHEL_PRECISION);
constinit const ManifoldKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(manifold, SATCHEL_PRECISION) =
    OfManifolds<SATCHEL_PRECISION>::kernels();

}  // namespace satchel::kernels
