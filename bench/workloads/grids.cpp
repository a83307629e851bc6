#include "workloads/grids.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>

#include "workloads/body_grid.hpp"
#include "workloads/random.hpp"
#include "workloads/shapes.hpp"

namespace satchel_bench {
namespace {

using satchel::Pair;
using satchel::Pose;
using satchel::Vec2;

Vec2 on_circle(double radius, double angle) {
  return {static_cast<float>(radius * std::cos(angle)), static_cast<float>(radius * std::sin(angle))};
}

/// The phase keeps vertices off the axes, where two could be extreme at once.
Shape regular_polygon(std::size_t n, double radius, Random& random) {
  const double phase = random.uniform(0.01, 0.1);
  const double step = 2 * std::numbers::pi / static_cast<double>(n);
  Shape shape;
  for (std::size_t i = 0; i < n; ++i)
    shape.vertices.push_back(on_circle(radius, phase + step * static_cast<double>(i)));
  return shape;
}

/// Shuffles by the method of Fisher and Yates.
template <class T>
void shuffle(std::vector<T>& items, Random& random) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random.below(i)]);
}

/// Calls make_shape(radius, random) for each shape; the radii are evenly spaced in (0.5, 1).
template <class MakeShape>
Workload on_grid(const Grid& grid, std::size_t shape_count, MakeShape make_shape, std::uint64_t seed) {
  Random random(seed);
  Workload workload;
  workload.expected = Expected::a_third_overlaps;
  for (std::size_t i = 0; i < shape_count; ++i) {
    const double radius = 0.5 + 0.5 * (static_cast<double>(i) + 0.5) / static_cast<double>(shape_count);
    workload.shapes.push_back(make_shape(radius, random));
  }
  for (std::size_t body = 0; body < grid.side * grid.side; ++body) {
    workload.body_shapes.push_back(static_cast<satchel::ShapeId>(body % shape_count));  // all shapes equally often
    workload.poses.push_back(pose_on(grid, body / grid.side, body % grid.side, random));
  }
  shuffle(workload.body_shapes, random);
  workload.pairs = neighbours(grid.side);
  return workload;
}

Workload with_shuffled_pairs(Workload workload) {
  Random random(77);
  shuffle(workload.pairs, random);
  return workload;
}

constexpr std::size_t usual_shapes = 64;

Shape usual_box(double, Random& random) { return random_box(0.35, 0.8, random); }

// The spacings are tuned so that about a third of the pairs overlap, which neither branch prediction nor the kind of
// neighbour can foresee.
Workload boxes(std::size_t side, std::size_t shape_count = usual_shapes) {
  return on_grid({side, 1.32, 0.3, true}, shape_count, usual_box, 1);
}

Workload octagons(std::size_t side, std::size_t shape_count = usual_shapes) {
  return on_grid(
      {side, 1.36, 0.3, true}, shape_count,
      [](double radius, Random& random) { return irregular_polygon(8, radius, random); }, 2);
}

Workload mixed(std::size_t side) {
  const auto three_to_eight = [](double radius, Random& random) {
    const std::size_t n = 3 + random.below(6);
    return irregular_polygon(n, radius, random);
  };
  return on_grid({side, 1.18, 0.3, true}, usual_shapes, three_to_eight, 3);
}

Shape circle(double radius) { return {.vertices = {{0, 0}}, .radius = static_cast<float>(radius)}; }

/// A capsule whose segment is 3.3 to 5.3 times as long as its radius.
Shape capsule(double radius, Random& random) {
  const float half = static_cast<float>(radius * random.uniform(0.5, 0.8));
  return {.vertices = {{-half, 0}, {half, 0}}, .radius = static_cast<float>(0.3 * radius)};
}

/// A rounded box of the same size as a sharp one.
Shape rounded_box(Random& random) {
  Shape shape = usual_box(0, random);
  shape.radius = static_cast<float>(random.uniform(0.05, 0.3));
  for (Vec2& v : shape.vertices) {
    v.x += v.x > 0 ? -shape.radius : shape.radius;
    v.y += v.y > 0 ? -shape.radius : shape.radius;
  }
  return shape;
}

/// A shape of a random kind: circle, capsule, box or polygon, sharp or rounded.
Shape any_shape(double radius, Random& random) {
  switch (random.below(6)) {
    case 0:
      return circle(0.8 * radius);
    case 1:
      return capsule(radius, random);
    case 2:
      return rounded_box(random);
    case 3:
      return usual_box(radius, random);
    case 4:
      return irregular_polygon(3 + random.below(6), radius, random);
    default: {
      Shape shape = irregular_polygon(3 + random.below(6), 0.8 * radius, random);
      shape.radius = static_cast<float>(0.15 * radius);
      return shape;
    }
  }
}

Workload circles(std::size_t side) {
  return on_grid(
      {side, 1.36, 0.3, true}, usual_shapes, [](double radius, Random&) { return circle(radius); }, 101);
}

Workload capsules(std::size_t side) { return on_grid({side, 0.92, 0.3, true}, usual_shapes, capsule, 102); }

Workload rounded_boxes(std::size_t side) {
  return on_grid(
      {side, 1.28, 0.3, true}, usual_shapes, [](double, Random& random) { return rounded_box(random); }, 103);
}

Workload shapes(std::size_t side) { return on_grid({side, 1.15, 0.3, true}, 96, any_shape, 104); }

Workload boxes_apart(std::size_t side) {
  Workload workload = on_grid({side, 2.0, 0.3, true}, usual_shapes, usual_box, 1);
  workload.expected = Expected::almost_none_overlaps;
  return workload;
}

Workload touching_grid(std::size_t side) {
  Workload workload = on_grid(
      {side, 1.0, 0.0, false}, 1, [](double, Random&) { return box(0.5f, 0.5f); }, 4);
  workload.expected = Expected::all_touch;
  return workload;
}

Workload ngons(std::size_t n, std::size_t side) {
  // The mean of the radii to the corners and to the edges: 1 and 1/2 for a triangle, equal for a circle.
  const double reach = 0.5 + 0.5 * std::cos(std::numbers::pi / static_cast<double>(n));
  return on_grid(
      {side, 1.36 * reach, 0.3 * reach, true}, 8,
      [n](double radius, Random& random) { return regular_polygon(n, radius, random); }, 5 + n);
}

constexpr std::size_t distinct_side = 64;
static_assert(distinct_side * distinct_side == distinct_shapes);

/// Side of the grid for about a megabyte of placed and local vertices, with a least number of bodies, so that no single
/// pair weighs much.
std::size_t ngon_side(std::size_t n) {
  const double bodies = std::clamp(65536.0 / static_cast<double>(n), 25.0, 4096.0);
  return static_cast<std::size_t>(std::sqrt(bodies));
}

}  // namespace

const Workload& distinct_boxes() {
  static const Workload workload = boxes(distinct_side, distinct_shapes);
  return workload;
}

const Workload& distinct_octagons() {
  static const Workload workload = octagons(distinct_side, distinct_shapes);
  return workload;
}

std::vector<WorkloadPlan> synthetic_workloads() {
  constexpr std::size_t l2 = 64, million_pairs = 512, dram = 1000;
  const auto plan = [](const std::string& name, std::size_t max_vertices, std::size_t side, auto build, Tags tags) {
    return WorkloadPlan{.name = name,
                        .max_vertices = max_vertices,
                        .bodies = side * side,
                        .build = [side, build] { return build(side); },
                        .tags = tags};
  };
  const auto some_boxes = [](std::size_t side) { return boxes(side); };
  const auto some_octagons = [](std::size_t side) { return octagons(side); };
  const auto shuffled_boxes = [](std::size_t side) { return with_shuffled_pairs(boxes(side)); };
  const auto shuffled_octagons = [](std::size_t side) { return with_shuffled_pairs(octagons(side)); };
  const auto shuffled_shapes = [](std::size_t side) { return with_shuffled_pairs(shapes(side)); };
  constexpr Tags round{Tag::in_cache, Tag::round};
  std::vector<WorkloadPlan> plans{
      plan("boxes_l2", 4, l2, some_boxes, {Tag::in_cache, Tag::memory_bound, Tag::set_poses}),
      plan("octagons_l2", 8, l2, some_octagons, {Tag::in_cache, Tag::memory_bound, Tag::set_poses}),
      plan("mixed_l2", 8, l2, mixed, {Tag::in_cache}),
      plan("circles_l2", 1, l2, circles, round),
      plan("capsules_l2", 2, l2, capsules, round),
      plan("rounded_l2", 4, l2, rounded_boxes, round),
      plan("shapes_l2", 8, l2, shapes, round),
      plan("boxes_apart_l2", 4, l2, boxes_apart, {Tag::in_cache, Tag::apart}),
      plan("touching_grid_l2", 4, l2, touching_grid, {Tag::in_cache}),
      plan("octagons_1m", 8, million_pairs, some_octagons, {Tag::threads, Tag::memory_bound}),
      plan("boxes_dram", 4, dram, shuffled_boxes, {Tag::memory_bound}),
      plan("boxes_dram_grouped", 4, dram, some_boxes, {Tag::memory_bound}),
      plan("octagons_dram", 8, dram, shuffled_octagons, {Tag::threads, Tag::memory_bound, Tag::set_poses, Tag::memory}),
      plan("octagons_dram_grouped", 8, dram, some_octagons, {Tag::memory_bound}),
      plan("shapes_dram", 8, dram, shuffled_shapes, {Tag::round})};
  for (const std::size_t pairs : {1, 4, 16, 64, 256, 1024, 4096}) {
    WorkloadPlan& batch = plans.emplace_back(plan("", 8, l2, some_octagons, {Tag::calls}));
    batch.name = "batch_" + std::to_string(pairs);
    batch.pairs_of_call = pairs;
    if (pairs != 1 && pairs != 64) batch.tags.add(Tag::series);
  }
  // Sizes from a scene in the first-level cache to a scene in main memory.
  for (const std::size_t side : {16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024}) {
    constexpr Tags tags{Tag::series, Tag::memory_bound};
    const std::string name = "bodies_" + std::to_string(side * side);
    plans.push_back(plan(name, 8, side, some_octagons, tags));
    plans.push_back(plan(name + "_shuffled", 8, side, shuffled_octagons, tags));
  }
  for (const std::size_t n : {3, 4, 5, 6, 8, 12, 16, 24, 32, 64, 128, 256, 512, 1024, 2048, 4096}) {
    const std::string name = "ngon_" + std::to_string(n);
    const auto some_ngons = [n](std::size_t side) { return ngons(n, side); };
    plans.push_back(plan(name, n, ngon_side(n), some_ngons, {Tag::many_vertices}));
  }
  return plans;
}

}  // namespace satchel_bench
