// What kept pairs refuse, and updates that fail: the pairs stay as they were, and the next update catches up.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <satchel/satchel.hpp>
#include <thread>
#include <vector>

#include "support/boxes.hpp"
#include "support/expect_error.hpp"

namespace satchel::test {
namespace {

std::vector<Pair> list(std::span<const Pair> pairs) { return {pairs.begin(), pairs.end()}; }

class KeptPairsFaults : public testing::Test {
 protected:
  KeptPairsFaults() { kept_.update(scene_, index_); }

  /// Moves a few bodies, or many.
  void move_some(std::size_t one_in) {
    for (BodyId body = 0; body < scene_.body_slots(); body += static_cast<BodyId>(one_in)) {
      Pose pose = scene_.pose(body);
      pose.x += random_.uniform(-1, 1);
      scene_.set_pose(body, pose);
    }
  }

  /// Both forms refuse alike, and the pairs and the changes stay.
  void refused(ErrorCode code, const Index& index, const PairOptions& options = {}) {
    const std::vector<Pair> before = list(kept_.pairs());
    PairChanges changes{{{1, 2}}, {{3, 4}}};
    expect_error(code, [&] { kept_.update(scene_, index, options); });
    expect_error(code, [&] { kept_.update(scene_, index, changes, options); });
    EXPECT_EQ(kept_.try_update(scene_, index, options).code, code);
    EXPECT_EQ(list(kept_.pairs()), before);
    EXPECT_EQ(changes.added, (std::vector<Pair>{{1, 2}}));
    EXPECT_EQ(changes.ended, (std::vector<Pair>{{3, 4}}));
  }

  /// The next update gives the pairs as they are, and says what has changed since `before`.
  void catches_up(const std::vector<Pair>& before) {
    PairChanges changes;
    kept_.update(scene_, index_, changes);
    const std::vector<Pair> expected = found_pairs(scene_);
    EXPECT_EQ(list(kept_.pairs()), expected);
    std::vector<Pair> lost, won;
    std::set_difference(before.begin(), before.end(), expected.begin(), expected.end(), std::back_inserter(lost));
    std::set_difference(expected.begin(), expected.end(), before.begin(), before.end(), std::back_inserter(won));
    EXPECT_EQ(changes.added, won);
    EXPECT_EQ(changes.ended, lost);
  }

  Random random_{580};
  Scene scene_ = crowded(all_crowds()[0], 20000, random_);
  Index index_{scene_};
  KeptPairs kept_;
};

TEST_F(KeptPairsFaults, refuse_an_index_of_another_or_a_changed_scene) {
  const std::vector<Pair> before = list(kept_.pairs());
  const Scene copy = scene_;
  refused(ErrorCode::other_scene, Index());
  refused(ErrorCode::other_scene, Index(copy));
  EXPECT_EQ(kept_.try_update(copy, index_).code, ErrorCode::other_scene);
  move_some(100);
  refused(ErrorCode::changed_scene, index_);
  index_.update(scene_);
  catches_up(before);
}

TEST_F(KeptPairsFaults, refuse_what_find_pairs_refuses) {
  const std::vector<Pair> before = list(kept_.pairs());
  move_some(100);
  index_.update(scene_);
  const std::vector<Filter> filters(19999);
  const std::vector<std::uint32_t> worlds(20001);
  const std::vector<float> short_margins(3), bad_margins(20000, -1.0f);
  const std::vector<Motion> short_motions(1), bad_motions(20000, Motion{0, std::numeric_limits<double>::infinity(), 0});
  refused(ErrorCode::bad_margin, index_, {.margin = -1});
  refused(ErrorCode::bad_margin, index_, {.margin = std::numeric_limits<float>::infinity()});
  refused(ErrorCode::bad_margin, index_, {.margins = bad_margins});
  refused(ErrorCode::size_mismatch, index_, {.margins = short_margins});
  refused(ErrorCode::size_mismatch, index_, {.motions = short_motions});
  refused(ErrorCode::not_finite, index_, {.motions = bad_motions});
  refused(ErrorCode::size_mismatch, index_, {.filters = filters});
  refused(ErrorCode::size_mismatch, index_, {.worlds = worlds});
  catches_up(before);
}

TEST_F(KeptPairsFaults, have_at_most_so_many_pairs) {
  for (const std::size_t one_in : {2u, 100u, 100u}) {
    const std::vector<Pair> before = list(kept_.pairs());
    move_some(one_in);
    index_.update(scene_);
    const auto count = static_cast<std::uint32_t>(found_pairs(scene_).size());
    refused(ErrorCode::too_many_pairs, index_, {.max_pairs = count - 1});
    const Status status = kept_.try_update(scene_, index_, {.max_pairs = count - 1});
    EXPECT_NE(message(status).find("more than " + std::to_string(count - 1) + " pairs"), std::string::npos);
    catches_up(before);
    kept_.update(scene_, index_, {.max_pairs = count});
    EXPECT_EQ(kept_.pairs().size(), count);
  }
}

/// What a refused update has found is forgotten: boxes of later updates count.
TEST(KeptPairsAfterARefusal, are_those_of_the_boxes_as_they_are) {
  Scene scene;
  const ShapeId box = scene.add_box(0.5f, 0.5f);
  std::vector<Pose> away;
  for (int i = 0; i < 20; ++i) away.push_back(Pose{10.0 * i, 0, {}});
  for (const Pose& pose : away) scene.add_body(box, pose);
  Index index(scene);
  KeptPairs kept;
  kept.update(scene, index);
  const auto set = [&](const std::vector<Pose>& poses) {
    scene.set_poses(poses);
    index.update(scene);
  };
  std::vector<Pose> refused = away;  // all move, and 1 and 2 meet
  for (Pose& pose : refused) pose.y = 1;
  refused[2].x = 10.5;
  set(refused);
  ASSERT_FALSE(kept.try_update(scene, index, {.max_pairs = 0}).ok());
  std::vector<Pose> next = refused;
  next[0] = Pose{30, 1, {}};  // meets 3
  next[2] = Pose{20, 1, {}};
  set(next);
  kept.update(scene, index);
  EXPECT_EQ(list(kept.pairs()), (std::vector<Pair>{{0, 3}}));
  scene.set_pose(0, refused[0]);
  index.update(scene);
  kept.update(scene, index);
  EXPECT_EQ(list(kept.pairs()), found_pairs(scene));
  EXPECT_TRUE(kept.pairs().empty());
}

/// A refusal of the last report, when all is found, is one of the whole update.
TEST_F(KeptPairsFaults, stay_as_they_were_when_the_last_report_is_refused_and_catch_up) {
  const auto slow = [](void*, std::size_t count, void (*task)(void*, std::size_t), void* data) {
    std::this_thread::sleep_for(std::chrono::milliseconds(60));  // so that reports are due
    for (std::size_t k = 0; k < count; ++k) task(data, k);
  };
  const Executor executor{nullptr, 4, slow};
  const auto refuse_last = [](void*, std::uint64_t done, std::uint64_t all) { return done < all; };
  for (const std::size_t one_in : {2u, 100u, 100u}) {
    const std::vector<Pair> before = list(kept_.pairs());
    move_some(one_in);
    index_.update(scene_);
    refused(ErrorCode::cancelled, index_, {.run = {.executor = &executor, .progress = refuse_last}});
    catches_up(before);
  }
}

/// An executor that runs every task, the first alone, or throws.
TEST_F(KeptPairsFaults, stay_as_they_were_when_threads_fail_and_catch_up) {
  using Task = void (*)(void*, std::size_t);
  const auto lazy = [](void*, std::size_t, Task, void*) {};
  const auto throwing = [](void*, std::size_t, Task task, void* data) {
    task(data, 0);
    throw std::runtime_error("no");
  };
  const Executor executors[] = {{nullptr, 4, lazy}, {nullptr, 4, throwing}};
  const ErrorCode codes[] = {ErrorCode::cancelled, ErrorCode::internal};
  for (const std::size_t one_in : {2u, 10u, 10u, 10u}) {
    for (const std::size_t k : {0u, 1u}) {
      const std::vector<Pair> before = list(kept_.pairs());
      move_some(one_in);
      index_.update(scene_);
      refused(codes[k], index_, {.run = {.executor = &executors[k]}});
      catches_up(before);
      kept_.update(scene_, index_);  // follows again
    }
  }
}

}  // namespace
}  // namespace satchel::test
