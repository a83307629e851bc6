// The area kernel of one instruction set and precision.
#include "format/kernel_table.hpp"

#include <type_traits>

#include "lanes/isa.hpp"

#include "kernels/area/overlap_area.hpp"

namespace {

using satchel::kernels::AreaKernels;

template <class T>
struct OfAreas {
  static constexpr AreaKernels<T> kernels() {
    using D = Isa::Lanes<double>;
    using N = std::conditional_t<sizeof(T) == sizeof(float), PlainNumbers<D>, TwiceNumbers<D>>;
    return {AreaKernel<Isa::Lanes<T>, N>::run};
  }
};

}  // namespace

namespace satchel::kernels {

extern const AreaKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(area, SATCHEL_PRECISION);
constinit const AreaKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(area, SATCHEL_PRECISION) =
    OfAreas<SATCHEL_PRECISION>::kernels();

}  // namespace satchel::kernels
