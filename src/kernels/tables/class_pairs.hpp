// Filling the part of a table that has an entry for each pair of classes.
#pragma once

#include <utility>

namespace {

template <class Fill, unsigned... K>
constexpr void for_each_class_pair(Fill fill, std::integer_sequence<unsigned, K...>) {
  const auto fill_row = [&](auto ka) { (fill(ka, std::integral_constant<unsigned, K>()), ...); };
  (fill_row(std::integral_constant<unsigned, K>()), ...);
}

/// Calls fill(ka, kb) for all ka and kb below `classes`, both constants that are fit for template arguments.
template <unsigned classes, class Fill>
constexpr void for_each_class_pair(Fill fill) {
  for_each_class_pair(fill, std::make_integer_sequence<unsigned, classes>());
}

}  // namespace
