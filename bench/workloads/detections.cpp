#include "workloads/detections.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "workloads/random.hpp"
#include "workloads/shapes.hpp"

namespace satchel_bench {
namespace {

/// Objects anywhere in a square that holds four times their boxes' area. Each has a cluster of boxes: its own with
/// errors of a tenth of its sides, a tenth of its size and a tenth of a radian.
Detections clusters(std::size_t boxes, std::size_t boxes_of_cluster, std::uint64_t seed) {
  Random random(seed);
  Detections detections;
  Workload& workload = detections.workload;
  const double side = std::sqrt(static_cast<double>(boxes) / static_cast<double>(boxes_of_cluster) * 4 * 4);
  while (workload.shapes.size() < boxes) {
    const double x = random.uniform(0, side), y = random.uniform(0, side), angle = random.uniform(0, std::numbers::pi);
    const double w = random.uniform(0.5, 1.5), h = random.uniform(0.5, 1.5);
    for (std::size_t k = 0; k < boxes_of_cluster && workload.shapes.size() < boxes; ++k) {
      const auto off = [&random] { return random.uniform(-0.1, 0.1); };
      const double along = 2 * w * off(), across = 2 * h * off(), turned = angle + off();
      workload.shapes.push_back(box(static_cast<float>(w * (1 + off())), static_cast<float>(h * (1 + off()))));
      add_body(workload, static_cast<satchel::ShapeId>(workload.shapes.size() - 1),
               x + along * std::cos(angle) - across * std::sin(angle),
               y + along * std::sin(angle) + across * std::cos(angle), turned);
    }
  }
  // A different score each, in no order of indices.
  for (std::size_t i = 0; i < boxes; ++i) {
    detections.scores.push_back(static_cast<float>(i + 1) / static_cast<float>(boxes));
  }
  for (std::size_t i = boxes; i > 1; --i) std::swap(detections.scores[i - 1], detections.scores[random.below(i)]);
  return detections;
}

}  // namespace

const Detections& few_detections() {
  static const Detections detections = clusters(clusters_of_30.items, 30, 301);
  return detections;
}

const Detections& many_detections() {
  static const Detections detections = clusters(clusters_of_20.items, 20, 302);
  return detections;
}

const Detections& of_many_classes() {
  static const Detections detections = [] {
    Detections made = many_detections();
    Random random(303);
    for (std::size_t i = 0; i < made.scores.size(); ++i) {
      made.classes.push_back(static_cast<std::uint32_t>(random.below(80)));
    }
    return made;
  }();
  return detections;
}

}  // namespace satchel_bench
