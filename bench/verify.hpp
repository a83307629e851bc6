// Verify, then time: an engine whose answers differ from the reference is not measured.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine.hpp"

namespace satchel_bench {

/// The reference's separation of each pair.
std::vector<double> reference_separations(const Workload& workload);

struct Verification {
  std::string error;     // names the pair and both answers; empty: all agree
  std::size_t hits = 0;  // pairs for which the engine said yes
};

/// Compares what the engine's last run over all pairs wrote with the reference.
Verification verify(const Workload& workload, const std::vector<double>& separations, const Engine& engine);

/// What is wrong with the workload itself by what was expected of it; empty: nothing.
std::string unexpected(const Workload& workload, const std::vector<double>& separations);

/// The share of pairs whose interiors meet.
double overlapping_fraction(const std::vector<double>& separations);

}  // namespace satchel_bench
