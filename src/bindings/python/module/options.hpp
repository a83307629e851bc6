// Arguments that become options: filters, worlds, periods, the options of find_pairs, and what queries to an index take.
#pragma once

#include <span>

#include <satchel/broad_phase.hpp>
#include <satchel/filter.hpp>
#include <satchel/image_pair.hpp>
#include <satchel/index.hpp>

#include "arrays.hpp"
#include "bindings/numbers.hpp"
#include "call.hpp"

namespace satchel::python {

/// Filters, as satchel.make_filters makes them.
struct FiltersArgument {
  /// None: none.
  FiltersArgument(nb::handle value, const char* name);

  nb::object owner;
  std::span<const Filter> span;
};

/// An array of ids, or one id; None: none.
Input<std::uint32_t> optional_ids(nb::handle value, const Form& form);

Periods periods_of(nb::handle value);

/// Image pairs: an array of satchel.ImagePairs, or (n, 4) integers.
class ImagePairsArgument {
 public:
  explicit ImagePairsArgument(nb::handle value);

  std::span<const ImagePair> span() const { return pairs_; }
  std::size_t size() const { return pairs_.size(); }
  NamedArrays inputs() const { return {{owner_, "pairs"}}; }

 private:
  nb::object owner_;
  std::span<const ImagePair> pairs_;
};
/// Whether it is an array of satchel.ImagePairs.
bool are_image_pairs(nb::handle value);

/// The options of find_pairs.
struct PairArguments {
  double margin;
  nb::handle margins, motions, filters, worlds;
  bool sorted;
  nb::handle max_pairs;

  /// As the library takes them, with the arrays that they refer to.
  template <class T>
  struct Kept {
    Input<T> margins;
    Input<double> motions;
    FiltersArgument filters;
    Input<std::uint32_t> worlds;
    BasicPairOptions<T> options;

    NamedArrays inputs() const {
      return {{margins.owner, "margins"}, {motions.owner, "motions"}, {filters.owner, "filters"}, {worlds.owner, "worlds"}};
    }
  };

  template <class T>
  Kept<T> kept() const {
    Kept<T> kept{{}, {}, {filters, "filters"}, {}, {}};
    if (!margins.is_none()) kept.margins = lengths<T>(margins, {"margins", {-1}, "(bodies,): the margin of each body"}, "bad_margin", "bad_margin");
    if (!motions.is_none())
      kept.motions = floats<double>(motions, {"motions", {-1, 3}, "(bodies, 3): x, y, angle of each body"});
    if (!worlds.is_none()) kept.worlds = ids(worlds, {"worlds", {-1}, "(bodies,): the world of each body"});
    kept.options.margin = narrow_margin<T>(margin);
    kept.options.margins = kept.margins.span();
    kept.options.motions = kept.motions.template as<Motion>();
    kept.options.filters = kept.filters.span;
    kept.options.worlds = kept.worlds.span();
    kept.options.max_pairs = static_cast<std::uint32_t>(whole_number(max_pairs, "max_pairs", 0xffffffff));
    kept.options.sorted = sorted;
    return kept;
  }
};

/// The arguments of queries to an index that say which bodies they may find; keeps the arrays.
class QueryArguments {
 public:
  QueryArguments(nb::handle filters, nb::handle worlds, nb::handle query_filters, nb::handle query_worlds,
                 nb::handle ignored);

  QueryOptions with(const Options& run) const {
    return {filters_.span, worlds_.span(), query_filters_.span, query_worlds_.span(), ignored_.span(), {}, run};
  }
  NamedArrays inputs() const {
    return {{filters_.owner, "filters"},
            {worlds_.owner, "worlds"},
            {query_filters_.owner, "query_filters"},
            {query_worlds_.owner, "query_worlds"},
            {ignored_.owner, "ignored"}};
  }

 private:
  FiltersArgument filters_, query_filters_;
  Input<std::uint32_t> worlds_, query_worlds_, ignored_;
};

}  // namespace satchel::python
