// The sweep kernels of one instruction set and precision.
#include "format/kernel_table.hpp"

#include "lanes/isa.hpp"

#include "kernels/sweep/sweep.hpp"
#include "kernels/tables/class_pairs.hpp"

namespace {

using satchel::kernels::SweepKernels;
using satchel::kernels::shared_class;

template <class T>
struct Sweeps {
  static constexpr SweepKernels<T> kernels() {
    SweepKernels<T> kernels{};
    for_each_class_pair<satchel::kernels::lane_class_count>(
        [&](auto ka, auto kb) { kernels.impacts[ka][kb] = find_impacts<Isa::Lanes<T>, shared_class(ka), shared_class(kb)>; });
    return kernels;
  }
};

}  // namespace

namespace satchel::kernels {

extern const SweepKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(sweep, SATCHEL_PRECISION);
constinit const SweepKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(sweep, SATCHEL_PRECISION) = Sweeps<SATCHEL_PRECISION>::kernels();

}  // namespace satchel::kernels
