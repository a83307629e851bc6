// What a search keeps of the hits of a ray. Each class has take(hit), which returns the time up to which more
// hits are of interest.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <satchel/cast_rays.hpp>
#include <satchel/index.hpp>

namespace satchel::spatial {

struct FirstHit {
  RayHit first{std::numeric_limits<double>::infinity(), 0, 0, no_body};
  double take(const RayHit& hit) {
    if (hit.time < first.time || (hit.time == first.time && hit.body < first.body)) first = hit;
    return first.time;
  }
};

struct AnyHit {
  bool is_hit = false;
  double take(const RayHit&) {
    is_hit = true;
    return -std::numeric_limits<double>::infinity();
  }
};

struct AllHits {
  std::uint32_t query = 0;
  double max_time = 0;
  std::vector<FoundRayHit>* found = nullptr;
  double take(const RayHit& hit) {
    found->push_back({query, hit});
    return max_time;
  }
};

}  // namespace satchel::spatial
