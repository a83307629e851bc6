// Checks lists of candidate pairs.
#pragma once

#include <span>
#include <string>

#include <satchel/types.hpp>

namespace satchel_bench {

/// By how much two boxes are apart along x or y; at most 0: they have a common point.
double gap(const satchel::Box& a, const satchel::Box& b);

/// Checks that every expected pair is found once, and that others are no farther apart than the engine's slack.
/// @param expected  sorted
/// @param found     in any order; either body may come first
/// @return  the error, or empty
std::string wrong_pairs(std::span<const satchel::Box> boxes, std::span<const satchel::Pair> expected,
                        std::span<const satchel::Pair> found, double slack);

}  // namespace satchel_bench
