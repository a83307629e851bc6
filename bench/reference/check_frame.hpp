// Checks a frame's contacts: pairs of bodies with a yes or no each.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <satchel/types.hpp>

#include "workloads/workload.hpp"

namespace satchel_bench {

/// The pairs of a workload's bodies that overlap by more than rounding, by the reference, of all bodies with all others;
/// the workload's own pairs are unused. Sorted.
std::vector<satchel::Pair> overlapping_pairs(const Workload& workload);

/// Checks what an engine found of a workload's bodies: each pair once, a yes for all overlaps, and for no pair that is
/// farther apart than `skin`.
/// @param overlaps  overlapping_pairs(workload)
/// @param pairs     of the engine, in any order; either body may come first
/// @param hits      its answers, 0: no
/// @return  the first error, or empty
std::string wrong_contacts(const Workload& workload, std::span<const satchel::Pair> overlaps,
                           std::span<const satchel::Pair> pairs, std::span<const std::uint8_t> hits, double skin);

}  // namespace satchel_bench
