// GEOS: is_valid, of geometries made before the timing.
#include "engines/geos/geometry.hpp"
#include "harness/rings_engine.hpp"

namespace satchel_bench {
namespace {

class GeosValidity final : public RingsEngine {
 public:
  explicit GeosValidity(const RingData& data) : RingsEngine(data), context_(GEOS_init_r()) {
    for (std::size_t k = 0; k < data.geometries(); ++k) {
      std::vector<GEOSGeometry*> polygons;
      for (std::uint32_t p = data.geometry_starts[k]; p < data.geometry_starts[k + 1]; ++p) {
        polygons.push_back(polygon(data.polygon_starts[p], data.polygon_starts[p + 1]));
      }
      geometries_.emplace_back(GEOSGeom_createCollection_r(context_.get(), GEOS_MULTIPOLYGON, polygons.data(),
                                                           static_cast<unsigned>(polygons.size())),
                               DestroyGeometry{context_.get()});
    }
  }

  void run() override {
    valid_ = 0;
    for (const GeosGeometry& geometry : geometries_)
      valid_ += GEOSisValid_r(context_.get(), geometry.get()) == 1 ? 1 : 0;
  }

 private:
  GEOSGeometry* polygon(std::uint32_t first_ring, std::uint32_t end_ring) const {
    std::vector<GEOSGeometry*> rings;
    for (std::uint32_t r = first_ring; r < end_ring; ++r) {
      const std::uint32_t first = data_.ring_starts[r], count = data_.ring_starts[r + 1] - first;
      GEOSCoordSequence* const points = GEOSCoordSeq_create_r(context_.get(), count, 2);
      for (unsigned i = 0; i < count; ++i) {
        const double* const p = data_.points.data() + 2 * std::size_t{first + i};
        GEOSCoordSeq_setXY_r(context_.get(), points, i, p[0], p[1]);
      }
      rings.push_back(GEOSGeom_createLinearRing_r(context_.get(), points));
    }
    return GEOSGeom_createPolygon_r(context_.get(), rings[0], rings.data() + 1,
                                    static_cast<unsigned>(rings.size() - 1));
  }

  GeosContext context_;
  std::vector<GeosGeometry> geometries_;
};

const RegisteredRings<GeosValidity> entries("geos", "is_valid; what reading its geometries takes is not timed");

}  // namespace
}  // namespace satchel_bench
