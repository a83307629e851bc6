// GEOS: the intersection of polygons in world coordinates, in double, then its area.
#include <span>
#include <vector>

#include "engines/geos/geometry.hpp"
#include "harness/pair_engine.hpp"
#include "workloads/world_vertices.hpp"

namespace satchel_bench {
namespace {

class GeosAreas final : public PairEngine {
 public:
  explicit GeosAreas(const Workload& workload)
      : pairs_(workload.pairs), context_(GEOS_init_r()), areas_(pairs_.size()) {
    for (std::size_t body = 0; body < workload.poses.size(); ++body) {
      polygons_.push_back(geos_polygon(context_.get(), world_vertices(workload, body)));
    }
  }

  void run(std::size_t first, std::size_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      const GeosGeometry overlap(
          GEOSIntersection_r(context_.get(), polygons_[pairs_[i].a].get(), polygons_[pairs_[i].b].get()),
          DestroyGeometry{context_.get()});
      areas_[i] = -1;
      if (overlap) GEOSArea_r(context_.get(), overlap.get(), &areas_[i]);
    }
  }

  Answer answer(std::size_t pair) const override { return {.hit = areas_[pair] > 0, .area = areas_[pair]}; }

  Precision precision() const override { return {.area = 1e-10}; }

 private:
  std::span<const satchel::Pair> pairs_;
  GeosContext context_;
  std::vector<GeosGeometry> polygons_;
  std::vector<double> areas_;
};

const Registered<PairEntry> entry({.query = "overlap_areas",
                                   .engine = "geos",
                                   .note = "area of the intersection, which it builds, in double",
                                   .make = make_engine<GeosAreas>,
                                   .accepts = {Tag::apart},
                                   .only = {Tag::in_cache}});

}  // namespace
}  // namespace satchel_bench
