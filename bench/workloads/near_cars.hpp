// A car at many poses among parked cars and posts, as a planner asks for its clearance.
#pragma once

#include <vector>

#include "workloads/question.hpp"
#include "workloads/workload.hpp"

namespace satchel_bench {

struct NearCars {
  Workload obstacles;                ///< its last shape is the car
  std::vector<satchel::Pose> poses;  ///< of the car
};

inline constexpr Question nearest_to_cars{"nearest", "cars_kept", "pose", 4096};
const NearCars& near_cars();

}  // namespace satchel_bench
