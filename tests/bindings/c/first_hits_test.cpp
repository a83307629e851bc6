// What trajectories hit in C, in every form, with an index and without: the answers of C++, and its errors.
#include <gtest/gtest.h>
#include <satchel/satchel.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <satchel/satchel.hpp>
#include <string>
#include <vector>

#include "as.hpp"
#include "bindings/c/handles.hpp"
#include "first_hits/fleets.hpp"

namespace satchel::test {
namespace {

/// The same trajectories in C; they point to the same memory.
satchel_trajectories as(const Trajectories& all) {
  satchel_trajectories same{};
  same.struct_size = sizeof same;
  same.shapes = all.shapes.data();
  same.shape_count = all.shapes.size();
  same.poses = as_const<satchel_pose>(all.poses);
  same.pose_count = all.poses.size();
  same.steps = all.steps;
  same.present = all.present.data();
  same.present_count = all.present.size();
  same.starts = all.starts.data();
  same.start_count = all.starts.size();
  same.clearance = all.clearance;
  same.velocities = as_const<satchel_motion>(all.velocities);
  same.velocity_count = all.velocities.size();
  return same;
}

/// Cuts the poses of a fleet into trajectories of 0 to `longest` steps.
void cut(Fleet& all, Random& random, std::size_t longest) {
  all.steps = 0;
  all.starts.push_back(0);
  while (all.starts.back() < all.poses.size()) {
    const std::size_t length = std::min(random.below(longest + 1), all.poses.size() - all.starts.back());
    all.starts.push_back(all.starts.back() + static_cast<std::uint32_t>(length));
  }
  all.shapes.resize(all.starts.size() - 1, 0);
}

template <class T>
class CFirstHits : public testing::Test {
 protected:
  static constexpr std::size_t shapes = 5, bodies = 12;

  CFirstHits() : handle_{shape_scene<T>(random_, shapes, false)} {
    const Fleet at = fleet(random_, bodies, 1, shapes, 7, false, 0);
    for (std::size_t k = 0; k < bodies; ++k) scene().add_body(at.shapes[k], at.poses[k]);
    EXPECT_EQ(satchel_index_create(&handle_, &index_, nullptr).code, SATCHEL_OK);
  }
  ~CFirstHits() override { satchel_index_destroy(index_); }

  BasicScene<T>& scene() { return std::get<BasicScene<T>>(handle_.scene); }

  /// @param form  bits: for one shape, different lengths, absent bodies, a clearance
  Fleet in_form(unsigned form, std::size_t count) {
    Fleet all = fleet(random_, count, 12, shapes, 8, false, (form & 4) != 0 ? 0.3 : 0);
    if ((form & 2) != 0) cut(all, random_, 12);
    if ((form & 1) != 0) all.shapes.resize(1);
    if ((form & 8) != 0) all.clearance = 0.375;
    for (std::size_t i = 0; form % 3 != 0 && i < all.poses.size(); ++i) {
      all.velocities.push_back({random_.uniform(-2, 2), random_.uniform(-2, 2), random_.uniform(-1, 1)});
    }
    return all;
  }

  /// What both calls of C refuse, with the status of C++.
  void expect_refused(const Trajectories& movers, const Trajectories& obstacles, std::size_t count, satchel_code code,
                      std::size_t index, const std::string& words) {
    const satchel_trajectories c_movers = as(movers), c_obstacles = as(obstacles);
    const satchel_query_options of_index = test::as(QueryOptions{}, index_);
    std::vector<FirstHit> hits(count, {77, 77});
    const std::string expected = message(try_first_hits(scene(), movers, obstacles, hits));
    EXPECT_NE(expected.find(words), std::string::npos) << expected;
    for (const bool indexed : {false, true}) {
      const satchel_status status =
          satchel_first_hits(&handle_, &c_movers, &c_obstacles, test::as(hits), count, indexed ? &of_index : nullptr);
      EXPECT_EQ(status.code, code);
      EXPECT_EQ(status.index, index);
      EXPECT_EQ(satchel_message(status), expected);
    }
    EXPECT_EQ(hits, std::vector<FirstHit>(count, {77, 77}));
  }

  Random random_{42};
  satchel_scene handle_;
  satchel_index* index_ = nullptr;
};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(CFirstHits, Precisions);

TYPED_TEST(CFirstHits, are_those_of_cpp_in_every_form) {
  const BasicIndex<TypeParam> index(this->scene());
  std::size_t hit = 0, filtered = 0;
  for (unsigned form = 0; form < 256; ++form) {
    SCOPED_TRACE(form);
    const Fleet movers = this->in_form(form % 16, 20), obstacles = this->in_form(form / 16, form % 3 * 2);
    const satchel_trajectories c_movers = as(movers), c_obstacles = as(obstacles);
    const std::vector<FirstHit> expected = found(this->scene(), movers, obstacles);
    const std::size_t count = expected.size();
    std::vector<FirstHit> got(count), without(count);
    const satchel_status status =
        satchel_first_hits(&this->handle_, &c_movers, &c_obstacles, test::as(got), count, nullptr);
    ASSERT_EQ(status.code, SATCHEL_OK) << satchel_message(status);
    ASSERT_EQ(text(got), text(expected));

    std::fill(got.begin(), got.end(), FirstHit{77, 77});
    const satchel_query_options of_index = test::as(QueryOptions{}, this->index_);
    ASSERT_EQ(satchel_first_hits(&this->handle_, &c_movers, &c_obstacles, test::as(got), count, &of_index).code,
              SATCHEL_OK);
    ASSERT_EQ(text(got), text(expected));

    const std::vector<BodyId> ignored(count, static_cast<BodyId>(form % this->bodies));
    const QueryOptions options{.ignored = ignored};
    const satchel_query_options c_options = test::as(options, form % 2 == 0 ? this->index_ : nullptr);
    index.first_hits(this->scene(), movers, obstacles, without, options);
    ASSERT_EQ(satchel_first_hits(&this->handle_, &c_movers, &c_obstacles, test::as(got), count, &c_options).code,
              SATCHEL_OK);
    ASSERT_EQ(text(got), text(without));
    for (const FirstHit& one : expected) hit += one.step >= 0;
    filtered += without != expected;
  }
  EXPECT_GT(hit, 500u);
  EXPECT_GT(filtered, 50u);
}

TYPED_TEST(CFirstHits, and_all_hits_clearances_and_times_are_those_of_cpp) {
  const BasicIndex<TypeParam> index(this->scene());
  std::size_t met = 0, near = 0;
  for (unsigned form = 0; form < 256; form += 5) {
    SCOPED_TRACE(form);
    const Fleet movers = this->in_form(form % 16, 20), obstacles = this->in_form(form / 16, 2 + form % 3);
    const satchel_trajectories c_movers = as(movers), c_obstacles = as(obstacles);
    const std::size_t count = found(this->scene(), movers, obstacles).size();
    const std::vector<BodyId> ignored(count, static_cast<BodyId>(form % this->bodies));
    const double most = form % 2 == 0 ? 0.5 : std::numeric_limits<double>::infinity();
    for (const unsigned how : {0u, 1u, 2u}) {  // without an index, with one, with options
      const QueryOptions options = how == 2 ? QueryOptions{.ignored = ignored} : QueryOptions{};
      const satchel_query_options given = test::as(options, how == 1 ? this->index_ : nullptr);
      const satchel_query_options* const c_options = how == 0 ? nullptr : &given;
      std::vector<TrajectoryHit> hits;
      index.trajectory_hits(this->scene(), movers, obstacles, hits, options);
      const auto of_c = list_of<TrajectoryHit>([&](As out, std::size_t room, std::size_t* number) {
        return satchel_trajectory_hits(&this->handle_, &c_movers, &c_obstacles, out, room, number, c_options);
      });
      ASSERT_EQ(of_c, hits);
      std::vector<Clearance> least(count), got(count);
      index.clearances(this->scene(), movers, obstacles, most, least, options);
      ASSERT_EQ(satchel_clearances(&this->handle_, &c_movers, &c_obstacles, most, test::as(got), count, c_options).code,
                SATCHEL_OK);
      ASSERT_EQ(got, least);
      const std::size_t poses = movers.poses.size();
      std::vector<CollisionTime> times(poses), got_times(poses);
      index.times_to_collision(this->scene(), movers, obstacles, 1.5, times, options);
      ASSERT_EQ(satchel_times_to_collision(&this->handle_, &c_movers, &c_obstacles, 1.5, test::as(got_times), poses,
                                           c_options)
                    .code,
                SATCHEL_OK);
      ASSERT_EQ(got_times, times);
      for (const CollisionTime& its : times) met += its.time > 0 && its.obstacle != no_body;
      for (const Clearance& its : least) near += its.step >= 0;
    }
  }
  EXPECT_GT(met, 300u);
  EXPECT_GT(near, 300u);
}

TYPED_TEST(CFirstHits, refuse_what_cpp_refuses_in_its_words) {
  const Fleet right = fleet(this->random_, 3, 4, this->shapes, 8, false, 0);
  const auto wrong = [&](auto change) {
    Fleet all = right;
    change(all);
    return all;
  };
  const auto starts = [&](std::vector<std::uint32_t> given) { return wrong([&](Fleet& all) { all.starts = given; }); };
  const Fleet ragged = starts({0, 5, 5, 12});
  this->expect_refused(starts({0, 5, 4, 12}), right, 3, SATCHEL_BAD_STARTS, 2, "movers: start 2");
  this->expect_refused(ragged, starts({1, 5, 5, 12}), 3, SATCHEL_BAD_STARTS, 4, "obstacles: start 0");
  this->expect_refused(ragged, starts({0, 5, 5, 13}), 3, SATCHEL_BAD_STARTS, 7, "obstacles: start 3");
  this->expect_refused(ragged, right, 3, SATCHEL_SIZE_MISMATCH, 4, "steps");  // a mover has 7, obstacles have 4
  this->expect_refused(ragged, {}, 4, SATCHEL_SIZE_MISMATCH, 5, "hits");
  this->expect_refused(right, wrong([](Fleet& all) { all.shapes.resize(2); }), 3, SATCHEL_SIZE_MISMATCH, 2,
                       "obstacles");
  this->expect_refused(wrong([](Fleet& all) { all.present.resize(11, 1); }), {}, 3, SATCHEL_SIZE_MISMATCH, 1,
                       "present");
  this->expect_refused(wrong([](Fleet& all) { all.shapes[2] = 99; }), {}, 3, SATCHEL_BAD_SHAPE, 2, "movers: body 2");
  this->expect_refused(wrong([](Fleet& all) { all.clearance = -1; }), {}, 3, SATCHEL_BAD_RADIUS, 0, "movers");
  const double infinity = std::numeric_limits<double>::infinity();
  this->expect_refused(right, wrong([&](Fleet& all) { all.clearance = infinity; }), 3, SATCHEL_BAD_RADIUS, 3,
                       "obstacles");
  const Fleet nowhere = wrong([&](Fleet& all) {
    all.starts = ragged.starts;
    all.poses[6].x = infinity;
  });
  this->expect_refused(ragged, nowhere, 3, SATCHEL_NOT_FINITE, 18, "obstacles: body 2, step 1");
}

TYPED_TEST(CFirstHits, count_no_pairs) {
  const Fleet movers = this->in_form(0, 5);
  const satchel_trajectories paths = as(movers), none = as(Trajectories{});
  const satchel_stats unchanged{};
  satchel_stats stats{};
  satchel_options run{};
  run.struct_size = sizeof run;
  run.stats = &stats;
  for (const bool indexed : {false, true}) {
    satchel_query_options options = test::as(QueryOptions{}, indexed ? this->index_ : nullptr);
    options.run = &run;
    std::vector<FirstHit> hits(5);
    std::vector<Clearance> clearances(5);
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(satchel_first_hits(&this->handle_, &paths, &none, test::as(hits), 5, &options).code, SATCHEL_OK);
    EXPECT_EQ(satchel_clearances(&this->handle_, &paths, &none, infinity, test::as(clearances), 5, &options).code,
              SATCHEL_OK);
    EXPECT_EQ(std::memcmp(&stats, &unchanged, sizeof stats), 0) << stats.pairs;
  }
}

TYPED_TEST(CFirstHits, ask_an_index_that_is_current) {
  const Fleet movers = this->in_form(0, 5);
  const satchel_trajectories paths = as(movers), none = as(Trajectories{});
  const satchel_query_options options = test::as(QueryOptions{}, this->index_);
  std::vector<FirstHit> hits(5);
  const auto code = [&] { return satchel_first_hits(&this->handle_, &paths, &none, test::as(hits), 5, &options).code; };
  EXPECT_EQ(code(), SATCHEL_OK);
  this->scene().set_shape(0, movers.shapes[0]);
  this->scene().set_pose(0, movers.poses[0]);
  EXPECT_EQ(code(), SATCHEL_CHANGED_SCENE);
  EXPECT_EQ(satchel_index_update(this->index_, &this->handle_, nullptr, 0, nullptr).code, SATCHEL_OK);
  EXPECT_EQ(code(), SATCHEL_OK);
  EXPECT_EQ(hits[0].step, 0);
}

}  // namespace
}  // namespace satchel::test
