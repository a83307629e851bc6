// Box2D's one-sided edges with ghost vertices against boxes.
#include <box2d/b2_collision.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_polygon_shape.h>

#include <vector>

#include "harness/ground_engine.hpp"

namespace satchel_bench {
namespace {

class Box2dGround final : public GroundEngine {
 public:
  explicit Box2dGround(const Ground& ground)
      : GroundEngine(ground), edges_(ground.points.size() - 1), manifolds_(ground.pairs.size()) {
    const auto at = [&](std::size_t i) { return b2Vec2(ground.points[i].x, ground.points[i].y); };
    for (std::size_t k = 1; k + 1 < edges_.size(); ++k) edges_[k].SetOneSided(at(k - 1), at(k), at(k + 1), at(k + 2));
    box_.SetAsBox(Ground::half_width, Ground::half_height);
    for (const satchel::Pose& pose : ground.boxes) {
      poses_.emplace_back().Set({static_cast<float>(pose.x), static_cast<float>(pose.y)}, 0);
    }
    none_.SetIdentity();
  }

  void run() override {
    for (std::size_t i = 0; i < manifolds_.size(); ++i) {
      const Ground::Contact& pair = ground_.pairs[i];
      manifolds_[i].pointCount = 0;
      b2CollideEdgeAndPolygon(&manifolds_[i], &edges_[pair.segment], none_, &box_, poses_[pair.box]);
    }
    for (std::size_t i = 0; i < manifolds_.size(); ++i) normals_[i] = normal_of(i);
  }

 private:
  GroundContact contact(std::size_t pair) const override {
    const b2Manifold& manifold = manifolds_[pair];
    b2WorldManifold world;
    world.Initialize(&manifold, none_, 0, poses_[ground_.pairs[pair].box], 0);
    GroundContact contact{.normal = {world.normal.x, world.normal.y},
                          .count = static_cast<std::size_t>(manifold.pointCount)};
    for (std::size_t k = 0; k < contact.count; ++k) {
      contact.points[k] = {{world.points[k].x, world.points[k].y}, world.separations[k]};
    }
    return contact;
  }

  satchel::Vec2 normal_of(std::size_t i) const {
    const b2Manifold& manifold = manifolds_[i];
    if (manifold.pointCount == 0) return {0, 0};
    const b2Vec2 normal = manifold.localNormal;  // no body is rotated
    return manifold.type == b2Manifold::e_faceA ? satchel::Vec2{normal.x, normal.y}
                                                : satchel::Vec2{-normal.x, -normal.y};
  }

  std::vector<b2EdgeShape> edges_;
  b2PolygonShape box_;
  std::vector<b2Transform> poses_;
  b2Transform none_;
  std::vector<b2Manifold> manifolds_;
};

const Registered<QuestionEntry> entry({.question = boxes_on_ground,
                                       .engine = "box2d",
                                       .note = "b2CollideEdgeAndPolygon, one-sided with ghost vertices",
                                       .make = make_question_engine<Box2dGround, ground>});

}  // namespace
}  // namespace satchel_bench
