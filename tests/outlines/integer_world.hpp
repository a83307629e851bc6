// Worlds of outlines whose placed vertices are integers, and their edges, for oracles in integers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <satchel/satchel.hpp>
#include <vector>

#include "outlines/cell_regions.hpp"

namespace satchel::test {

using Integer = std::int64_t;

struct IntegerPoint {
  Integer x, y;
};
inline IntegerPoint operator-(IntegerPoint p, IntegerPoint q) { return {p.x - q.x, p.y - q.y}; }
inline Integer cross(IntegerPoint p, IntegerPoint q) { return p.x * q.y - p.y * q.x; }
inline Integer dot(IntegerPoint p, IntegerPoint q) { return p.x * q.x + p.y * q.y; }

struct IntegerEdge {
  IntegerPoint from, to;
};

/// Whether the point p / scale lies in an odd number of rings, or on an edge.
inline bool holds(const std::vector<IntegerEdge>& edges, IntegerPoint p, Integer scale = 1) {
  bool inside = false;
  for (const IntegerEdge& edge : edges) {
    const IntegerPoint from{edge.from.x * scale, edge.from.y * scale}, to{edge.to.x * scale, edge.to.y * scale};
    const Integer side = cross(edge.to - edge.from, p - from);
    const auto is_between = [](Integer v, Integer a, Integer b) { return std::min(a, b) <= v && v <= std::max(a, b); };
    if (side == 0 && is_between(p.x, from.x, to.x) && is_between(p.y, from.y, to.y)) return true;
    if ((from.y > p.y) != (to.y > p.y) && (side > 0) == (to.y > p.y)) inside = !inside;
  }
  return inside;
}

template <class T>
struct IntegerWorld {
  BasicScene<T> scene;
  std::vector<std::vector<IntegerEdge>> edges;  ///< of each body
  int spread = 20;                              ///< of origins; 0: bodies are not moved either
  double far = 0;                               ///< added to all origins, but not to the edges

  void fill(Random& random, std::size_t count) {
    while (edges.size() < count) {
      const int size = random.integer(1, 6);
      Cells region;
      for (int x = 0; x < size; ++x) {
        for (int y = 0; y < size; ++y) {
          if (random.chance(0.65)) region.cells.insert({x, y});
        }
      }
      add(random, region);
    }
  }

  /// Adds a region of cells, sheared and turned, unless it is no valid outline.
  void add(Random& random, const Cells& region) {
    const std::array<int, 4> map{random.integer(-3, 3), random.integer(-3, 3), random.integer(-3, 3),
                                 random.integer(-3, 3)};
    if (region.cells.empty() || map[0] * map[3] == map[1] * map[2]) return;
    std::vector<BasicVec2<T>> vertices;
    std::vector<std::uint32_t> rings{0}, polygons{0};
    for (const auto& polygon : boundary_of(region, random.chance(0.5))) {
      for (const auto& ring : polygon) {
        for (const auto& [x, y] : ring) {
          vertices.push_back({static_cast<T>(map[0] * x + map[1] * y), static_cast<T>(map[2] * x + map[3] * y)});
        }
        rings.push_back(static_cast<std::uint32_t>(vertices.size()));
      }
      polygons.push_back(static_cast<std::uint32_t>(rings.size() - 1));
    }
    const std::uint32_t outlines[] = {0, static_cast<std::uint32_t>(polygons.size() - 1)};
    ShapeId shape = no_shape;
    scene.add_outlines({vertices, rings, polygons, outlines}, {&shape, 1}, {.skip_invalid = true});
    if (shape == no_shape) return;  // a ring that touches itself
    const int turn = spread == 0 ? 0 : random.integer(0, 3);
    const Rotation rotation{turn == 0 ? 1.0 : turn == 2 ? -1.0 : 0.0, turn == 1 ? 1.0 : turn == 3 ? -1.0 : 0.0};
    const Vec2d origin{static_cast<double>(random.integer(-spread, spread)),
                       static_cast<double>(random.integer(-spread, spread))};
    const BodyId body = scene.add_body(shape, {far + origin.x, far + origin.y, rotation});
    std::vector<BasicVec2<T>> offsets(vertices.size());
    scene.placed_offsets(body, offsets);
    const auto at = [&](std::size_t v) {
      return IntegerPoint{static_cast<Integer>(origin.x + static_cast<double>(offsets[v].x)),
                          static_cast<Integer>(origin.y + static_cast<double>(offsets[v].y))};
    };
    edges.emplace_back();
    for (std::size_t k = 0; k + 1 < rings.size(); ++k) {
      for (std::uint32_t v = rings[k]; v < rings[k + 1]; ++v) {
        edges.back().push_back({at(v), at(v + 1 < rings[k + 1] ? v + 1 : rings[k])});
      }
    }
  }
};

}  // namespace satchel::test
