// Which parts of edges bodies share, as integers say; how long they are shared.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/random.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

struct Point {
  std::int64_t x, y;
};
using Ring = std::vector<Point>;

/// How many edges two polygons share, as a whole or in part.
std::size_t shared_edges(const Ring& p, const Ring& q) {
  std::size_t shared = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Point a = p[i], b = p[(i + 1) % p.size()];
    const std::int64_t ex = b.x - a.x, ey = b.y - a.y;
    for (std::size_t j = 0; j < q.size(); ++j) {
      const Point c = q[j], d = q[(j + 1) % q.size()];
      const auto off = [&](const Point& v) { return ex * (v.y - a.y) - ey * (v.x - a.x); };
      const auto along = [&](const Point& v) { return ex * (v.x - a.x) + ey * (v.y - a.y); };
      if (off(c) != 0 || off(d) != 0 || along(c) <= along(d)) continue;
      shared += std::max<std::int64_t>(0, along(d)) < std::min(along(b), along(c)) ? 1 : 0;
    }
  }
  return shared;
}

template <class T>
BodyId add(BasicScene<T>& scene, const Ring& ring, double x = 0, double y = 0) {
  std::vector<BasicVec2<T>> vertices;
  for (const Point& v : ring) vertices.push_back({static_cast<T>(v.x), static_cast<T>(v.y)});
  return scene.add_body(scene.add_polygon(vertices), {x, y});
}

struct Cell {
  std::int64_t x0, x1, y0, y1;
};

/// Cuts a cell into cells, some of which are left out.
void cut(Random& random, const Cell& whole, std::vector<Cell>& cells) {
  const bool by_x = random.chance(0.5);
  const std::int64_t from = by_x ? whole.x0 : whole.y0, to = by_x ? whole.x1 : whole.y1;
  if (to - from < 2 || random.chance(0.15)) {
    if (random.chance(0.9)) cells.push_back(whole);
    return;
  }
  const std::int64_t at = random.integer(static_cast<int>(from) + 1, static_cast<int>(to) - 1);
  cut(random, by_x ? Cell{whole.x0, at, whole.y0, whole.y1} : Cell{whole.x0, whole.x1, whole.y0, at}, cells);
  cut(random, by_x ? Cell{at, whole.x1, whole.y0, whole.y1} : Cell{whole.x0, whole.x1, at, whole.y1}, cells);
}

/// Cells of a lattice with sloping axes, no two of which overlap.
template <class T>
void test_lattice(std::uint64_t seed, double tolerance) {
  Random random(seed);
  std::size_t seams = 0;
  for (std::size_t round = 0; round < sampled(500); ++round) {
    const bool is_upright = round % 3 == 0;
    const Point u{random.integer(1, 5), is_upright ? 0 : random.integer(-4, 4)};
    const Point v{is_upright ? 0 : random.integer(-3, 3), 23};
    std::vector<Cell> cells;
    cut(random, {0, 12, 0, 12}, cells);
    BasicScene<T> scene;
    std::vector<Ring> rings;
    std::vector<BodyId> bodies;
    const double x = random.pick({0.0, 5e6, -0.5}), y = random.pick({0.0, 1e6 + 0.25});
    for (const Cell& cell : cells) {
      const auto at = [&](std::int64_t s, std::int64_t t) { return Point{s * u.x + t * v.x, s * u.y + t * v.y}; };
      rings.push_back({at(cell.x0, cell.y0), at(cell.x1, cell.y0), at(cell.x1, cell.y1), at(cell.x0, cell.y1)});
      bodies.push_back(add(scene, rings.back(), x, y));
    }
    std::size_t wanted = 0;
    for (std::size_t p = 0; p < rings.size(); ++p) {
      for (std::size_t q = p + 1; q < rings.size(); ++q) wanted += shared_edges(rings[p], rings[q]);
    }
    EXPECT_EQ(scene.link_shared_edges(bodies, tolerance), wanted) << round;
    EXPECT_EQ(scene.link_shared_edges(bodies, tolerance), wanted) << "again";
    seams += wanted;
  }
  EXPECT_GT(seams, 10 * sampled(500));
}
TEST(SharedParts, are_those_that_integers_find) {
  for (const double tolerance : {0.0, 1e-3}) {
    test_lattice<float>(1, tolerance);
    test_lattice<double>(2, tolerance);
  }
}

template <class T>
BodyId add_box(BasicScene<T>& scene, double x0, double x1, double y0, double y1) {
  const auto at = [](double v) { return static_cast<T>(v); };
  return scene.add_body(scene.add_polygon(
      std::array<BasicVec2<T>, 4>{{{at(x0), at(y0)}, {at(x1), at(y0)}, {at(x1), at(y1)}, {at(x0), at(y1)}}}));
}

TEST(SharedParts, are_exact_without_a_tolerance) {
  const double next = std::nextafter(1.0, 2.0);
  for (const double left : {1.0, next}) {
    for (const double top : {0.5, 0.0, std::nextafter(0.0, 1.0)}) {
      Scened scene;
      const std::vector<BodyId> both{add_box(scene, 0, 1, 0, 1),
                                     add_box(scene, left, 2, -1, top < 0x1p-200 && top > 0 ? 0x1p-100 : top)};
      EXPECT_EQ(scene.link_shared_edges(both), left == 1 && top > 0 ? 1u : 0u) << left << ' ' << top;
      EXPECT_EQ(scene.is_linked(both[0]), left == 1 && top > 0);
    }
  }
  // Placed vertices are sums: 0.1 + 0.2 is not 0.3, unless by a tolerance.
  Scened scene;
  const ShapeId small = scene.add_box(0.1, 0.1), large = scene.add_box(0.1, 0.5);
  const std::vector<BodyId> both{scene.add_body(small, {0.1, 0}), scene.add_body(large, {0.1 + 0.2, 0})};
  EXPECT_EQ(scene.link_shared_edges(both), 0u);
  EXPECT_EQ(scene.link_shared_edges(both, 1e-15), 1u);
}

TEST(SharedParts, follow_the_tolerance) {
  const auto seams = [](double gap, double part, double turn) {
    Scened scene;
    const std::vector<BodyId> both{add_box(scene, 0, 1, 0, 4), add_box(scene, 0, 1, 0, 4)};
    scene.set_pose(both[1], Pose::at(1 + gap, part - 4, turn));
    return scene.link_shared_edges(both, 0.125);
  };
  EXPECT_EQ(seams(0, 1, 0), 1u);
  EXPECT_EQ(seams(0.12, 1, 0), 1u);
  EXPECT_EQ(seams(-0.12, 1, 0), 1u);
  EXPECT_EQ(seams(0.13, 1, 0), 0u) << "off the line";
  EXPECT_EQ(seams(0, 0.13, 0), 1u);
  EXPECT_EQ(seams(0, 0.12, 0), 0u) << "too short a part";
  EXPECT_EQ(seams(0, 1, 0.025), 1u);
  EXPECT_EQ(seams(0, 1, 0.06), 0u) << "an end is off the line";
}

/// Where doubles are farther apart than the tolerance: points are sums of an origin and an offset, exactly.
TEST(SharedParts, and_whole_edges_are_found_below_the_spacing_of_doubles) {
  for (const double origin : {0.0, 1e6, 1e9, 0x1p30, -0x1p40}) {
    const double step = std::nextafter(std::fabs(origin) + 1, HUGE_VAL) - (std::fabs(origin) + 1);
    for (const double tolerance : {1e-8, 1e-9}) {
      for (const double top : {0.5, 0.75}) {  // edges that are equal but for the gap, or share a part
        Scened scene;
        const double left = 0.5 + 0.5 * step - 2e-10, right = left + 4e-10;
        const std::vector<BodyId> both{
            scene.add_body(scene.add_polygon({{-0.5, -0.5}, {left, -0.5}, {left, 0.5}, {-0.5, 0.5}}), {origin, 0}),
            scene.add_body(scene.add_polygon({{right, -0.5}, {1.5, -0.5}, {1.5, top}, {right, top}}), {origin, 0})};
        EXPECT_EQ(scene.link_shared_edges(both, tolerance), 1u) << origin << " " << tolerance << " " << top;
      }
    }
  }
}

template <class T>
bool is_upward(const BasicScene<T>& scene, BodyId box, BodyId other) {
  std::array<BasicContact<T>, 1> contact;
  collide(scene, std::array{Pair{box, other}}, contact);
  EXPECT_EQ(verdict(contact[0]), Verdict::overlapping);
  return contact[0].normal_x == 0 && contact[0].normal_y == -1;
}

/// A deep rectangle, with a shallow one on either side.
struct Three {
  Scene scene;
  BodyId left = add_box(scene, -2, 0, -1, 0), deep = add_box(scene, 0, 2, -3, 0), right = add_box(scene, 2, 4, -1, 0);
  std::array<BodyId, 3> all{left, deep, right};
  BodyId box = scene.add_body(scene.add_box(0.5f, 0.5f), {2.4375, 0.25});  // over the seam on the right, 0.25 deep

  bool is_up() { return is_upward(scene, box, deep); }
  bool is_left_up() {
    scene.set_pose(box, {-0.4375, 0.25});
    const bool up = is_up();
    scene.set_pose(box, {2.4375, 0.25});
    return up;
  }
};

TEST(SharedParts, end_with_either_body) {
  Three three;
  EXPECT_FALSE(three.is_up());
  const auto change = [&](auto&& it) {
    EXPECT_EQ(three.scene.link_shared_edges(three.all), 2u);
    EXPECT_TRUE(three.is_up());
    EXPECT_TRUE(three.is_left_up());
    it();
    EXPECT_FALSE(three.scene.is_linked(three.right));
    EXPECT_TRUE(three.scene.is_linked(three.deep));
    EXPECT_FALSE(three.is_up());
    EXPECT_TRUE(three.is_left_up()) << "the other seam stays";
  };
  const Pose at = three.scene.pose(three.right);
  change([&] {
    three.scene.set_pose(three.right, {1, 0});
    three.scene.set_pose(three.right, at);
  });
  change([&] { three.scene.set_shape(three.right, three.scene.shape(three.right)); });
  change([&] { three.scene.unlink(three.right); });
  change([&] {
    three.scene.remove_body(three.right);
    EXPECT_EQ(three.scene.add_body(three.scene.shape(1), at), three.right);
    three.scene.set_shape(three.right, 2);
  });
  EXPECT_EQ(three.scene.link_shared_edges(three.all), 2u);
  const Scene copy = three.scene;
  three.scene.unlink(three.deep);
  for (const BodyId body : three.all) {
    EXPECT_FALSE(three.scene.is_linked(body));
    EXPECT_TRUE(copy.is_linked(body));
  }
  EXPECT_TRUE(is_upward(copy, three.box, three.deep));
}

TEST(SharedParts, give_way_to_links_of_their_edges) {
  Three three;
  EXPECT_EQ(three.scene.link_shared_edges(three.all), 2u);
  three.scene.link_edges(std::array{EdgeLink{.body = three.deep, .edge = 1}});
  EXPECT_FALSE(three.scene.is_linked(three.right));
  EXPECT_FALSE(three.is_up());
  EXPECT_TRUE(three.is_left_up());
  three.scene.link_edges(std::array{EdgeLink{.body = three.deep, .edge = 1, .inner = true}});
  EXPECT_EQ(three.scene.link_shared_edges(three.all), 1u) << "an edge that was told to be inner shares no part";
  EXPECT_FALSE(three.scene.is_linked(three.right));
  // An edge that fits as a whole takes the place of the parts.
  Scene scene;
  const BodyId deep = add_box(scene, 0, 2, -3, 0), part = add_box(scene, 2, 4, -1, 0);
  EXPECT_EQ(scene.link_shared_edges({deep, part}), 1u);
  const BodyId whole = add_box(scene, 2, 5, -3, 0);
  EXPECT_EQ(scene.link_shared_edges({deep, whole}), 1u);
  EXPECT_FALSE(scene.is_linked(part));
  EXPECT_TRUE(scene.is_linked(whole));
}

TEST(SharedParts, are_of_bodies_of_one_call) {
  Three three;
  EXPECT_EQ(three.scene.link_shared_edges({three.left, three.right}), 0u);
  EXPECT_EQ(three.scene.link_shared_edges({three.deep}), 0u);
  EXPECT_EQ(three.scene.link_shared_edges({three.deep, three.right}), 1u);
  EXPECT_TRUE(three.is_up());
  EXPECT_FALSE(three.is_left_up());
}

/// A box that rests on tiles and was given with them is no part of their surface, wherever it stands.
TEST(SharedParts, of_a_body_and_what_it_rests_on_do_not_count_between_the_two) {
  for (int eighths = 3; eighths < 45; ++eighths) {
    BasicScene<double> scene;
    std::vector<BodyId> all;
    const ShapeId tile = scene.add_box(0.5, 0.5), narrow = scene.add_box(0.25, 0.5);
    for (int k = 0; k < 6; ++k) all.push_back(scene.add_body(tile, Pose{0.5 + k, -0.5}));
    const BodyId box = scene.add_body(narrow, Pose{eighths / 8.0, 0.5});
    all.push_back(box);
    scene.link_shared_edges(all);
    EXPECT_TRUE(scene.is_linked(box));
    std::vector<Pair> below;
    for (BodyId k = 0; k < 6; ++k) {
      if (eighths / 8.0 > k - 0.125 && eighths / 8.0 < k + 1.125) below.push_back({k, box});
    }
    std::vector<Motion> motions(7);
    motions[box] = {0, -1, 0};
    std::vector<Impactd> impacts(below.size());
    sweep(scene, motions, below, impacts, {.leaves_start = true});
    for (const Impactd& impact : impacts) {
      EXPECT_TRUE(impact.hit) << eighths;
      EXPECT_EQ(impact.normal_y, 1) << eighths;
    }
    motions[box] = {eighths % 2 == 0 ? 3.0 : -3.0, 0, 0};
    sweep(scene, motions, below, impacts, {.leaves_start = true});
    for (const Impactd& impact : impacts) EXPECT_FALSE(impact.hit) << eighths;
    scene.set_pose(box, Pose{eighths / 8.0, 0.4375});
    scene.link_shared_edges(all);
    std::vector<Contactd> contacts(below.size());
    collide(scene, below, contacts);
    for (const Contactd& contact : contacts) {
      if (verdict(contact) != Verdict::overlapping) continue;
      EXPECT_EQ(contact.normal_y, 1) << eighths;
    }
  }
}

TEST(SharedParts, of_a_row_of_tiles_on_one_rectangle_end_one_by_one) {
  Scene scene;
  const auto count = static_cast<std::int64_t>(sampled(10000));
  std::vector<BodyId> all{add(scene, {{0, -5}, {count, -5}, {count, 0}, {0, 0}})};
  for (std::int64_t i = 0; i < count; ++i) all.push_back(add(scene, {{i, 0}, {i + 1, 0}, {i + 1, 1}, {i, 1}}));
  EXPECT_EQ(scene.link_shared_edges(all), static_cast<std::size_t>(2 * count - 1));
  for (std::size_t i = 1; i < all.size(); ++i) {
    EXPECT_TRUE(scene.is_linked(all[0]));
    scene.remove_body(all[i]);
  }
  EXPECT_FALSE(scene.is_linked(all[0]));
}

}  // namespace
}  // namespace satchel::test
