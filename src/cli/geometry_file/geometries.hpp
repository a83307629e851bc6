// The polygons of a WKT or GeoJSON file, in double precision.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <satchel/types.hpp>

#include "cli/raw_scene/raw_scene.hpp"
#include "cli/support/failure.hpp"

namespace satchel::cli {

/// Polygons of one line or feature: the rings [first_ring, first_ring + ring_count).
struct Geometry {
  std::size_t number;  ///< WKT: the line, from 1; GeoJSON: the index of the feature
  std::size_t first_ring;
  std::size_t ring_count;
  std::string left_out = {};  ///< why it is left out; empty: it is not
};

/// A geometry without area, such as a point or an empty polygon. The message is the reason.
class NoArea : public Failure {
 public:
  explicit NoArea(const std::string& reason) : Failure(ExitStatus::bad_input, reason) {}
};

struct Geometries {
  std::vector<Vec2d> points;
  std::vector<RawRing> rings;
  std::vector<Geometry> geometries;
  std::size_t empty_parts = 0;  ///< polygons and rings without points, beside others that have some

  /// Begins a ring, to which `points` is appended until `end_ring`.
  void begin_ring() { first_point_ = points.size(); }
  /// Ends a ring; `hole`: another one of the polygon of the ring before it. Rings without points are counted.
  void end_ring(bool hole);
  /// Adds a polygon without rings, as a ring without points.
  void add_empty_polygon();
  /// Ends the geometry of this line or feature. Throws `NoArea` if it has no points.
  void end_geometry(std::size_t number);
  /// The same for a geometry that is left out.
  void leave_out(std::size_t number, const std::string& reason);

 private:
  std::size_t first_point_ = 0, first_ring_ = 0;
};

// Both readers take rings that are closed or not, count polygons and rings without points, and ignore heights and
// measures. All else that they do not read, they refuse; with `skip_invalid` geometries without area are left out.

/// Reads WKT: a Polygon or MultiPolygon a line; empty lines are skipped. Throws `Failure` (bad input): "line 3: ...".
Geometries read_wkt(std::string_view text, bool skip_invalid);

/// Reads GeoJSON: a FeatureCollection, a Feature, a GeometryCollection or a geometry. Throws `Failure` (bad input):
/// "features[2]: ...".
Geometries read_geojson(std::string_view text, bool skip_invalid);

/// Throws `NoArea` with the reason that this geometry is refused: "a Point; ...".
[[noreturn]] void refuse_geometry(const std::string& type);

}  // namespace satchel::cli
