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
        polygons.push_back(geos_polygon(context_.get(), data, p).release());
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
  GeosContext context_;
  std::vector<GeosGeometry> geometries_;
};

const RegisteredRings<GeosValidity> entries("geos", "is_valid; what reading its geometries takes is not timed");

}  // namespace
}  // namespace satchel_bench
