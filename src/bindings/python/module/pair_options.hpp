// The options of find_pairs, and of pairs that are kept.
#pragma once

#include <satchel/broad_phase.hpp>

#include "options.hpp"

namespace satchel::python {

/// The options of find_pairs.
struct PairArguments {
  double margin;
  nb::handle margins, motions, filters, worlds;
  bool sorted;
  unsigned long long max_pairs;

  /// As the library takes them, with the arrays that they refer to.
  template <class T>
  struct Kept {
    Input<T> margins;
    Input<double> motions;
    FiltersArgument filters;
    Input<std::uint32_t> worlds;
    BasicPairOptions<T> options;
  };

  template <class T>
  Kept<T> kept() const {
    Kept<T> kept{{}, {}, {filters, "filters"}, {}, {}};
    if (!margins.is_none()) kept.margins = floats<T>(margins, {"margins", {-1}, "(bodies,): the margin of each body"});
    if (!motions.is_none())
      kept.motions = floats<double>(motions, {"motions", {-1, 3}, "(bodies, 3): x, y, angle of each body"});
    if (!worlds.is_none()) kept.worlds = ids(worlds, {"worlds", {-1}, "(bodies,): the world of each body"});
    if (max_pairs > 0xffffffffull)
      fail("out_of_range", "max_pairs", -1,
           "max_pairs is " + std::to_string(max_pairs) + "; wanted at most 4294967295");
    kept.options.margin = static_cast<T>(margin);
    kept.options.margins = kept.margins.span();
    kept.options.motions = kept.motions.template as<Motion>();
    kept.options.filters = kept.filters.span;
    kept.options.worlds = kept.worlds.span();
    kept.options.max_pairs = static_cast<std::uint32_t>(max_pairs);
    kept.options.sorted = sorted;
    return kept;
  }
};

}  // namespace satchel::python
