// The area of a region that has a block of an outline: of triangles between its edges and the first vertex of each ring.
#pragma once

#include <cstddef>
#include <cstdint>

#include "areas/number.hpp"
#include "exact/two_lanes.hpp"
#include "format/outline_layout.hpp"

namespace satchel::areas {

/// Twice the area between the edges of a group and a point, by cross products in doubles.
template <class T>
double rough_area_of_group(const T* x, const T* y, T from_x, T from_y) {
  using V = exact::TwoLanes;
  const V x0 = V::splat(static_cast<double>(from_x)), y0 = V::splat(static_cast<double>(from_y));
  V twice = V::splat(0);
  for (std::uint32_t i = 0; i < kernels::edges_of_group; i += 2) {
    twice =
        twice + ((V::load(x + i) - x0) * (V::load(y + i + 1) - y0) - (V::load(y + i) - y0) * (V::load(x + i + 1) - x0));
  }
  return twice.lower() + twice.upper();
}
/// The same in twice the precision of double.
template <class T>
TwiceDouble area_of_group(const T* x, const T* y, T from_x, T from_y) {
  TwiceDouble twice(0.0), start_x = exact_difference<double>(x[0], from_x),
                          start_y = exact_difference<double>(y[0], from_y);
  for (std::uint32_t i = 1; i <= kernels::edges_of_group; ++i) {
    const TwiceDouble end_x = exact_difference<double>(x[i], from_x), end_y = exact_difference<double>(y[i], from_y);
    twice = twice + (start_x * end_y - start_y * end_x);
    start_x = end_x;
    start_y = end_y;
  }
  return twice;
}

/// Calls use(x, y, from_x, from_y) for all groups, each with the first vertex of its ring.
template <class T, class Use>
void for_each_group(const kernels::OutlineBlock<const T>& region, const Use& use) {
  const kernels::OutlineHeader header = region.header_of(region.values);
  for (std::uint32_t ring = 0, group = 0; ring < region.rings; ++ring) {
    const std::uint32_t end =
        ring + 1 < region.rings ? region.first_group(region.values, header, ring + 1) : region.groups;
    const T* const first = region.vertices(group);
    for (; group < end; ++group) {
      const T* const x = region.vertices(group);
      use(x, x + region.y_stride, first[0], first[region.y_stride]);
    }
  }
}

/// Twice the area of a region, exactly before it is rounded.
template <class T>
TwiceDouble twice_exact_area_of(const kernels::OutlineBlock<const T>& region) {
  // Compressed, a sum of products of coordinates has at most 18 terms: its bits lie between 2^-504 and 2^440.
  exact::Expansion<18 + 16> sum;
  for_each_group(region, [&](const T* x, const T* y, T from_x, T from_y) {
    const auto to = [](T p, T from) { return exact::Expansion<2>(exact::two_difference(p, from)); };
    for (std::uint32_t i = 0; i < kernels::edges_of_group; ++i) {
      sum = exact::compressed(sum);
      exact::add_to(sum, exact::cross(to(x[i], from_x), to(y[i + 1], from_y), to(y[i], from_y), to(x[i + 1], from_x)));
    }
  });
  return number_of<TwiceDouble>(sum);
}

/// The area of the box around a region.
template <class T>
double area_of_box(const kernels::OutlineBlock<const T>& region) {
  const T* const box = region.whole();  // signs of the lower corner are changed
  const double width = static_cast<double>(box[0]) + static_cast<double>(box[2]);
  const double height = static_cast<double>(box[1]) + static_cast<double>(box[3]);
  return width * height;
}

/// The area of a region. One that fills less than 2^-20 of its box is summed up exactly.
template <class T>
TwiceDouble area_of(const kernels::OutlineBlock<const T>& region) {
  TwiceDouble twice(0.0);
  for_each_group(region, [&](auto... group) { twice = twice + area_of_group(group...); });
  if (!(twice.high >= 0x1p-20 * area_of_box(region))) twice = twice_exact_area_of(region);
  return TwiceDouble(twice.high > 0 ? 0.5 : 0.0) * twice;  // placing may turn thin ones over
}
/// The same in doubles: off by some roundings of the area of the box around the region. The bounds for floats have room for that,
/// though a thin region of floats may get an area of no right digit. A region of doubles that fills less than 1/32 of its
/// box gets the area that `area_of` gives.
template <class T>
double rough_area_of(const kernels::OutlineBlock<const T>& region) {
  double twice = 0;
  for_each_group(region, [&](auto... group) { twice += rough_area_of_group(group...); });
  if constexpr (sizeof(T) == sizeof(double)) {
    if (!(twice >= 0x1p-4 * area_of_box(region))) return lead(area_of(region));
  }
  return 0.5 * twice;
}

}  // namespace satchel::areas
