// Reads and writes the boxes of a group.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "format/box_layout.hpp"

namespace satchel::tree {

/// @tparam Group  kernels::BoxGroup, or kernels::FloatGroup with boxes of floats
template <class Group, class AnyBox>
void set_lane(Group& group, std::size_t lane, const AnyBox& box) {
  group.min_x[lane] = box.min_x;
  group.min_y[lane] = box.min_y;
  group.max_x[lane] = box.max_x;
  group.max_y[lane] = box.max_y;
}

inline Box box_of_lane(const kernels::BoxGroup& group, std::size_t lane) {
  return {group.min_x[lane], group.min_y[lane], group.max_x[lane], group.max_y[lane]};
}

inline bool is_empty(const Box& box) { return !(box.min_x <= box.max_x); }

/// The box around two boxes, of which each may be empty.
/// The largest magnitude of a bound; 0 of an empty box.
inline double largest_coordinate(const Box& box) {
  if (is_empty(box)) return 0;
  return std::max({std::fabs(box.min_x), std::fabs(box.max_x), std::fabs(box.min_y), std::fabs(box.max_y)});
}
inline Box box_around(const Box& one, const Box& other) {
  return {std::min(one.min_x, other.min_x), std::min(one.min_y, other.min_y), std::max(one.max_x, other.max_x),
          std::max(one.max_y, other.max_y)};
}

/// Without branches, which could not be predicted.
inline bool have_common_point(const Box& a, const Box& b) {
  return ((a.min_x <= b.max_x) & (b.min_x <= a.max_x) & (a.min_y <= b.max_y) & (b.min_y <= a.max_y)) != 0;
}

/// The smallest of sixteen numbers, by halves: compilers do this in vectors.
template <class T, class Least>
T least_of(const T* numbers, const Least& least) {
  T some[kernels::group_width / 2];
  for (unsigned i = 0; i < 8; ++i) some[i] = least(numbers[i], numbers[i + 8]);
  for (unsigned i = 0; i < 4; ++i) some[i] = least(some[i], some[i + 4]);
  for (unsigned i = 0; i < 2; ++i) some[i] = least(some[i], some[i + 2]);
  return least(some[0], some[1]);
}

/// The box around the boxes of a group.
/// @tparam AnyBox, Group  as for set_lane
template <class AnyBox, class Group>
AnyBox box_around_group(const Group& group) {
  const auto smaller = [](auto a, auto b) { return b < a ? b : a; };
  const auto larger = [](auto a, auto b) { return a < b ? b : a; };
  return {least_of(group.min_x, smaller), least_of(group.min_y, smaller), least_of(group.max_x, larger),
          least_of(group.max_y, larger)};
}
inline Box box_around(const kernels::BoxGroup& group) { return box_around_group<Box>(group); }

}  // namespace satchel::tree
