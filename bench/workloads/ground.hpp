// Boxes that lie, a little deep, on a terrain of segments which know their neighbours.
#pragma once

#include <vector>

#include <satchel/pose.hpp>
#include <satchel/types.hpp>

#include "workloads/question.hpp"

namespace satchel_bench {

/// Segment k leads from points[k] to points[k + 1]; the points run from right to left, so that the front is up.
struct Ground {
  struct Contact {
    std::size_t segment, box;
  };
  static constexpr float half_width = 0.8f, half_height = 0.5f;

  std::vector<satchel::Vec2> points;
  std::vector<satchel::Pose> boxes;
  std::vector<Contact> pairs;  // each box with the segments that it is over
};

inline constexpr Question boxes_on_ground{"seams", "boxes_on_ground", "pair", 10'240};
const Ground& ground();

}  // namespace satchel_bench
