// Which kernels of facing parts an instruction set has.
#pragma once

#include <type_traits>

#include "kernels/facing/facing_pairs.hpp"
#include "kernels/facing/facing_rows.hpp"

namespace {

/// Takes bodies of one class each.
template <class L, unsigned KA, unsigned KB>
using FacingKernelFor =
    std::conditional_t<L::permutes_rows && (KA + KB > 0), FacingUpTo8InRows<L>, FacingKernel<L, KA, KB>>;

}  // namespace
