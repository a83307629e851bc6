// GEOS: `intersects` on prepared polygons in world coordinates, in double. Computes the closed verdict: a touch is a
// hit. Bodies are prepared before the timing, and the verification builds their indices.
#include <geos_c.h>

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "engines.hpp"
#include "world_vertices.hpp"

namespace satchel_bench {
namespace {

class Geos final : public Engine {
 public:
  explicit Geos(const Workload& workload) : pairs_(workload.pairs), context_(GEOS_init_r()), hits_(pairs_.size()) {
    for (std::size_t body = 0; body < workload.poses.size(); ++body) {
      polygons_.emplace_back(polygon(world_vertices(workload, body)), DestroyGeometry{context_.get()});
      prepared_.emplace_back(GEOSPrepare_r(context_.get(), polygons_.back().get()), DestroyPrepared{context_.get()});
      if (!prepared_.back()) throw std::runtime_error("GEOS refuses a polygon");
    }
  }

  void run(std::size_t first, std::size_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      hits_[i] = static_cast<std::uint8_t>(
          GEOSPreparedIntersects_r(context_.get(), prepared_[pairs_[i].a].get(), polygons_[pairs_[i].b].get()));
    }
  }

  Answer answer(std::size_t pair) const override { return {.hit = hits_[pair] == 1}; }

  Precision precision() const override { return {}; }

 private:
  struct Finish {
    void operator()(GEOSContextHandle_t context) const { GEOS_finish_r(context); }
  };
  struct DestroyGeometry {
    GEOSContextHandle_t context;
    void operator()(GEOSGeometry* geometry) const { GEOSGeom_destroy_r(context, geometry); }
  };
  struct DestroyPrepared {
    GEOSContextHandle_t context;
    void operator()(const GEOSPreparedGeometry* prepared) const { GEOSPreparedGeom_destroy_r(context, prepared); }
  };

  GEOSGeometry* polygon(const std::vector<satchel::Vec2d>& vertices) const {
    const std::size_t n = vertices.size();
    GEOSCoordSequence* points = GEOSCoordSeq_create_r(context_.get(), static_cast<unsigned>(n + 1), 2);
    for (std::size_t i = 0; i <= n; ++i) {
      GEOSCoordSeq_setXY_r(context_.get(), points, static_cast<unsigned>(i), vertices[i % n].x, vertices[i % n].y);
    }
    return GEOSGeom_createPolygon_r(context_.get(), GEOSGeom_createLinearRing_r(context_.get(), points), nullptr, 0);
  }

  std::span<const satchel::Pair> pairs_;
  std::unique_ptr<std::remove_pointer_t<GEOSContextHandle_t>, Finish> context_;
  std::vector<std::unique_ptr<GEOSGeometry, DestroyGeometry>> polygons_;
  std::vector<std::unique_ptr<const GEOSPreparedGeometry, DestroyPrepared>> prepared_;  // refer to the polygons
  std::vector<std::uint8_t> hits_;
};

}  // namespace

std::unique_ptr<Engine> make_geos(const Workload& workload) { return std::make_unique<Geos>(workload); }

}  // namespace satchel_bench
