// A scene that was made here, before it is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <satchel/types.hpp>

namespace satchel::cli {

struct GeneratedBody {
  ShapeId shape;
  double x, y, angle;
};

struct GeneratedScene {
  std::string name;
  std::string source;
  std::vector<Vec2> vertices;          ///< of all shapes
  std::vector<std::size_t> starts{0};  ///< shape i has the vertices [starts[i], starts[i + 1])
  std::vector<GeneratedBody> bodies;
  std::vector<Pair> pairs;

  [[nodiscard]] std::size_t shape_count() const { return starts.size() - 1; }

  [[nodiscard]] std::span<const Vec2> shape(std::size_t i) const {
    return std::span(vertices).subspan(starts[i], starts[i + 1] - starts[i]);
  }

  ShapeId add_shape(std::span<const Vec2> polygon) {
    vertices.insert(vertices.end(), polygon.begin(), polygon.end());
    starts.push_back(vertices.size());
    return static_cast<ShapeId>(shape_count() - 1);
  }
};

}  // namespace satchel::cli
