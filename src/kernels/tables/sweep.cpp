// The sweep kernels of one instruction set and precision.
#include "format/kernel_table.hpp"

#include "lanes/isa.hpp"

#include "kernels/sweep/sweep.hpp"

namespace {

using satchel::kernels::SweepKernels;

template <class T>
struct Sweeps {
  static constexpr SweepKernels<T> kernels() {
    SweepKernels<T> kernels{};
    kernels.impacts = find_impacts<Isa::Lanes<T>>;
    return kernels;
  }
};

}  // namespace

namespace satchel::kernels {

extern const SweepKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(sweep, SATCHEL_PRECISION);
constinit const SweepKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(sweep, SATCHEL_PRECISION) =
    Sweeps<SATCHEL_PRECISION>::kernels();

}  // namespace satchel::kernels
