// Reads single geometries by GEOS.
#pragma once

#include <memory>
#include <string>

#include <geos_c.h>

#include "cli/geometry_file/geometries.hpp"

namespace satchel::cli {

/// A context of GEOS with its two readers. Its functions add a Polygon or MultiPolygon to `out`, and throw `Failure`
/// (bad input) for any other text, with the reason alone.
class GeosReader {
 public:
  GeosReader();
  ~GeosReader();
  GeosReader(const GeosReader&) = delete;
  GeosReader& operator=(const GeosReader&) = delete;

  void add_wkt(const std::string& text, std::size_t number, Geometries& out);
  void add_geojson(const std::string& text, std::size_t number, Geometries& out);

 private:
  void add(GEOSGeometry* read, std::size_t number, Geometries& out);
  void add_polygon(const GEOSGeometry* polygon, Geometries& out);
  void add_ring(const GEOSGeometry* ring, bool hole, Geometries& out);
  [[noreturn]] void fail() const;

  GEOSContextHandle_t context_;
  GEOSWKTReader_t* wkt_;
  GEOSGeoJSONReader_t* geojson_;
  std::string message_;  // of the last error of GEOS
};

}  // namespace satchel::cli
