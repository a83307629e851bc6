// Sweeps over linked bodies, chains and compounds: slides stop at no seam, falls and walls are met, as on one wide box.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/isa_param.hpp"
#include "support/random.hpp"
#include "support/scale.hpp"
#include "support/walkers.hpp"

namespace satchel::test {
namespace {

using SweepSeamsOnIsa = OnEveryIsa;

template <class T>
constexpr double u = std::numeric_limits<T>::epsilon() / 2;

const std::vector<FloorFrame>& frames() {
  static const std::vector<FloorFrame> all{
      {0, 0, 0}, {0, 0, 1.5707963267948966}, {3, -7, 0.3}, {100, 40, 2.5}, {-5, 1, -1.1}, {0.1, 0.2, 3.9}};
  return all;
}

/// A floor, the same surface as one box, and a walker of each kind.
template <class T>
struct Ground {
  BasicScene<T> scene;
  FloorFrame frame;
  std::vector<BodyId> floor, wide;
  std::vector<ShapeId> walkers = add_walkers(scene);

  Ground(FloorKind kind, const FloorFrame& its, double width) : frame(its) {
    floor = add_floor(scene, kind, frame, level(0, 8, width));
    wide = {scene.add_body(scene.add_box(T(4), T(1)), frame.at(4, -1))};
  }
};

/// All floors; of slow builds the first ones alone.
std::vector<FloorFrame> some_frames() {
  const auto all = frames();
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(scaled(all.size()))};
}

template <class T>
void test_slides(std::uint64_t seed) {
  Random random(seed);
  std::size_t stops = 0, stops_on_wide = 0, slides = 0;
  for (const FloorFrame& frame : some_frames()) {
    for (const FloorKind kind : all_floors) {
      for (const double width : {1.0, 0.3}) {
        Ground<T> ground(kind, frame, width);
        for (const ShapeId shape : ground.walkers) {
          for (const double up : {0.0, 0x1p-40, -0x1p-40, 4 * u<T>, -4 * u<T>, -0x1p-10, -0.125}) {
            const bool to_right = random.chance(0.5);
            const double from = to_right ? random.uniform(0.9, 2) : random.uniform(5, 7.1);
            const double along = to_right ? random.uniform(0.5, 4) : -random.uniform(0.5, 4);
            const BodyId body = ground.scene.add_body(shape, frame.at(from, up));
            const Motion motion = frame.motion(along, random.pick({0.0, 0.0, 0.25}));
            const BasicImpact<T> found =
                first_impact(ground.scene, body, ground.floor, motion, true, random.chance(0.5));
            ++slides;
            stops += found.hit;
            stops_on_wide += first_impact(ground.scene, body, ground.wide, motion).hit;
            EXPECT_EQ(found.hit, 0u) << "kind " << static_cast<int>(kind) << " shape " << shape << " up " << up
                                     << " angle " << frame.angle << " from " << from << " along " << along << " time "
                                     << found.time << " normal " << found.normal_x << " " << found.normal_y;
            ground.scene.remove_body(body);
            if (stops > 5) return;
          }
        }
      }
    }
  }
  EXPECT_GT(slides, 4000u * some_frames().size() / frames().size());
  EXPECT_EQ(stops_on_wide, 0u);
}
TEST_P(SweepSeamsOnIsa, slides_stop_at_no_seam) {
  test_slides<float>(own_seed(1));
  test_slides<double>(own_seed(2));
}

/// Slim bodies, tilted, whose lower end is deeper than they are thick. Level, or out of the floor, they stop nowhere.
template <class T>
void test_deep_slim_bodies(std::uint64_t seed) {
  Random random(seed);
  std::size_t slides = 0, stops = 0;
  for (const FloorFrame& frame : some_frames()) {
    for (const FloorKind kind : all_floors) {
      const bool two_sided = kind == FloorKind::segments || kind == FloorKind::chain;
      Ground<T> ground(kind, frame, random.pick({1.0, 0.3}));
      const std::array shapes{ground.scene.add_segment({T(-0.5), 0}, {T(0.5), 0}),
                              ground.scene.add_capsule({T(-0.25), 0}, {T(0.25), 0}, T(0.02)),
                              ground.scene.add_box(T(0.5), T(0.01))};
      for (const ShapeId shape : shapes) {
        for (const double depth : {0.02, 0.03, 0.05, 0.2}) {
          for (const double tilt : {0.02, -0.02, 0.05, random.uniform(-0.3, 0.3)}) {
            const double half = shape == shapes[1] ? 0.25 : 0.5, thick = shape == shapes[0]   ? 0
                                                                         : shape == shapes[1] ? 0.02
                                                                                              : 0.01 * std::cos(tilt);
            const double up = half * std::fabs(std::sin(tilt)) + thick - depth, from = random.uniform(3, 5);
            const BodyId body = ground.scene.add_body(shape, frame.at(from, up, tilt));
            const Motion motion = frame.motion(random.pick({1.5, -1.5}), two_sided ? 0 : random.pick({0.0, 0.25}));
            const BasicImpact<T> found =
                first_impact(ground.scene, body, ground.floor, motion, true, random.chance(0.5));
            ++slides;
            stops += found.hit;
            EXPECT_EQ(found.hit, 0u) << "kind " << static_cast<int>(kind) << " shape " << shape << " depth " << depth
                                     << " tilt " << tilt << " angle " << frame.angle << " from " << from << " motion "
                                     << motion.x << " " << motion.y << " time " << found.time << " normal "
                                     << found.normal_x << " " << found.normal_y;
            ground.scene.remove_body(body);
            if (stops > 5) return;
          }
        }
      }
    }
  }
  EXPECT_GT(slides, 1500u * some_frames().size() / frames().size());
}
TEST_P(SweepSeamsOnIsa, slim_bodies_deep_in_a_floor_leave_it) {
  test_deep_slim_bodies<float>(own_seed(14));
  test_deep_slim_bodies<double>(own_seed(15));
}

/// Slim bodies, tilted, whose lower end is deep in a floor, run into what stands on it: steps, ramps and a thin wall. They
/// touch its face once their lower end is farther behind this than below the top, or than the wall is wide.
template <class T>
void test_obstacles_on_a_floor(std::uint64_t seed) {
  struct Obstacle {
    double height, ramp;
    std::vector<double> seams;
  };
  const std::vector<double> tiles{5, 6, 7, 8}, one{5, 8}, wall{5, 5.0625};
  const std::array<Obstacle, 8> obstacles{{{0.05, 0, tiles},
                                           {0.1, 0, tiles},
                                           {0.25, 0, tiles},
                                           {0.05, 0, one},
                                           {0.25, 0, one},
                                           {0.1, 0.5, tiles},
                                           {0.25, 0.5, one},
                                           {1, 0, wall}}};
  Random random(seed);
  std::size_t runs = 0;
  for (const FloorFrame& frame : some_frames()) {
    for (const Obstacle& obstacle : obstacles) {
      BasicScene<T> scene;
      std::vector<BodyId> ground;
      const auto add = [&](double from, double to, double low, double high, double ramp) {
        const auto vertex = [](double x, double y) { return BasicVec2<T>{static_cast<T>(x), static_cast<T>(y)}; };
        const std::array vertices{vertex(from, low), vertex(to, low), vertex(to, high),
                                  vertex(from + ramp * (high - low), high)};
        ground.push_back(scene.add_body(scene.add_polygon(vertices), frame.at(0, 0)));
      };
      for (int x = 0; x < 5; ++x) add(x, x + 1, -1, 0, 0);
      const double second = obstacle.seams == wall ? wall[1] : 6;
      add(5, second, -1, 0, 0);
      for (int x = 0; x < 3; ++x) add(second + x, second + x + 1, -1, 0, 0);
      const double height = obstacle.height;
      for (std::size_t i = 0; i + 1 < obstacle.seams.size(); ++i) {
        add(obstacle.seams[i], obstacle.seams[i + 1], 0, height, i == 0 ? obstacle.ramp : 0);
      }
      scene.link_shared_edges(ground);
      for (const double half : {0.5, 1.0}) {
        const double thin = 0.002;
        const std::array shapes{scene.add_segment({T(-half), 0}, {T(half), 0}), scene.add_box(T(half), T(thin)),
                                scene.add_capsule({T(-half), 0}, {T(half), 0}, T(thin))};
        for (const ShapeId shape : shapes) {
          const double tilt = random.uniform(0.02, 0.1), low = half * std::sin(tilt) + (shape == shapes[0] ? 0 : thin);
          const double depth = 2 * low * random.uniform(0.1, 0.8);
          const bool may_pass = 2 * low - depth > 0.9 * height || (obstacle.seams == wall && depth > low);
          if (may_pass) continue;
          for (const double turn : {0.0, 1e-5}) {
            const T tolerance = turn == 0 ? T(0) : T(0x1p-6);
            const double frames = random.pick({1.0, 5.0});
            Pose pose = frame.at(5 - half - 0.2, low - depth, -tilt);
            const BodyId body = scene.add_body(shape, pose);
            const Motion motion = frame.motion(2.5 / frames, 0, turn);
            double along = 0;
            for (int f = 0; f < static_cast<int>(frames); ++f) {
              const BasicImpact<T> found =
                  first_impact(scene, body, ground, motion, true, random.chance(0.5), tolerance);
              const double time = found.hit != 0 ? static_cast<double>(found.time) : 1;
              along += time * 2.5 / frames;
              pose = moved(pose, motion, time);
              scene.set_pose(body, pose);
            }
            ++runs;
            EXPECT_LE(along - 0.2, 2 * half)
                << "height " << height << " seams " << obstacle.seams.size() << " ramp " << obstacle.ramp << " half "
                << half << " shape " << shape << " tilt " << tilt << " depth " << depth << " turn " << turn
                << " frames " << frames << " angle " << frame.angle;
            scene.remove_body(body);
          }
        }
      }
    }
  }
  EXPECT_GT(runs, 100u);
}
TEST_P(SweepSeamsOnIsa, slim_bodies_deep_in_a_floor_meet_what_stands_on_it) {
  test_obstacles_on_a_floor<float>(own_seed(16));
  test_obstacles_on_a_floor<double>(own_seed(17));
}

/// A box that reaches into the lower of two rows of tiles. Free edges of the lower tile at the end are on the right and at
/// the bottom; the box touches neither.
template <class T>
void test_two_rows() {
  for (const FloorFrame& frame : some_frames()) {
    BasicScene<T> scene;
    const ShapeId tile = scene.add_box(T(0.5), T(0.5));
    std::vector<BodyId> floor;
    for (const double y : {-0.5, -1.5}) {
      for (int x = 0; x < 6; ++x) floor.push_back(scene.add_body(tile, frame.at(x + 0.5, y)));
    }
    scene.link_shared_edges(floor, 0x1p-10);
    const BodyId box = scene.add_body(scene.add_box(T(0.6), T(0.8)), frame.at(5.1, -0.3));
    for (const double up : {0.0, 0.25}) {
      const BasicImpact<T> found = first_impact(scene, box, floor, frame.motion(-2, up));
      EXPECT_EQ(found.hit, 0u) << frame.angle << " time " << found.time << " normal " << found.normal_x << " "
                               << found.normal_y;
    }
    EXPECT_EQ(first_impact(scene, box, floor, frame.motion(-2, -0.25)).hit, 1u) << frame.angle;
  }
}
TEST_P(SweepSeamsOnIsa, a_free_edge_far_away_stops_nothing) {
  test_two_rows<float>();
  test_two_rows<double>();
}

/// Falls on a floor, and on one wide box: at the same time, and straight up is the normal. Then slides.
template <class T>
void test_falls(std::uint64_t seed) {
  Random random(seed);
  std::size_t falls = 0, wrong = 0;
  for (const FloorFrame& frame : some_frames()) {
    for (const FloorKind kind : all_floors) {
      for (const double width : {1.0, 0.3}) {
        Ground<T> ground(kind, frame, width);
        for (const ShapeId shape : ground.walkers) {
          for (int round = 0; round < 4; ++round) {
            const double from = round == 0 ? 2 : random.uniform(1, 7), up = random.uniform(0.1, 2);
            const double along = round == 0 ? 0 : random.uniform(0.9, 7.1) - from, down = up + random.uniform(0.1, 2);
            Pose pose = frame.at(from, up);
            const BodyId body = ground.scene.add_body(shape, pose);
            const Motion motion = frame.motion(along, -down);
            const bool leaves_start = random.chance(0.5);
            const BasicImpact<T> found = first_impact(ground.scene, body, ground.floor, motion, leaves_start);
            const BasicImpact<T> wide = first_impact(ground.scene, body, ground.wide, motion, leaves_start);
            const double extent = 20 + std::fabs(along) + down;
            const double bound = 32 * u<T> * extent + 0x1p-42 * extent;
            const Vec2d out{-std::sin(frame.angle), std::cos(frame.angle)};
            const double straight =
                -(static_cast<double>(found.normal_x) * out.x + static_cast<double>(found.normal_y) * out.y);
            const bool is_right = found.hit == 1 && wide.hit == 1 && straight > 1 - 16 * u<T> - 1e-6 &&
                                  std::fabs(static_cast<double>(found.time - wide.time)) * down <= bound;
            EXPECT_TRUE(is_right) << "kind " << static_cast<int>(kind) << " shape " << shape << " angle " << frame.angle
                                  << " hit " << found.hit << wide.hit << " time " << found.time << " " << wide.time
                                  << " normal " << found.normal_x << " " << found.normal_y;
            ++falls;
            wrong += is_right ? 0 : 1;
            pose = moved(pose, motion, static_cast<double>(found.time));
            ground.scene.set_pose(body, pose);
            const double at = from + static_cast<double>(found.time) * along;
            for (const double to : {1.0, 7.0}) {
              const Motion slide = frame.motion(to - at, 0);
              const BasicImpact<T> stop = first_impact(ground.scene, body, ground.floor, slide);
              EXPECT_EQ(stop.hit, 0u) << "kind " << static_cast<int>(kind) << " shape " << shape << " angle "
                                      << frame.angle << " time " << stop.time << " normal " << stop.normal_x << " "
                                      << stop.normal_y;
              EXPECT_EQ(first_impact(ground.scene, body, ground.wide, slide).hit, 0u);
              wrong += stop.hit;
            }
            const BasicImpact<T> again = first_impact(ground.scene, body, ground.floor, frame.motion(0.125, -1));
            EXPECT_EQ(again.hit, 1u);
            EXPECT_LE(again.time, T(64 * u<T> * extent));
            ground.scene.remove_body(body);
            if (wrong > 5) return;
          }
        }
      }
    }
  }
  EXPECT_GT(falls, 2000u * some_frames().size() / frames().size());
}
TEST_P(SweepSeamsOnIsa, falls_are_those_on_one_wide_box_and_go_on_as_slides) {
  test_falls<float>(own_seed(3));
  test_falls<double>(own_seed(4));
}

/// Level ground up to x = 4, then a slope. Up: the foot of the slope stops what comes; down: nothing does.
template <class T>
void test_bends() {
  std::size_t wrong = 0;
  for (const FloorFrame& frame : frames()) {
    for (const FloorKind kind : all_floors) {
      for (const double slope : {-1.5, -0.5, -0.01, 0.01, 0.125, 0.5, 1.5}) {
        BasicScene<T> scene;
        std::vector<Vec2d> points = level(0, 4, 1);
        for (int i = 1; i <= 2; ++i) points.push_back({4.0 + i, slope * i});
        const std::vector<BodyId> floor = add_floor(scene, kind, frame, points, 6);
        for (const ShapeId shape : add_walkers(scene)) {
          for (const double up : {0.0, 0x1p-40, -0x1p-40, 4 * u<T>, -4 * u<T>, -0x1p-12}) {
            const BodyId body = scene.add_body(shape, frame.at(1.5, up));
            const BasicImpact<T> found = first_impact(scene, body, floor, frame.motion(3.5, 0));
            const bool is_up = slope > 0;
            if (!is_up) {
              EXPECT_EQ(found.hit, 0u) << "kind " << static_cast<int>(kind) << " shape " << shape << " slope " << slope
                                       << " up " << up << " angle " << frame.angle << " time " << found.time;
              wrong += found.hit;
            } else {
              const double length = std::sqrt(1 + slope * slope);
              const double out_x = -slope / length, out_y = 1 / length;  // in the frame
              const double c = std::cos(frame.angle), s = std::sin(frame.angle);
              const double facing = -(static_cast<double>(found.normal_x) * (c * out_x - s * out_y) +
                                      static_cast<double>(found.normal_y) * (s * out_x + c * out_y));
              const bool is_right = found.hit == 1 && facing > 0.99999;
              EXPECT_TRUE(is_right) << "kind " << static_cast<int>(kind) << " shape " << shape << " slope " << slope
                                    << " up " << up << " angle " << frame.angle << " hit " << found.hit << " time "
                                    << found.time << " facing " << facing;
              wrong += is_right ? 0 : 1;
            }
            scene.remove_body(body);
            if (wrong > 5) return;
          }
        }
      }
    }
  }
}
TEST_P(SweepSeamsOnIsa, slopes_stop_what_comes_and_bends_down_do_not) {
  test_bends<float>();
  test_bends<double>();
}

/// Level ground, on it a wall whose face is at x = 5, linked to the ground where that has tiles.
template <class T>
void test_walls() {
  std::size_t wrong = 0;
  for (const FloorFrame& frame : frames()) {
    for (const FloorKind kind : all_floors) {
      for (const bool is_low : {false, true}) {
        BasicScene<T> scene;
        const std::vector<ShapeId> walkers = add_walkers(scene);
        std::vector<BodyId> all = add_floor(scene, kind, frame, level(0, 8, 1), 1);
        const T height = is_low ? T(0.0625) : T(0.5);  // the low one is a step
        const BodyId wall = scene.add_body(scene.add_box(T(0.5), height), frame.at(5.5, static_cast<double>(height)));
        all.push_back(wall);
        if (kind == FloorKind::tiles || kind >= FloorKind::pieces)
          scene.link_shared_edges(all, sizeof(T) == sizeof(float) ? 1e-4 : 1e-9);
        for (const ShapeId shape : walkers) {
          for (const double up : {0.0, 0x1p-40, -0x1p-40, 4 * u<T>, -4 * u<T>, -0x1p-10}) {
            const BodyId body = scene.add_body(shape, frame.at(2, up));
            const Motion motion = frame.motion(3.5, 0);
            const BasicImpact<T> found = first_impact(scene, body, all, motion);
            const BasicImpact<T> alone = first_impact(scene, body, {wall}, motion);
            const bool is_right =
                found.hit == 1 && alone.hit == 1 && std::fabs(static_cast<double>(found.time - alone.time)) < 1e-6;
            EXPECT_TRUE(is_right) << "kind " << static_cast<int>(kind) << " shape " << shape << " up " << up
                                  << " angle " << frame.angle << " hit " << found.hit << " time " << found.time << " "
                                  << alone.time;
            // At the wall: what jumps or goes back is free, what goes on is not.
            const Pose there = moved(frame.at(2, up), motion, static_cast<double>(alone.time));
            scene.set_pose(body, there);
            const bool leans_on_it = shape == walkers[2];  // its side is no wall's
            for (const Motion& away :
                 {frame.motion(-0.5, 0), frame.motion(-0.75, 1), frame.motion(leans_on_it ? -1 : 0, 1)}) {
              const BasicImpact<T> stop = first_impact(scene, body, all, away);
              EXPECT_EQ(stop.hit, 0u) << "away, kind " << static_cast<int>(kind) << " shape " << shape << " up " << up
                                      << " angle " << frame.angle << " time " << stop.time << " normal "
                                      << stop.normal_x << " " << stop.normal_y;
              wrong += stop.hit;
            }
            EXPECT_EQ(first_impact(scene, body, all, frame.motion(1, 0)).hit, 1u);
            wrong += is_right ? 0 : 1;
            scene.remove_body(body);
            if (wrong > 5) return;
          }
        }
      }
    }
  }
}
TEST_P(SweepSeamsOnIsa, walls_and_steps_on_tiles_are_met) {
  test_walls<float>();
  test_walls<double>();
}

/// What turns while it slides, on a floor and on one wide box.
template <class T>
void test_turns(std::uint64_t seed) {
  Random random(seed);
  std::size_t free = 0, hits = 0, wrong = 0;
  for (const FloorFrame& frame : {FloorFrame{}, FloorFrame{3, -7, 0.3}, FloorFrame{-5, 1, -1.1}}) {
    for (const FloorKind kind : all_floors) {
      BasicScene<T> scene;
      const std::vector<BodyId> floor = add_floor(scene, kind, frame, level(0, 8, 1));
      const std::vector<BodyId> wide{scene.add_body(scene.add_box(T(4), T(1)), frame.at(4, -1))};
      const ShapeId wheel = scene.add_circle({0, 0}, T(0.5));
      const ShapeId box = scene.add_box(T(0.25), T(0.5)),
                    capsule = scene.add_capsule({0, T(-0.25)}, {0, T(0.25)}, T(0.25));
      for (const ShapeId shape : {wheel, box, capsule}) {
        for (const double up : {0.0, 0x1p-40, -4 * u<T>, 0x1p-20, -0x1p-10}) {
          const double from = random.uniform(1, 3), along = random.uniform(0.5, 3);
          const double turn = shape == wheel ? -2 * along : random.pick({0.001, -0.001, 0.1, -0.1});
          const double rise =
              shape == wheel ? 0 : random.pick({0.0, 0.3 * std::fabs(turn), std::fabs(turn), 0.25, -0.01});
          const BodyId body = scene.add_body(shape, frame.at(from, up + 0.5));
          const Motion motion = frame.motion(along, rise, turn);
          const BasicImpact<T> found = first_impact(scene, body, floor, motion, true, true, T(0x1p-11));
          const BasicImpact<T> one = first_impact(scene, body, wide, motion, true, true, T(0x1p-11));
          const bool is_right = found.hit == one.hit && std::fabs(static_cast<double>(found.time - one.time)) < 0.01;
          EXPECT_TRUE(is_right) << "kind " << static_cast<int>(kind) << " shape " << shape << " up " << up << " angle "
                                << frame.angle << " turn " << turn << " rise " << rise << " along " << along << " hit "
                                << found.hit << one.hit << " time " << found.time << " " << one.time << " normal "
                                << found.normal_x << " " << found.normal_y;
          ++(one.hit != 0 ? hits : free);
          wrong += is_right ? 0 : 1;
          scene.remove_body(body);
          if (wrong > 5) return;
        }
      }
    }
  }
  EXPECT_GT(free, 80u);
  EXPECT_GT(hits, 30u);
}
TEST_P(SweepSeamsOnIsa, what_turns_while_it_slides_is_met_as_on_one_wide_box) {
  test_turns<float>(own_seed(5));
  test_turns<double>(own_seed(6));
}

enum class PlankKind { chain, segment, tile };

/// A plank from x = 0 to 4 whose front is up.
template <class T>
BodyId add_plank(BasicScene<T>& scene, PlankKind kind, const FloorFrame& frame) {
  if (kind == PlankKind::chain) {
    const std::array<BasicVec2<T>, 5> points{{{4, 0}, {3, 0}, {2, 0}, {1, 0}, {0, 0}}};
    return scene.add_body(scene.add_chain(points, false, true), frame.at(0, 0));
  }
  const bool is_segment = kind == PlankKind::segment;
  const BodyId plank = scene.add_body(is_segment ? scene.add_segment({2, 0}, {-2, 0}) : scene.add_box(2, T(0.125)),
                                      frame.at(2, is_segment ? 0 : -0.125));
  scene.link_edges(std::array{EdgeLink{.body = plank, .edge = is_segment ? 0u : 2u, .one_sided = true}});
  return plank;
}

template <class T>
void test_planks(std::uint64_t seed) {
  Random random(seed);
  for (const FloorFrame& frame : frames()) {
    for (const PlankKind kind : {PlankKind::chain, PlankKind::segment, PlankKind::tile}) {
      BasicScene<T> scene;
      const std::vector<ShapeId> walkers = add_walkers(scene);
      const std::vector<BodyId> plank{add_plank(scene, kind, frame)};
      const std::vector<BodyId> wide{scene.add_body(scene.add_box(T(2), T(1)), frame.at(2, -1))};
      for (const ShapeId shape : walkers) {
        const BodyId body = scene.add_body(shape, frame.at(2, 1));
        const auto impact = [&](double x, double y, double along, double up, bool leaves_start = true) {
          scene.set_pose(body, frame.at(x, y));
          return first_impact(scene, body, plank, frame.motion(along, up), leaves_start, random.chance(0.5));
        };
        const auto say = [&] {
          return "kind " + std::to_string(static_cast<int>(kind)) + " shape " + std::to_string(shape) + " angle " +
                 std::to_string(frame.angle);
        };
        for (const bool leaves_start : {false, true}) {
          const double x = random.uniform(1, 3);
          EXPECT_EQ(impact(x, -3, random.uniform(-0.2, 0.2), 6, leaves_start).hit, 0u) << say() << " rises";
          EXPECT_EQ(impact(x, -0.875, 0.1, 0.5, leaves_start).hit, 0u) << say() << " rises from within";
          EXPECT_EQ(impact(x, -0.875, 0.1, -0.5, leaves_start).hit, 0u) << say() << " sinks from within";
          EXPECT_EQ(impact(-2, -0.25, 3, 0, leaves_start).hit, 0u) << say() << " from the side";
          const BasicImpact<T> fall = impact(x, 1, 0.5, -3, leaves_start);
          const BasicImpact<T> on_wide = first_impact(scene, body, wide, frame.motion(0.5, -3), leaves_start);
          EXPECT_EQ(fall.hit, 1u) << say() << " falls";
          EXPECT_NEAR(fall.time, on_wide.time, 100 * u<T> + 1e-10) << say();
        }
        for (const double up : {0.0, 0x1p-40, -0x1p-40, 4 * u<T>, -4 * u<T>}) {
          const BasicImpact<T> down = impact(random.uniform(1, 3), up, 0.25, -0.5);
          EXPECT_EQ(down.hit, 1u) << say() << " stands, goes down";
          EXPECT_NEAR(down.time, 0, 64 * u<T> + 1e-10);
          EXPECT_EQ(impact(1, up, 2, 0).hit, 0u) << say() << " slides";
          EXPECT_EQ(impact(1, up, 2, 1).hit, 0u) << say() << " jumps";
        }
        scene.remove_body(body);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}
TEST_P(SweepSeamsOnIsa, one_sided_edges_are_met_from_their_front_alone) {
  test_planks<float>(own_seed(7));
  test_planks<double>(own_seed(8));
}

/// What jumps through a plank, by the side of the last frame: a pair that begins a frame behind is left out until it is
/// disjoint. Returns where the feet come to rest; the ground is at -4.
template <class T>
double feet_after_jump(double speed) {
  BasicScene<T> scene;
  const BodyId plank = add_plank<T>(scene, PlankKind::segment, {}),
               ground = scene.add_body(scene.add_box(8, 1), {0, -5});
  const BodyId body = scene.add_body(scene.add_capsule({0, T(0.25)}, {0, T(0.75)}, T(0.25)), {2, -4});
  bool is_passing = true;  // it begins below the plank
  for (int frame = 0; frame < 400; ++frame) {
    const Pose pose = scene.pose(body);
    std::vector<BodyId> others{ground};
    if (!is_passing) others.push_back(plank);
    const Motion motion{0, speed, 0};
    const BasicImpact<T> impact = first_impact(scene, body, others, motion);
    scene.set_pose(body, moved(pose, motion, static_cast<double>(impact.time)));
    speed = impact.hit != 0 ? 0 : speed - 0.01;
    std::array<Verdict, 1> verdict;
    classify(scene, std::array{Pair{plank, body}}, verdict);
    const bool is_below = scene.pose(body).y + 0.5 < 0;
    if (verdict[0] == Verdict::disjoint || !is_passing) is_passing = is_below;
  }
  return scene.pose(body).y;
}
TEST_P(SweepSeamsOnIsa, jumps_through_planks_by_the_side_of_the_last_frame) {
  for (const double speed : {0.2, 0.27, 0.28, 0.285, 0.29}) {
    // It rises by some speed^2 / 0.02: to 0, or to less than 1 above the plank.
    const double apex = -4 + 50 * speed * (speed + 0.01);
    const double lands_at = apex > 0.01 ? 0 : -4;
    EXPECT_NEAR(feet_after_jump<float>(speed), lands_at, 1e-4) << speed << " apex " << apex;
    EXPECT_NEAR(feet_after_jump<double>(speed), lands_at, 1e-4) << speed << " apex " << apex;
  }
}

/// A platform of tiles is one body, whose seams are its shape's: it moves, and what stands on it slides along it.
template <class T>
void test_platform() {
  BasicScene<T> scene;
  std::vector<ShapeId> tiles;
  std::vector<std::uint8_t> inner;
  for (int i = 0; i < 6; ++i) {
    const T x = T(i) / 2 - T(1.5), w = T(0.5), h = T(0.25);
    tiles.push_back(scene.add_polygon(std::array<BasicVec2<T>, 4>{{{x, -h}, {x + w, -h}, {x + w, 0}, {x, 0}}}));
    inner.insert(inner.end(), {0, i<5, 0, i> 0});
  }
  const BodyId platform = scene.add_body(scene.add_compound(tiles, inner));
  std::vector<BodyId> riders;
  for (const ShapeId shape : add_walkers(scene)) riders.push_back(scene.add_body(shape));
  std::vector<Motion> motions(scene.body_slots());
  std::vector<Pair> pairs;
  for (const BodyId rider : riders) pairs.push_back({rider, platform});
  std::vector<BasicImpact<T>> impacts(pairs.size());
  for (int frame = 0; frame < 100; ++frame) {
    const double x = 0.37 * frame, y = 2 * std::sin(0.1 * frame), walk = frame % 2 == 0 ? 1.5 : -1.5;
    motions[platform] = {0.37, 2 * std::sin(0.1 * (frame + 1)) - y, 0};
    scene.set_pose(platform, {x, y});
    for (const BodyId rider : riders) {
      scene.set_pose(rider, {x - walk / 2, y});
      motions[rider] = motions[platform];
      motions[rider].x += walk;
    }
    sweep(scene, motions, pairs, impacts, {.leaves_start = true});
    for (const BasicImpact<T>& impact : impacts) EXPECT_EQ(impact.hit, 0u) << frame;
    for (const BodyId rider : riders) motions[rider] = {0, motions[platform].y - 0.125, 0};
    sweep(scene, motions, pairs, impacts, {.leaves_start = true});
    for (const BasicImpact<T>& impact : impacts) EXPECT_EQ(impact.hit, 1u) << "falls on it, or is lifted by it";
  }
}
TEST_P(SweepSeamsOnIsa, a_platform_of_tiles_is_one_compound) {
  test_platform<float>();
  test_platform<double>();
}

SATCHEL_ON_EVERY_ISA(SweepSeamsOnIsa);

}  // namespace
}  // namespace satchel::test
