// Chipmunk's cpCollide: GJK, then EPA if the shapes overlap, then up to two contact points by clipping; in double.
// Has no warm start: the collision id that Chipmunk keeps between steps is 0 for every pair.
#include <chipmunk/chipmunk.h>
// The header that declares cpCollide has no extern "C" of its own.
extern "C" {
#include <chipmunk/chipmunk_private.h>
}

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "harness/pair_engine.hpp"

namespace satchel_bench {
namespace {

/// The answer within cpContact, which holds a solver's state as well (200 bytes per pair).
struct Result {
  cpVect normal;
  cpFloat separation;
  bool hit;
};

class Chipmunk final : public PairEngine {
 public:
  explicit Chipmunk(const Workload& workload)
      : pairs_(workload.pairs), shapes_(workload.poses.size()), results_(pairs_.size()) {
    for (std::size_t body = 0; body < shapes_.size(); ++body) {
      std::vector<cpVect> vertices;
      for (const satchel::Vec2 v : workload.shapes[workload.body_shapes[body]].vertices) {
        vertices.push_back(cpv(static_cast<cpFloat>(v.x), static_cast<cpFloat>(v.y)));
      }
      // The shape has no cpBody, because cpShapeUpdate takes the transform explicitly.
      cpPolyShapeInitRaw(&shapes_[body], nullptr, static_cast<int>(vertices.size()), vertices.data(), 0);
      const satchel::Pose& pose = workload.poses[body];
      cpShapeUpdate(&shapes_[body].shape,
                    {pose.rotation.cos, pose.rotation.sin, -pose.rotation.sin, pose.rotation.cos, pose.x, pose.y});
    }
  }

  ~Chipmunk() override {
    for (cpPolyShape& shape : shapes_) cpShapeDestroy(&shape.shape);
  }

  void run(std::size_t first, std::size_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      cpContact contacts[CP_MAX_CONTACTS_PER_ARBITER];
      const cpCollisionInfo info = cpCollide(&shapes_[pairs_[i].a].shape, &shapes_[pairs_[i].b].shape, 0, contacts);
      cpFloat separation = std::numeric_limits<cpFloat>::infinity();
      for (int k = 0; k < info.count; ++k) {
        separation = std::min(separation, cpvdot(cpvsub(contacts[k].r2, contacts[k].r1), info.n));
      }
      results_[i] = {info.n, separation, info.count > 0};
    }
  }

  Answer answer(std::size_t pair) const override {
    const Result& result = results_[pair];
    if (!result.hit) return {};
    return {.hit = true, .separation = result.separation, .normal_x = result.normal.x, .normal_y = result.normal.y};
  }

  Precision precision() const override { return {.separates_disjoint = false}; }

 private:
  std::span<const satchel::Pair> pairs_;
  std::vector<cpPolyShape> shapes_;  // must not reallocate: a shape with few vertices points into itself
  std::vector<Result> results_;
};

const Registered<PairEntry> entry({.query = "collide",
                                   .engine = "chipmunk",
                                   .note = "contact manifold in double (cpCollide: GJK, EPA)",
                                   .make = make_engine<Chipmunk>,
                                   .max_vertices = 64,
                                   .accepts = {Tag::calls}});
const Registered<PeerVersion> version({"chipmunk", cpVersionString});

}  // namespace
}  // namespace satchel_bench
