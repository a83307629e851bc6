#include "reference/check_trajectories.hpp"

#include <algorithm>
#include <cmath>

#include "reference/separations.hpp"

namespace satchel_bench {
namespace {

constexpr double tolerance = 1e-4;  // metres, because some engines round world coordinates to floats

}  // namespace

std::string wrong_first_hit(const Trajectories& trajectories, const std::vector<BenchHit>& hits, double skin) {
  Separations separation(trajectories.workload);
  const std::size_t targets = trajectories.obstacles + trajectories.fixed;
  if (hits.size() != trajectories.movers) return "not one answer a mover";
  for (std::size_t m = 0; m < trajectories.movers; ++m) {
    if (hits[m].step >= static_cast<int>(trajectories.steps) || (hits[m].step >= 0 && hits[m].obstacle >= targets)) {
      return "mover " + std::to_string(m) + " hits what there is not";
    }
    const std::size_t last = hits[m].step < 0 ? trajectories.steps : static_cast<std::size_t>(hits[m].step) + 1;
    for (std::size_t step = 0; step < last; ++step) {
      const bool hit_now = hits[m].step == static_cast<int>(step);
      for (std::size_t k = 0; k < (hit_now ? hits[m].obstacle + 1 : targets); ++k) {
        const std::size_t body =
            k < trajectories.obstacles ? trajectories.obstacle_at(k, step) : k - trajectories.obstacles;
        const double gap = separation(trajectories.mover_at(m, step), body);
        const bool says_hit = hit_now && k == hits[m].obstacle;
        if (says_hit ? gap > skin + tolerance : gap < -tolerance) {
          return "mover " + std::to_string(m) + ", step " + std::to_string(step) + ", obstacle " + std::to_string(k) +
                 (says_hit ? ": hit, though they are apart by " : ": no hit, though they overlap by ") +
                 std::to_string(std::abs(gap));
        }
      }
    }
  }
  return {};
}

std::string wrong_footprint(const Footprints& footprints, std::vector<satchel::Pair> hits, double skin) {
  Separations separation(footprints.workload);
  std::sort(hits.begin(), hits.end());
  if (std::adjacent_find(hits.begin(), hits.end()) != hits.end()) return "finds an obstacle twice at one pose";
  for (std::size_t pose = 0; pose < footprints.poses; pose += 7) {
    for (std::size_t k = 0; k < footprints.obstacles; ++k) {
      const satchel::Pair pair{static_cast<satchel::BodyId>(pose), static_cast<satchel::BodyId>(k)};
      const bool says_hit = std::binary_search(hits.begin(), hits.end(), pair);
      const double gap = separation(pose, footprints.poses + k);
      if (says_hit ? gap > skin + tolerance : gap < -tolerance) {
        return "pose " + std::to_string(pose) + ", obstacle " + std::to_string(k) + ": separation " +
               std::to_string(gap) + (says_hit ? ", hit" : ", no hit");
      }
    }
  }
  return {};
}

}  // namespace satchel_bench
