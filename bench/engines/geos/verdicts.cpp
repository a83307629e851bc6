// GEOS: `intersects` on prepared polygons in world coordinates, in double. Computes the closed verdict: a touch is a
// hit. Bodies are prepared before the timing, and the verification builds their indices.
#include <cstdint>
#include <span>
#include <vector>

#include "engines/geos/geometry.hpp"
#include "harness/pair_engine.hpp"
#include "workloads/world_vertices.hpp"

namespace satchel_bench {
namespace {

class Geos final : public PairEngine {
 public:
  explicit Geos(const Workload& workload) : pairs_(workload.pairs), context_(GEOS_init_r()), hits_(pairs_.size()) {
    for (std::size_t body = 0; body < workload.poses.size(); ++body) {
      polygons_.push_back(geos_polygon(context_.get(), world_vertices(workload, body)));
      prepared_.push_back(geos_prepared(context_.get(), polygons_.back()));
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
  std::span<const satchel::Pair> pairs_;
  GeosContext context_;
  std::vector<GeosGeometry> polygons_;
  std::vector<GeosPrepared> prepared_;
  std::vector<std::uint8_t> hits_;
};

// It prepares kilobytes a body: with more bodies the allocator is measured.
constexpr std::size_t max_bodies = 100'000;
constexpr const char* note = "yes or no in double (prepared intersects): less than an MTV";

const Registered<PairEntry> classify({.query = "classify",
                                      .engine = "geos",
                                      .note = note,
                                      .make = make_engine<Geos>,
                                      .max_bodies = max_bodies,
                                      .accepts = {Tag::concave}});
const Registered<PairEntry> collide({.query = "collide",
                                     .engine = "geos",
                                     .note = note,
                                     .make = make_engine<Geos>,
                                     .max_bodies = max_bodies,
                                     .accepts = {Tag::concave},
                                     .only = {Tag::many_vertices, Tag::concave}});
const Registered<PeerVersion> version({"geos", GEOSversion()});

}  // namespace
}  // namespace satchel_bench
