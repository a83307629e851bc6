#include "workloads.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>

#include "random.hpp"

namespace satchel_bench {
namespace {

using satchel::Pair;
using satchel::Pose;
using satchel::Vec2;

/// Bodies on a square grid. The candidates of each are its neighbours to the right, above, above right and above left.
struct Grid {
  std::size_t side;
  double spacing;
  double jitter;  // largest shift of a coordinate, up or down
  bool turned;    // by random angles
};

Vec2 on_circle(double radius, double angle) {
  return {static_cast<float>(radius * std::cos(angle)), static_cast<float>(radius * std::sin(angle))};
}

/// n vertices on a circle, so that the polygon is convex for all angles. The angles differ by at least 0.4 of the
/// regular step, so that every turn is far above rounding.
Shape irregular_polygon(std::size_t n, double radius, Random& random) {
  const double phase = random.uniform(0, 2 * std::numbers::pi);
  const double step = 2 * std::numbers::pi / static_cast<double>(n);
  Shape shape;
  for (std::size_t i = 0; i < n; ++i) {
    shape.vertices.push_back(on_circle(radius, phase + step * (static_cast<double>(i) + random.uniform(-0.3, 0.3))));
  }
  return shape;
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

Shape box(float w, float h) { return {.vertices = {{-w, -h}, {w, -h}, {w, h}, {-w, h}}, .box = true}; }

Shape random_box(double, Random& random) {
  const float w = static_cast<float>(random.uniform(0.35, 0.8));
  return box(w, static_cast<float>(random.uniform(0.35, 0.8)));
}

/// All numbers of the pose are values of floats, so that engines that store floats get the same bodies.
Pose pose_on(const Grid& grid, std::size_t row, std::size_t column, Random& random) {
  const auto rounded = [](double v) { return static_cast<double>(static_cast<float>(v)); };
  const auto coordinate = [&](std::size_t i) {
    return rounded(grid.spacing * static_cast<double>(i) + random.uniform(-grid.jitter, grid.jitter));
  };
  const double x = coordinate(column), y = coordinate(row);
  const double angle = grid.turned ? random.uniform(0, 2 * std::numbers::pi) : 0.0;
  return {x, y, rounded(std::cos(angle)), rounded(std::sin(angle))};
}

/// The pairs of neighbours, grouped by a.
std::vector<Pair> neighbours(std::size_t side) {
  std::vector<Pair> pairs;
  pairs.reserve(4 * side * side);
  for (std::size_t row = 0; row < side; ++row) {
    for (std::size_t column = 0; column < side; ++column) {
      const auto at = [&](std::size_t r, std::size_t c) { return static_cast<satchel::BodyId>(r * side + c); };
      const bool right = column + 1 < side, above = row + 1 < side, left = column > 0;
      if (right) pairs.push_back({at(row, column), at(row, column + 1)});
      if (above) pairs.push_back({at(row, column), at(row + 1, column)});
      if (right && above) pairs.push_back({at(row, column), at(row + 1, column + 1)});
      if (left && above) pairs.push_back({at(row, column), at(row + 1, column - 1)});
    }
  }
  return pairs;
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

// The spacings are tuned so that about a third of the pairs overlap, which neither branch prediction nor the kind of
// neighbour can foresee.
Workload boxes(std::size_t side) { return on_grid({side, 1.32, 0.3, true}, 64, random_box, 1); }

Workload octagons(std::size_t side) {
  return on_grid(
      {side, 1.36, 0.3, true}, 64, [](double radius, Random& random) { return irregular_polygon(8, radius, random); },
      2);
}

Workload mixed(std::size_t side) {
  const auto three_to_eight = [](double radius, Random& random) {
    const std::size_t n = 3 + random.below(6);
    return irregular_polygon(n, radius, random);
  };
  return on_grid({side, 1.18, 0.3, true}, 64, three_to_eight, 3);
}

Shape circle(double radius) { return {.vertices = {{0, 0}}, .radius = static_cast<float>(radius)}; }

/// A capsule whose segment is 3.3 to 5.3 times as long as its radius.
Shape capsule(double radius, Random& random) {
  const float half = static_cast<float>(radius * random.uniform(0.5, 0.8));
  return {.vertices = {{-half, 0}, {half, 0}}, .radius = static_cast<float>(0.3 * radius)};
}

/// A rounded box of the same size as a sharp one.
Shape rounded_box(Random& random) {
  Shape shape = random_box(0, random);
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
      return random_box(radius, random);
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
      {side, 1.36, 0.3, true}, 64, [](double radius, Random&) { return circle(radius); }, 101);
}

Workload capsules(std::size_t side) { return on_grid({side, 0.92, 0.3, true}, 64, capsule, 102); }

Workload rounded_boxes(std::size_t side) {
  return on_grid(
      {side, 1.28, 0.3, true}, 64, [](double, Random& random) { return rounded_box(random); }, 103);
}

Workload shapes(std::size_t side) { return on_grid({side, 1.15, 0.3, true}, 96, any_shape, 104); }

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

/// Side of the grid for about a megabyte of placed and local vertices, with a least number of bodies, so that no single
/// pair weighs much.
std::size_t ngon_side(std::size_t n) {
  const double bodies = std::clamp(65536.0 / static_cast<double>(n), 25.0, 4096.0);
  return static_cast<std::size_t>(std::sqrt(bodies));
}

}  // namespace

std::vector<WorkloadPlan> synthetic_workloads() {
  constexpr std::size_t l2 = 64, million_pairs = 512, dram = 1000;
  std::vector<WorkloadPlan> plans{
      {.name = "boxes_l2", .max_vertices = 4, .bodies = l2 * l2, .build = [] { return boxes(l2); }, .bound = true},
      {.name = "octagons_l2",
       .max_vertices = 8,
       .bodies = l2 * l2,
       .build = [] { return octagons(l2); },
       .bound = true},
      {.name = "mixed_l2", .max_vertices = 8, .bodies = l2 * l2, .build = [] { return mixed(l2); }},
      {.name = "circles_l2", .max_vertices = 1, .bodies = l2 * l2, .build = [] { return circles(l2); }, .round = true},
      {.name = "capsules_l2",
       .max_vertices = 2,
       .bodies = l2 * l2,
       .build = [] { return capsules(l2); },
       .round = true},
      {.name = "rounded_l2",
       .max_vertices = 4,
       .bodies = l2 * l2,
       .build = [] { return rounded_boxes(l2); },
       .round = true},
      {.name = "shapes_l2", .max_vertices = 8, .bodies = l2 * l2, .build = [] { return shapes(l2); }, .round = true},
      {.name = "touching_grid_l2", .max_vertices = 4, .bodies = l2 * l2, .build = [] { return touching_grid(l2); }},
      {.name = "octagons_1m",
       .max_vertices = 8,
       .bodies = million_pairs * million_pairs,
       .build = [] { return octagons(million_pairs); },
       .threads = true,
       .bound = true},
      {.name = "boxes_dram",
       .max_vertices = 4,
       .bodies = dram * dram,
       .build = [] { return with_shuffled_pairs(boxes(dram)); },
       .bound = true},
      {.name = "octagons_dram",
       .max_vertices = 8,
       .bodies = dram * dram,
       .build = [] { return with_shuffled_pairs(octagons(dram)); },
       .threads = true,
       .bound = true},
      {.name = "octagons_dram_grouped",
       .max_vertices = 8,
       .bodies = dram * dram,
       .build = [] { return octagons(dram); },
       .bound = true}};
  for (const std::size_t batch : {1, 4, 16, 64, 256, 1024, 4096}) {
    plans.push_back({.name = "batch_" + std::to_string(batch),
                     .max_vertices = 8,
                     .bodies = l2 * l2,
                     .build = [] { return octagons(l2); },
                     .batch = batch,
                     .sweep = batch != 1 && batch != 64});
  }
  // Sizes from a scene in the first-level cache to a scene in main memory.
  for (const std::size_t side : {16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024}) {
    const WorkloadPlan grouped{.name = "bodies_" + std::to_string(side * side),
                               .max_vertices = 8,
                               .bodies = side * side,
                               .build = [side] { return octagons(side); },
                               .sweep = true,
                               .bound = true};
    WorkloadPlan shuffled = grouped;
    shuffled.name += "_shuffled";
    shuffled.build = [side] { return with_shuffled_pairs(octagons(side)); };
    plans.insert(plans.end(), {grouped, shuffled});
  }
  for (const std::size_t n : {3, 4, 5, 6, 8, 12, 16, 24, 32, 64, 128, 256, 512, 1024, 2048, 4096}) {
    const std::size_t side = ngon_side(n);
    plans.push_back({.name = "ngon_" + std::to_string(n),
                     .max_vertices = n,
                     .bodies = side * side,
                     .build = [n, side] { return ngons(n, side); },
                     .ngon = true});
  }
  return plans;
}

}  // namespace satchel_bench
