// Chains, links, manifolds of parts, push-out, containment and the options of sweeps: C gives what C++ gives.
#include <gtest/gtest.h>
#include <satchel/satchel.h>

#include <satchel/satchel.hpp>
#include <vector>

#include "as.hpp"
#include "bindings/c/handles.hpp"
#include "functions.hpp"
#include "support/probe_scenes.hpp"

namespace satchel::test {
namespace {

template <class T>
class CSeams : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(CSeams, Precisions);

TYPED_TEST(CSeams, chains_are_those_of_cpp) {
  using T = TypeParam;
  std::vector<BasicVec2<T>> points{{4, 0}, {1, 0}, {-1, T(0.5)}, {-4, 0}}, ghosts{{6, 1}, {-6, 2}};
  BasicScene<T> scene;
  satchel_scene handle{BasicScene<T>()};
  std::uint32_t id = 99;
  const auto same = [&](ShapeId expected, const satchel_status& status) {
    EXPECT_EQ(status.code, SATCHEL_OK) << satchel_message(status);
    EXPECT_EQ(id, expected);
  };
  const As before = As{ghosts.data()}, after = As{ghosts.data() + 1}, nothing{nullptr};
  same(scene.add_chain(points),
       SATCHEL_C_OF(T, add_chain)(&handle, as(points), 4, false, false, nothing, nothing, &id));
  same(scene.add_chain(points, true, true),
       SATCHEL_C_OF(T, add_chain)(&handle, as(points), 4, true, true, nothing, nothing, &id));
  same(scene.add_chain(points, false, true, {ghosts[0], ghosts[1]}),
       SATCHEL_C_OF(T, add_chain)(&handle, as(points), 4, false, true, before, after, &id));
  same(scene.add_chain(points, false, false, {std::nullopt, ghosts[1]}),
       SATCHEL_C_OF(T, add_chain)(&handle, as(points), 4, false, false, nothing, after, &id));
  same(scene.add_box(T(0.75), T(0.75)), satchel_add_box(&handle, 0.75, 0.75, 0, &id));

  // Boxes over the seams and over the ends of each chain.
  const ShapeId box = id;
  std::vector<Pair> pairs;
  const auto add = [&](ShapeId shape, const Pose& pose) {
    std::uint32_t body = 0;
    EXPECT_EQ(satchel_add_body(&handle, shape, As{const_cast<Pose*>(&pose)}, &body).code, SATCHEL_OK);
    EXPECT_EQ(body, scene.add_body(shape, pose));
    return body;
  };
  for (const ShapeId chain : {ShapeId{3}, ShapeId{8}, ShapeId{12}, ShapeId{16}}) {
    ASSERT_GT(scene.part_count(chain), 2u);
    const BodyId under = add(chain, {});
    for (const double x : {-4.0, -1.0, 1.0, 2.5, 4.0}) pairs.push_back({under, add(box, {x, 0.875})});
  }
  std::vector<BasicContact<T>> contacts(pairs.size()), got(pairs.size());
  collide(scene, pairs, contacts);
  const satchel_pair_list one = list_of(pairs, handle), two = list_of(pairs, handle, &handle);
  EXPECT_EQ(SATCHEL_C_OF(T, collide)(&one, as(got), nullptr).code, SATCHEL_OK);
  EXPECT_TRUE(equal(contacts, got));

  std::vector<BasicPartManifold<T>> manifolds;
  part_manifolds(scene, pairs, manifolds, {T(0.25), {}});
  EXPECT_TRUE(equal(manifolds, list_of<BasicPartManifold<T>>([&](As out, std::size_t room, std::size_t* found) {
                      return SATCHEL_C_OF(T, part_manifolds)(&one, 0.25, out, room, found, nullptr);
                    })));
  EXPECT_GT(manifolds.size(), pairs.size());  // some boxes stand on two segments
  part_manifolds(scene, scene, pairs, manifolds);
  EXPECT_TRUE(equal(manifolds, list_of<BasicPartManifold<T>>([&](As out, std::size_t room, std::size_t* found) {
                      return SATCHEL_C_OF(T, part_manifolds)(&two, 0, out, room, found, nullptr);
                    })));
}

TYPED_TEST(CSeams, links_are_those_of_cpp) {
  using T = TypeParam;
  BasicScene<T> scene;
  const ShapeId tile = scene.add_box(1, 1), deep = scene.add_box(1, 2), box = scene.add_box(T(0.5), T(0.5));
  std::vector<BodyId> tiles;  // the edges of the middle one are shared in part
  for (int k = 0; k < 3; ++k) tiles.push_back(scene.add_body(k == 1 ? deep : tile, {2.0 * k, k == 1 ? -2.0 : -1.0}));
  scene.add_body(box, {0.625, 0.25});  // its depth along x is less than along y, at the seam
  satchel_scene handle{scene};
  std::vector<Pair> pairs{{0, 3}, {1, 3}, {3, 0}, {3, 1}};
  std::vector<BasicContact<T>> contacts(4), got(4);
  const auto same = [&] {
    collide(scene, pairs, contacts);
    const satchel_pair_list list = list_of(pairs, handle);
    EXPECT_EQ(SATCHEL_C_OF(T, collide)(&list, as(got), nullptr).code, SATCHEL_OK);
    EXPECT_TRUE(equal(contacts, got));
    for (BodyId body = 0; body < 4; ++body) EXPECT_EQ(satchel_is_linked(&handle, body), scene.is_linked(body));
  };
  same();
  EXPECT_EQ(contacts[1].normal_y, T(0));

  std::size_t seams = 9;
  EXPECT_EQ(scene.link_shared_edges(tiles), 2u);
  EXPECT_EQ(satchel_link_shared_edges(&handle, tiles.data(), 3, 0, &seams).code, SATCHEL_OK);
  EXPECT_EQ(seams, 2u);
  same();
  EXPECT_EQ(contacts[1].normal_x, T(0));

  scene.unlink(1);
  EXPECT_EQ(satchel_unlink(&handle, 1).code, SATCHEL_OK);
  same();
  EXPECT_FALSE(scene.is_linked(1));

  const std::vector<EdgeLink> links{
      {.body = 1, .edge = 3, .inner = true},
      {.body = 1, .edge = 2, .one_sided = true, .before = Vec2d{4, 1}, .after = Vec2d{0, -1}}};
  const std::vector<satchel_edge_link> c_links{{1, 3, true, false, false, false, {9, 9}, {9, 9}},
                                               {1, 2, false, true, true, true, {4, 1}, {0, -1}}};
  scene.link_edges(links);
  EXPECT_EQ(satchel_link_edges(&handle, c_links.data(), 2).code, SATCHEL_OK);
  same();
  EXPECT_TRUE(scene.is_linked(1));
}

TYPED_TEST(CSeams, pushes_and_containment_are_those_of_cpp) {
  using T = TypeParam;
  Random random(40);
  const satchel_scene handle{probe_scene<T>(random, 60, 4, {false, false, 0})},
      other{probe_scene<T>(random, 50, 4, {false, false, 0})};
  const auto &scene = std::get<BasicScene<T>>(handle.scene), &second = std::get<BasicScene<T>>(other.scene);
  std::vector<Pair> pairs;
  find_pairs(scene, pairs);
  std::vector<BodyId> bodies, candidates;
  std::vector<std::uint32_t> starts{0};
  for (const Pair& pair : pairs) {
    if (bodies.empty() || bodies.back() != pair.a) {
      bodies.push_back(pair.a);
      starts.push_back(starts.back());
    }
    candidates.push_back(pair.b);
    ++starts.back();
  }
  ASSERT_GT(bodies.size(), 10u);
  for (const std::uint32_t rounds : {64u, 1u}) {
    std::vector<PushOut> pushes(bodies.size()), got(bodies.size());
    push_out(scene, bodies, starts, candidates, pushes, {.rounds = rounds});
    satchel_push_out_options options{};
    options.struct_size = sizeof options;
    options.rounds = rounds;
    EXPECT_EQ(satchel_push_out(&handle, bodies.data(), bodies.size(), starts.data(), candidates.data(),
                               candidates.size(), as(got), rounds == 64 ? nullptr : &options)
                  .code,
              SATCHEL_OK);
    EXPECT_TRUE(equal(pushes, got));
  }

  std::vector<Motion> motions(scene.body_slots(), Motion{0.25, -1, 0.5});
  satchel_push_out_options options{};
  options.struct_size = sizeof options;
  options.rounds = 3;
  options.last_motions = as(motions);
  options.last_motion_count = motions.size();
  options.front_tolerance = 0.125;
  std::vector<PushOut> pushes(bodies.size()), with(bodies.size());
  push_out(scene, bodies, starts, candidates, pushes, {.rounds = 3, .last_motions = motions, .front_tolerance = 0.125});
  EXPECT_EQ(satchel_push_out(&handle, bodies.data(), bodies.size(), starts.data(), candidates.data(), candidates.size(),
                             as(with), &options)
                .code,
            SATCHEL_OK);
  EXPECT_TRUE(equal(pushes, with));

  std::vector<Within> within_two(pairs.size()), got(pairs.size());
  for (Pair& pair : pairs) pair.b = pair.a;
  pairs[0].b = pairs.back().a;
  within(scene, pairs, within_two);
  const satchel_pair_list one = list_of(pairs, handle), two = list_of(pairs, handle, &other);
  EXPECT_EQ(satchel_within(&one, as(got), nullptr).code, SATCHEL_OK);
  EXPECT_TRUE(equal(within_two, got));
  EXPECT_EQ(within_two[1], Within::touching);
  for (Pair& pair : pairs) pair.b = pair.a % 3;
  within(scene, second, pairs, within_two);
  EXPECT_EQ(satchel_within(&two, as(got), nullptr).code, SATCHEL_OK);
  EXPECT_TRUE(equal(within_two, got));
}

TYPED_TEST(CSeams, a_push_by_the_side_of_the_last_frame_is_that_of_cpp) {
  using T = TypeParam;
  satchel_scene handle{BasicScene<T>()};
  BasicScene<T>& scene = std::get<BasicScene<T>>(handle.scene);
  const std::vector<BasicVec2<T>> points{{2, 0}, {-2, 0}};
  const BodyId platform = scene.add_body(scene.add_chain(points, false, true));
  const BodyId body = scene.add_body(scene.add_box(T(0.5), T(0.5)), {0, 0.25});
  const std::uint32_t starts[2] = {0, 1};
  std::vector<Motion> motions(2);
  satchel_push_out_options options{};
  options.struct_size = sizeof options;
  const auto pushed_up = [&](double by, double tolerance, bool with_motions) {
    motions[body] = {0, by, 0};
    options.last_motions = as(motions);
    options.last_motion_count = with_motions ? 2 : 0;
    options.front_tolerance = tolerance;
    satchel_push push{};
    EXPECT_EQ(satchel_push_out(&handle, &body, 1, starts, &platform, 1, &push, &options).code, SATCHEL_OK);
    return push.y;
  };
  EXPECT_EQ(pushed_up(0, 0, false), 0.25);
  EXPECT_EQ(pushed_up(0.5, 0, true), 0);       // it rises
  EXPECT_EQ(pushed_up(-0.25, 0, true), 0.25);  // it fell from where it rested
  EXPECT_EQ(pushed_up(-0.125, 0, true), 0);
  EXPECT_EQ(pushed_up(-0.125, 0.25, true), 0.25);
  satchel_push push{};
  EXPECT_EQ(satchel_push_out(&handle, &body, 1, starts, &platform, 1, &push, nullptr).code, SATCHEL_OK);
  EXPECT_EQ(push.y, 0.25);
}

TYPED_TEST(CSeams, sweeps_take_their_options) {
  using T = TypeParam;
  Random random(41);
  const satchel_scene handle{probe_scene<T>(random, 60, 6, {true, true, 0})},
      other{probe_scene<T>(random, 50, 6, {true, true, 0})};
  const auto &scene = std::get<BasicScene<T>>(handle.scene), &second = std::get<BasicScene<T>>(other.scene);
  std::vector<Motion> motions(60, Motion{0.5, -1, 0.5}), more(50, Motion{-0.5, 1, 0});
  motions[4].angle = 70;
  std::vector<Pair> pairs;
  for (BodyId k = 0; k < 200; ++k) {
    const BodyId a = k % 60, b = k % 47;
    if (a != 3 && b != 3) pairs.push_back({a, b});  // 3 has been removed
  }
  const std::size_t n = pairs.size();
  satchel_sweep_options options{};
  options.struct_size = sizeof options;
  std::vector<BasicImpact<T>> impacts(n), got(n), with_start(n);
  const satchel_pair_list one = list_of(pairs, handle), two = list_of(pairs, handle, &other);
  EXPECT_EQ(SATCHEL_C_OF(T, sweep)(&one, as(motions), 60, nullptr, 0, as(got), &options).code, SATCHEL_BAD_ANGLE);
  options.max_angle = 80;
  for (const bool leaves_start : {false, true}) {
    options.leaves_start = leaves_start;
    options.tolerance = leaves_start ? 0.125 : 0;
    options.without_points = leaves_start;
    const BasicSweepOptions<T> chosen{.tolerance = T(options.tolerance),
                                      .max_angle = 80,
                                      .leaves_start = leaves_start,
                                      .points = !options.without_points};
    sweep(scene, motions, pairs, impacts, chosen);
    EXPECT_EQ(SATCHEL_C_OF(T, sweep)(&one, as(motions), 60, nullptr, 0, as(got), &options).code, SATCHEL_OK);
    EXPECT_TRUE(equal(impacts, got));
    EXPECT_EQ(impacts != with_start, true);
    with_start = impacts;
    sweep(scene, motions, second, more, pairs, impacts, chosen);
    EXPECT_EQ(SATCHEL_C_OF(T, sweep)(&two, as(motions), 60, as(more), 50, as(got), &options).code, SATCHEL_OK);
    EXPECT_TRUE(equal(impacts, got));
  }
}

}  // namespace
}  // namespace satchel::test
