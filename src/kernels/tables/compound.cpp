// The kernels of one instruction set for the parts of compounds.
#include "kernels/layout.hpp"

#include "kernels/isa.hpp"

#include <utility>

#include "kernels/near_parts.hpp"
#include "kernels/one_frame.hpp"

namespace {

using satchel::kernels::CompoundKernels;

template <unsigned KA, unsigned KB>
struct Classes {
  static constexpr unsigned class_a = KA, class_b = KB;
};

template <class L, unsigned KA, unsigned... KB, class T>
constexpr void fill_frame_row(CompoundKernels<T>& kernels, std::integer_sequence<unsigned, KB...>) {
  ((kernels.decide_in_one_frame[KA][KB] = decide_in_one_frame<L, Classes<KA, KB>>), ...);
}

template <class L, unsigned... KA, class T>
constexpr void fill_frame_rows(CompoundKernels<T>& kernels, std::integer_sequence<unsigned, KA...> classes) {
  (fill_frame_row<L, KA>(kernels, classes), ...);
}

template <class T>
struct OfCompounds {
  static constexpr CompoundKernels<T> kernels() {
    using L = Isa::Lanes<T>;
    CompoundKernels<T> kernels{};
    kernels.find_near_parts = find_near_parts<L>;
    kernels.find_nearest_boxes = find_nearest_boxes<L>;
    fill_frame_rows<L>(kernels, std::make_integer_sequence<unsigned, satchel::kernels::lane_class_count>());
    return kernels;
  }
};

}  // namespace

namespace satchel::kernels {

extern const ByPrecision<CompoundKernels> SATCHEL_TABLE(compound);
constinit const ByPrecision<CompoundKernels> SATCHEL_TABLE(compound) = table_of<CompoundKernels, OfCompounds>();

}  // namespace satchel::kernels
