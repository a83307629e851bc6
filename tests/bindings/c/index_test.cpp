// The index of C gives what that of C++ gives, in both precisions, for every kind of query and of options.
#include <gtest/gtest.h>
#include <satchel/satchel.h>

#include <limits>
#include <satchel/satchel.hpp>
#include <vector>

#include "as.hpp"
#include "bindings/c/handles.hpp"
#include "functions.hpp"
#include "support/probe_scenes.hpp"

namespace satchel::test {
namespace {

template <class T>
class CIndex : public testing::Test {
 protected:
  CIndex() : handle_{probe_scene<T>(random_, 60, 6, {true, true, 0})} {
    for (int k = 0; k < 100; ++k) {
      const double x = random_.uniform(-6, 6), y = random_.uniform(-6, 6);
      rays_.push_back({{x, y}, {y, 1}, 3});
      points_.push_back({x, y});
      boxes_.push_back({x, y, x + 1, y + 0.5});
      poses_.push_back(Pose::at(x, y, random_.uniform(-3, 3)));
      motions_.push_back({y, x, k % 2 == 0 ? 0 : 0.5});
      shapes_.push_back(static_cast<ShapeId>(random_.below(scene().shape_count())));
      query_filters_.push_back({.category = 1 + random_.below(3), .mask = 1 + random_.below(3)});
      query_worlds_.push_back(static_cast<std::uint32_t>(random_.below(2)));
      ignored_.push_back(random_.below(2) == 0 ? no_body : static_cast<BodyId>(random_.below(60)));
    }
    for (int k = 0; k < 60; ++k) {
      filters_.push_back({.category = 1 + random_.below(3), .mask = 1 + random_.below(3)});
      worlds_.push_back(static_cast<std::uint32_t>(random_.below(2)));
    }
    EXPECT_EQ(satchel_index_create(&handle_, &index_, nullptr).code, SATCHEL_OK);
  }
  ~CIndex() override { satchel_index_destroy(index_); }

  BasicScene<T>& scene() { return std::get<BasicScene<T>>(handle_.scene); }

  /// Every query by both, with equal options; in C with an index or without.
  void expect_same(const QueryOptions& options, bool indexed = true) {
    const satchel_query_options given = as(options, indexed ? index_ : nullptr), *const c_options = &given;
    const BasicIndex<T> index(scene());
    const std::size_t n = rays_.size();
    std::vector<RayHit> hits(n), got_hits(n);
    index.cast_rays(scene(), rays_, hits, options);
    EXPECT_EQ(satchel_cast_rays(&handle_, as(rays_), n, as(got_hits), c_options).code, SATCHEL_OK);
    EXPECT_TRUE(equal(hits, got_hits));

    std::vector<std::uint8_t> blocked(n), got_blocked(n);
    index.rays_blocked(scene(), rays_, blocked, options);
    EXPECT_EQ(satchel_rays_blocked(&handle_, as(rays_), n, got_blocked.data(), c_options).code, SATCHEL_OK);
    EXPECT_TRUE(equal(blocked, got_blocked));

    std::vector<FoundRayHit> all;
    index.all_ray_hits(scene(), rays_, all, options);
    EXPECT_TRUE(equal(all, list_of<FoundRayHit>([&](As out, std::size_t room, std::size_t* found) {
                        return satchel_all_ray_hits(&handle_, as(rays_), n, out, room, found, c_options);
                      })));

    std::vector<FoundBody> bodies;
    index.bodies_at_points(scene(), points_, bodies, options);
    EXPECT_TRUE(equal(bodies, list_of<FoundBody>([&](As out, std::size_t room, std::size_t* found) {
                        return satchel_bodies_at_points(&handle_, as(points_), n, out, room, found, c_options);
                      })));
    index.bodies_in_boxes(scene(), boxes_, bodies, options);
    EXPECT_TRUE(equal(bodies, list_of<FoundBody>([&](As out, std::size_t room, std::size_t* found) {
                        return satchel_bodies_in_boxes(&handle_, as(boxes_), n, out, room, found, c_options);
                      })));
    std::vector<BasicNearBody<T>> nearest;
    std::vector<Vec2d> origins;
    for (const Pose& pose : poses_) origins.push_back({pose.x, pose.y});
    index.nearest_to_points(scene(), origins, 3, 0.5, nearest, options);
    EXPECT_TRUE(equal(nearest, list_of<BasicNearBody<T>>([&](As out, std::size_t room, std::size_t* found) {
                        return SATCHEL_C_OF(T, nearest_bodies)(&handle_, nullptr, 0, as(poses_), n, 3, 0.5, out, room,
                                                               found, c_options);
                      })));
    for (const std::size_t shapes : {std::size_t{1}, n}) {
      const std::span<const ShapeId> of(shapes_.data(), shapes);
      std::vector<BodyAtPose> met;
      index.bodies_at_poses(scene(), of, poses_, met, options);
      EXPECT_TRUE(equal(met, list_of<BodyAtPose>([&](As out, std::size_t room, std::size_t* found) {
                          return satchel_bodies_at_poses(&handle_, of.data(), shapes, as(poses_), n, out, room, found,
                                                         c_options);
                        })));
      satchel_cast_options casts{};
      casts.struct_size = sizeof casts;
      casts.query = c_options;
      casts.leaves_start = shapes == 1;
      casts.tolerance = shapes == 1 ? 0.125 : 0;
      BasicCastOptions<T> casting;
      casting.query = options;
      casting.leaves_start = casts.leaves_start;
      casting.tolerance = T(casts.tolerance);
      std::vector<ShapeHit> cast(n), got_cast(n);
      index.cast_shapes(scene(), of, poses_, motions_, cast, casting);
      EXPECT_EQ(
          satchel_cast_shapes(&handle_, of.data(), shapes, as(poses_), n, as(motions_), n, as(got_cast), &casts).code,
          SATCHEL_OK);
      EXPECT_TRUE(equal(cast, got_cast));
      std::vector<FoundShapeHit> all_met;
      index.all_shape_hits(scene(), of, poses_, motions_, all_met, casting);
      EXPECT_FALSE(all_met.empty());
      EXPECT_TRUE(equal(all_met, list_of<FoundShapeHit>([&](As out, std::size_t room, std::size_t* found) {
                          return satchel_all_shape_hits(&handle_, of.data(), shapes, as(poses_), n, as(motions_), n,
                                                        out, room, found, &casts);
                        })));
      for (const double farthest : {0.5, std::numeric_limits<double>::infinity()}) {
        std::vector<BasicNearBody<T>> near;
        index.nearest_bodies(scene(), of, poses_, 3, farthest, near, options);
        EXPECT_TRUE(equal(near, list_of<BasicNearBody<T>>([&](As out, std::size_t room, std::size_t* found) {
                            return SATCHEL_C_OF(T, nearest_bodies)(&handle_, of.data(), shapes, as(poses_), n, 3,
                                                                   farthest, out, room, found, c_options);
                          })));
      }
    }
  }

  Random random_{38};
  satchel_scene handle_;
  satchel_index* index_ = nullptr;
  std::vector<Ray> rays_;
  std::vector<Vec2d> points_;
  std::vector<Box> boxes_;
  std::vector<Pose> poses_;
  std::vector<Motion> motions_;
  std::vector<ShapeId> shapes_;
  std::vector<Filter> filters_, query_filters_;
  std::vector<std::uint32_t> worlds_, query_worlds_;
  std::vector<BodyId> ignored_;
};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(CIndex, Precisions);

TYPED_TEST(CIndex, answers_as_that_of_cpp) {
  for (const bool indexed : {true, false}) this->expect_same({}, indexed);
}

TYPED_TEST(CIndex, takes_filters_worlds_and_ignored_bodies) {
  const QueryOptions options{.filters = this->filters_,
                             .worlds = this->worlds_,
                             .query_filters = this->query_filters_,
                             .query_worlds = this->query_worlds_,
                             .ignored = this->ignored_};
  for (const bool indexed : {true, false}) this->expect_same(options, indexed);
}

TYPED_TEST(CIndex, takes_what_is_asked_of_rays) {
  const BasicIndex<TypeParam> index(this->scene());
  std::vector<RayHit> plain(100), asked(100);
  index.cast_rays(this->scene(), this->rays_, plain);
  for (const bool boundary : {false, true}) {
    for (const bool exits : {false, true}) {
      const QueryOptions options{
          .rays = {.from_inside = boundary ? RayStart::boundary : RayStart::solid, .exits = exits}};
      for (const bool indexed : {true, false}) this->expect_same(options, indexed);
      index.cast_rays(this->scene(), this->rays_, asked, options);
      EXPECT_EQ(asked == plain, !boundary && !exits);
    }
  }
}

TYPED_TEST(CIndex, follows_a_scene_that_changes) {
  for (int round = 0; round < 20; ++round) {
    SCOPED_TRACE(round);
    std::vector<BodyId> moved;
    for (int k = 0; k <= round; ++k) {
      const auto body = static_cast<BodyId>(this->random_.below(60));
      if (!this->scene().has_body(body)) continue;
      this->scene().set_pose(body, this->poses_[this->random_.below(100)]);
      moved.push_back(body);
    }
    EXPECT_FALSE(moved.empty() || satchel_index_is_current(this->index_, &this->handle_));
    const satchel_status status =
        round % 2 == 0 ? satchel_index_update(this->index_, &this->handle_, nullptr, 0, nullptr)
                       : satchel_index_update(this->index_, &this->handle_, moved.data(), moved.size(), nullptr);
    ASSERT_EQ(status.code, SATCHEL_OK) << satchel_message(status);
    EXPECT_TRUE(satchel_index_is_current(this->index_, &this->handle_));
    this->expect_same({});
  }
}

TYPED_TEST(CIndex, has_pairs_that_are_kept) {
  using T = TypeParam;
  for (const double fat : {0.0, 0.125}) {
    SCOPED_TRACE(fat);
    satchel_kept_pairs* kept = nullptr;
    ASSERT_EQ(satchel_kept_pairs_create(sizeof(T) == 4 ? SATCHEL_FLOAT : SATCHEL_DOUBLE, fat, &kept).code, SATCHEL_OK);
    BasicIndex<T> index(this->scene());
    BasicKeptPairs<T> expected(static_cast<T>(fat));
    PairChanges changes;
    satchel_pair_options options{};
    options.struct_size = sizeof options;
    options.margin = 0.25;
    const auto list = [&](satchel_kept_list which) {
      const satchel_pair* pairs = nullptr;
      std::size_t count = 99;
      EXPECT_EQ(satchel_kept_pairs_list(kept, which, &pairs, &count).code, SATCHEL_OK);
      std::vector<Pair> got;
      for (std::size_t k = 0; k < count; ++k) got.push_back({pairs[k].a, pairs[k].b});
      return got;
    };
    for (int round = 0; round < 20; ++round) {
      const bool notes = round % 5 != 4;
      if (notes) {
        expected.update(this->scene(), index, changes, {.margin = T(0.25)});
      } else {
        expected.update(this->scene(), index, {.margin = T(0.25)});
        changes = {};
      }
      EXPECT_EQ(satchel_kept_pairs_update(kept, &this->handle_, this->index_, notes, &options).code, SATCHEL_OK);
      const std::vector<Pair> all(expected.pairs().begin(), expected.pairs().end());
      EXPECT_TRUE(equal(all, list(SATCHEL_PAIRS_ALL)));
      EXPECT_EQ(list(SATCHEL_PAIRS_ADDED), changes.added);
      EXPECT_EQ(list(SATCHEL_PAIRS_ENDED), changes.ended);
      EXPECT_GT(satchel_kept_pairs_memory_bytes(kept), 0u);
      this->scene().set_pose(static_cast<BodyId>(round == 3 ? 4 : round),
                             this->poses_[static_cast<std::size_t>(round)]);
      index.update(this->scene());
      EXPECT_EQ(satchel_kept_pairs_update(kept, &this->handle_, this->index_, true, nullptr).code,
                SATCHEL_CHANGED_SCENE);
      EXPECT_EQ(satchel_index_update(this->index_, &this->handle_, nullptr, 0, nullptr).code, SATCHEL_OK);
    }
    satchel_kept_pairs_destroy(kept);
  }
}

TYPED_TEST(CIndex, of_a_scene_that_is_gone_takes_another) {
  satchel_scene* copy = nullptr;
  ASSERT_EQ(satchel_scene_copy(&this->handle_, &copy).code, SATCHEL_OK);
  ASSERT_EQ(satchel_index_build(this->index_, copy, nullptr).code, SATCHEL_OK);
  satchel_scene_destroy(copy);
  EXPECT_FALSE(satchel_index_is_current(this->index_, &this->handle_));
  ASSERT_EQ(satchel_index_build(this->index_, &this->handle_, nullptr).code, SATCHEL_OK);
  this->expect_same({});
}

TYPED_TEST(CIndex, runs_on_the_executor_and_can_be_cancelled) {
  satchel_options run{};
  run.struct_size = sizeof run;
  std::size_t tasks = 0;
  const satchel_executor executor{&tasks, 4, [](void* sum, std::size_t count, auto task, void* data) {
                                    *static_cast<std::size_t*>(sum) += count;
                                    for (std::size_t k = count; k-- != 0;) task(data, k);
                                  }};
  run.executor = &executor;
  satchel_query_options options{};
  options.struct_size = sizeof options;
  options.index = this->index_;
  options.run = &run;
  this->rays_.resize(20000, this->rays_[7]);
  std::vector<RayHit> hits(20000), got(20000);
  cast_rays(this->scene(), this->rays_, hits);
  EXPECT_EQ(satchel_cast_rays(&this->handle_, as(this->rays_), 20000, as(got), &options).code, SATCHEL_OK);
  EXPECT_TRUE(equal(hits, got));
  EXPECT_GT(tasks, 0u);
  const satchel_executor idle{nullptr, 4, [](void*, std::size_t, void (*)(void*, std::size_t), void*) {}};
  run.executor = &idle;  // tasks that an executor leaves out cancel the call
  EXPECT_EQ(satchel_cast_rays(&this->handle_, as(this->rays_), 20000, as(got), &options).code, SATCHEL_CANCELLED);
  run.executor = &executor;
  satchel_index_destroy(this->index_);
  EXPECT_EQ(satchel_index_create(&this->handle_, &this->index_, &run).code, SATCHEL_OK);
}

}  // namespace
}  // namespace satchel::test
