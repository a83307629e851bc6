#include "reference/check_nms.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "reference/areas.hpp"

namespace satchel_bench {

std::string wrong_nms(const Detections& detections, float threshold, std::span<const satchel::BodyId> kept) {
  constexpr double tolerance = 1e-5;
  const Workload& workload = detections.workload;
  const auto name = [](satchel::BodyId body) { return "body " + std::to_string(body); };
  std::vector<std::uint8_t> is_kept(workload.poses.size(), 0);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i] >= is_kept.size() || is_kept[kept[i]] != 0) return "keeps " + name(kept[i]) + " twice";
    if (i > 0 && !(detections.scores[kept[i]] <= detections.scores[kept[i - 1]])) {
      return "keeps " + name(kept[i]) + " behind one of a lower score";
    }
    is_kept[kept[i]] = 1;
  }
  double reach = 0;  // of the largest shape, from its origin
  for (const Shape& shape : workload.shapes) {
    for (const satchel::Vec2 v : shape.vertices) {
      reach = std::max(reach, std::hypot(static_cast<double>(v.x), static_cast<double>(v.y)));
    }
  }
  std::vector<satchel::BodyId> by_x(kept.begin(), kept.end());
  const auto x = [&](satchel::BodyId body) { return workload.poses[body].x; };
  std::sort(by_x.begin(), by_x.end(), [&](auto a, auto b) { return x(a) < x(b); });
  Areas areas(workload);
  for (satchel::BodyId body = 0; body < is_kept.size(); ++body) {
    double largest = 0;  // IoU with a kept body of a higher score
    auto other = std::lower_bound(by_x.begin(), by_x.end(), x(body) - 2 * reach,
                                  [&](satchel::BodyId b, double left) { return x(b) < left; });
    for (; other != by_x.end() && x(*other) <= x(body) + 2 * reach; ++other) {
      if (std::abs(workload.poses[*other].y - workload.poses[body].y) > 2 * reach) continue;
      if (!(detections.scores[*other] > detections.scores[body])) continue;
      if (!detections.classes.empty() && detections.classes[*other] != detections.classes[body]) continue;
      largest = std::max(largest, areas.iou({body, *other}));
    }
    const double limit = static_cast<double>(threshold);
    if (is_kept[body] != 0 && largest > limit + tolerance)
      return "keeps " + name(body) + ", which a better one suppresses";
    if (is_kept[body] == 0 && largest < limit - tolerance) return "drops " + name(body) + ", which none suppresses";
  }
  return {};
}

}  // namespace satchel_bench
