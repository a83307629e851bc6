// Checks of the pairs that a join finds.
#pragma once

#include <string>
#include <vector>

#include "workloads/workload.hpp"

namespace satchel_bench {

/// Checks that the pairs of bodies that are reported to meet do so, and that no pair is missing. Either body of a pair
/// may come first.
/// @return  the first error, or empty
std::string wrong_join(const Workload& workload, std::vector<satchel::Pair> hits);

}  // namespace satchel_bench
