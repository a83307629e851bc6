// Boost.Geometry: the intersection of rings in world coordinates, in double, then its area.
#include <span>
#include <vector>

#include "engines/boost/rings.hpp"
#include "harness/pair_engine.hpp"

namespace satchel_bench {
namespace {

class BoostAreas final : public PairEngine {
 public:
  explicit BoostAreas(const Workload& workload)
      : pairs_(workload.pairs), rings_(boost_rings(workload)), areas_(pairs_.size()) {}

  void run(std::size_t first, std::size_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      pieces_.clear();
      boost::geometry::intersection(rings_[pairs_[i].a], rings_[pairs_[i].b], pieces_);
      areas_[i] = 0;
      for (const BoostRing& piece : pieces_) areas_[i] += boost::geometry::area(piece);
    }
  }

  Answer answer(std::size_t pair) const override { return {.hit = areas_[pair] > 0, .area = areas_[pair]}; }

  // It places vertices on crossings within about 1e-7.
  Precision precision() const override { return {.area = 1e-6}; }

 private:
  std::span<const satchel::Pair> pairs_;
  std::vector<BoostRing> rings_, pieces_;
  std::vector<double> areas_;
};

const Registered<PairEntry> entry({.query = "overlap_areas",
                                   .engine = "boost_geometry",
                                   .note = "area of the intersection, which it builds, in double",
                                   .make = make_engine<BoostAreas>,
                                   .accepts = {Tag::apart},
                                   .only = {Tag::in_cache}});

}  // namespace
}  // namespace satchel_bench
