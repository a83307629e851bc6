// Tables without kernels of manifolds and sweeps, for modules that ask for neither.
#include "format/kernel_table.hpp"

#include "lanes/isa.hpp"

namespace satchel::kernels {

extern const ManifoldKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(manifold, SATCHEL_PRECISION);
constinit const ManifoldKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(manifold, SATCHEL_PRECISION) = {};
extern const SweepKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(sweep, SATCHEL_PRECISION);
constinit const SweepKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(sweep, SATCHEL_PRECISION) = {};

}  // namespace satchel::kernels
