// Questions about pairs of bodies.
#pragma once

#include <satchel/types.hpp>

#include <optional>

#include "arrays.hpp"
#include "call.hpp"
#include "results.hpp"
#include "scene.hpp"

namespace satchel::python {

/// The pairs of a call: an array of two columns, or a KeptPairs, which is held for reading.
class PairsArgument {
 public:
  explicit PairsArgument(nb::handle value);

  std::span<const Pair> span() const { return pairs_; }
  std::size_t size() const { return pairs_.size(); }
  NamedArrays inputs() const { return {{ids_.owner, "pairs"}}; }

 private:
  Input<std::uint32_t> ids_;
  std::optional<Reading> reading_;
  std::span<const Pair> pairs_;
};

/// A question with one Result for each pair: ask(results, options).
/// @param pairs   a PairsArgument or an ImagePairsArgument
/// @param inputs  the arrays that the question reads beside the pairs
template <class Result>
nb::object results_of(const auto& pairs, const NamedArrays& inputs, nb::handle out, const CallArguments& arguments,
                      const auto& ask) {
  nb::object array = results<Result>(out, pairs.size());
  if (!out.is_none()) refuse_overlap(array, joined(pairs.inputs(), inputs));
  Call call(arguments);
  call.run([&](const Options& options) { return ask(span_of<Result>(array), options); });
  return array;
}

void bind_questions(Module& m);
void bind_relate(Module& m);
void bind_motions(Module& m);
void bind_trajectories(Module& m);

}  // namespace satchel::python
