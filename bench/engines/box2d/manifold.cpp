// Box2D's b2CollidePolygons: the least penetration by one-sided separations, then a contact manifold of up to two
// points by clipping, which is more than an MTV.
#include <box2d/b2_collision.h>
#include <box2d/b2_common.h>
#include <box2d/b2_settings.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "engines/box2d/bodies.hpp"
#include "engines/box2d/round.hpp"
#include "harness/pair_engine.hpp"

namespace satchel_bench {
namespace {

class Box2d final : public PairEngine {
 public:
  explicit Box2d(const Workload& workload) : pairs_(workload.pairs), bodies_(workload), manifolds_(pairs_.size()) {}

  void run(std::size_t first, std::size_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      const auto [a, b] = pairs_[i];
      b2CollidePolygons(&manifolds_[i], &bodies_.shapes[a], bodies_.transforms[a], &bodies_.shapes[b],
                        bodies_.transforms[b]);
    }
  }

  Answer answer(std::size_t pair) const override {
    const b2Manifold& manifold = manifolds_[pair];
    if (manifold.pointCount == 0) return {};
    const auto [a, b] = pairs_[pair];
    b2WorldManifold world;
    world.Initialize(&manifold, bodies_.transforms[a], 0, bodies_.transforms[b], 0);
    const float* separations = world.separations;
    return {.hit = true,
            .separation = static_cast<double>(*std::min_element(separations, separations + manifold.pointCount)),
            .normal_x = static_cast<double>(world.normal.x),
            .normal_y = static_cast<double>(world.normal.y)};
  }

  Precision precision() const override {
    // Every polygon has a skin. b2CollidePolygons prefers the first polygon's face unless the second one's is better by
    // a tenth of the slop.
    return {.separates_disjoint = false,
            .of_coordinates = 0x1p-21,
            .skin = static_cast<double>(2 * b2_polygonRadius),
            .depth_slack = static_cast<double>(0.2f * b2_linearSlop)};
  }

 private:
  std::span<const satchel::Pair> pairs_;
  Box2dBodies bodies_;
  std::vector<b2Manifold> manifolds_;
};

std::unique_ptr<PairEngine> make(const Workload& workload, unsigned) {
  const auto is_round = [](const Shape& shape) { return shape.radius > 0 || shape.vertices.size() < 3; };
  if (std::any_of(workload.shapes.begin(), workload.shapes.end(), is_round)) return make_box2d_round(workload);
  return std::make_unique<Box2d>(workload);
}

const Registered<PairEntry> collide(
    {.query = "collide",
     .engine = "box2d",
     .note = "contact manifold in float (b2CollidePolygons): normal and up to two clipped points, with its skin",
     .make = make,
     .max_vertices = b2_maxPolygonVertices,
     .accepts = {Tag::round, Tag::calls, Tag::series}});
// Box2D has no faster function for a verdict than its manifold, other than b2TestOverlap.
const Registered<PairEntry> classify(
    {.query = "classify",
     .engine = "box2d",
     .note = "contact manifold in float (b2CollidePolygons), as under collide: more than a verdict",
     .make = make,
     .max_vertices = b2_maxPolygonVertices,
     .accepts = {Tag::round, Tag::calls},
     .except = {Tag::many_vertices}});
const Registered<PairEntry> manifold({.query = "manifold",
                                      .engine = "box2d",
                                      .note = "contact manifold in float (b2CollidePolygons), with its skin",
                                      .make = make,
                                      .max_vertices = b2_maxPolygonVertices,
                                      .accepts = {Tag::calls},
                                      .only = {Tag::in_cache, Tag::calls}});
const Registered<PeerVersion> version({"box2d", std::to_string(b2_version.major) + '.' +
                                                    std::to_string(b2_version.minor) + '.' +
                                                    std::to_string(b2_version.revision)});

}  // namespace
}  // namespace satchel_bench
