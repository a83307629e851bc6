// The input of the engines: posed bodies and candidate pairs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <satchel/pose.hpp>
#include <satchel/types.hpp>

#include "workloads/tags.hpp"

namespace satchel_bench {

/// All points within `radius` of a point, a segment or a strictly convex counter-clockwise polygon, in the local frame.
struct Shape {
  std::vector<satchel::Vec2> vertices;
  bool box = false;  // vertices are (-w,-h), (w,-h), (w,h), (-w,h)
  float radius = 0;
  std::vector<std::vector<satchel::Vec2>> parts = {};  // convex parts if `vertices` are a concave outline; else empty
  std::vector<std::uint8_t> inner_edges = {};          // 1 per edge that two parts share, part after part
  bool from_ring = false;                              // the parts are those of `convex_parts`
};

/// Expected answers; a workload with others is an error and not measured.
enum class Expected { anything, a_third_overlaps, almost_none_overlaps, all_touch };

struct Workload {
  std::string name;
  std::vector<Shape> shapes;
  std::vector<satchel::ShapeId> body_shapes;  // of each body
  std::vector<satchel::Pose> poses;           // of each body
  std::vector<satchel::Pair> pairs;
  Expected expected = Expected::anything;
  std::size_t counted_pairs = 0;  // ns_per_pair is for each of so many pairs; 0: of `pairs`

  const Shape& shape_of(satchel::BodyId body) const { return shapes[body_shapes[body]]; }
};

/// Describes a workload before it is built, as far as the choice of its benchmarks depends on it.
struct WorkloadPlan {
  std::string name;
  std::size_t max_vertices = 0;  // of a shape
  std::size_t bodies = 0;
  std::function<Workload()> build;
  Tags tags = {};
  std::size_t pairs_of_call = 0;  // Tag::calls; 0: all pairs in one call
};

}  // namespace satchel_bench
