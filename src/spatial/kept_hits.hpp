// What a search keeps of the hits of a ray: each has take(hit, ray), which returns the time up to which more hits are of
// interest.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <satchel/cast_rays.hpp>
#include <satchel/index.hpp>

namespace satchel::spatial {

struct FirstHit {
  RayHit first{std::numeric_limits<double>::infinity(), 0, 0, no_body};
  double take(const RayHit& hit, const Ray&) {
    if (hit.time < first.time || (hit.time == first.time && hit.body < first.body)) first = hit;
    return first.time;
  }
};

struct AnyHit {
  bool is_hit = false;
  double take(const RayHit&, const Ray&) {
    is_hit = true;
    return -1;
  }
};

struct AllHits {
  std::uint32_t query = 0;
  std::vector<FoundRayHit>* found = nullptr;
  double take(const RayHit& hit, const Ray& ray) {
    found->push_back({query, hit});
    return ray.max_time;
  }
};

}  // namespace satchel::spatial
