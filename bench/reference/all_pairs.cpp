#include "reference/all_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace satchel_bench {
namespace {

using satchel::BodyId;
using satchel::Box;
using satchel::Pair;

/// Strips along x, of about the boxes' mean height. A box is in each strip that it reaches.
class Strips {
 public:
  explicit Strips(std::span<const Box> boxes) {
    double heights = 0, high = -std::numeric_limits<double>::infinity();
    for (const Box& box : boxes) {
      heights += box.max_y - box.min_y;
      low_ = std::min(low_, box.min_y);
      high = std::max(high, box.max_y);
    }
    const double count = static_cast<double>(boxes.size());
    height_ = std::max({heights / count, (high - low_) / count, std::numeric_limits<double>::min()});
    strips_.resize(of(high) + 1);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      for (std::size_t k = of(boxes[i].min_y); k <= of(boxes[i].max_y); ++k)
        strips_[k].push_back(static_cast<BodyId>(i));
    }
  }

  std::size_t of(double y) const { return static_cast<std::size_t>((y - low_) / height_); }
  std::vector<std::vector<BodyId>>& all() { return strips_; }

 private:
  double low_ = std::numeric_limits<double>::infinity(), height_ = 0;
  std::vector<std::vector<BodyId>> strips_;
};

}  // namespace

std::vector<Box> boxes_in_double(const Workload& workload) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < workload.poses.size(); ++i) {
    const satchel::Pose& pose = workload.poses[i];
    const Shape& shape = workload.shapes[workload.body_shapes[i]];
    const double r = static_cast<double>(shape.radius), c = pose.rotation.cos, s = pose.rotation.sin;
    Box box{infinity, infinity, -infinity, -infinity};
    for (const satchel::Vec2 v : shape.vertices) {
      const double x = pose.x + (c * v.x - s * v.y), y = pose.y + (s * v.x + c * v.y);
      box = {std::min(box.min_x, x - r), std::min(box.min_y, y - r), std::max(box.max_x, x + r),
             std::max(box.max_y, y + r)};
    }
    boxes.push_back(box);
  }
  return boxes;
}

std::vector<Pair> pairs_of_boxes(std::span<const Box> boxes) {
  std::vector<Pair> pairs;
  if (boxes.empty()) return pairs;
  Strips strips(boxes);
  for (std::size_t strip = 0; strip < strips.all().size(); ++strip) {
    std::vector<BodyId>& bodies = strips.all()[strip];
    std::sort(bodies.begin(), bodies.end(), [&](BodyId a, BodyId b) { return boxes[a].min_x < boxes[b].min_x; });
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Box& box = boxes[bodies[i]];
      for (std::size_t k = i + 1; k < bodies.size() && boxes[bodies[k]].min_x <= box.max_x; ++k) {
        const Box& other = boxes[bodies[k]];
        if (other.min_y > box.max_y || box.min_y > other.max_y) continue;
        // The lowest strip that both are in has the pair.
        if (strips.of(std::max(box.min_y, other.min_y)) != strip) continue;
        pairs.push_back({std::min(bodies[i], bodies[k]), std::max(bodies[i], bodies[k])});
      }
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

std::string wrong_boxes_of(const Workload& workload, std::span<const Box> boxes) {
  const std::vector<Box> own = boxes_in_double(workload);
  if (boxes.size() != own.size()) return "not one box a body";
  std::vector<double> reaches;  // of each shape
  for (const Shape& shape : workload.shapes) {
    double& reach = reaches.emplace_back(0);
    for (const satchel::Vec2 v : shape.vertices) reach = std::max(reach, std::hypot(double{v.x}, double{v.y}));
    reach += static_cast<double>(shape.radius);
  }
  for (std::size_t i = 0; i < own.size(); ++i) {
    const Box &box = boxes[i], &body = own[i];
    const satchel::Pose& pose = workload.poses[i];
    const double margin =
        1e-6 * reaches[workload.body_shapes[i]] + 0x1p-50 * std::max(std::abs(pose.x), std::abs(pose.y));
    const auto is_near = [&](double p, double q) { return std::abs(p - q) <= margin; };
    if (!is_near(body.min_x, box.min_x) || !is_near(body.min_y, box.min_y) || !is_near(box.max_x, body.max_x) ||
        !is_near(box.max_y, body.max_y)) {
      return "the box of body " + std::to_string(i) + " is another";
    }
  }
  return {};
}

}  // namespace satchel_bench
