#include "reference/check_join.hpp"

#include <algorithm>
#include <numeric>

#include "reference/separations.hpp"

namespace satchel_bench {
namespace {

constexpr double tolerance = 1e-5;

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
  std::vector<satchel::BodyId> by_x(workload.poses.size());
  std::iota(by_x.begin(), by_x.end(), 0);
  std::sort(by_x.begin(), by_x.end(), [&](auto a, auto b) { return workload.poses[a].x < workload.poses[b].x; });
  const double range = separation.range();
  for (std::size_t i = 0; i < by_x.size(); ++i) {
    const double last = workload.poses[by_x[i]].x + range;
    for (std::size_t k = i + 1; k < by_x.size() && workload.poses[by_x[k]].x <= last; ++k) {
      if (separation(by_x[i], by_x[k]) >= -tolerance) continue;
      const satchel::Pair pair{std::min(by_x[i], by_x[k]), std::max(by_x[i], by_x[k])};
      if (!std::binary_search(hits.begin(), hits.end(), pair)) return "misses " + name(pair) + ", which overlap";
    }
  }
  return {};
}

}  // namespace satchel_bench
