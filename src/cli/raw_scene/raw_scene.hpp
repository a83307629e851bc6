// A parsed input file: its form is checked, its geometry is not.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <satchel/results.hpp>
#include <satchel/types.hpp>

namespace satchel::cli {

enum class ShapeType { polygon, circle, capsule, concave, box, segment, chain, outline };

/// The kinds of input files. They differ in how they name a shape.
enum class FileForm { scene, wkt, geojson };

/// Consecutive vertices of a shape: the vertices of a polygon, a ring or a chain; the center of a circle; the ends of a
/// capsule or a segment; (half_width, half_height) of a box.
struct RawRing {
  std::size_t first_vertex;
  std::size_t vertex_count;
  bool hole = false;  ///< another ring of the polygon of the ring before it: of a concave shape a hole
};

/// The shape of a body that a file lists but that is left out.
inline constexpr ShapeId no_raw_shape = 0xffffffff;

/// A geometry that is left out (--skip-invalid): its body does not exist.
struct LeftOut {
  BodyId body;
  std::string place;   ///< "line 3"
  std::string reason;  ///< "ring 0: ..."
};

template <class T>
struct RawShape {
  ShapeType type;
  std::size_t first_ring;
  std::size_t ring_count;  ///< 1, but for outlines and concave shapes: polygon after polygon
  T radius;
  std::size_t number = 0;                  ///< WKT: its line, from 1; else the index of the shape or feature
  bool closed = false, one_sided = false;  ///< of a chain
  bool lists_polygons = false;             ///< of an outline in a scene file: it has "polygons", not "rings"
  double rounding = 0;                     ///< of WKT and GeoJSON: a bound of how far rounding to T moved a coordinate
};

/// Local coordinates and radii are rounded to T, the precision of the scene.
template <class T>
struct RawScene {
  FileForm form = FileForm::scene;
  std::string name;
  std::string units;
  std::vector<BasicVec2<T>> vertices;
  std::vector<RawRing> rings;
  std::vector<RawShape<T>> shapes;
  std::vector<ShapeId> body_shapes;  ///< by index in the file; `no_raw_shape`: the body is left out
  std::vector<double> x_y_angle;     ///< three numbers a body
  std::vector<Pair> pairs;
  bool has_pairs = false;
  std::vector<Motion> motions;
  bool has_motions = false;
  bool has_links = false;  ///< edges that bodies share are linked
  double link_tolerance = 0;
  std::vector<std::string> ignored_keys;  ///< top-level keys of a scene file that are not read
  std::size_t empty_parts = 0;            ///< of WKT and GeoJSON: polygons and rings without points
  std::optional<Vec2d> map_origin;        ///< of WKT and GeoJSON: the origin of all bodies
  std::vector<LeftOut> left_out;          ///< of WKT and GeoJSON: geometries that are no polygons
  double rounding = 0;                    ///< the same of a local coordinate or radius of a scene file
};

}  // namespace satchel::cli
