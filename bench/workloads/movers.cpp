#include "workloads/movers.hpp"

#include <numeric>
#include <utility>

#include "workloads/crowds.hpp"
#include "workloads/moving.hpp"
#include "workloads/random.hpp"

namespace satchel_bench {

Movers::Movers(std::size_t one_in) : workload_(uniform_crowd()) {
  constexpr std::size_t sets = 8;
  const std::vector<satchel::Pose> moved = moved_a_little(workload_.poses);
  std::vector<satchel::BodyId> bodies(workload_.poses.size());
  std::iota(bodies.begin(), bodies.end(), 0u);
  Random random(17);
  const std::size_t count = bodies.size() / one_in;
  for (std::size_t i = 0; i < sets * count; ++i) std::swap(bodies[i], bodies[i + random.below(bodies.size() - i)]);
  for (const std::vector<satchel::Pose>* poses : {&moved, &workload_.poses}) {
    for (std::size_t set = 0; set < sets; ++set) {
      Frame& frame = frames_.emplace_back();
      for (std::size_t i = set * count; i < (set + 1) * count; ++i) {
        frame.bodies.push_back(bodies[i]);
        frame.poses.push_back((*poses)[bodies[i]]);
      }
    }
  }
}

}  // namespace satchel_bench
