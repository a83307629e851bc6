// Which workloads an engine of satchel_bench takes part in.
#include "harness/pair_engine.hpp"

#include <gtest/gtest.h>

namespace satchel_bench {
namespace {

WorkloadPlan plan(Tags tags, std::size_t max_vertices = 8, std::size_t bodies = 100) {
  return {.name = "some", .max_vertices = max_vertices, .bodies = bodies, .build = {}, .tags = tags};
}

PairEntry entry() { return {.query = "areas", .engine = "mine", .note = "", .make = nullptr}; }

TEST(PairEntry, takes_no_workload_beyond_its_limits) {
  PairEntry limited = entry();
  limited.max_vertices = 8;
  limited.max_bodies = 100;
  EXPECT_TRUE(limited.takes(plan({})));
  EXPECT_FALSE(limited.takes(plan({}, 9)));
  EXPECT_FALSE(limited.takes(plan({}, 8, 101)));
}

TEST(PairEntry, takes_a_special_workload_only_if_it_accepts_all_of_its_special_tags) {
  for (const Tag special : {Tag::round, Tag::concave, Tag::calls, Tag::series}) {
    PairEntry accepting = entry();
    EXPECT_FALSE(accepting.takes(plan({special})));
    accepting.accepts = {special};
    EXPECT_TRUE(accepting.takes(plan({special})));
    EXPECT_TRUE(accepting.takes(plan({special, Tag::threads})));
    EXPECT_TRUE(accepting.takes(plan({})));
  }
  PairEntry round = entry();
  round.accepts = {Tag::round};
  EXPECT_FALSE(round.takes(plan({Tag::round, Tag::concave})));
}

TEST(PairEntry, takes_other_tags_without_accepting_them) {
  for (const Tag tag :
       {Tag::in_cache, Tag::memory_bound, Tag::many_vertices, Tag::threads, Tag::set_poses, Tag::memory}) {
    EXPECT_TRUE(entry().takes(plan({tag})));
  }
}

TEST(PairEntry, takes_only_and_except_by_one_tag_of_several) {
  PairEntry some = entry();
  some.only = {Tag::in_cache, Tag::threads};
  some.except = {Tag::memory, Tag::many_vertices};
  EXPECT_TRUE(some.takes(plan({Tag::threads})));
  EXPECT_FALSE(some.takes(plan({})));
  EXPECT_FALSE(some.takes(plan({Tag::set_poses})));
  EXPECT_FALSE(some.takes(plan({Tag::in_cache, Tag::many_vertices})));
}

}  // namespace
}  // namespace satchel_bench
