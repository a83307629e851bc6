// Questions about pairs of bodies.
#pragma once

#include <satchel/types.hpp>

#include "arrays.hpp"
#include "call.hpp"
#include "results.hpp"
#include "scene.hpp"

namespace satchel::python {

/// The pairs of a call: an array of two columns.
class PairsArgument {
 public:
  explicit PairsArgument(nb::handle value);

  std::span<const Pair> span() const { return ids_.as<Pair>(); }
  std::size_t size() const { return ids_.rows; }
  nb::handle owner() const { return ids_.owner; }

 private:
  Input<std::uint32_t> ids_;
};

void bind_questions(nb::module_& m);
void bind_motions(nb::module_& m);

}  // namespace satchel::python
