#include "cli/geometry_file/geos_reader.hpp"

#include <fmt/core.h>

#include "cli/failure.hpp"
#include "cli/output/text.hpp"

namespace satchel::cli {
namespace {

[[noreturn]] void refuse(const std::string& reason) { throw Failure(ExitStatus::bad_input, reason); }

void keep_message(const char* message, void* into) { *static_cast<std::string*>(into) = message; }

}  // namespace

GeosReader::GeosReader()
    : context_(GEOS_init_r()), wkt_(GEOSWKTReader_create_r(context_)), geojson_(GEOSGeoJSONReader_create_r(context_)) {
  GEOSContext_setErrorMessageHandler_r(context_, keep_message, &message_);
}

GeosReader::~GeosReader() {
  GEOSGeoJSONReader_destroy_r(context_, geojson_);
  GEOSWKTReader_destroy_r(context_, wkt_);
  GEOS_finish_r(context_);
}

void GeosReader::add_wkt(const std::string& text, std::size_t number, Geometries& out) {
  add(GEOSWKTReader_read_r(context_, wkt_, text.c_str()), number, out);
}

void GeosReader::add_geojson(const std::string& text, std::size_t number, Geometries& out) {
  add(GEOSGeoJSONReader_readGeometry_r(context_, geojson_, text.c_str()), number, out);
}

void GeosReader::add(GEOSGeometry* read, std::size_t number, Geometries& out) {
  if (read == nullptr) {
    fail();
  }
  const auto destroy = [&](GEOSGeometry* geometry) { GEOSGeom_destroy_r(context_, geometry); };
  const std::unique_ptr<GEOSGeometry, decltype(destroy)> geometry(read, destroy);
  const std::size_t first_ring = out.rings.size();
  const int type = GEOSGeomTypeId_r(context_, geometry.get());
  if (type != GEOS_POLYGON && type != GEOS_MULTIPOLYGON) {
    struct Free {
      GEOSContextHandle_t context;
      void operator()(char* text) const { GEOSFree_r(context, text); }
    };
    const std::unique_ptr<char, Free> name(GEOSGeomType_r(context_, geometry.get()), Free{context_});
    refuse(fmt::format("a {}; bodies are Polygons and MultiPolygons", name.get()));
  }
  const int polygons = GEOSGetNumGeometries_r(context_, geometry.get());  // 1 for a Polygon
  for (int i = 0; i < polygons; ++i) {
    add_polygon(GEOSGetGeometryN_r(context_, geometry.get(), i), out);
  }
  if (out.rings.size() == first_ring) {
    refuse("the geometry is empty; give it a ring");
  }
  out.geometries.push_back({number, first_ring, out.rings.size() - first_ring});
}

void GeosReader::add_polygon(const GEOSGeometry* polygon, Geometries& out) {
  if (GEOSisEmpty_r(context_, polygon) != 0) {
    return;
  }
  add_ring(GEOSGetExteriorRing_r(context_, polygon), false, out);
  const int holes = GEOSGetNumInteriorRings_r(context_, polygon);
  for (int i = 0; i < holes; ++i) {
    add_ring(GEOSGetInteriorRingN_r(context_, polygon, i), true, out);
  }
}

void GeosReader::add_ring(const GEOSGeometry* ring, bool hole, Geometries& out) {
  const GEOSCoordSequence* const sequence = ring == nullptr ? nullptr : GEOSGeom_getCoordSeq_r(context_, ring);
  unsigned size = 0;
  if (sequence == nullptr || GEOSCoordSeq_getSize_r(context_, sequence, &size) == 0) {
    fail();
  }
  const std::size_t first = out.points.size();
  std::vector<double> x(size), y(size);
  if (GEOSCoordSeq_copyToArrays_r(context_, sequence, x.data(), y.data(), nullptr, nullptr) == 0) {
    fail();
  }
  for (unsigned i = 0; i < size; ++i) {
    out.points.push_back({x[i], y[i]});
  }
  out.rings.push_back({first, size, hole});
}

void GeosReader::fail() const {
  if (message_.find("do not form a closed linestring") != std::string::npos) {
    refuse("a ring is not closed; repeat its first point at its end");
  }
  refuse(message_.empty() ? "GEOS cannot read it" : printable(message_));
}

}  // namespace satchel::cli
