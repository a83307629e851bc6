// What the body of a compound or an outline has, once placed: boxes that hold the radii, and an outline's block.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>
#include <vector>

#include "scene/data.hpp"
#include "support/compounds.hpp"
#include "support/exact_number.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/outline_worlds.hpp"

namespace satchel::test {
namespace {

using PlacedCompoundsOnIsa = OnEveryIsa;

template <class T>
using Block = kernels::OutlineBlock<const T>;

template <class T>
struct PlacedOutline {
  Block<T> block;
  std::uint32_t count;                 ///< as the block says
  std::vector<BasicVec2<T>> vertices;  ///< placed by the definition
};

/// Of a body that is an outline of one ring.
template <class T>
PlacedOutline<T> outline_of(const BasicScene<T>& scene, BodyId body) {
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  const T* const values = data.compounds.outlines.table().of(data.bodies[body].place);
  const kernels::OutlineHeader header = Block<T>::header_of(values);
  PlacedOutline<T> outline{{values, header.groups}, header.count, {}};
  std::vector<BasicVec2<T>> local(scene.vertex_count(scene.shape(body)));
  scene.local_vertices(scene.shape(body), local);
  const Pose pose = scene.pose(body);
  const T c = static_cast<T>(pose.rotation.cos), s = static_cast<T>(pose.rotation.sin);
  for (const auto& [x, y] : local) {
    const T cx = c * x, sy = s * y, sx = s * x, cy = c * y;
    outline.vertices.push_back({cx - sy + T(0), sx + cy + T(0)});
  }
  return outline;
}

template <class T>
struct Sides {
  T of[4];
  friend bool operator==(const Sides&, const Sides&) = default;
};
template <class T>
Sides<T> around(const BasicVec2<T>& p, const BasicVec2<T>& q) {
  return {{std::max(-p.x, -q.x) + T(0), std::max(-p.y, -q.y) + T(0), std::max(p.x, q.x), std::max(p.y, q.y)}};
}
template <class T>
Sides<T> around(const Sides<T>& p, const Sides<T>& q) {
  Sides<T> both = p;
  for (int k = 0; k < 4; ++k) both.of[k] = std::max(p.of[k], q.of[k]);
  return both;
}
/// A box whose sides stand `stride` values apart.
template <class T>
Sides<T> box_at(const T* box, std::size_t stride) {
  return {{box[0], box[stride], box[2 * stride], box[3 * stride]}};
}

/// The block holds what its layout says, to the last bit.
template <class T>
void expect_outline(const PlacedOutline<T>& outline) {
  constexpr T nowhere = Block<T>::nowhere;
  const Sides<T> none{{nowhere, nowhere, nowhere, nowhere}};
  const auto count = static_cast<std::uint32_t>(outline.vertices.size());
  const Block<T>& block = outline.block;
  ASSERT_EQ(outline.count, count);
  ASSERT_EQ(block.groups, (count + 7) / 8);
  ASSERT_EQ(Block<T>::header_of(block.values).first, block.group_at(0) - block.values);
  const auto vertex = [&](std::uint32_t i) { return outline.vertices[i < count ? i : 0]; };
  Sides<T> whole = none;
  for (std::uint32_t group = 0; group < (block.groups + 7) / 8 * 8; ++group) {
    Sides<T> all = none;
    for (std::uint32_t e = 0; e < 8 && group < block.groups; ++e) {
      const std::uint32_t i = 8 * group + e;
      const Sides<T> edge = i < count ? around(vertex(i), vertex(i + 1)) : none;
      if (i < count) all = around(all, edge);
      if constexpr (Block<T>::has_edge_boxes) {
        const Sides<T> written = box_at<T>(block.group_at(group) + e, 8);
        if (i < count) {
          ASSERT_EQ(written, edge) << i;
        } else {
          ASSERT_EQ(written.of[0], nowhere) << i;
          ASSERT_EQ(written.of[2], nowhere) << i;
        }
      }
    }
    ASSERT_EQ(box_at(block.box_of_group(group), 8), all) << group;
    whole = around(whole, all);
  }
  ASSERT_EQ(box_at(block.whole(), 1), whole);
  for (std::uint32_t group = 0; group < block.groups; ++group) {
    const T* const x = block.vertices(group) - 1;
    for (std::uint32_t k = 0; k < 10; ++k) {
      const BasicVec2<T> expected = group == 0 && k == 0 ? vertex(count - 1) : vertex(8 * group + k - 1);
      ASSERT_EQ(BasicVec2<T>({x[k], x[k + Block<T>::y_stride]}), expected) << group << ", " << k;
    }
  }
}

template <class T>
void check_outlines(std::uint64_t seed) {
  Random random(seed);
  BasicScene<T> scene;
  const auto any_pose = [&] { return Pose::at(random.uniform(0, 40), random.uniform(0, 40), random.uniform(0, 6)); };
  while (scene.body_slots() < 60) {
    const std::vector<BasicVec2<T>> ring = any_outline<T>(random);
    if (is_simple(exact_points<T>(ring)) && may_turn<T>(ring)) scene.add_body(scene.add_outline(ring), any_pose());
  }
  std::size_t seen = 0;
  for (int frame = 0; frame < 4; ++frame) {
    for (BodyId body = 0; body < 60; ++body) {
      SCOPED_TRACE(body);
      expect_outline(outline_of(scene, body));
      if (testing::Test::HasFatalFailure()) return;
      ++seen;
    }
    std::vector<Pose> poses(60);
    for (Pose& pose : poses) pose = frame == 2 ? Pose{1, 2, {0, random.chance(0.5) ? 1.0 : -1.0}} : any_pose();
    scene.set_poses(poses);
  }
  EXPECT_GT(seen, 150u);
}

TEST_P(PlacedCompoundsOnIsa, have_blocks_with_their_placed_vertices) {
  check_outlines<float>(own_seed(11));
  check_outlines<double>(own_seed(12));
}

/// Outlines of three to eighty vertices: groups of eight that are full, and those of one to seven.
template <class T>
void check_every_size(std::uint64_t seed) {
  Random random(seed);
  for (int vertices = 4; vertices <= 80; ++vertices) {
    BasicScene<T> scene;
    const BasicPolygon<T> ring = round_polygon<T>(random, vertices, 2);
    const BodyId body = scene.add_body(scene.add_outline(ring), Pose::at(3, 4, random.uniform(0.1, 6)));
    const PlacedOutline<T> outline = outline_of(scene, body);
    ASSERT_EQ(outline.vertices.size(), ring.size()) << vertices;
    expect_outline(outline);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST_P(PlacedCompoundsOnIsa, have_outlines_of_any_size) {
  check_every_size<float>(own_seed(13));
  check_every_size<double>(own_seed(14));
}

/// Whether `side` is the least T that is not below the largest of some coordinates and the radius.
template <class T>
bool is_tight(T side, const std::vector<T>& coordinates, T sign, T radius) {
  Exact largest = exact(static_cast<double>(sign * coordinates[0]));
  for (const T c : coordinates) largest = std::max(largest, exact(static_cast<double>(sign * c)));
  largest += exact(static_cast<double>(radius));
  if (side == 0) return largest == 0;  // no sum of these numbers lies between 0 and the number below it
  const T below = std::nextafter(side, -std::numeric_limits<T>::infinity());
  return exact(static_cast<double>(side)) >= largest && exact(static_cast<double>(below)) < largest;
}

template <class T>
void check_boxes(std::uint64_t seed) {
  Random random(seed);
  CompoundWorld<T> world = compound_crowd<T>(random, 60, 0, 20, 0.5);
  std::vector<BodyId> bodies;
  std::vector<Pose> poses;
  for (int k = 0; k < 100; ++k) {  // some of them twice: the last pose holds
    bodies.push_back(static_cast<BodyId>(random.below(60)));
    poses.push_back(Pose::at(random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(0, 6)));
  }
  world.scene.set_poses(bodies, poses);
  const detail::SceneData<T>& data = detail::SceneAccess::data(world.scene);
  const detail::Compounds<T>& compounds = data.compounds;
  const auto sides_of = [](const kernels::OffsetBox<T>& box) {
    return Sides<T>{{box.minus_min_x, box.minus_min_y, box.max_x, box.max_y}};
  };
  std::size_t rounded = 0;
  for (BodyId body = 0; body < 60; ++body) {
    if (!data.bodies[body].place.is_compound()) continue;
    const detail::PartRange range = data.parts_of_body(body);
    Sides<T> whole = sides_of(compounds.boxes[range.first]);
    for (std::uint32_t part = range.first; part < range.first + range.count; ++part) {
      const Sides<T> box = sides_of(compounds.boxes[part]);
      const T* const columns[4] = {compounds.columns_from(part).minus_min_x, compounds.columns_from(part).minus_min_y,
                                   compounds.columns_from(part).max_x, compounds.columns_from(part).max_y};
      for (int k = 0; k < 4; ++k) ASSERT_EQ(*columns[k], box.of[k]);
      const kernels::BodyRecord<T>& record = compounds.parts[part];
      const T* const x = data.offset_blocks.block(record.place);
      const std::uint32_t count = data.shapes[compounds.body_part_shapes[part]].count;
      const std::vector<T> xs(x, x + count), ys(x + kernels::capacity_of(record.place.vertex_class()),
                                                x + kernels::capacity_of(record.place.vertex_class()) + count);
      ASSERT_TRUE(is_tight(box.of[0], xs, T(-1), record.radius())) << body << ", " << part;
      ASSERT_TRUE(is_tight(box.of[1], ys, T(-1), record.radius())) << body << ", " << part;
      ASSERT_TRUE(is_tight(box.of[2], xs, T(1), record.radius())) << body << ", " << part;
      ASSERT_TRUE(is_tight(box.of[3], ys, T(1), record.radius())) << body << ", " << part;
      whole = around(whole, box);
      rounded += record.radius() > 0 ? 1 : 0;
    }
    ASSERT_EQ(sides_of(data.boxes[body]), whole) << body;
  }
  EXPECT_GT(rounded, 100u);
}

TEST_P(PlacedCompoundsOnIsa, have_boxes_that_hold_the_radii_tightly) {
  check_boxes<float>(own_seed(17));
  check_boxes<double>(own_seed(18));
}

SATCHEL_ON_EVERY_ISA(PlacedCompoundsOnIsa);

}  // namespace
}  // namespace satchel::test
