// Whether the lanes decide a touch by themselves (kernels/sat/exact_lanes.hpp): tiles and boxes on a coarse grid.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "exact/resolve.hpp"

namespace satchel::query {

/// Whether all offsets of two cores of one origin are multiples of one number that is no less than 2^-9 (double: 2^-23)
/// of the largest. As kernels/sat/exact_lanes.hpp finds it out, operation by operation.
template <class T>
bool on_small_grid(const exact::Core<T>& a, const exact::Core<T>& b) {
  constexpr T shift = sizeof(T) == sizeof(float) ? T(0x1p16) : T(0x1p31);
  T largest = 0;
  for (const exact::Core<T>* const core : {&a, &b}) {
    for (std::size_t i = 0; i < core->count; ++i) {
      largest = std::max(largest, std::max(std::fabs(core->x[i]), std::fabs(core->y[i])));
    }
  }
  const T rounder = shift * largest;
  for (const exact::Core<T>* const core : {&a, &b}) {
    for (std::size_t i = 0; i < core->count; ++i) {
      if ((core->x[i] + rounder) - rounder != core->x[i] || (core->y[i] + rounder) - rounder != core->y[i])
        return false;
    }
  }
  return true;
}

}  // namespace satchel::query
