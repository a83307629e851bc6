// A scene file as it stands: right in form, not yet checked as geometry.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <satchel/types.hpp>

namespace satchel::cli {

struct RawShape {
  std::size_t first_vertex;
  std::size_t vertex_count;
  float radius;
};

struct RawScene {
  std::string name;
  std::string units;
  std::vector<Vec2> vertices;  ///< of all shapes, one after the other
  std::vector<RawShape> shapes;
  std::vector<ShapeId> body_shapes;
  std::vector<double> x_y_angle;  ///< three numbers a body
  std::vector<Pair> pairs;
  bool has_pairs = false;
};

}  // namespace satchel::cli
