// Checks translations that push letters apart: the shortest by brute force over all places where it may end, in double.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <satchel/types.hpp>

#include "workloads/letters.hpp"

namespace satchel_bench {

/// What the translations of an engine have to fulfil.
struct PushPromise {
  std::size_t least_apart;     // pairs that are apart or touch afterwards
  double most_times_shortest;  // no way is longer than so many times the shortest one out
};

/// The translations (x, y) of each first letter of a pair.
using Ways = std::vector<satchel::Vec2d>;

/// The pairs that are apart or touch after the first letter has gone its way.
std::size_t pairs_apart(const Letters& letters, const Ways& ways);

/// The length of the shortest translation that takes the first letter of a pair out of the second one.
double shortest_way_out(const Letters& letters, std::size_t pair);

/// @return  the first error, or empty
std::string wrong_ways(const Letters& letters, const Ways& ways, const PushPromise& promise);

}  // namespace satchel_bench
