// The kernels of one instruction set and precision for the parts of compounds.
#include "format/kernel_table.hpp"

#include "lanes/isa.hpp"

#include "kernels/compound/part_overlaps.hpp"
#include "kernels/outline/classify_by_outlines.hpp"
#include "kernels/sat/one_frame.hpp"

namespace {

using satchel::kernels::CompoundKernels;

template <class T>
struct OfCompounds {
  static constexpr CompoundKernels<T> kernels() {
    using L = Isa::Lanes<T>;
    CompoundKernels<T> kernels{};
    kernels.find_near_parts = find_near_parts<L>;
    kernels.find_nearest_boxes = find_nearest_boxes<L>;
    kernels.classify_by_outlines = classify_by_outlines<T>;
    kernels.decide_in_one_frame = decide_in_one_frame<L>;
    return kernels;
  }
};

}  // namespace

namespace satchel::kernels {

extern const CompoundKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(compound, SATCHEL_PRECISION);
constinit const CompoundKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(compound, SATCHEL_PRECISION) =
    OfCompounds<SATCHEL_PRECISION>::kernels();

}  // namespace satchel::kernels
