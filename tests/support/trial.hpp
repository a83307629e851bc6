// Whole scenes held against the oracle, and what came out, in numbers.
#pragma once

#include <array>
#include <cstdint>
#include <satchel/satchel.hpp>
#include <string>
#include <vector>

#include "generators.hpp"

namespace satchel::test {

struct Tally {
  Stats stages;
  std::uint64_t touching_exactly = 0;  ///< touching pairs that only expansions could tell
  std::array<std::uint64_t, 3> verdicts{};
  std::uint64_t wrong = 0;      ///< verdicts, of collide or of classify
  std::uint64_t too_large = 0;  ///< separations more than 6 u D' off
  std::uint64_t faulty = 0;     ///< anything else that a contact promises
  double largest_error = 0;     ///< of a separation, in u D'
  std::vector<std::string> examples;

  void add(const Tally& other);
  [[nodiscard]] double pairs() const { return static_cast<double>(stages.pairs); }
  [[nodiscard]] bool all_right() const { return wrong + too_large + faulty == 0; }
};

/// Collides and classifies all pairs and holds each result against the oracle.
template <class T>
Tally tried(const BasicWorld<T>& world);

/// The same for shapes of any kind, against the oracle that knows radii.
template <class T>
Tally tried_round(const BasicWorld<T>& world);

}  // namespace satchel::test
