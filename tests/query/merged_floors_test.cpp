// Floors cut into rectangles of all sizes, whose edges are shared in part: contacts, manifolds and sweeps on their
// common top are those on one rectangle; steps and holes are walls.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/floors.hpp"
#include "support/isa_param.hpp"
#include "support/random.hpp"
#include "support/scale.hpp"
#include "support/walkers.hpp"

namespace satchel::test {
namespace {

using MergedFloorsOnIsa = OnEveryIsa;

struct Rectangle {
  double x0, x1, y0, y1;
};

/// Cuts a rectangle at random multiples of an eighth. What lies at the top, y = 0, is at least half a unit thick.
void cut(Random& random, const Rectangle& whole, std::vector<Rectangle>& pieces) {
  const double width = whole.x1 - whole.x0, height = whole.y1 - whole.y0, least = whole.y1 == 0 ? 0.5 : 0.25;
  const auto place = [&](double from, double to) {
    return from + random.integer(0, static_cast<int>((to - from) * 8)) / 8.0;
  };
  if (width > 0.75 && (width > 2 || random.chance(0.4))) {
    const double x = place(whole.x0 + 0.25, whole.x1 - 0.25);
    cut(random, {whole.x0, x, whole.y0, whole.y1}, pieces);
    cut(random, {x, whole.x1, whole.y0, whole.y1}, pieces);
  } else if (height >= least + 0.25 && random.chance(0.7)) {
    const double y = place(whole.y0 + 0.25, whole.y1 - least);
    cut(random, {whole.x0, whole.x1, whole.y0, y}, pieces);
    cut(random, {whole.x0, whole.x1, y, whole.y1}, pieces);
  } else {
    pieces.push_back(whole);
  }
}

/// Eight units of floor, two deep, and columns of unequal depth below it.
std::vector<Rectangle> cut_floor(Random& random) {
  std::vector<Rectangle> pieces;
  cut(random, {0, 8, -2, 0}, pieces);
  for (double x = 0; x < 8;) {
    const double to = std::min(8.0, x + random.integer(2, 12) / 8.0);
    if (random.chance(0.7)) pieces.push_back({x, to, -2 - random.integer(1, 8) / 8.0, -2});
    x = to;
  }
  return pieces;
}

template <class T>
BodyId add_rectangle(BasicScene<T>& scene, const FloorFrame& frame, const Rectangle& r) {
  return scene.add_body(scene.add_box(static_cast<T>((r.x1 - r.x0) / 2), static_cast<T>((r.y1 - r.y0) / 2)),
                        frame.at((r.x0 + r.x1) / 2, (r.y0 + r.y1) / 2));
}

template <class T>
struct Ground {
  BasicScene<T> scene;
  FloorFrame frame;
  std::vector<BodyId> floor, whole;

  Ground(Random& random, const FloorFrame& its) : frame(its) {
    for (const Rectangle& piece : cut_floor(random)) floor.push_back(add_rectangle(scene, frame, piece));
    const bool is_exact = frame.angle == 0 && frame.x == std::floor(frame.x);
    scene.link_shared_edges(floor, is_exact ? 0 : sizeof(T) == sizeof(float) ? 1e-4 : 1e-7);
    whole = {add_rectangle(scene, frame, {0, 8, -2, 0})};
  }

  Vec2d in_frame(double x, double y) const {
    const Rotation by = frame.rotation();
    return {by.cos * x + by.sin * y, -by.sin * x + by.cos * y};
  }

  /// A body whose lowest point in the frame is `up` above the floor.
  BodyId add_above(ShapeId shape, double along, double turn, double up) {
    const BodyId body = scene.add_body(shape, frame.at(along, 0, turn));
    std::vector<BasicVec2<T>> offsets(scene.vertex_count(shape));
    scene.placed_offsets(body, offsets);
    double lowest = 1e300;
    for (const auto& v : offsets)
      lowest = std::min(lowest, in_frame(static_cast<double>(v.x), static_cast<double>(v.y)).y);
    scene.set_pose(body, frame.at(along, up - lowest + static_cast<double>(scene.radius(shape)), turn));
    return body;
  }
};

const std::vector<FloorFrame>& frames() {
  static const std::vector<FloorFrame> all{{0, 0, 0},     {5e6, -5e6, 0},  {3, -7, 0.3},
                                           {-5, 1, -1.1}, {5e6, 3e5, 2.5}, {0.1, 0.2, 0}};
  return all;
}

template <class T>
std::vector<ShapeId> add_movers(BasicScene<T>& scene, Random& random) {
  std::vector<ShapeId> movers{scene.add_box(T(0.25), T(0.5)), scene.add_box(T(1.25), T(0.25), T(0.125)),
                              scene.add_circle({0, 0}, T(0.5)), scene.add_capsule({T(-0.5), 0}, {T(0.25), 0}, T(0.25))};
  for (int k = 0; k < 3; ++k) {
    std::vector<BasicVec2<T>> points;
    for (int i = 0; i < 3 + 3 * k; ++i) {
      points.push_back({static_cast<T>(random.uniform(-0.6, 0.6)), static_cast<T>(random.uniform(-0.6, 0.6))});
    }
    const auto hull = convex_hull(std::span<const BasicVec2<T>>(points));
    movers.push_back(scene.add_polygon(hull));
  }
  return movers;
}

template <class T>
void test_contacts(std::uint64_t seed) {
  Random random(seed);
  std::size_t meetings = 0, points = 0, wrong = 0;
  for (std::size_t round = 0; round < sampled(60) && wrong < 5; ++round) {
    Ground<T> ground(random, frames()[round % frames().size()]);
    for (const ShapeId shape : add_movers(ground.scene, random)) {
      for (const double up : {-0.125, -0x1p-10, 0.0, 0x1p-6}) {
        const double turn = random.chance(0.3) ? 0 : random.uniform(0, 6);
        const BodyId body = ground.add_above(shape, random.uniform(2, 6), turn, up);
        const std::vector<Pair> pairs = pairs_with(body, ground.floor);
        std::vector<BasicContact<T>> contacts(pairs.size());
        std::vector<BasicManifold<T>> found(pairs.size());
        collide(ground.scene, pairs, contacts);
        manifolds(ground.scene, pairs, found, {.margin = T(0.0625)});
        double deepest = 0;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
          const auto is_up = [&](T x, T y) {
            const Vec2d n = ground.in_frame(static_cast<double>(x), static_cast<double>(y));
            return std::fabs(n.x) < 1e-5 && n.y < 0;
          };
          if (verdict(contacts[i]) != Verdict::disjoint) {
            ++meetings;
            const double depth = -static_cast<double>(contacts[i].separation);
            deepest = std::max(deepest, depth);
            const bool is_right = is_up(contacts[i].normal_x, contacts[i].normal_y) && depth < -up + 1e-5;
            EXPECT_TRUE(is_right) << "round " << round << " shape " << shape << " up " << up << " depth " << depth;
            wrong += is_right ? 0 : 1;
          }
          if (found[i].count == 0) continue;
          points += found[i].count;
          EXPECT_TRUE(is_up(found[i].normal_x, found[i].normal_y))
              << "round " << round << " shape " << shape << " up " << up;
        }
        if (up < -1e-5) {
          EXPECT_NEAR(deepest, -up, 1e-5);
        }
        ground.scene.remove_body(body);
      }
    }
  }
  EXPECT_GT(meetings, 4 * sampled(60));
  EXPECT_GT(points, 4 * sampled(60));
}
TEST_P(MergedFloorsOnIsa, contacts_and_points_are_those_on_one_rectangle) {
  test_contacts<float>(own_seed(1));
  test_contacts<double>(own_seed(2));
}

template <class T>
void test_sweeps(std::uint64_t seed) {
  Random random(seed);
  std::size_t wrong = 0;
  for (std::size_t round = 0; round < sampled(100) && wrong < 5; ++round) {
    Ground<T> ground(random, frames()[round % frames().size()]);
    // Origins that are 5e6 off have a spacing of 2^-30.
    const double bound = std::fabs(ground.frame.x) > 1e6 ? 1e-5 : sizeof(T) == sizeof(float) ? 1e-4 : 1e-8;
    for (const ShapeId shape : add_movers(ground.scene, random)) {
      for (const double up : {-0.125, -0x1p-10, 0.0, 0x1p-10, 0.5}) {
        const double turn = random.chance(0.3) ? 0 : random.uniform(0, 6), from = random.uniform(1.5, 6.5);
        const BodyId body = ground.add_above(shape, from, turn, up);
        const Motion slide = ground.frame.motion(random.uniform(1.5, 6.5) - from, up < 0 ? 0x1p-20 : 0x1p-12);
        const BasicImpact<T> stop = first_impact(ground.scene, body, ground.floor, slide);
        EXPECT_EQ(stop.hit, 0u) << "round " << round << " shape " << shape << " up " << up << " time " << stop.time
                                << " normal " << stop.normal_x << ' ' << stop.normal_y;
        const Motion fall = ground.frame.motion(random.uniform(1.5, 6.5) - from, -1);
        const BasicImpact<T> met = first_impact(ground.scene, body, ground.floor, fall, true, random.chance(0.5));
        const BasicImpact<T> whole = first_impact(ground.scene, body, ground.whole, fall);
        const Vec2d n = ground.in_frame(static_cast<double>(met.normal_x), static_cast<double>(met.normal_y));
        const bool is_right = met.hit == 1 && whole.hit == 1 &&
                              std::fabs(static_cast<double>(met.time - whole.time)) < bound && std::fabs(n.x) < 1e-5 &&
                              n.y < 0;
        EXPECT_TRUE(is_right) << "round " << round << " shape " << shape << " up " << up << " hit " << met.hit
                              << whole.hit << " time " << met.time << ' ' << whole.time << " normal " << n.x << ' '
                              << n.y;
        wrong += stop.hit + (is_right ? 0u : 1u);
        ground.scene.remove_body(body);
      }
    }
  }
}
TEST_P(MergedFloorsOnIsa, slides_do_not_stop_and_falls_end_as_on_one_rectangle) {
  test_sweeps<float>(own_seed(3));
  test_sweeps<double>(own_seed(4));
}

/// Columns of random heights, flush at the bottom: stairs up and down, each side shared in part.
template <class T>
void test_stairs(std::uint64_t seed) {
  Random random(seed);
  std::size_t walls = 0;
  for (std::size_t round = 0; round < sampled(100); ++round) {
    BasicScene<T> scene;
    const FloorFrame frame = frames()[round % frames().size()];
    const double bound = sizeof(T) == sizeof(float) || std::fabs(frame.x) > 1e6 ? 1e-4 : 1e-8;
    std::vector<BodyId> columns;
    std::vector<double> tops;
    for (int i = 0; i < 6; ++i) {
      tops.push_back(random.integer(0, 6) / 4.0);
      columns.push_back(add_rectangle(scene, frame, {2.0 * i, 2.0 * i + 2, -2.0 - random.integer(0, 1), tops.back()}));
    }
    scene.link_shared_edges(columns, sizeof(T) == sizeof(float) ? 1e-4 : 1e-7);
    for (const ShapeId shape : {scene.add_box(T(0.25), T(0.5)), scene.add_circle({0, 0}, T(0.5)),
                                scene.add_polygon(std::array<BasicVec2<T>, 3>{
                                    {{T(0.5), T(-0.5)}, {T(-0.25), T(0.5)}, {T(-0.5), T(0.25)}}})}) {
      for (const double up : {0.0, -0x1p-10, 0x1p-10}) {
        for (std::size_t i = 0; i + 1 < columns.size(); ++i) {
          const double from = 2.0 * static_cast<double>(i) + 1, step = tops[i + 1] - tops[i];
          const BodyId body = scene.add_body(shape, frame.at(from, tops[i] + 0.5 + up));
          const BasicImpact<T> found = first_impact(scene, body, columns, frame.motion(1.25, 0));
          if (step <= 0) {
            EXPECT_EQ(found.hit, 0u) << "round " << round << " column " << i << " up " << up << " step " << step;
          } else {
            const BasicImpact<T> alone = first_impact(scene, body, {columns[i + 1]}, frame.motion(1.25, 0), false);
            EXPECT_EQ(found.hit, 1u) << "round " << round << " column " << i << " up " << up << " step " << step;
            EXPECT_NEAR(static_cast<double>(found.time), static_cast<double>(alone.time), bound);
            // A little in the wall and in the floor: out of both by the shortest way, not to the wall's top.
            const double there = from + 1.25 * static_cast<double>(alone.time) + 0x1p-10;
            scene.set_pose(body, frame.at(there, tops[i] + 0.5 - 0x1p-10));
            std::array<BasicContact<T>, 1> contact;
            collide(scene, std::array{Pair{body, columns[i + 1]}}, contact);
            EXPECT_EQ(verdict(contact[0]), Verdict::overlapping);
            EXPECT_GT(contact[0].separation, T(-0x1p-7)) << "round " << round << " column " << i << " shape " << shape;
            ++walls;
          }
          scene.remove_body(body);
        }
      }
    }
  }
  EXPECT_GT(walls, 10 * sampled(100));
}
TEST_P(MergedFloorsOnIsa, steps_stop_above_what_is_covered) {
  test_stairs<float>(own_seed(5));
  test_stairs<double>(own_seed(6));
}

/// A row of tiles with a gap on one long rectangle: the gap's floor and walls act, the covered parts of the long top do
/// not.
template <class T>
void test_gap() {
  BasicScene<T> scene;
  const BodyId base = add_rectangle(scene, {}, {0, 8, -1, 0});
  std::vector<BodyId> all{base};
  for (const int i : {0, 1, 2, 5, 6, 7}) all.push_back(add_rectangle(scene, {}, {1.0 * i, i + 1.0, 0, 0.03125}));
  EXPECT_EQ(scene.link_shared_edges(all), 6u + 4u);
  const BodyId box = scene.add_body(scene.add_box(1, 1));
  const auto at = [&](double x, double y, BodyId other) {
    scene.set_pose(box, {x, y});
    std::array<BasicManifold<T>, 1> manifold;
    manifolds(scene, std::array{Pair{box, other}}, manifold, {.margin = T(0.0625)});
    return manifold[0];
  };
  EXPECT_EQ(at(1.5, 1.03125, base).count, 0u) << "tiles lie between";
  EXPECT_EQ(at(4, 1, base).count, 2u) << "in the gap";
  EXPECT_EQ(at(4, 0.99, base).normal_y, T(-1));
  EXPECT_EQ(at(3.984375, 1, all[3]).normal_x, T(-1)) << "the gap's wall";
  EXPECT_EQ(first_impact(scene, box, all, {1, 0, 0}).normal_x, T(1));
  scene.set_pose(box, {1.5, 1.03125});
  EXPECT_EQ(first_impact(scene, box, all, {0.5, 0, 0}).hit, 0u);
  // Without the tiles the base's top is free again.
  scene.remove_body(all[2]);
  EXPECT_EQ(at(1.5, 1, base).count, 2u);
}
TEST_P(MergedFloorsOnIsa, a_gap_in_the_tiles_on_a_rectangle_has_a_floor_and_walls) {
  test_gap<float>();
  test_gap<double>();
}

/// A plank over the top of a hill of two unequal depths, which reaches farther down than the thinner part is thick. Out
/// of the side of the thick part it would be nearer.
template <class T>
void test_hill() {
  using V = BasicVec2<T>;
  BasicScene<T> scene;
  const BodyId thick = scene.add_body(scene.add_polygon(std::array{V{-4, -4}, V{0, -4}, V{0, 0}, V{-4, 0}}));
  const BodyId thin = scene.add_body(scene.add_polygon(std::array{V{0, T(-0.5)}, V{3, T(-3.5)}, V{3, -3}, V{0, 0}}));
  EXPECT_EQ(scene.link_shared_edges({thick, thin}), 1u);
  const double half = std::sqrt(0.5), deep = 0x1p-6;
  const BodyId plank = scene.add_body(scene.add_box(T(1.5), T(0.25)));
  // Along the slope, `deep` in it; its upper end is a little beyond the top.
  const double along = 1.5 - 0x1p-9, out = 0.25 - deep;
  scene.set_pose(plank, Pose::at(half * (along + out), half * (out - along), -0.7853981633974483));
  std::array<BasicContact<T>, 1> contact;
  collide(scene, std::array{Pair{plank, thick}}, contact);
  EXPECT_EQ(verdict(contact[0]), Verdict::overlapping);
  EXPECT_LT(contact[0].normal_y, T(-0.5)) << "not the side of the thick part";
  EXPECT_NEAR(static_cast<double>(contact[0].separation), -deep, 1e-5);
}
TEST_P(MergedFloorsOnIsa, a_plank_on_a_hill_of_unequal_depths_meets_its_surface) {
  test_hill<float>();
  test_hill<double>();
}

/// What is beside a shelf at the start meets the wall below the shelf: what counts is where it is when it meets.
template <class T>
void test_shelf() {
  BasicScene<T> scene;
  const std::vector<BodyId> both{add_rectangle(scene, {}, {-2, 0, -3, 0}), add_rectangle(scene, {}, {0, 1, -1, 0})};
  EXPECT_EQ(scene.link_shared_edges(both), 1u);
  const BodyId box = scene.add_body(scene.add_box(T(0.25), T(0.25)), {2.25, -0.5});
  for (const bool leaves_start : {false, true}) {
    for (const double turn : {0.0, 0x1p-12}) {
      const BasicImpact<T> met = first_impact(scene, box, both, {-2.5, -2.5, turn}, leaves_start);
      EXPECT_EQ(met.hit, 1u);
      EXPECT_NEAR(static_cast<double>(met.time), 0.8, 1e-3);
      EXPECT_NEAR(static_cast<double>(met.normal_x), -1, 1e-3);
    }
  }
}
TEST_P(MergedFloorsOnIsa, a_wall_below_a_shelf_is_met) {
  test_shelf<float>();
  test_shelf<double>();
}

SATCHEL_ON_EVERY_ISA(MergedFloorsOnIsa);

}  // namespace
}  // namespace satchel::test
