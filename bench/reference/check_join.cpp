#include "reference/check_join.hpp"

#include <algorithm>

#include "reference/separations.hpp"

namespace satchel_bench {
namespace {

constexpr double tolerance = 1e-5;
constexpr std::size_t sample = 97;  // of the bodies one in so many is compared with all others

std::string name(satchel::Pair pair) { return "bodies " + std::to_string(pair.a) + " and " + std::to_string(pair.b); }

}  // namespace

std::string wrong_join(const Workload& workload, std::vector<satchel::Pair> hits) {
  for (satchel::Pair& hit : hits) hit = {std::min(hit.a, hit.b), std::max(hit.a, hit.b)};
  std::sort(hits.begin(), hits.end());
  if (const auto twice = std::adjacent_find(hits.begin(), hits.end()); twice != hits.end()) {
    return "finds " + name(*twice) + " twice";
  }
  Separations separation(workload);
  for (const satchel::Pair hit : hits) {
    if (hit.a == hit.b || separation(hit.a, hit.b) > tolerance) return "finds " + name(hit) + ", which are apart";
  }
  for (std::size_t a = 0; a < workload.poses.size(); a += sample) {
    for (std::size_t b = 0; b < workload.poses.size(); ++b) {
      if (b == a || separation(a, b) >= -tolerance) continue;
      const satchel::Pair pair{static_cast<satchel::BodyId>(std::min(a, b)),
                               static_cast<satchel::BodyId>(std::max(a, b))};
      if (!std::binary_search(hits.begin(), hits.end(), pair)) return "misses " + name(pair) + ", which overlap";
    }
  }
  return {};
}

}  // namespace satchel_bench
