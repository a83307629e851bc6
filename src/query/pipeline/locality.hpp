// Whether a list of pairs keeps to few regions of its scenes for a while. What it needs then is in the cache, or the
// processor sees it coming, and asking for lines ahead is work for nothing: a third of the time that `collide` takes
// on octagons.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <satchel/types.hpp>

namespace satchel::query {

/// Counts the regions that the first pairs lead to, a region being the bodies of sixteen successive indices. Neighbours
/// in a grid of bodies lead to one region in ten pairs, bodies in no order to two a pair. The bound is one in five.
inline bool keeps_to_few_regions(std::span<const Pair> pairs) {
  constexpr std::size_t sample = 128;
  constexpr unsigned region_shift = 4, slots = 256;
  using Seen = std::array<std::uint32_t, slots>;  // by the low bits of a region: the last one, plus 1
  Seen seen_a{}, seen_b{};
  std::size_t regions = 0;
  const auto look_at = [&](Seen& seen, BodyId body) {
    const std::uint32_t region = (body >> region_shift) + 1;
    std::uint32_t& slot = seen[region % slots];
    regions += slot != region ? 1 : 0;
    slot = region;
  };
  if (pairs.size() > sample) pairs = pairs.first(sample);
  for (const Pair& pair : pairs) {
    look_at(seen_a, pair.a);
    look_at(seen_b, pair.b);
  }
  return 5 * regions <= pairs.size();
}

}  // namespace satchel::query
