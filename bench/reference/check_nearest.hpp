// Checks which obstacle is nearest to a car at each pose, by the distances from all obstacles, in double.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <satchel/types.hpp>

#include "workloads/near_cars.hpp"

namespace satchel_bench {

struct NearestObstacle {
  std::size_t pose;
  satchel::BodyId body;
  double distance;  // negative: -depth
};

/// Checks that each pose of the car has one obstacle, at its distance, and that none is nearer.
/// @return  the first error, or empty
std::string wrong_nearest(const NearCars& cars, std::span<const NearestObstacle> found);

}  // namespace satchel_bench
