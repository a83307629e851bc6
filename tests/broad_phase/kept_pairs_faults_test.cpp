// What kept pairs refuse, and updates that fail: the pairs stay as they were, and the next update catches up.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <satchel/satchel.hpp>
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
