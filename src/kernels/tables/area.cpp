// The area kernel of one instruction set and precision.
#include "format/kernel_table.hpp"

#include "lanes/isa.hpp"

#include "kernels/area/overlap_area.hpp"

namespace {

using satchel::kernels::AreaKernels;

template <class T>
struct OfAreas {
  using D = Isa::Lanes<double>;

  static std::size_t areas(const satchel::kernels::PairJob<T>& job, unsigned ka, unsigned kb, std::size_t count,
                           satchel::kernels::PairAreas* to) {
    if constexpr (sizeof(T) == sizeof(double)) {
      if (!job.may_stop) return AreaKernel<Isa::Lanes<T>, TwiceNumbers<D>>::run(job, ka, kb, count, to);
    }
    return AreaKernel<Isa::Lanes<T>, PlainNumbers<D>>::run(job, ka, kb, count, to);
  }
  static constexpr AreaKernels<T> kernels() { return {areas}; }
};

}  // namespace

namespace satchel::kernels {

extern const AreaKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(area, SATCHEL_PRECISION);
constinit const AreaKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(area, SATCHEL_PRECISION) =
    OfAreas<SATCHEL_PRECISION>::kernels();

}  // namespace satchel::kernels
