// Which kernels of facing parts an instruction set has.
#pragma once

#include <type_traits>

#include "kernels/facing_pairs.hpp"
#include "kernels/facing_rows.hpp"
#include "kernels/facing_up_to_8.hpp"

namespace {

/// Whether lists of polygons of up to eight vertices, of several classes, go through one kernel.
template <class L>
constexpr bool takes_up_to_8 = L::turns_rows || sizeof(typename L::Vector) == 64;

template <class L>
using FacingUpTo8For = std::conditional_t<L::turns_rows, FacingUpTo8InRows<L>, FacingUpTo8<L>>;

/// Of one class each.
template <class L, unsigned KA, unsigned KB>
using FacingKernelFor =
    std::conditional_t<L::turns_rows && (KA + KB > 0), FacingUpTo8InRows<L>, FacingKernel<L, KA, KB>>;

}  // namespace
