// The KeptPairs of Python: of scenes of either precision, and who uses it at the moment.
#pragma once

#include <satchel/kept_pairs.hpp>

#include <span>
#include <variant>

#include "scene.hpp"

namespace satchel::python {

/// The first update decides the precision. Many calls may read it at once; one at a time may change it.
struct PyKeptPairs {
  double fat = 0;
  std::variant<std::monostate, KeptPairsd, KeptPairs> pairs;
  mutable Use use{"KeptPairs"};

  std::span<const Pair> span() const noexcept {
    return std::visit(
        []<class Kept>(const Kept& kept) {
          if constexpr (std::is_same_v<Kept, std::monostate>) {
            return std::span<const Pair>();
          } else {
            return kept.pairs();
          }
        },
        pairs);
  }
};

}  // namespace satchel::python
