// A few bodies far out do not spoil the tree for the others: searches visit about as many nodes as without them. What moves
// beyond the frame of a tree meets everything.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <satchel/satchel.hpp>

#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "scene/data.hpp"
#include "support/random.hpp"
#include "tree/box_groups.hpp"
#include "tree/is_sound.hpp"
#include "tree/kept_tree.hpp"
#include "tree/moving_box.hpp"
#include "tree/ray_in_frame.hpp"

namespace satchel::test {
namespace {

using kernels::FloatBox;
using kernels::FloatTreeView;
using kernels::group_width;

/// How many nodes and groups a search visits that goes into all boxes of interest.
template <class Group, class AnyBox>
std::size_t visits(const Group* groups, const Group* const* levels, unsigned level, std::uint32_t node,
                   const std::function<bool(const AnyBox&)>& is_of_interest) {
  const Group& boxes = level == 0 ? groups[node] : levels[level - 1][node];
  std::size_t count = 1;
  for (unsigned i = 0; level > 0 && i < group_width; ++i) {
    const AnyBox box{boxes.min_x[i], boxes.min_y[i], boxes.max_x[i], boxes.max_y[i]};
    if (!(box.min_x <= box.max_x) || !is_of_interest(box)) continue;
    count += visits<Group, AnyBox>(groups, levels, level - 1, node * group_width + i, is_of_interest);
  }
  return count;
}
std::size_t visits(const FloatTreeView& tree, const std::function<bool(const FloatBox&)>& is_of_interest) {
  return visits<kernels::FloatGroup, FloatBox>(tree.groups, tree.levels, tree.level_count, 0, is_of_interest);
}
std::size_t visits(const kernels::BoxTreeView& tree, const std::function<bool(const Box&)>& is_of_interest) {
  return visits<kernels::BoxGroup, Box>(tree.groups, tree.levels, tree.level_count, 0, is_of_interest);
}

/// The times at which a ray is in a box, as far as one axis tells.
struct Times {
  double enters, leaves;
};
Times times_on(const kernels::RayAxis& axis, double min, double max) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (axis.inverse == 0) return min > axis.high || axis.low > max ? Times{1, 0} : Times{-infinity, infinity};
  if (axis.inverse > 0) return {(min - axis.high) * axis.inverse, (max - axis.low) * axis.inverse};
  return {(max - axis.low) * axis.inverse, (min - axis.high) * axis.inverse};
}

/// Visits of searches near the origin.
struct Cost {
  std::size_t boxes = 0, rays = 0, pairs = 0;
};

template <class T>
Cost cost_of(const BasicScene<T>& scene, double reach) {
  const FpEnvironment environment;
  Status status;
  const kernels::KernelTable& table = *dispatch::active(status);
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  tree::KeptTree kept;
  EXPECT_TRUE(kept.build(data, table, {}).ok());
  const FloatTreeView& tree = kept.floats();
  tree::BoxTree pairs;
  tree::SharedPool<tree::OrderScratch> scratch;
  EXPECT_TRUE(pairs.build(data, table, {}, {}, {}, scratch).ok());
  const kernels::BoxTreeView pair_tree = pairs.view();

  Cost cost;
  Random random(5);
  std::vector<Ray> rays;
  for (int k = 0; k < 300; ++k) {
    const Vec2d at{random.uniform(-reach, reach), random.uniform(-reach, reach)};
    const FloatBox point = kernels::float_box(tree.frame, {at.x, at.y, at.x, at.y});
    cost.boxes += visits(tree, [&](const FloatBox& box) {
      return box.min_x <= point.max_x && point.min_x <= box.max_x && box.min_y <= point.max_y &&
             point.min_y <= box.max_y;
    });
    const double angle = random.uniform(0, 7);
    // Some as cosines and sines make them: nearly along an axis.
    rays.push_back({at, k % 3 == 0 ? Vec2d{1e-17, 1} : Vec2d{std::cos(angle), std::sin(angle)}});
    const Box box{at.x, at.y, at.x + reach / 64, at.y + reach / 64};
    cost.pairs += visits(pair_tree, [&](const Box& other) { return tree::have_common_point(box, other); });
  }
  std::vector<RayHit> hits(rays.size());
  cast_rays(scene, rays, hits);
  for (std::size_t k = 0; k < rays.size(); ++k) {
    const tree::RayInFrame ray(rays[k], tree);
    const double latest = static_cast<double>(ray.latest_at(hits[k].body == no_body ? 4 * reach : hits[k].time));
    cost.rays += visits(tree, [&](const FloatBox& box) {
      const Times x = times_on(ray.x(), box.min_x, box.max_x), y = times_on(ray.y(), box.min_y, box.max_y);
      return std::max({x.enters, y.enters, 0.0}) <= std::min({x.leaves, y.leaves, latest});
    });
  }
  return cost;
}

/// @param unit  of the bodies near the origin
template <class T>
void expect_as_cheap(std::size_t bodies, double unit, double far) {
  SCOPED_TRACE(std::to_string(bodies) + " bodies, in units of " + std::to_string(unit));
  Random random(bodies);
  BasicScene<T> scene;
  const ShapeId box = scene.add_box(static_cast<T>(0.4 * unit), static_cast<T>(0.4 * unit));
  const ShapeId circle = scene.add_circle({0, 0}, static_cast<T>(0.4 * unit));
  const double reach = std::sqrt(static_cast<double>(bodies)) * unit;
  for (std::size_t k = 0; k < bodies; ++k) {
    scene.add_body(k % 2 == 0 ? box : circle, {random.uniform(-reach, reach), random.uniform(-reach, reach), {}});
  }
  const Cost alone = cost_of(scene, reach);
  for (const auto& [x, y] : {std::pair(far, 0.0), {-far, far / 3}, {far / 7, far}, {0.0, -far}, {-far, -far}}) {
    scene.add_body(box, {x, y, {}});
  }
  const Cost beside = cost_of(scene, reach);
  // The groups of the far bodies are visited, too: a few more of each level.
  const std::size_t more = 300 * 8;
  EXPECT_LE(beside.boxes, alone.boxes + alone.boxes / 4 + more);
  EXPECT_LE(beside.rays, alone.rays + alone.rays / 4 + more);
  EXPECT_LE(beside.pairs, alone.pairs + alone.pairs / 4 + more);
}

TEST(FarGroups, cost_little_beside_many_near_bodies) {
  for (const std::size_t bodies : {100u, 250u, 1000u, 20000u}) {
    expect_as_cheap<float>(bodies, 1, 0x1p60);
    expect_as_cheap<float>(bodies, 1, 1e6);
    expect_as_cheap<float>(bodies, 0x1p-90, 0x1p60);
    expect_as_cheap<double>(bodies, 1, 0x1p200);
    expect_as_cheap<double>(bodies, 0x1p-150, 0x1p200);
  }
}

/// Nodes and groups that searches for points of the bodies visit.
template <class T>
std::size_t visits_of_points(const detail::SceneData<T>& data, const tree::KeptTree& kept) {
  const FpEnvironment environment;
  const FloatTreeView& tree = kept.floats();
  std::size_t count = 0;
  for (BodyId body = 0; body < data.bodies.size(); ++body) {
    const FloatBox point = kernels::float_box(tree.frame, tree::box_of(data, body));
    count += visits(tree, [&](const FloatBox& box) {
      return box.min_x <= point.max_x && point.min_x <= box.max_x && box.min_y <= point.max_y &&
             point.min_y <= box.max_y;
    });
  }
  return count;
}

/// Bodies jump one after the other: no jump makes a new tree of the others, and searches stay about as cheap.
template <class T>
void expect_jumps_leave_others(std::uint32_t columns, std::uint32_t rows) {
  SCOPED_TRACE(std::to_string(columns) + " x " + std::to_string(rows));
  Status status;
  const kernels::KernelTable& table = *dispatch::active(status);
  BasicScene<T> scene;
  const ShapeId box = scene.add_box(T(0.3), T(0.3));
  const auto place = [&](std::uint32_t k) {
    return Pose{static_cast<double>(k % columns), static_cast<double>(k / columns), {}};
  };
  const std::uint32_t bodies = columns * rows;
  for (std::uint32_t k = 0; k < bodies; ++k) scene.add_body(box, place(k));
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  tree::KeptTree kept;
  ASSERT_TRUE(kept.build(data, table, {}).ok());
  std::vector<std::uint32_t> positions;
  for (BodyId body = 0; body < bodies; ++body) positions.push_back(kept.position_of(body));

  const auto jump = [&](BodyId body, const Pose& to) {
    scene.set_pose(body, to);
    ASSERT_TRUE(kept.update(data, table, std::vector<BodyId>{body, body}, {}).ok());
    for (BodyId other = 0; other < bodies; ++other) {
      ASSERT_FALSE(kept.differs(data, other)) << other;
      if (other != body) {
        ASSERT_EQ(kept.position_of(other), positions[other]) << "a new tree";
      }
    }
    positions[body] = kept.position_of(body);
  };
  for (int k = 0; k < 8; ++k) {  // one body, there and back
    jump(0, place(bodies - 1));
    jump(0, place(0));
  }
  Random random(bodies);
  for (int k = 0; k < 40; ++k)
    jump(static_cast<BodyId>(random.below(bodies)), place(static_cast<std::uint32_t>(random.below(bodies))));
  tree::KeptTree anew;
  ASSERT_TRUE(anew.build(data, table, {}).ok());
  EXPECT_LE(visits_of_points(data, kept), visits_of_points(data, anew) + bodies * 8);
}

TEST(FarGroups, take_bodies_that_jump) {
  expect_jumps_leave_others<float>(2000, 1);
  expect_jumps_leave_others<double>(1, 2000);
  expect_jumps_leave_others<double>(40, 50);
}

/// Bodies of a convoy move far, together, in each frame. Counts how often a body, of the convoy or not, changes its position
/// in the tree: few do, once, those that were in a group with bodies that stay.
/// @param split  so many of each 16 stay
template <class T>
void expect_convoys_stay_together(std::uint32_t movers, std::uint32_t split) {
  SCOPED_TRACE(std::to_string(movers) + " movers, " + std::to_string(split) + " behind");
  Status status;
  const kernels::KernelTable& table = *dispatch::active(status);
  BasicScene<T> scene;
  const ShapeId box = scene.add_box(T(0.3), T(0.3));
  constexpr std::uint32_t columns = 64, others = 1500;
  for (std::uint32_t k = 0; k < others; ++k) {
    scene.add_body(box, {static_cast<double>(k % columns), static_cast<double>(k / columns), {}});
  }
  const auto place = [&](std::uint32_t k, double x) { return Pose{x + k % 8, static_cast<double>(k / 8), {}}; };
  std::vector<BodyId> moving;
  for (std::uint32_t k = 0; k < movers; ++k) moving.push_back(scene.add_body(box, place(k, -100)));
  const BodyId gone = scene.add_body(box, place(0, -100));
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  tree::KeptTree kept;
  ASSERT_TRUE(kept.build(data, table, {}).ok());
  std::vector<std::uint32_t> positions;
  for (BodyId body = 0; body < gone; ++body) positions.push_back(kept.position_of(body));

  std::vector<BodyId> listed = moving;
  listed.push_back(moving[0]);
  listed.push_back(gone);
  scene.remove_body(gone);
  std::size_t changes = 0;
  for (int frame = 1; frame <= 20; ++frame) {
    for (std::uint32_t k = 0; k < movers; ++k) {
      if (k % 16 >= split) scene.set_pose(moving[k], place(k, -100 + std::fmod(frame * 30.0, 300.0)));
    }
    ASSERT_TRUE(kept.update(data, table, listed, {}).ok());
    if (frame % 10 == 1) {
      ASSERT_TRUE(tree::is_sound(kept, data)) << frame;
    }
    for (BodyId body = 0; body < gone; ++body) {
      changes += kept.position_of(body) == positions[body] ? 0 : 1;
      positions[body] = kept.position_of(body);
    }
  }
  EXPECT_LE(changes, std::min(split, 16 - split) * movers / 16 + 64);
}

TEST(FarGroups, stay_together_as_they_move_together) {
  for (const std::uint32_t movers : {16u, 100u, 320u}) {
    for (const std::uint32_t split : {0u, 1u, 8u, 15u}) expect_convoys_stay_together<float>(movers, split);
  }
  expect_convoys_stay_together<double>(320, 0);
}

TEST(MovingBox, is_everywhere_if_the_frame_does_not_hold_its_way) {
  const kernels::TreeFrame frame{100, -100, 2};
  const Box box{99, -103, 101, -98};
  const double far = kernels::largest_in_frame;
  for (const double by_x : {0.0, 1.0, -1.0, 0.25 * far, -0.25 * far, far, -far}) {
    for (const double by_y : {0.0, 1.0, -1.0, 0.25 * far, -0.25 * far, far, -far}) {
      SCOPED_TRACE(std::to_string(by_x) + " " + std::to_string(by_y));
      const tree::MovingBox moving(box, by_x, by_y, frame);
      const bool is_held = std::max(std::fabs(by_x), std::fabs(by_y)) < far;
      EXPECT_EQ(moving.x().low == kernels::everywhere.min_x, !is_held);
      EXPECT_EQ(moving.y().high == kernels::everywhere.max_y, !is_held);
      if (!is_held) continue;
      // It meets what stands where it ends; kernels widen times by 2^-21.
      const Times at_end_x = times_on(moving.x(), frame.x_of(box.min_x + by_x), frame.x_of(box.max_x + by_x));
      const Times at_end_y = times_on(moving.y(), frame.y_of(box.min_y + by_y), frame.y_of(box.max_y + by_y));
      const double latest = static_cast<double>(moving.latest_at(1));
      EXPECT_LE(std::max({at_end_x.enters, at_end_y.enters, 0.0}) * (1 - 0x1p-21),
                std::min({at_end_x.leaves, at_end_y.leaves, latest}));
    }
  }
}

}  // namespace
}  // namespace satchel::test
