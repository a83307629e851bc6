#include "workloads/ground.hpp"

#include <algorithm>

#include "workloads/random.hpp"

namespace satchel_bench {
namespace {

constexpr std::size_t segments = 4096, box_count = 2048, segments_a_box = 5;

Ground make_ground() {
  Random random(39);
  Ground ground;
  for (std::size_t i = 0; i <= segments; ++i) {
    ground.points.push_back({0.5f * static_cast<float>(segments - i), static_cast<float>(random.uniform(-0.05, 0.05))});
  }
  for (std::size_t i = 0; i < box_count; ++i) {
    const std::size_t middle = 4 + random.below(segments - 8), first = middle - segments_a_box / 2;
    float top = -1;
    for (std::size_t k = first; k <= first + segments_a_box; ++k) top = std::max(top, ground.points[k].y);
    const double x = 0.5 * static_cast<double>(segments - middle) - random.uniform(0, 0.5);
    ground.boxes.push_back({x, static_cast<double>(top) + double{Ground::half_height} - random.uniform(0.01, 0.06)});
    for (std::size_t k = 0; k < segments_a_box; ++k) ground.pairs.push_back({first + k, i});
  }
  return ground;
}

}  // namespace

const Ground& ground() {
  static const Ground made = make_ground();
  return made;
}

}  // namespace satchel_bench
