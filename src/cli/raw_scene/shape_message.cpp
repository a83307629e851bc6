#include "cli/raw_scene/shape_message.hpp"

#include <fmt/core.h>

namespace satchel::cli {
namespace {

/// A ring by its polygon and its place in it; ring 0 is the outline.
struct PolygonRing {
  std::size_t polygon = 0, ring = 0, polygons = 0;
};

template <class T>
PolygonRing polygon_ring(const RawScene<T>& raw, const RawShape<T>& shape, std::size_t wanted) {
  PolygonRing place;
  for (std::size_t k = 0; k < shape.ring_count; ++k) {
    const bool hole = raw.rings[shape.first_ring + k].hole;
    place.polygons += !hole;
    if (k <= wanted) {
      place.ring = hole ? place.ring + 1 : 0;
      place.polygon = place.polygons - 1;
    }
  }
  return place;
}

}  // namespace

std::string shape_name(FileForm form, std::size_t number) {
  switch (form) {
    case FileForm::wkt:
      return fmt::format("line {}", number);
    case FileForm::geojson:
      return fmt::format("features[{}]", number);
    case FileForm::scene:
      break;
  }
  return fmt::format("shapes[{}]", number);
}

template <class T>
std::string ring_name(const RawScene<T>& raw, const RawShape<T>& shape, std::size_t ring) {
  if (raw.form == FileForm::scene && shape.type != ShapeType::outline) {
    return ring == 0 ? "vertices" : fmt::format("holes[{}]", ring - 1);
  }
  const PolygonRing place = polygon_ring(raw, shape, ring);
  if (raw.form == FileForm::scene) {
    return shape.lists_polygons ? fmt::format("polygons[{}][{}]", place.polygon, place.ring)
                                : fmt::format("rings[{}]", place.ring);
  }
  return place.polygons == 1 ? fmt::format("ring {}", place.ring)
                             : fmt::format("polygon {}, ring {}", place.polygon, place.ring);
}

template <class T>
std::string vertex_name(const RawScene<T>& raw, const RawShape<T>& shape, std::size_t ring, std::size_t vertex) {
  switch (shape.type) {
    case ShapeType::circle:
      return "center";
    case ShapeType::box: {  // too large: the larger one, if only one is
      const BasicVec2<T>& halves = raw.vertices[raw.rings[shape.first_ring].first_vertex];
      return halves.x >= halves.y ? "half_width" : "half_height";
    }
    case ShapeType::capsule:
    case ShapeType::segment:
      return vertex == 0 ? "a" : "b";
    case ShapeType::polygon:
    case ShapeType::concave:
    case ShapeType::outline:
    case ShapeType::chain:
      break;
  }
  const std::string name = ring_name(raw, shape, ring);
  return raw.form == FileForm::scene ? fmt::format("{}[{}]", name, vertex) : fmt::format("{}, point {}", name, vertex);
}

std::string shape_message(const Status& status, ShapeType type) {
  if (type == ShapeType::chain && status.code == ErrorCode::too_few_vertices) {
    return "a chain needs at least two vertices, a closed one three";
  }
  if (type == ShapeType::chain && status.code == ErrorCode::repeated_vertex) {
    return "equal to the one before it; leave it out";
  }
  if (type == ShapeType::chain && status.code == ErrorCode::closed_ring) {
    return "the last vertex repeats the first; leave it out, for a closed chain closes by itself";
  }
  switch (status.code) {
    case ErrorCode::equal_ends:
      return type == ShapeType::capsule
                 ? "equal to a; the ends of a capsule have to differ, or use a circle"
                 : "equal to a; the ends of a segment have to differ, or use a circle of radius 0";
    case ErrorCode::repeated_vertex:
      return "a vertex is repeated: equal to the one before it; leave it out (--rings does)";
    case ErrorCode::closed_ring:
      return "the last vertex repeats the first; leave it out, for rings close by themselves (--rings does)";
    case ErrorCode::collinear:
      return "the vertex is collinear with its neighbours, no turn to the left; leave it out (--rings does)";
    case ErrorCode::clockwise:
      return "the vertices run clockwise; give them counter-clockwise (--rings does)";
    case ErrorCode::not_convex:
      return status.numbers[1] == 0
                 ? "the polygon is not convex (concave) here; give it the type concave"
                 : "the polygon is not convex (concave) here and runs clockwise; give it the type concave, "
                   "counter-clockwise (--rings reverses it)";
    default:
      return message(status.code);
  }
}

bool about_vertex(ErrorCode code) {
  return code == ErrorCode::not_finite || code == ErrorCode::out_of_range || code == ErrorCode::repeated_vertex ||
         code == ErrorCode::closed_ring || code == ErrorCode::equal_ends || code == ErrorCode::collinear ||
         code == ErrorCode::not_convex;
}

template std::string ring_name(const RawScene<float>&, const RawShape<float>&, std::size_t);
template std::string ring_name(const RawScene<double>&, const RawShape<double>&, std::size_t);
template std::string vertex_name(const RawScene<float>&, const RawShape<float>&, std::size_t, std::size_t);
template std::string vertex_name(const RawScene<double>&, const RawShape<double>&, std::size_t, std::size_t);

}  // namespace satchel::cli
