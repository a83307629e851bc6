// A hash of results: of all fields of each, and of no byte between them. What is neither a number nor an aggregate of those
// does not compile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <satchel/results.hpp>
#include <type_traits>

#include "hash.hpp"

namespace satchel::test {

/// Stands for a field of any type where fields are counted.
struct AnyField {
  template <class Field>
  operator Field() const;
};

template <class Item, class... Fields>
consteval std::size_t field_count() {
  if constexpr (requires { Item{Fields{}..., AnyField{}}; }) {
    return field_count<Item, Fields..., AnyField>();
  } else {
    return sizeof...(Fields);
  }
}

template <class Number>
requires(std::is_arithmetic_v<Number> || std::is_enum_v<Number>) void add_fields(Hash& bits, Number number) {
  if constexpr (std::is_floating_point_v<Number>) {
    bits.add(number);
  } else {
    bits.add(static_cast<std::uint64_t>(number));
  }
}

template <class Item>
requires std::is_aggregate_v<Item>
void add_fields(Hash& bits, const Item& item) {
  const auto add_all = [&](const auto&... fields) { (add_fields(bits, fields), ...); };
  constexpr std::size_t count = field_count<Item>();
  static_assert(count >= 2 && count <= 6);
  if constexpr (count == 2) {
    const auto& [a, b] = item;
    add_all(a, b);
  } else if constexpr (count == 3) {
    const auto& [a, b, c] = item;
    add_all(a, b, c);
  } else if constexpr (count == 4) {
    const auto& [a, b, c, d] = item;
    add_all(a, b, c, d);
  } else if constexpr (count == 5) {
    const auto& [a, b, c, d, e] = item;
    add_all(a, b, c, d, e);
  } else if constexpr (count == 6) {
    const auto& [a, b, c, d, e, f] = item;
    add_all(a, b, c, d, e, f);
  }
}

/// The fields of this one are not counted, as an array is among them.
template <class T>
void add_fields(Hash& bits, const BasicManifold<T>& manifold) {
  const auto& [normal_x, normal_y, feature, count, points] = manifold;
  bits.add(normal_x, normal_y, std::uint64_t{feature}, std::uint64_t{count});
  for (const BasicManifoldPoint<T>& point : points) add_fields(bits, point);
}

/// A hash of lists of results.
template <class... Lists>
std::uint64_t hash_of(const Lists&... lists) {
  Hash bits;
  const auto add_list = [&](const auto& list) {
    bits.add(std::uint64_t{list.size()});
    for (const auto& item : list) add_fields(bits, item);
  };
  (add_list(lists), ...);
  return bits.value();
}

}  // namespace satchel::test
