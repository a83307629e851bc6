// Owners of GEOS's objects, and polygons of a workload's bodies and of rings.
#pragma once

#include <geos_c.h>

#include <memory>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <satchel/types.hpp>

#include "workloads/rings.hpp"

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

/// Polygon `p` of these, with its holes. It belongs to the context, which must outlive it.
inline GeosGeometry geos_polygon(GEOSContextHandle_t context, const RingData& data, std::size_t p) {
  std::vector<GEOSGeometry*> rings;
  for (std::uint32_t r = data.polygon_starts[p]; r < data.polygon_starts[p + 1]; ++r) {
    const std::uint32_t first = data.ring_starts[r], count = data.ring_starts[r + 1] - first;
    const double* const numbers = data.points.data() + 2 * std::size_t{first};
#if GEOS_VERSION_MAJOR > 3 || GEOS_VERSION_MINOR >= 10
    GEOSCoordSequence* const points = GEOSCoordSeq_copyFromBuffer_r(context, numbers, count, 0, 0);
#else
    GEOSCoordSequence* const points = GEOSCoordSeq_create_r(context, count, 2);
    for (unsigned i = 0; i < count; ++i) {
      GEOSCoordSeq_setXY_r(context, points, i, numbers[2 * i], numbers[2 * i + 1]);
    }
#endif
    rings.push_back(GEOSGeom_createLinearRing_r(context, points));
  }
  return {GEOSGeom_createPolygon_r(context, rings[0], rings.data() + 1, static_cast<unsigned>(rings.size() - 1)),
          DestroyGeometry{context}};
}

/// The polygons of geometries of one polygon each.
inline std::vector<GeosGeometry> geos_polygons(GEOSContextHandle_t context, const RingData& data) {
  std::vector<GeosGeometry> polygons;
  for (std::size_t k = 0; k < data.geometries(); ++k) {
    polygons.push_back(geos_polygon(context, data, data.geometry_starts[k]));
  }
  return polygons;
}

struct DestroyTree {
  GEOSContextHandle_t context;
  void operator()(GEOSSTRtree* tree) const { GEOSSTRtree_destroy_r(context, tree); }
};
using GeosTree = std::unique_ptr<GEOSSTRtree, DestroyTree>;

/// The prepared polygon, which must outlive it.
inline GeosPrepared geos_prepared(GEOSContextHandle_t context, const GeosGeometry& polygon) {
  GeosPrepared prepared(GEOSPrepare_r(context, polygon.get()), DestroyPrepared{context});
  if (!prepared) throw std::runtime_error("GEOS refuses a polygon");
  return prepared;
}

}  // namespace satchel_bench
