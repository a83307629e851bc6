// Reads and writes the boxes of a group.
#pragma once

#include <algorithm>
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
inline Box box_around(const Box& one, const Box& other) {
  return {std::min(one.min_x, other.min_x), std::min(one.min_y, other.min_y), std::max(one.max_x, other.max_x),
          std::max(one.max_y, other.max_y)};
}

/// The box around the boxes of a group.
inline Box box_around(const kernels::BoxGroup& group) {
  Box box = kernels::empty_box;
  for (unsigned i = 0; i < kernels::group_width; ++i) {
    box.min_x = std::min(box.min_x, group.min_x[i]);
    box.min_y = std::min(box.min_y, group.min_y[i]);
    box.max_x = std::max(box.max_x, group.max_x[i]);
    box.max_y = std::max(box.max_y, group.max_y[i]);
  }
  return box;
}

}  // namespace satchel::tree
