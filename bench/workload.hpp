// What the engines are timed on: posed bodies and candidate pairs.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <satchel/pose.hpp>
#include <satchel/types.hpp>

namespace satchel_bench {

/// In its local frame: everything within `radius` of a point, a segment or a strictly convex polygon,
/// counter-clockwise.
struct Shape {
  std::vector<satchel::Vec2> vertices;
  bool box = false;  // vertices are (-w,-h), (w,-h), (w,h), (-w,h)
  float radius = 0;
};

/// What is known beforehand about the answers; a workload that turns out otherwise is an error, not a measurement.
enum class Expected { anything, a_third_overlaps, all_touch };

struct Workload {
  std::string name;
  std::vector<Shape> shapes;
  std::vector<satchel::ShapeId> body_shapes;  // of each body
  std::vector<satchel::Pose> poses;           // of each body
  std::vector<satchel::Pair> pairs;
  Expected expected = Expected::anything;

  const Shape& shape_of(satchel::BodyId body) const { return shapes[body_shapes[body]]; }
};

/// A workload that has not been built yet: enough to decide which benchmarks there are.
struct WorkloadPlan {
  std::string name;
  std::size_t max_vertices = 0;  // of a shape
  std::size_t bodies = 0;
  std::function<Workload()> build;
  bool round = false;     // some shapes have a radius or fewer than three vertices: for the engines that know these
  bool ngon = false;      // engines that give no more than a verdict take part in `collide` too
  bool threads = false;   // also measured with several threads
  std::size_t batch = 0;  // pairs a call; 0: all of them
  bool sweep = false;     // one of many of its kind: the main engines alone
  bool bound = false;     // also against what memory allows
};

}  // namespace satchel_bench
