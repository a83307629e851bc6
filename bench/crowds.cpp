#include "crowds.hpp"

#include <cmath>
#include <numbers>
#include <string>

#include "random.hpp"

namespace satchel_bench {
namespace {

using satchel::Pose;

double rounded(double v) { return static_cast<double>(static_cast<float>(v)); }

void add_boxes(Workload& workload, std::size_t count, double least, double most, Random& random) {
  for (std::size_t i = 0; i < count; ++i) {
    const float w = static_cast<float>(random.uniform(least, most)),
                h = static_cast<float>(random.uniform(least, most));
    workload.shapes.push_back({{{-w, -h}, {w, -h}, {w, h}, {-w, h}}, true});
  }
}

/// Adds a body. All numbers of its pose are values of floats, so that engines that store floats get the same bodies.
void add_body(Workload& workload, satchel::ShapeId shape, double x, double y, Random& random) {
  const double angle = random.uniform(0, 2 * std::numbers::pi);
  workload.body_shapes.push_back(shape);
  workload.poses.push_back({rounded(x), rounded(y), rounded(std::cos(angle)), rounded(std::sin(angle))});
}

satchel::ShapeId any_shape(const Workload& workload, Random& random) {
  return static_cast<satchel::ShapeId>(random.below(workload.shapes.size()));
}

/// Random places in a square, in random order; each box meets four others on average.
Workload uniform(std::size_t count) {
  Random random(11);
  Workload workload;
  add_boxes(workload, 64, 0.35, 0.8, random);
  const double side = 1.46 * std::sqrt(static_cast<double>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const double x = random.uniform(0, side);
    add_body(workload, any_shape(workload, random), x, random.uniform(0, side), random);
  }
  return workload;
}

/// Sizes over a factor of 10,000, uniform in their logarithm.
Workload sizes(std::size_t count) {
  Random random(12);
  Workload workload;
  constexpr int steps = 4000;
  for (int i = 0; i < steps; ++i) {
    const double size = std::pow(10.0, 4.0 * i / steps - 2);
    add_boxes(workload, 1, 0.7 * size, size, random);
  }
  const double side = 42 * std::sqrt(static_cast<double>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const double x = random.uniform(0, side);
    add_body(workload, any_shape(workload, random), x, random.uniform(0, side), random);
  }
  return workload;
}

/// All bodies on a line along x.
Workload line(std::size_t count) {
  Random random(13);
  Workload workload;
  add_boxes(workload, 64, 0.35, 0.8, random);
  const double length = 0.8 * static_cast<double>(count);
  for (std::size_t i = 0; i < count; ++i) {
    add_body(workload, any_shape(workload, random), random.uniform(0, length), 0, random);
  }
  return workload;
}

/// A hundred clusters far from each other, each dense in the middle.
Workload clusters(std::size_t count) {
  Random random(14);
  Workload workload;
  add_boxes(workload, 64, 0.35, 0.8, random);
  constexpr std::size_t side = 10;
  const double spread = 0.3 * std::sqrt(static_cast<double>(count / (side * side)));
  const double between = 40 * spread;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t cluster = random.below(side * side);
    const double radius = spread * std::sqrt(-2 * std::log(1 - random.uniform(0, 1)));
    const double angle = random.uniform(0, 2 * std::numbers::pi);
    add_body(workload, any_shape(workload, random),
             between * static_cast<double>(cluster % side) + radius * std::cos(angle),
             between * static_cast<double>(cluster / side) + radius * std::sin(angle), random);
  }
  return workload;
}

}  // namespace

std::vector<WorkloadPlan> crowds() {
  std::vector<WorkloadPlan> plans;
  std::size_t count = 10'000;
  for (const char* const name : {"uniform_1e4", "uniform_1e5", "uniform_1e6", "uniform_1e7"}) {
    plans.push_back({.name = name,
                     .max_vertices = 4,
                     .bodies = count,
                     .build = [count] { return uniform(count); },
                     .threads = count == 1'000'000});
    count *= 10;
  }
  constexpr std::size_t many = 100'000;
  plans.push_back({.name = "sizes_1e5", .max_vertices = 4, .bodies = many, .build = [] { return sizes(many); }});
  plans.push_back({.name = "line_1e5", .max_vertices = 4, .bodies = many, .build = [] { return line(many); }});
  plans.push_back({.name = "cluster_1e5", .max_vertices = 4, .bodies = many, .build = [] { return clusters(many); }});
  return plans;
}

}  // namespace satchel_bench
