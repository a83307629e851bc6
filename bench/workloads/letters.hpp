// Pairs of Us of three parts each, turned at random, that overlap: one MTV does not always take them apart.
#pragma once

#include <array>
#include <vector>

#include <satchel/pose.hpp>
#include <satchel/types.hpp>

#include "workloads/question.hpp"

namespace satchel_bench {

struct Letters {
  std::array<std::array<satchel::Vec2, 4>, 3> parts;
  std::vector<satchel::Pose> poses;  // letters 2 i and 2 i + 1 are a pair, far from the others
};

inline constexpr Question overlapping_us{"push_out", "overlapping_us", "body", 2'000};
const Letters& letters();

}  // namespace satchel_bench
