// CGAL: the exact intersection of polygons in world coordinates (Boolean operations over rational numbers), then its
// area. Takes a sample of the pairs: one takes a good part of a millisecond.
#include <CGAL/Boolean_set_operations_2.h>
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Polygon_2.h>
#include <CGAL/Polygon_with_holes_2.h>

#include <iterator>
#include <span>
#include <vector>

#include "harness/pair_engine.hpp"
#include "workloads/world_vertices.hpp"

namespace satchel_bench {
namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Polygon = CGAL::Polygon_2<Kernel>;
using Pieces = std::vector<CGAL::Polygon_with_holes_2<Kernel>>;

class CgalAreas final : public PairEngine {
 public:
  explicit CgalAreas(const Workload& workload) : pairs_(workload.pairs), areas_(pairs_.size()) {
    for (std::size_t body = 0; body < workload.poses.size(); ++body) {
      Polygon& polygon = polygons_.emplace_back();
      for (const satchel::Vec2d v : world_vertices(workload, body)) polygon.push_back({v.x, v.y});
    }
  }

  void run(std::size_t first, std::size_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      Pieces pieces;
      CGAL::intersection(polygons_[pairs_[i].a], polygons_[pairs_[i].b], std::back_inserter(pieces));
      areas_[i] = pieces.empty() ? 0 : CGAL::to_double(pieces[0].outer_boundary().area());
    }
  }

  Answer answer(std::size_t pair) const override { return {.hit = areas_[pair] > 0, .area = areas_[pair]}; }

  Precision precision() const override { return {.area = 1e-10}; }

 private:
  std::span<const satchel::Pair> pairs_;
  std::vector<Polygon> polygons_;
  std::vector<double> areas_;
};

const Registered<PairEntry> entry(
    {.query = "overlap_areas",
     .engine = "cgal",
     .note = "area of the exact intersection over rational numbers; a sample of the pairs",
     .make = make_engine<CgalAreas>,
     .accepts = {Tag::apart},
     .only = {Tag::in_cache},
     .stride = 64});

}  // namespace
}  // namespace satchel_bench
