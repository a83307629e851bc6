// Arguments that become options: filters, worlds, periods, and what queries to an index take.
#pragma once

#include <span>

#include <satchel/filter.hpp>
#include <satchel/image_pair.hpp>
#include <satchel/index.hpp>

#include "arrays.hpp"

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
  nb::handle owner() const { return owner_; }

 private:
  nb::object owner_;
  std::span<const ImagePair> pairs_;
};
/// Whether it is an array of satchel.ImagePairs.
bool are_image_pairs(nb::handle value);

/// The arguments of queries to an index that say which bodies they may find; keeps the arrays.
class QueryArguments {
 public:
  QueryArguments(nb::handle filters, nb::handle worlds, nb::handle query_filters, nb::handle query_worlds,
                 nb::handle ignored);

  QueryOptions with(const Options& run) const {
    return {filters_.span, worlds_.span(), query_filters_.span, query_worlds_.span(), ignored_.span(), run};
  }

 private:
  FiltersArgument filters_, query_filters_;
  Input<std::uint32_t> worlds_, query_worlds_, ignored_;
};

}  // namespace satchel::python
