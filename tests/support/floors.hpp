// Floors and terrains of many bodies, and what a correct contact with them is, by trigonometry in long double.
#pragma once

#include <algorithm>
#include <cmath>
#include <satchel/satchel.hpp>
#include <vector>

namespace satchel::test {

/// A floor of tiles of unit width whose top is y = 0, from x = 0 on; tiles share one shape.
template <class T>
std::vector<BodyId> add_tiles(BasicScene<T>& scene, int count) {
  const ShapeId tile = scene.add_box(T(0.5), T(0.5));
  std::vector<BodyId> tiles;
  for (int i = 0; i < count; ++i) tiles.push_back(scene.add_body(tile, {i + 0.5, -0.5}));
  return tiles;
}

/// A box of half-extents (1, 0.75) whose bottom is at `bottom`, centred at x.
template <class T>
Pose pose_on_floor(double x, double bottom) {
  return {x, bottom + 0.75};
}

/// Pairs of a body with all of a list.
inline std::vector<Pair> pairs_with(BodyId body, const std::vector<BodyId>& others) {
  std::vector<Pair> pairs;
  for (const BodyId other : others) pairs.push_back({body, other});
  return pairs;
}

}  // namespace satchel::test
