// The polygons of a WKT or GeoJSON file, in double precision.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <satchel/types.hpp>

#include "cli/scene_file/raw_scene.hpp"

namespace satchel::cli {

/// Polygons of one line or feature: the rings [first_ring, first_ring + ring_count).
struct Geometry {
  std::size_t number;  ///< WKT: the line, from 1; GeoJSON: the index of the feature
  std::size_t first_ring;
  std::size_t ring_count;
};

struct Geometries {
  std::vector<Vec2d> points;
  std::vector<RawRing> rings;
  std::vector<Geometry> geometries;
};

/// Reads WKT: a Polygon or MultiPolygon a line; empty lines are skipped. Throws `Failure` (bad input): "line 3: ...".
Geometries read_wkt(std::string_view text);

/// Reads GeoJSON: a FeatureCollection, a Feature, a GeometryCollection or a geometry. Throws `Failure` (bad input):
/// "features[2]: ...".
Geometries read_geojson(std::string_view text);

}  // namespace satchel::cli
