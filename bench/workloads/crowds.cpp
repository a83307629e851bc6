#include "workloads/crowds.hpp"

#include <cmath>
#include <numbers>
#include <string>

#include "workloads/random.hpp"
#include "workloads/shapes.hpp"

namespace satchel_bench {
namespace {

void add_boxes(Workload& workload, std::size_t count, double least, double most, Random& random) {
  for (std::size_t i = 0; i < count; ++i) workload.shapes.push_back(random_box(least, most, random));
}

void add_rotated(Workload& workload, satchel::ShapeId shape, double x, double y, Random& random) {
  add_body(workload, shape, x, y, random.uniform(0, 2 * std::numbers::pi));
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
    add_rotated(workload, any_shape(workload, random), x, random.uniform(0, side), random);
  }
  return workload;
}

/// Octagons at random places in a square, each of its own shape; each body's box meets four others on average.
Workload octagons(std::size_t count) {
  Random random(15);
  Workload workload;
  const double side = 1.57 * std::sqrt(static_cast<double>(count));
  for (std::size_t i = 0; i < count; ++i) {
    workload.shapes.push_back(irregular_polygon(8, random.uniform(0.5, 1), random));
    const double x = random.uniform(0, side);
    add_rotated(workload, static_cast<satchel::ShapeId>(i), x, random.uniform(0, side), random);
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
    add_rotated(workload, any_shape(workload, random), x, random.uniform(0, side), random);
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
    add_rotated(workload, any_shape(workload, random), random.uniform(0, length), 0, random);
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
    add_rotated(workload, any_shape(workload, random),
                between * static_cast<double>(cluster % side) + radius * std::cos(angle),
                between * static_cast<double>(cluster / side) + radius * std::sin(angle), random);
  }
  return workload;
}

}  // namespace

const Workload& uniform_crowd() {
  static const Workload workload = uniform(100'000);
  return workload;
}

const Workload& octagon_crowd() {
  static const Workload workload = octagons(octagon_join.items);
  return workload;
}

std::vector<WorkloadPlan> crowds() {
  const auto plan = [](const char* name, std::size_t count, auto build, Tags tags = {}) {
    return WorkloadPlan{.name = name,
                        .max_vertices = 4,
                        .bodies = count,
                        .build = [count, build] { return build(count); },
                        .tags = tags};
  };
  constexpr std::size_t many = 100'000;
  return {plan("bodies_10", 10, uniform),
          plan("bodies_100", 100, uniform),
          plan("bodies_1000", 1000, uniform),
          plan("uniform_1e4", 10'000, uniform),
          plan("uniform_1e5", many, uniform),
          plan("uniform_1e6", 1'000'000, uniform, {Tag::threads}),
          plan("uniform_1e7", 10'000'000, uniform),
          plan("sizes_1e5", many, sizes),
          plan("line_1e5", many, line),
          plan("cluster_1e5", many, clusters)};
}

}  // namespace satchel_bench
