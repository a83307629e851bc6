// The sweep kernels of one instruction set.
#include "kernels/layout.hpp"

#include "kernels/isa.hpp"

#include <utility>

#include "kernels/sweep.hpp"

namespace {

using satchel::kernels::SweepKernels;

template <class L, unsigned KA, unsigned... KB, class T>
constexpr void fill_row(SweepKernels<T>& kernels, std::integer_sequence<unsigned, KB...>) {
  ((kernels.impacts[KA][KB] = find_impacts<L, KA, KB>), ...);
}

template <class L, unsigned... KA, class T>
constexpr void fill_rows(SweepKernels<T>& kernels, std::integer_sequence<unsigned, KA...> classes) {
  (fill_row<L, KA>(kernels, classes), ...);
}

template <class T>
struct Sweeps {
  static constexpr SweepKernels<T> kernels() {
    SweepKernels<T> kernels{};
    fill_rows<Isa::Lanes<T>>(kernels, std::make_integer_sequence<unsigned, satchel::kernels::lane_class_count>());
    return kernels;
  }
};

}  // namespace

namespace satchel::kernels {

extern const ByPrecision<SweepKernels> SATCHEL_TABLE(sweep);
constinit const ByPrecision<SweepKernels> SATCHEL_TABLE(sweep) = table_of<SweepKernels, Sweeps>();

}  // namespace satchel::kernels
