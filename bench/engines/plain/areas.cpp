// Areas of intersections by Sutherland and Hodgman, on world coordinates in double placed before the timing. Compiled
// with the same flags as Satchel.
#include <span>
#include <vector>

#include "engines/plain/clipping.hpp"
#include "harness/pair_engine.hpp"
#include "workloads/world_vertices.hpp"

namespace satchel_bench {
namespace {

class SutherlandHodgman final : public PairEngine {
 public:
  explicit SutherlandHodgman(const Workload& workload) : pairs_(workload.pairs), areas_(pairs_.size()), starts_{0} {
    for (std::size_t body = 0; body < workload.poses.size(); ++body) {
      const std::vector<satchel::Vec2d> placed = world_vertices(workload, body);
      vertices_.insert(vertices_.end(), placed.begin(), placed.end());
      starts_.push_back(vertices_.size());
    }
  }

  void run(std::size_t first, std::size_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      areas_[i] = clipping_.area(vertices_of(pairs_[i].a), vertices_of(pairs_[i].b));
    }
  }

  Answer answer(std::size_t pair) const override { return {.hit = areas_[pair] > 0, .area = areas_[pair]}; }

  Precision precision() const override { return {.area = 1e-10}; }

 private:
  std::span<const satchel::Vec2d> vertices_of(satchel::BodyId body) const {
    return std::span(vertices_).subspan(starts_[body], starts_[body + 1] - starts_[body]);
  }

  std::span<const satchel::Pair> pairs_;
  std::vector<double> areas_;
  std::vector<satchel::Vec2d> vertices_;
  std::vector<std::size_t> starts_;
  Clipping clipping_;
};

const Registered<PairEntry> entry({.query = "overlap_areas",
                                   .engine = "sutherland_hodgman",
                                   .note = "area of the intersection in double: scalar clipping, edge by edge",
                                   .make = make_engine<SutherlandHodgman>,
                                   .accepts = {Tag::apart},
                                   .only = {Tag::in_cache}});

}  // namespace
}  // namespace satchel_bench
