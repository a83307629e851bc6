// Boost.Geometry: `intersects` on rings in world coordinates, in double. Computes the closed verdict: a touch is a hit.
#include <boost/version.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/boost/rings.hpp"
#include "harness/pair_engine.hpp"

namespace satchel_bench {
namespace {

class BoostGeometry final : public PairEngine {
 public:
  explicit BoostGeometry(const Workload& workload)
      : pairs_(workload.pairs), rings_(boost_rings(workload)), hits_(pairs_.size()) {}

  void run(std::size_t first, std::size_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      hits_[i] = boost::geometry::intersects(rings_[pairs_[i].a], rings_[pairs_[i].b]);
    }
  }

  Answer answer(std::size_t pair) const override { return {.hit = hits_[pair] != 0}; }

  Precision precision() const override { return {}; }

 private:
  std::span<const satchel::Pair> pairs_;
  std::vector<BoostRing> rings_;
  std::vector<std::uint8_t> hits_;
};

// It prepares kilobytes a body: with more bodies the allocator is measured.
constexpr std::size_t max_bodies = 100'000;
constexpr const char* note = "yes or no in double (intersects): less than an MTV";

const Registered<PairEntry> classify({.query = "classify",
                                      .engine = "boost_geometry",
                                      .note = note,
                                      .make = make_engine<BoostGeometry>,
                                      .max_bodies = max_bodies});
const Registered<PairEntry> collide({.query = "collide",
                                     .engine = "boost_geometry",
                                     .note = note,
                                     .make = make_engine<BoostGeometry>,
                                     .max_bodies = max_bodies,
                                     .only = {Tag::many_vertices}});
const Registered<PeerVersion> version({"boost_geometry", BOOST_LIB_VERSION});

}  // namespace
}  // namespace satchel_bench
