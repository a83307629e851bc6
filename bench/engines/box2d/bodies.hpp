// Posed bodies as Box2D stores them: an own shape per body, as in its fixtures, and a transform.
#pragma once

#include <box2d/b2_math.h>
#include <box2d/b2_polygon_shape.h>

#include <vector>

#include "workloads/workload.hpp"

namespace satchel_bench {

struct Box2dBodies {
  explicit Box2dBodies(const Workload& workload) {
    std::vector<b2PolygonShape> distinct;
    for (const Shape& shape : workload.shapes) {
      std::vector<b2Vec2> vertices;
      for (const satchel::Vec2 v : shape.vertices) vertices.emplace_back(v.x, v.y);
      distinct.emplace_back().Set(vertices.data(), static_cast<int32>(vertices.size()));
    }
    for (const satchel::ShapeId shape : workload.body_shapes) shapes.push_back(distinct[shape]);
    for (const satchel::Pose& pose : workload.poses) {
      b2Transform& transform = transforms.emplace_back();
      transform.p.Set(static_cast<float>(pose.x), static_cast<float>(pose.y));
      transform.q.c = static_cast<float>(pose.rotation.cos);
      transform.q.s = static_cast<float>(pose.rotation.sin);
    }
  }

  std::vector<b2PolygonShape> shapes;
  std::vector<b2Transform> transforms;
};

}  // namespace satchel_bench
