// Owners of GEOS's objects, and polygons of a workload's bodies.
#pragma once

#include <geos_c.h>

#include <memory>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <satchel/types.hpp>

namespace satchel_bench {

struct FinishGeos {
  void operator()(GEOSContextHandle_t context) const { GEOS_finish_r(context); }
};
using GeosContext = std::unique_ptr<std::remove_pointer_t<GEOSContextHandle_t>, FinishGeos>;

struct DestroyGeometry {
  GEOSContextHandle_t context;
  void operator()(GEOSGeometry* geometry) const { GEOSGeom_destroy_r(context, geometry); }
};
using GeosGeometry = std::unique_ptr<GEOSGeometry, DestroyGeometry>;

struct DestroyPrepared {
  GEOSContextHandle_t context;
  void operator()(const GEOSPreparedGeometry* prepared) const { GEOSPreparedGeom_destroy_r(context, prepared); }
};
using GeosPrepared = std::unique_ptr<const GEOSPreparedGeometry, DestroyPrepared>;

/// A polygon of these world vertices. It belongs to the context, which must outlive it.
inline GeosGeometry geos_polygon(GEOSContextHandle_t context, const std::vector<satchel::Vec2d>& vertices) {
  const std::size_t n = vertices.size();
  GEOSCoordSequence* points = GEOSCoordSeq_create_r(context, static_cast<unsigned>(n + 1), 2);
  for (std::size_t i = 0; i <= n; ++i) {
    GEOSCoordSeq_setXY_r(context, points, static_cast<unsigned>(i), vertices[i % n].x, vertices[i % n].y);
  }
  GEOSGeometry* const ring = GEOSGeom_createLinearRing_r(context, points);
  return {GEOSGeom_createPolygon_r(context, ring, nullptr, 0), DestroyGeometry{context}};
}

/// The prepared polygon, which must outlive it.
inline GeosPrepared geos_prepared(GEOSContextHandle_t context, const GeosGeometry& polygon) {
  GeosPrepared prepared(GEOSPrepare_r(context, polygon.get()), DestroyPrepared{context});
  if (!prepared) throw std::runtime_error("GEOS refuses a polygon");
  return prepared;
}

}  // namespace satchel_bench
