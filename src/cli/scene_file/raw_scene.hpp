// A parsed scene file: its form is checked, its geometry is not.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <satchel/results.hpp>
#include <satchel/types.hpp>

namespace satchel::cli {

enum class ShapeType { polygon, circle, capsule, concave };

template <class T>
struct RawShape {
  ShapeType type;
  std::size_t first_vertex;
  std::size_t vertex_count;
  T radius;
};

/// Local coordinates and radii are rounded to T, the precision of the scene.
template <class T>
struct RawScene {
  std::string name;
  std::string units;
  std::vector<BasicVec2<T>> vertices;  ///< vertices of all shapes, shape after shape
  std::vector<RawShape<T>> shapes;
  std::vector<ShapeId> body_shapes;
  std::vector<double> x_y_angle;  ///< three numbers a body
  std::vector<Pair> pairs;
  bool has_pairs = false;
  std::vector<Motion> motions;
  bool has_motions = false;
};

}  // namespace satchel::cli
