// Which parts of two bodies are near each other, by their boxes.
//
//   for each few parts i of A that are near B's box, each few parts j of B that are near A's box:
//     visit those (i, j) whose boxes are near each other
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "query/part_boxes.hpp"

namespace satchel::query {

/// @param reach  reach(): gaps up to it are near; may come down on the way
/// @param visit  visit(i, j, bounds of i, bounds of j as A sees them): all that are near, perhaps some that are not
template <class T, class Reach, class Visit>
void for_each_near_parts(const Bodies<T>& bodies, Reach reach, Visit visit) {
  constexpr std::uint32_t at_once = 64;
  const FourBounds<T> whole_b = bodies.from_a(bodies.b.whole), whole_a = bodies.from_b(bodies.a.whole);
  if (!bodies.a.whole_bounds().is_within(reach(), whole_b)) return;
  struct Near {
    std::array<FourBounds<T>, at_once> bounds;
    std::array<std::uint32_t, at_once> parts;
    std::size_t count;
  } of_a, of_b;
  // Those of [begin, begin + at_once) that are near enough to the whole other body.
  const auto collect = [&](const PartsOf<T>& own, const FourBounds<T>& other, std::uint32_t begin, Near& near) {
    const T most = reach();
    const std::uint32_t end = std::min(own.count, begin + at_once);
    near.count = 0;
    for (std::uint32_t k = begin; k < end; ++k) {
      near.bounds[near.count] = own.bounds(k);
      near.parts[near.count] = k;
      near.count += near.bounds[near.count].is_within(most, other) ? 1 : 0;
    }
  };
  for (std::uint32_t begin_a = 0; begin_a < bodies.a.count; begin_a += at_once) {
    collect(bodies.a, whole_b, begin_a, of_a);
    if (of_a.count == 0) continue;
    for (std::uint32_t begin_b = 0; begin_b < bodies.b.count; begin_b += at_once) {
      collect(bodies.b, whole_a, begin_b, of_b);
      for (std::size_t j = 0; j < of_b.count; ++j) {
        const FourBounds<T> seen = bodies.from_a(bodies.b.boxes[bodies.b.first + of_b.parts[j]]);
        const T most = reach();
        for (std::size_t i = 0; i < of_a.count; ++i) {
          if (of_a.bounds[i].is_within(most, seen)) visit(of_a.parts[i], of_b.parts[j], of_a.bounds[i], seen);
        }
      }
    }
  }
}

}  // namespace satchel::query
