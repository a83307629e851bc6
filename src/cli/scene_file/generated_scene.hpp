// A generated scene, before it is written to a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <satchel/types.hpp>

namespace satchel::cli {

struct GeneratedShape {
  const char* type;  ///< type as in scene files
  std::size_t first_vertex, vertex_count;
  float radius;
  std::vector<std::size_t> ring_sizes = {};  ///< of an outline
};

struct GeneratedBody {
  ShapeId shape;
  double x, y, angle;
};

struct GeneratedScene {
  std::string name;
  std::string source;
  std::vector<Vec2> vertices;  ///< the vertices of all shapes, shape after shape
  std::vector<GeneratedShape> shapes;
  std::vector<GeneratedBody> bodies;
  std::vector<Pair> pairs;

  [[nodiscard]] std::size_t shape_count() const { return shapes.size(); }

  [[nodiscard]] std::span<const Vec2> shape(std::size_t i) const {
    return std::span(vertices).subspan(shapes[i].first_vertex, shapes[i].vertex_count);
  }

  /// @param core  the vertices of the shape's core: of a circle its center, of a capsule its two ends
  ShapeId add_shape(std::span<const Vec2> core, const char* type = "polygon", float radius = 0) {
    shapes.push_back({type, vertices.size(), core.size(), radius});
    vertices.insert(vertices.end(), core.begin(), core.end());
    return static_cast<ShapeId>(shape_count() - 1);
  }
  /// Adds a polygon that may be concave and have holes: `points`, ring after ring.
  ShapeId add_outline(std::span<const Vec2> points, const std::vector<std::size_t>& ring_sizes) {
    const ShapeId shape = add_shape(points, "outline");
    shapes.back().ring_sizes = ring_sizes;
    return shape;
  }
};

}  // namespace satchel::cli
