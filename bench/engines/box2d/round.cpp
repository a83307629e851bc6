// Box2D's collide functions for circles, capsules and rounded polygons, chosen by the kinds of the pair.
//
// A capsule is an edge shape with a radius, which has a collide function against circles. Box2D 2.4 has none for two
// edges, and its function for an edge and a polygon, b2CollideEdgeAndPolygon, misses overlaps at the round ends.
// b2Distance replaces both, because Box2D's time of impact uses it for these shapes.
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_collision.h>
#include <box2d/b2_distance.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_polygon_shape.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "engines/box2d/round.hpp"

namespace satchel_bench {
namespace {

enum class Kind : std::uint8_t { circle, capsule, polygon };

struct Body {
  Kind kind;
  std::uint32_t index;  // in the list of shapes of its kind
  b2Transform transform;
};

/// The result of a pair: a manifold, or the output of b2Distance.
struct Result {
  b2Manifold manifold;
  b2DistanceOutput distance;
};

class Box2dRound final : public PairEngine {
 public:
  explicit Box2dRound(const Workload& workload) : pairs_(workload.pairs), results_(pairs_.size()) {
    for (std::size_t i = 0; i < workload.poses.size(); ++i)
      add(workload.shapes[workload.body_shapes[i]], workload.poses[i]);
  }

  void run(std::size_t first, std::size_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      const Body *a = &bodies_[pairs_[i].a], *b = &bodies_[pairs_[i].b];
      if (is_swapped(*a, *b)) std::swap(a, b);
      collide(*a, *b, results_[i]);
    }
  }

  Answer answer(std::size_t pair) const override {
    const Result& result = results_[pair];
    const Body *a = &bodies_[pairs_[pair].a], *b = &bodies_[pairs_[pair].b];
    const bool swapped = is_swapped(*a, *b);
    if (swapped) std::swap(a, b);
    if (by_distance(*a, *b)) {
      const double separation = static_cast<double>(result.distance.distance) - radius(*a) - radius(*b);
      if (result.distance.distance <= 10 * b2_epsilon) return {.hit = true};  // the cores cross: there is no depth
      return {.hit = separation <= 0, .separation = separation};
    }
    if (result.manifold.pointCount == 0) return {};
    b2WorldManifold world;
    world.Initialize(&result.manifold, a->transform, static_cast<float>(radius(*a)), b->transform,
                     static_cast<float>(radius(*b)));
    const double sign = swapped ? -1 : 1;
    const float* separations = world.separations;
    return {.hit = true,
            .separation = static_cast<double>(*std::min_element(separations, separations + result.manifold.pointCount)),
            .normal_x = sign * static_cast<double>(world.normal.x),
            .normal_y = sign * static_cast<double>(world.normal.y)};
  }

  // b2CollidePolygons takes the least penetration over faces alone and clips corners as if they were sharp, so the
  // depth is off by up to half of the radii where corners meet.
  Precision precision() const override {
    return {.separates_disjoint = false, .of_coordinates = 0x1p-21, .skin = 0.3, .depth_slack = 0.3};
  }

 private:
  /// Whether to swap the bodies, because the functions take capsules before polygons before circles.
  static bool is_swapped(const Body& a, const Body& b) {
    constexpr auto rank = [](Kind kind) { return kind == Kind::capsule ? 0 : kind == Kind::polygon ? 1 : 2; };
    return rank(a.kind) > rank(b.kind);
  }

  void add(const Shape& shape, const satchel::Pose& pose) {
    b2Transform transform;
    transform.p.Set(static_cast<float>(pose.x), static_cast<float>(pose.y));
    transform.q.c = static_cast<float>(pose.rotation.cos);
    transform.q.s = static_cast<float>(pose.rotation.sin);
    std::vector<b2Vec2> vertices;
    for (const satchel::Vec2 v : shape.vertices) vertices.emplace_back(v.x, v.y);
    if (vertices.size() == 1) {
      b2CircleShape& circle = circles_.emplace_back();
      circle.m_p = vertices[0];
      circle.m_radius = shape.radius;
      bodies_.push_back({Kind::circle, static_cast<std::uint32_t>(circles_.size() - 1), transform});
    } else if (vertices.size() == 2) {
      b2EdgeShape& edge = edges_.emplace_back();
      edge.SetTwoSided(vertices[0], vertices[1]);
      edge.m_radius = shape.radius;
      bodies_.push_back({Kind::capsule, static_cast<std::uint32_t>(edges_.size() - 1), transform});
    } else {
      b2PolygonShape& polygon = polygons_.emplace_back();
      polygon.Set(vertices.data(), static_cast<int32>(vertices.size()));
      polygon.m_radius = shape.radius;
      bodies_.push_back({Kind::polygon, static_cast<std::uint32_t>(polygons_.size() - 1), transform});
    }
  }

  void collide(const Body& a, const Body& b, Result& result) const {
    if (a.kind == Kind::polygon && b.kind == Kind::polygon) {
      b2CollidePolygons(&result.manifold, &polygons_[a.index], a.transform, &polygons_[b.index], b.transform);
    } else if (a.kind == Kind::polygon && b.kind == Kind::circle) {
      b2CollidePolygonAndCircle(&result.manifold, &polygons_[a.index], a.transform, &circles_[b.index], b.transform);
    } else if (a.kind == Kind::capsule && b.kind == Kind::circle) {
      b2CollideEdgeAndCircle(&result.manifold, &edges_[a.index], a.transform, &circles_[b.index], b.transform);
    } else if (by_distance(a, b)) {
      b2DistanceInput input;
      input.proxyA.Set(&edges_[a.index], 0);
      if (b.kind == Kind::polygon) {
        input.proxyB.Set(&polygons_[b.index], 0);
      } else {
        input.proxyB.Set(&edges_[b.index], 0);
      }
      input.transformA = a.transform;
      input.transformB = b.transform;
      input.useRadii = false;
      b2SimplexCache cache;
      cache.count = 0;
      b2Distance(&result.distance, &cache, &input);
    } else {
      b2CollideCircles(&result.manifold, &circles_[a.index], a.transform, &circles_[b.index], b.transform);
    }
  }

  static bool by_distance(const Body& a, const Body& b) { return a.kind == Kind::capsule && b.kind != Kind::circle; }

  double radius(const Body& body) const {
    switch (body.kind) {
      case Kind::circle:
        return static_cast<double>(circles_[body.index].m_radius);
      case Kind::capsule:
        return static_cast<double>(edges_[body.index].m_radius);
      case Kind::polygon:
        break;
    }
    return static_cast<double>(polygons_[body.index].m_radius);
  }

  std::span<const satchel::Pair> pairs_;
  std::vector<b2CircleShape> circles_;
  std::vector<b2EdgeShape> edges_;
  std::vector<b2PolygonShape> polygons_;
  std::vector<Body> bodies_;
  std::vector<Result> results_;
};

}  // namespace

std::unique_ptr<PairEngine> make_box2d_round(const Workload& workload) {
  return std::make_unique<Box2dRound>(workload);
}

}  // namespace satchel_bench
