// The separating-axis test of the textbooks: for each edge normal of both polygons, project both polygons to it and
// compare the intervals; stop at the first gap, else keep the axis of least overlap (Ericson: Real-Time Collision
// Detection, 2005, section 5.2.1). Scalar, on world coordinates placed before the timing, compiled with the same flags
// as Satchel.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "harness/pair_engine.hpp"

namespace satchel_bench {
namespace {

using satchel::Vec2;

struct Overlap {
  bool hit;
  Vec2 normal;
  float depth;
};

struct Interval {
  float low, high;
};

Interval project(std::span<const Vec2> polygon, Vec2 axis) {
  Interval interval{std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest()};
  for (const Vec2 v : polygon) {
    const float t = axis.x * v.x + axis.y * v.y;
    interval.low = std::min(interval.low, t);
    interval.high = std::max(interval.high, t);
  }
  return interval;
}

/// Tests the edge normals of `own`. Considers both directions along an axis as the way out, which is right under
/// containment too.
/// @return  false if a normal separates a from b
bool test_axes(std::span<const Vec2> own, std::span<const Vec2> a, std::span<const Vec2> b, Overlap& best) {
  for (std::size_t i = 0; i < own.size(); ++i) {
    const Vec2 p = own[i], q = own[i + 1 < own.size() ? i + 1 : 0];
    const float length = std::sqrt((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y));
    const Vec2 axis{(q.y - p.y) / length, (p.x - q.x) / length};
    const Interval of_a = project(a, axis), of_b = project(b, axis);
    if (of_a.high < of_b.low || of_b.high < of_a.low) return false;
    const float forward = of_a.high - of_b.low, backward = of_b.high - of_a.low;
    if (forward < best.depth) best = {true, axis, forward};
    if (backward < best.depth) best = {true, {-axis.x, -axis.y}, backward};
  }
  return true;
}

class Textbook final : public PairEngine {
 public:
  explicit Textbook(const Workload& workload) : pairs_(workload.pairs), results_(pairs_.size()) {
    starts_.push_back(0);
    for (std::size_t body = 0; body < workload.poses.size(); ++body) {
      const satchel::Pose& pose = workload.poses[body];
      for (const Vec2 v : workload.shapes[workload.body_shapes[body]].vertices) {
        vertices_.push_back({static_cast<float>(pose.x + pose.rotation.cos * v.x - pose.rotation.sin * v.y),
                             static_cast<float>(pose.y + pose.rotation.sin * v.x + pose.rotation.cos * v.y)});
      }
      starts_.push_back(vertices_.size());
    }
  }

  void run(std::size_t first, std::size_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      const auto a = vertices_of(pairs_[i].a), b = vertices_of(pairs_[i].b);
      Overlap best{true, {1, 0}, std::numeric_limits<float>::max()};
      if (!test_axes(a, a, b, best) || !test_axes(b, a, b, best)) best = {false, {0, 0}, 0};
      results_[i] = best;
    }
  }

  Answer answer(std::size_t pair) const override {
    const Overlap& result = results_[pair];
    if (!result.hit) return {};
    return {.hit = true,
            .separation = -static_cast<double>(result.depth),
            .normal_x = static_cast<double>(result.normal.x),
            .normal_y = static_cast<double>(result.normal.y)};
  }

  Precision precision() const override { return {.separates_disjoint = false, .of_coordinates = 0x1p-21}; }

 private:
  std::span<const Vec2> vertices_of(satchel::BodyId body) const {
    return std::span(vertices_).subspan(starts_[body], starts_[body + 1] - starts_[body]);
  }

  std::span<const satchel::Pair> pairs_;
  std::vector<Vec2> vertices_;
  std::vector<std::size_t> starts_;
  std::vector<Overlap> results_;
};

const Registered<PairEntry> entry({.query = "collide",
                                   .engine = "textbook",
                                   .note = "verdict, normal, depth in float: scalar SAT, projection intervals",
                                   .make = make_engine<Textbook>,
                                   .max_vertices = 256,
                                   .accepts = {Tag::calls}});

}  // namespace
}  // namespace satchel_bench
