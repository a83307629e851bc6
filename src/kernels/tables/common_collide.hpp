// The contact kernels that every table of them has (collide.cpp, collide_compact.cpp).
#pragma once

#include "format/kernel_table.hpp"

#include "kernels/long/collide_long.hpp"
#include "kernels/sat/box_pairs.hpp"
#include "kernels/sat/collide.hpp"
#include "kernels/sat/discs.hpp"
#include "kernels/sat/single_pairs.hpp"

namespace {

template <class T>
constexpr satchel::kernels::CollideKernels<T> common_collide_kernels() {
  using L = Isa::Lanes<T>;
  satchel::kernels::CollideKernels<T> kernels{};
  kernels.collide_boxes = collide_lanes<L, BoxKernel<L>>;
  kernels.collide_singly = collide_singly<T>;
  kernels.collide_long = collide_long<L, Isa::FourLanes<T>>;
  kernels.classify_by_discs = classify_by_discs<L>;
  kernels.near_by_discs = near_by_discs<L>;
  return kernels;
}

}  // namespace
