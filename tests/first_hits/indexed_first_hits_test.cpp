// First hits asked of an index that is kept: those of the call without one, with filters, over histories.
#include <gtest/gtest.h>

#include <satchel/satchel.hpp>

#include "fleets.hpp"
#include "support/expect_error.hpp"
#include "support/histories.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

template <class T>
std::vector<FirstHit> asked(const BasicIndex<T>& index, const BasicScene<T>& scene, const Trajectories& movers,
                            const Trajectories& obstacles, std::size_t count, const QueryOptions& options = {}) {
  std::vector<FirstHit> hits(count, {77, 77});
  index.first_hits(scene, movers, obstacles, hits, options);
  return hits;
}

class IndexedFirstHitsOnIsa : public OnEveryIsa {};

template <class T>
void follow(std::uint64_t seed, std::size_t steps) {
  Random random(seed);
  for (const Crowd& crowd : all_crowds()) {
    SCOPED_TRACE(crowd.name);
    History<T> history(crowd, 60, random);
    BasicIndex<T> index(history.scene());
    for (std::size_t step = 0; step < steps; ++step) {
      history.step();
      const BasicScene<T>& scene = history.scene();
      if (index.try_update(scene).code == ErrorCode::other_scene) index.build(scene);
      if (scene.body_count() == 0 || scene.shape_count() == 0) continue;
      Fleet movers = fleet(random, 20, 5, scene.shape_count(), 1, false, 0);
      BodyId near = 0;
      while (!scene.has_body(near)) ++near;
      for (Pose& pose : movers.poses) {
        pose.x += scene.pose(near).x;
        pose.y += scene.pose(near).y;
      }
      movers.clearance = random.pick({0.0, 0.125});
      const Fleet others = fleet(random, 3, 5, scene.shape_count(), 5, false, 0);
      ASSERT_EQ(text(asked<T>(index, scene, movers, others, 20)), text(found(scene, movers, others)))
          << "step " << step;
    }
  }
}

TEST_P(IndexedFirstHitsOnIsa, are_those_of_the_call_without_an_index) {
  follow<float>(own_seed(730), scaled(60));
  follow<double>(own_seed(731), scaled(30));
}

TEST_P(IndexedFirstHitsOnIsa, leave_out_what_filters_do) {
  Random random(own_seed(732));
  for (std::size_t round = 0; round < scaled(12); ++round) {
    Scene scene = shape_scene<float>(random, 4, false);
    const Fleet bodies = fleet(random, 40, 1, 4, 8, false, 0);
    for (std::size_t k = 0; k < bodies.shapes.size(); ++k) scene.add_body(bodies.shapes[k], bodies.poses[k]);
    scene.remove_body(7);
    const Index index(scene);
    const Fleet movers = fleet(random, 60, 6, 4, 8, false, 0), others = fleet(random, 4, 6, 4, 8, false, 0);
    const SomeOptions some(random, 40, 60);
    for (const int what : SomeOptions::all_kinds) {
      const auto may = [&](std::size_t mover, BodyId body) { return some.may(what, mover, body); };
      const std::vector<FirstHit> expected = by_classify(scene, scene, scene, movers, others, may);
      ASSERT_EQ(text(asked(index, scene, movers, others, 60, some.options(what))), text(expected))
          << "options " << what;
    }
  }
}

SATCHEL_ON_EVERY_ISA(IndexedFirstHitsOnIsa);

TEST(IndexedFirstHits, refuse_another_scene_and_spans_of_wrong_lengths) {
  Scene scene;
  const ShapeId unit = scene.add_box(0.5f, 0.5f);
  scene.add_body(unit);
  const std::vector<Pose> poses(6, Pose::at(3, 0, 0));
  const Trajectories movers{{&unit, 1}, poses, 2};
  std::vector<FirstHit> hits(3, {77, 77});
  const Index index(scene);
  const auto refused = [&](ErrorCode code, std::size_t at, const Scene& with, const QueryOptions& options) {
    const Status status = index.try_first_hits(with, movers, {}, hits, options);
    EXPECT_EQ(status.code, code) << message(status);
    EXPECT_EQ(status.index, at);
    EXPECT_EQ(hits[0], (FirstHit{77, 77}));
  };
  const std::vector<BodyId> two = {0, 0};
  refused(ErrorCode::size_mismatch, 4, scene, {.ignored = two});
  const Scene copy = scene;
  refused(ErrorCode::other_scene, 0, copy, {});
  scene.set_pose(0, Pose::at(3, 0, 0));
  refused(ErrorCode::changed_scene, 0, scene, {});
  const Index now(scene);
  now.first_hits(scene, movers, {}, hits);
  EXPECT_EQ(text(hits), text({{0, 0}, {0, 0}, {0, 0}}));
  hits.pop_back();
  EXPECT_EQ(now.try_first_hits(scene, movers, {}, hits).index, 5u);
}

}  // namespace
}  // namespace satchel::test
