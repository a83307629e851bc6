// GEOS: prepared polygons that cover others.
#include <vector>

#include "engines/geos/geometry.hpp"
#include "harness/containers_engine.hpp"

namespace satchel_bench {
namespace {

class GeosWithin final : public ContainersEngine {
 public:
  explicit GeosWithin(const Workload& workload) : ContainersEngine(workload), context_(GEOS_init_r()) {
    for (const satchel::Pair pair : workload.pairs) {
      inner_.push_back(geos_polygon(context_.get(), world_vertices(workload, pair.a)));
      outer_.push_back(geos_polygon(context_.get(), world_vertices(workload, pair.b)));
      prepared_.push_back(geos_prepared(context_.get(), outer_.back()));
    }
  }

  void run() override {
    for (std::size_t i = 0; i < within_.size(); ++i) {
      within_[i] = GEOSPreparedCovers_r(context_.get(), prepared_[i].get(), inner_[i].get()) == 1 ? 1 : 0;
    }
  }

 private:
  GeosContext context_;
  std::vector<GeosGeometry> inner_, outer_;
  std::vector<GeosPrepared> prepared_;
};

const Registered<QuestionEntry> entry({.question = octagons_in_octagons,
                                       .engine = "geos",
                                       .note = "GEOSPreparedCovers, in double; preparing is not timed",
                                       .make = make_question_engine<GeosWithin, containers>});

}  // namespace
}  // namespace satchel_bench
