// Bodies that rest, a little tilted, on a floor, and have a corner at a seam whose joined surface does not have the floor's normal.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/floors.hpp"
#include "support/isa_param.hpp"
#include "support/random.hpp"
#include "support/walkers.hpp"

namespace satchel::test {
namespace {

using RefusedCornersOnIsa = OnEveryIsa;

constexpr double quarter = 1.5707963267948966;

/// An L, a T or a U as a compound whose inner edges are marked.
template <class T>
ShapeId add_letter(BasicScene<T>& scene, int letter) {
  using V = BasicVec2<T>;
  const T d = T(0.4);
  const std::array<std::vector<V>, 3> outlines{
      std::vector{V{0, 0}, V{T(1.2), 0}, V{T(1.2), d}, V{d, d}, V{d, T(1.2)}, V{0, T(1.2)}},
      std::vector{V{T(-0.2), 0}, V{T(0.2), 0}, V{T(0.2), T(0.6)}, V{T(0.7), T(0.6)}, V{T(0.7), 1}, V{T(-0.7), 1},
                  V{T(-0.7), T(0.6)}, V{T(-0.2), T(0.6)}},
      std::vector{V{0, 0}, V{2, 0}, V{2, 1}, V{T(1.6), 1}, V{T(1.6), d}, V{d, d}, V{d, 1}, V{0, 1}}};
  const auto parts = convex_parts(outlines[static_cast<std::size_t>(letter)]);
  std::vector<ShapeId> ids(parts.size());
  scene.add_polygons(parts.vertices, parts.starts, ids);
  return scene.add_compound(ids, parts.inner_edges);
}

/// Level ground at y = 0: a box, a rounded box, tiles, chains of two sides and of one.
template <class T>
std::vector<BodyId> add_ground(BasicScene<T>& scene, int kind) {
  if (kind == 0) return {scene.add_body(scene.add_box(20, T(0.5)), {0, -0.5})};
  if (kind == 1) return {scene.add_body(scene.add_box(T(19.5), T(0.25), T(0.25)), {0, -0.5})};
  if (kind == 2) {
    std::vector<BodyId> tiles;
    const ShapeId tile = scene.add_box(2, T(0.5));
    for (int i = -3; i <= 3; ++i) tiles.push_back(scene.add_body(tile, {4.0 * i, -0.5}));
    scene.link_shared_edges(tiles);
    return tiles;
  }
  const std::array<BasicVec2<T>, 6> line{{{20, 0}, {7, 0}, {2, 0}, {-1, 0}, {-5, 0}, {-20, 0}}};
  return {scene.add_body(scene.add_chain(line, false, kind == 4))};
}

/// Puts a body that stands on one of its sides, tilted, so that it is `up` above y = 0.
template <class T>
void stand(BasicScene<T>& scene, BodyId body, double x, int side, double tilt, double up) {
  scene.set_pose(body, Pose::at(x, 0, side * quarter + tilt));
  const Pose pose = scene.pose(body);
  scene.set_pose(body, {x, up - static_cast<double>(scene.bounding_box(body).min_y), pose.rotation});
}

double small_tilt(Random& random) { return random.uniform(-0.02, 0.02) * std::pow(10, -random.uniform(0, 3)); }

template <class T>
void test_letters(std::uint64_t seed) {
  Random random(seed);
  for (int kind = 0; kind < 5; ++kind) {
    for (int letter = 0; letter < 3; ++letter) {
      BasicScene<T> scene;
      const std::vector<BodyId> ground = add_ground(scene, kind);
      const BodyId body = scene.add_body(add_letter(scene, letter));
      const std::vector<Pair> pairs = pairs_with(body, ground);
      std::vector<BasicPartManifold<T>> found;
      std::vector<BasicManifold<T>> of_bodies(pairs.size());
      for (int k = 0; k < 24; ++k) {
        const double depth = random.uniform(0.001, 0.01), tilt = small_tilt(random);
        stand(scene, body, random.pick({-2.5, 0.3, 3.5}), k % 4, tilt, -depth);
        part_manifolds(scene, pairs, found, {.margin = T(0.02)});
        double deepest = 0;
        for (const auto& part : found) {
          EXPECT_LT(part.manifold.normal_y, T(-0.9)) << "ground " << kind << " letter " << letter << " tilt " << tilt;
          for (std::uint32_t i = 0; i < part.manifold.count; ++i)
            deepest = std::max(deepest, -static_cast<double>(part.manifold.points[i].separation));
        }
        EXPECT_NEAR(deepest, depth, 1e-4) << "ground " << kind << " letter " << letter << " tilt " << tilt;
      }
    }
  }
}
TEST_P(RefusedCornersOnIsa, letters_stand_on_all_grounds) {
  test_letters<float>(own_seed(1));
  test_letters<double>(own_seed(2));
}

template <class T>
void test_letter_sweeps(std::uint64_t seed) {
  Random random(seed);
  for (const int kind : {0, 1}) {
    for (int letter = 0; letter < 3; ++letter) {
      BasicScene<T> scene;
      const std::vector<BodyId> ground = add_ground(scene, kind);
      const BodyId body = scene.add_body(add_letter(scene, letter));
      for (int k = 0; k < 24; ++k) {
        const double up = random.pick({-0.001, -1e-5, 0.0, 0.001});
        stand(scene, body, random.uniform(-3, 3), k % 4, small_tilt(random), up);
        for (const double along : {0.5, -0.5})
          EXPECT_EQ(first_impact(scene, body, ground, {along, 0, 0}).hit, 0u) << "letter " << letter << " up " << up;
        for (const bool leaves_start : {true, false}) {
          const auto fall = first_impact(scene, body, ground, {random.uniform(-0.3, 0.3), -0.5, 0}, leaves_start);
          EXPECT_EQ(fall.hit, 1u) << "letter " << letter << " up " << up;
          EXPECT_LT(fall.normal_y, T(-0.9)) << "letter " << letter << " up " << up;
          EXPECT_LE(static_cast<double>(fall.time), std::max(up, 0.0) / 0.5 + 1e-3);
        }
        const auto turn = first_impact(scene, body, ground, {0.25, -0.5, random.uniform(-0.1, 0.1)});
        EXPECT_EQ(turn.hit, 1u) << "letter " << letter << " up " << up;
        EXPECT_LT(turn.normal_y, T(-0.9)) << "letter " << letter << " up " << up;
      }
    }
  }
}
TEST_P(RefusedCornersOnIsa, letters_slide_without_a_stop_and_fall_with_one) {
  test_letter_sweeps<float>(own_seed(3));
  test_letter_sweeps<double>(own_seed(4));
}

/// A block of two linked triangles, and a box that lies over its right corner.
template <class T>
void test_triangles(std::uint64_t seed) {
  Random random(seed);
  BasicScene<T> scene;
  const std::array<BodyId, 2> block{scene.add_body(scene.add_polygon({{0, -1}, {4, -1}, {4, 0}})),
                                    scene.add_body(scene.add_polygon({{0, -1}, {4, 0}, {0, 0}}))};
  EXPECT_EQ(scene.link_shared_edges(block), 1u);
  for (const ShapeId shape : {scene.add_box(3, T(0.25)), scene.add_box(T(0.5), T(0.5))}) {
    const BodyId body = scene.add_body(shape);
    const std::array pairs{Pair{block[0], body}, Pair{body, block[1]}};
    for (int k = 0; k < 50; ++k) {
      const double depth = random.uniform(0.001, 0.01);
      stand(scene, body, 3.75, 0, small_tilt(random), -depth);
      std::array<BasicContact<T>, 2> contacts;
      std::array<BasicManifold<T>, 2> found;
      collide(scene, pairs, contacts);
      manifolds(scene, pairs, found);
      double deepest = 0;
      bool overlap = false;
      for (const int i : {0, 1}) {
        if (verdict(contacts[i]) != Verdict::overlapping) continue;
        overlap = true;
        EXPECT_GT(contacts[i].normal_y * T(i == 0 ? 1 : -1), T(0.9));
        EXPECT_GE(static_cast<double>(contacts[i].separation), -0.3 * 0.02 - depth - 0.08);
        for (std::uint32_t p = 0; p < found[i].count; ++p)
          deepest = std::max(deepest, -static_cast<double>(found[i].points[p].separation));
      }
      EXPECT_EQ(deepest > 0, overlap) << "one of the two holds it";
      EXPECT_LT(deepest, depth + 0.08);
    }
    scene.remove_body(body);
  }
}
TEST_P(RefusedCornersOnIsa, a_block_of_two_triangles_carries_a_box) {
  test_triangles<float>(own_seed(5));
  test_triangles<double>(own_seed(6));
}

/// Level tiles, then a slope: a wheel that is about to pass the bend is the level tile's.
template <class T>
void test_crest() {
  for (const FloorKind kind : {FloorKind::tiles, FloorKind::segments, FloorKind::chain, FloorKind::compound}) {
    BasicScene<T> scene;
    const std::vector<BodyId> floor = add_floor(scene, kind, {}, {{0, 0}, {1, 0}, {2, 0}, {3, -1}, {4, -2}}, 4);
    const BodyId wheel = scene.add_body(scene.add_circle({0, 0}, T(0.5)), {1.96875, 0.5 - 0x1p-8});
    std::vector<BasicPartManifold<T>> found;
    part_manifolds(scene, pairs_with(wheel, floor), found);
    ASSERT_EQ(found.size(), 1u) << static_cast<int>(kind);
    EXPECT_EQ(found[0].manifold.normal_y, T(-1));
    EXPECT_EQ(found[0].manifold.points[0].separation, T(-0x1p-8));
    const std::vector<Pair> pairs = pairs_with(wheel, floor);
    std::vector<BasicManifold<T>> of_bodies(pairs.size());
    manifolds(scene, pairs, of_bodies);
    EXPECT_EQ(std::count_if(of_bodies.begin(), of_bodies.end(), [](const auto& m) { return m.count > 0; }), 1);
  }
}
TEST_P(RefusedCornersOnIsa, a_wheel_that_passes_a_bend_is_held_by_one_tile) {
  test_crest<float>();
  test_crest<double>();
}

/// A part that meets the surface with one corner alone, between two others.
TEST_P(RefusedCornersOnIsa, a_buried_part_does_not_push_out_through_the_bottom) {
  Scene scene;
  const std::array bodies{scene.add_body(scene.add_polygon({{-4, -4}, {4, -4}, {0, 0}})),
                          scene.add_body(scene.add_polygon({{-4, -4}, {0, 0}, {-4, -1}})),
                          scene.add_body(scene.add_polygon({{4, -4}, {4, -1}, {0, 0}}))};
  EXPECT_EQ(scene.link_shared_edges(bodies), 2u);
  const BodyId box = scene.add_body(scene.add_box(1, 0.5f));
  const std::vector<Pair> pairs = pairs_with(box, {bodies.begin(), bodies.end()});
  std::vector<PartManifold> found;
  for (const double tilt : {0.0, 0.01, -0.01, 0.1, -0.1}) {
    scene.set_pose(box, Pose::at(0.0, 0.495, tilt));
    part_manifolds(scene, pairs, found);
    EXPECT_FALSE(found.empty()) << tilt;
    for (const PartManifold& part : found) {
      EXPECT_LT(part.manifold.normal_y, -0.9f) << tilt;
      EXPECT_GT(part.manifold.points[0].separation, -0.05f) << tilt;
    }
  }
}

/// A block of linked triangles, or of tiles with a bend: manifolds of a box that is the part of a compound are those of the box.
TEST_P(RefusedCornersOnIsa, a_compound_of_one_part_has_the_points_of_this_part) {
  for (const bool triangles : {true, false}) {
    Scene scene;
    const std::array<BodyId, 2> block =
        triangles ? std::array{scene.add_body(scene.add_polygon({{0, -1}, {4, -1}, {4, 0}})),
                               scene.add_body(scene.add_polygon({{0, -1}, {4, 0}, {0, 0}}))}
                  : std::array{scene.add_body(scene.add_polygon({{0, -1}, {2, -1}, {2, 0}, {0, 0}})),
                               scene.add_body(scene.add_polygon({{2, -1}, {4, -1}, {4, -0.5f}, {2, 0}}))};
    EXPECT_EQ(scene.link_shared_edges(block), 1u);
    const ShapeId box = scene.add_box(1, 0.5f);
    const BodyId plain = scene.add_body(box), compound = scene.add_body(scene.add_compound(std::array{box}));
    const std::array pairs{Pair{block[0], plain}, Pair{block[1], plain}, Pair{block[0], compound},
                           Pair{block[1], compound}};
    for (double x = -0.5; x <= 4.5; x += 0.125) {
      for (const double depth : {0.0625, 0.25, 0.5}) {
        for (const double tilt : {0.0, 0.0625, -0.0625, 0.25, -0.25, 0.5, -0.5}) {
          for (const BodyId body : {plain, compound}) scene.set_pose(body, Pose::at(x, 0.5 - depth, tilt));
          std::array<Manifold, 4> found;
          manifolds(scene, pairs, found);
          for (const int i : {0, 1}) {
            ASSERT_EQ(found[i].count, found[i + 2].count) << "x " << x << " depth " << depth << " tilt " << tilt;
            EXPECT_EQ(found[i].normal_y, found[i + 2].normal_y);
            for (std::uint32_t k = 0; k < found[i].count; ++k)
              EXPECT_EQ(found[i].points[k].separation, found[i + 2].points[k].separation);
          }
        }
      }
    }
  }
}

/// A square of two triangles, one way and the other, on level ground of linked triangles: where a seam of one is over a seam of the
/// other, both cores have a corner that refuses.
template <class T>
void test_square_of_triangles() {
  using V = BasicVec2<T>;
  const V low_left{0, 0}, low_right{1, 0}, high_right{1, 1}, high_left{0, 1};
  for (const bool rises : {true, false}) {
    BasicScene<T> scene;
    std::vector<BodyId> ground;
    for (int i = -2; i < 3; ++i) {
      const V a{T(i), -4}, b{T(i + 1), -4}, c{T(i + 1), 0}, d{T(i), 0};
      const bool this_rises = i % 2 == 0;
      ground.push_back(scene.add_body(scene.add_polygon(std::array{a, b, this_rises ? c : d})));
      ground.push_back(scene.add_body(scene.add_polygon(std::array{this_rises ? a : b, c, d})));
    }
    scene.link_shared_edges(ground);
    const std::array parts = rises ? std::array{scene.add_polygon(std::array{low_left, low_right, high_right}),
                                                scene.add_polygon(std::array{low_left, high_right, high_left})}
                                   : std::array{scene.add_polygon(std::array{low_left, low_right, high_left}),
                                                scene.add_polygon(std::array{low_right, high_right, high_left})};
    const std::array<std::uint8_t, 6> inner =
        rises ? std::array<std::uint8_t, 6>{0, 0, 1, 1, 0, 0} : std::array<std::uint8_t, 6>{0, 1, 0, 0, 0, 1};
    const BodyId body = scene.add_body(scene.add_compound(parts, inner));
    const std::vector<Pair> pairs = pairs_with(body, ground);
    std::vector<BasicPartManifold<T>> found;
    for (double x = -0.5; x <= 1.5; x += 0x1p-7) {
      for (const double depth : {0x1p-8, 0x1p-6, 0x1p-5}) {
        for (const double tilt : {0.0, 0x1p-12, -0x1p-12, 0x1p-7, -0x1p-7}) {
          scene.set_pose(body, Pose::at(x, -depth, tilt));
          part_manifolds(scene, pairs, found);
          double deepest = 0;
          for (const auto& part : found) {
            for (std::uint32_t i = 0; i < part.manifold.count; ++i)
              deepest = std::max(deepest, -static_cast<double>(part.manifold.points[i].separation));
          }
          EXPECT_NEAR(deepest, depth + std::max(-tilt, 0.0), 1e-4)
              << "x " << x << " depth " << depth << " tilt " << tilt;
        }
      }
    }
  }
}
TEST_P(RefusedCornersOnIsa, a_square_of_two_triangles_stands_on_triangles) {
  test_square_of_triangles<float>();
  test_square_of_triangles<double>();
}

/// Frames of a plain solver without friction: an L comes to rest on a box, on each of its sides.
TEST(RefusedCorners, letters_rest_on_a_box) {
  for (int side = 0; side < 4; ++side) {
    Scene scene;
    scene.add_body(scene.add_box(20, 0.5f), {0, -0.5});
    const BodyId body = scene.add_body(add_letter(scene, 0));
    constexpr double mass = 0.8, inertia = 0.2, centre = 0.44, step = 1 / 60.0;
    double angle = side * quarter + 0.002 * (side + 1), x = 0, y = 0.8, speed_x = 0, speed_y = 0, spin = 0;
    for (int frame = 0; frame < 200; ++frame) {
      const Rotation by = Rotation::of_angle(angle);
      const double from_x = centre * (by.cos - by.sin),
                   from_y = centre * (by.sin + by.cos);  // from the pose to the centre
      scene.set_pose(body, {x - from_x, y - from_y, by});
      std::vector<PartManifold> found;
      part_manifolds(scene, std::array{Pair{0, body}}, found, {.margin = 0.02f});
      speed_y -= 9.81 * step;
      struct Push {
        double nx, ny, rx, ry, wanted, sum;
      };
      std::vector<Push> pushes;
      for (const PartManifold& part : found) {
        for (std::uint32_t i = 0; i < part.manifold.count; ++i) {
          const auto& point = part.manifold.points[i];
          const double separation = static_cast<double>(point.separation);
          const double wanted = separation > 0 ? -separation / step : 0.2 * std::max(0.0, -separation - 0.005) / step;
          pushes.push_back({static_cast<double>(part.manifold.normal_x), static_cast<double>(part.manifold.normal_y),
                            static_cast<double>(point.x) - x, static_cast<double>(point.y) - 0.5 - y, wanted, 0});
        }
      }
      for (int round = 0; round < 10; ++round) {
        for (Push& push : pushes) {
          const double arm = push.rx * push.ny - push.ry * push.nx;
          const double rate = push.nx * (speed_x - spin * push.ry) + push.ny * (speed_y + spin * push.rx);
          const double sum = std::max(0.0, push.sum + (push.wanted - rate) / (1 / mass + arm * arm / inertia));
          const double by_this = sum - push.sum;
          push.sum = sum;
          speed_x += by_this * push.nx / mass;
          speed_y += by_this * push.ny / mass;
          spin += by_this * arm / inertia;
        }
      }
      x += speed_x * step;
      y += speed_y * step;
      angle += spin * step;
      if (frame < 150) continue;
      ASSERT_LT(std::hypot(speed_x, speed_y), 0.5) << "side " << side << " frame " << frame;
      ASSERT_GT(scene.bounding_box(body).min_y, -0.02) << "side " << side << " frame " << frame;
    }
  }
}

SATCHEL_ON_EVERY_ISA(RefusedCornersOnIsa);

}  // namespace
}  // namespace satchel::test
