// Boost.Geometry: the intersection of rings in world coordinates, in double, then its area.
#define BOOST_ALLOW_DEPRECATED_HEADERS  // silences a warning about headers that Boost 1.74 includes itself
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/ring.hpp>

#include <span>
#include <vector>

#include "harness/pair_engine.hpp"
#include "workloads/world_vertices.hpp"

namespace satchel_bench {
namespace {

using Point = boost::geometry::model::d2::point_xy<double>;
using Ring = boost::geometry::model::ring<Point, /*ClockWise=*/false, /*Closed=*/true>;

class BoostAreas final : public PairEngine {
 public:
  explicit BoostAreas(const Workload& workload) : pairs_(workload.pairs), areas_(pairs_.size()) {
    for (std::size_t body = 0; body < workload.poses.size(); ++body) {
      Ring& ring = rings_.emplace_back();
      for (const satchel::Vec2d v : world_vertices(workload, body)) ring.emplace_back(v.x, v.y);
      ring.push_back(ring.front());
    }
  }

  void run(std::size_t first, std::size_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      pieces_.clear();
      boost::geometry::intersection(rings_[pairs_[i].a], rings_[pairs_[i].b], pieces_);
      areas_[i] = 0;
      for (const Ring& piece : pieces_) areas_[i] += boost::geometry::area(piece);
    }
  }

  Answer answer(std::size_t pair) const override { return {.hit = areas_[pair] > 0, .area = areas_[pair]}; }

  // It places vertices on crossings within about 1e-7.
  Precision precision() const override { return {.area = 1e-6}; }

 private:
  std::span<const satchel::Pair> pairs_;
  std::vector<Ring> rings_, pieces_;
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
