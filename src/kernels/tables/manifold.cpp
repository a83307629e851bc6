// The manifold kernel of one instruction set.
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

extern const ByPrecision<ManifoldKernels> SATCHEL_TABLE(manifold);
constinit const ByPrecision<ManifoldKernels> SATCHEL_TABLE(manifold) = table_of<ManifoldKernels, OfManifolds>();

}  // namespace satchel::kernels
