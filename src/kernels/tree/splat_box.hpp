// A box against the sixteen boxes of a node or group at once.
#pragma once

#include "format/box_layout.hpp"
#include "kernels/tree/tree_names.hpp"

namespace {

/// One box in every lane.
template <class L>
struct SplatBox {
  typename L::Vector min_x, min_y, max_x, max_y;
};

/// Bit i: box i of the group overlaps the box. Bits below `from` are undefined.
/// @tparam Group  BoxGroup or FloatGroup
template <class L, class Group>
SATCHEL_INLINE unsigned overlapping(const Group& group, const SplatBox<L>& box, unsigned from = 0) {
  constexpr auto width = static_cast<unsigned>(L::width);
  unsigned apart = 0;
  for (unsigned i = from - from % width; i < group_width; i += width) {
    const auto mask = (box.min_x > L::load(group.max_x + i)) | (L::load(group.min_x + i) > box.max_x) |
                      (box.min_y > L::load(group.max_y + i)) | (L::load(group.min_y + i) > box.max_y);
    apart |= L::bits(mask) << i;
  }
  return ~apart & ((1u << group_width) - 1);
}

}  // namespace
