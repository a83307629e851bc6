// Verifies engines before they are timed: an engine with wrong answers is not measured.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/pair_engine.hpp"

namespace satchel_bench {

/// The separation of each pair by the reference.
std::vector<double> reference_separations(const Workload& workload);

struct Verification {
  std::string error;     // names the pair and both answers; empty: all are right
  std::size_t hits = 0;  // pairs that the engine reports as hits
};

/// Compares the answers of the engine's last run over all pairs with the reference.
Verification verify(const Workload& workload, const std::vector<double>& separations, const PairEngine& engine);

/// The difference between a workload and what its plan expects of it (Expected); empty: none.
std::string unexpected(const Workload& workload, const std::vector<double>& separations);

/// The share of pairs whose interiors meet.
double overlapping_fraction(const std::vector<double>& separations);

}  // namespace satchel_bench
