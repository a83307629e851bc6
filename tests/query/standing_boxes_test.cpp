// Boxes that stand on each other, as in a physics engine: the ids of their points stay, so that the impulses of a stack stay, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <satchel/satchel.hpp>
#include <set>
#include <tuple>
#include <vector>

#include "support/isa_param.hpp"
#include "support/point_ids.hpp"
#include "support/random.hpp"

namespace satchel::test {
namespace {

using StandingBoxesOnIsa = OnEveryIsa;

/// What stands on what: the upper box is moved along the lower one by `off`, so that as many of their ends meet.
struct Standing {
  double lower_half, upper_half, off;
  std::size_t meeting;
};

/// Both bodies sway by up to `sway`, in place and in angle. There are two ids in all frames, whichever body decides and
/// whichever is first in the pair.
template <class T>
void test_swaying(const Standing& standing, bool is_rounded, double depth, double sway, double turn, Random& random) {
  const T radius = is_rounded ? T(0.0625) : T(0);
  const double skin = static_cast<double>(radius);
  BasicScene<T> scene;
  scene.add_body(scene.add_box(static_cast<T>(standing.lower_half), T(0.5), radius));
  scene.add_body(scene.add_box(static_cast<T>(standing.upper_half), T(0.5), radius));
  const std::vector<Pair> pairs = {{0, 1}, {1, 0}};
  std::vector<BasicManifold<T>> found(pairs.size());
  std::set<std::uint32_t> ids;
  std::set<Side> deciding;
  for (int frame = 0; frame < 60; ++frame) {
    const auto some = [&] { return random.uniform(-sway, sway); };
    const double x = standing.off + some(), y = 1 + 2 * skin - depth + some(), c = std::cos(turn), s = std::sin(turn);
    const double of_lower = turn + some(), of_upper = turn + some();
    scene.set_pose(0, Pose::at(0, 0, of_lower));
    scene.set_pose(1, Pose::at(c * x - s * y, s * x + c * y, of_upper));
    manifolds(scene, pairs, found, {.margin = T(0.02)});
    ASSERT_EQ(found[0].count, found[1].count);
    ASSERT_TRUE(is_rounded || found[0].count == 2);  // two round corners may be nearer to each other than the faces
    std::set<std::uint32_t> now, mirrored;
    for (std::uint32_t k = 0; k < found[0].count; ++k) {
      now.insert(found[0].points[k].id);
      mirrored.insert(mirrored_id(found[1].points[k].id));
    }
    EXPECT_EQ(now.size(), found[0].count);
    EXPECT_EQ(now, mirrored);
    ids.insert(now.begin(), now.end());
    deciding.insert(side(found[0]));
  }
  EXPECT_EQ(ids.size(), 2u) << "sway " << sway << ", off " << standing.off;
  EXPECT_EQ(static_cast<std::size_t>(std::count_if(ids.begin(), ids.end(), names_two_vertices)), standing.meeting);
  EXPECT_TRUE(sway < 1e-4 || deciding.size() == 2);  // both have decided
}

TEST_P(StandingBoxesOnIsa, keep_their_ids_while_they_sway) {
  Random random(2801);
  for (const Standing& standing :
       {Standing{0.5, 0.5, 0, 2}, Standing{0.5, 0.25, 0.25, 1}, Standing{0.5, 0.25, -0.25, 1},
        Standing{0.25, 0.5, -0.25, 1}, Standing{0.5, 0.5, 0.125, 0}}) {
    for (const double sway : {1e-7, 1e-5, 1e-3}) {
      for (const bool is_rounded : {false, true}) {
        const double depth = random.pick({0.0, 1e-3, 5e-3}), turn = random.pick({0.0, 0.7, -2.5});
        test_swaying<float>(standing, is_rounded, depth, sway, turn, random);
        test_swaying<double>(standing, is_rounded, depth, sway, turn, random);
      }
    }
  }
}

TEST_P(StandingBoxesOnIsa, corners_that_face_each_other_have_one_id_whichever_edge_decides) {
  Scene scene;
  const ShapeId box = scene.add_box(0.5f, 0.5f);
  scene.add_body(box);
  scene.add_body(box);
  const std::vector<Pair> pairs = {{0, 1}, {1, 0}};
  std::vector<Manifold> found(2);
  std::set<std::uint32_t> deciding;
  for (const double angle : {0.0, 1e-3, -1e-3}) {
    for (const Vec2d off : {Vec2d{1e-3, 2e-3}, Vec2d{2e-3, 1e-3}, Vec2d{3e-3, 3e-3}}) {
      scene.set_pose(0, Pose::at(0, 0, angle));
      scene.set_pose(1, Pose::at(1 + off.x, 1 + off.y, -angle / 2));
      manifolds(scene, pairs, found, {.margin = 0.02f});
      ASSERT_EQ(found[0].count, 1u);
      EXPECT_EQ(found[0].points[0].id, id_of_vertices(2, 0));
      EXPECT_EQ(found[1].points[0].id, id_of_vertices(0, 2));
      deciding.insert(found[0].feature);
    }
  }
  EXPECT_GT(deciding.size(), 2u);
}

// ---- a stack -------------------------------------------------------------------------------------------------------

struct Moving {
  double x, y, angle, vx, vy, spin, of_mass, of_inertia;  ///< the last two: 1 / mass, 1 / inertia

  void push(double along_x, double along_y, double at_x, double at_y) {
    vx += along_x * of_mass;
    vy += along_y * of_mass;
    spin += (at_x * along_y - at_y * along_x) * of_inertia;
  }
};

/// Two bodies meet at a point: what a solver of impulses knows of it.
struct Touch {
  Moving *a, *b;
  std::tuple<BodyId, BodyId, std::uint32_t> key;
  double nx, ny, ax, ay, bx, by, separation;
  double pressed, rubbed;  ///< impulses along the normal, and across

  double mass_along(double x, double y) const {
    const double of_a = ax * y - ay * x, of_b = bx * y - by * x;
    return 1 / (a->of_mass + b->of_mass + of_a * of_a * a->of_inertia + of_b * of_b * b->of_inertia);
  }
  double speed_along(double x, double y) const {
    return ((b->vx - b->spin * by) - (a->vx - a->spin * ay)) * x +
           ((b->vy + b->spin * bx) - (a->vy + a->spin * ax)) * y;
  }
  void push(double x, double y) {
    a->push(-x, -y, ax, ay);
    b->push(x, y, bx, by);
  }
  void solve(double step) {
    const double rub = rubbed - speed_along(-ny, nx) * mass_along(-ny, nx), most = 0.6 * pressed;
    const double more = std::clamp(rub, -most, most) - rubbed;
    rubbed += more;
    push(-ny * more, nx * more);
    const double want =
        separation > 0 ? -separation / step : std::min(3.0, 0.2 * std::max(0.0, -separation - 0.005) / step);
    const double press = std::max(0.0, pressed - (speed_along(nx, ny) - want) * mass_along(nx, ny)) - pressed;
    pressed += press;
    push(nx * press, ny * press);
  }
};

/// Ten boxes fall a little, onto each other. Without the impulses of the frame before, ten rounds of the solver do not carry them.
TEST(StandingBoxes, ten_stand_by_the_impulses_that_ids_find) {
  constexpr double step = 1.0 / 60;
  Random random(2802);
  Scene scene;
  const ShapeId box = scene.add_box(0.5f, 0.5f);
  scene.add_body(scene.add_box(20, 0.5f), Pose::at(0, -0.5, 0));
  std::vector<Moving> bodies = {{0, -0.5, 0, 0, 0, 0, 0, 0}};
  for (int i = 0; i < 10; ++i) {
    bodies.push_back({random.uniform(-1e-3, 1e-3), 0.5 + i, 0, 0, 0, 0, 1, 6});
    scene.add_body(box, Pose::at(bodies.back().x, bodies.back().y, 0));
  }
  std::vector<Pair> pairs;
  for (BodyId body = 1; body < bodies.size(); ++body) pairs.push_back({body - 1, body});
  std::vector<Manifold> found(pairs.size());
  std::vector<Pose> poses(bodies.size());
  std::map<std::tuple<BodyId, BodyId, std::uint32_t>, std::array<double, 2>> impulses;
  std::size_t lost = 0;
  for (int frame = 0; frame < 600; ++frame) {
    manifolds(scene, pairs, found, {.margin = 0.02f});
    std::vector<Touch> touches;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      Moving &a = bodies[pairs[i].a], &b = bodies[pairs[i].b];
      for (std::uint32_t k = 0; k < found[i].count; ++k) {
        const ManifoldPoint& point = found[i].points[k];
        const double x = static_cast<double>(point.x), y = static_cast<double>(point.y);
        Touch touch{&a,
                    &b,
                    {pairs[i].a, pairs[i].b, point.id},
                    static_cast<double>(found[i].normal_x),
                    static_cast<double>(found[i].normal_y),
                    x,
                    y,
                    a.x + x - b.x,
                    a.y + y - b.y,
                    static_cast<double>(point.separation),
                    0,
                    0};
        if (const auto old = impulses.find(touch.key); old != impulses.end()) {
          touch.pressed = old->second[0];
          touch.rubbed = old->second[1];
        } else if (frame > 0) {
          ++lost;
        }
        touches.push_back(touch);
      }
    }
    for (std::size_t i = 1; i < bodies.size(); ++i) bodies[i].vy -= 9.81 * step;
    for (Touch& touch : touches) {
      touch.push(touch.nx * touch.pressed - touch.ny * touch.rubbed,
                 touch.ny * touch.pressed + touch.nx * touch.rubbed);
    }
    for (int round = 0; round < 10; ++round) {
      for (Touch& touch : touches) touch.solve(step);
    }
    impulses.clear();
    for (const Touch& touch : touches) impulses[touch.key] = {touch.pressed, touch.rubbed};
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      Moving& its = bodies[i];
      its.x += its.vx * step;
      its.y += its.vy * step;
      its.angle += its.spin * step;
      poses[i] = Pose::at(its.x, its.y, its.angle);
    }
    scene.set_poses(poses);
  }
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    EXPECT_NEAR(bodies[i].x, 0, 0.1) << i;
    EXPECT_NEAR(bodies[i].y, static_cast<double>(i) - 0.5, 0.1) << i;
  }
  EXPECT_EQ(lost, 0u);
}

SATCHEL_ON_EVERY_ISA(StandingBoxesOnIsa);

}  // namespace
}  // namespace satchel::test
