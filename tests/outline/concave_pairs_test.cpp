// Pairs of concave bodies against GEOS: intersects, the area in common, the distance.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>
#include <satchel/outline.hpp>
#include <satchel/satchel.hpp>
#include <string>

#include "geos_judge.hpp"
#include "outline_with_holes.hpp"
#include "support/outlines.hpp"
#include "support/random.hpp"
#include "support/recorded_files.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

/// Concave bodies, and the rings of each as they are placed, but for flat vertices that are no corner of a part.
template <class T>
struct ConcaveWorld {
  BasicScene<T> scene;
  std::vector<std::vector<std::uint32_t>> indices;  ///< by ShapeId: BasicConvexParts::indices
  std::vector<std::vector<std::uint32_t>> starts;   ///< by ShapeId: of the outline's rings
  std::vector<Pair> pairs;

  ShapeId add_outline(std::span<const BasicVec2<T>> outline) {
    return add_rings(outline, std::array{0u, static_cast<std::uint32_t>(outline.size())});
  }

  ShapeId add_rings(std::span<const BasicVec2<T>> outline, std::span<const std::uint32_t> ring_starts) {
    const BasicConvexParts<T> parts = convex_parts(outline, ring_starts);
    std::vector<ShapeId> ids(parts.size());
    scene.add_polygons(parts.vertices, parts.starts, ids);
    const ShapeId shape = scene.add_compound(ids, parts.inner_edges);
    indices.resize(scene.shape_count());
    indices[shape] = parts.indices;
    starts.resize(scene.shape_count());
    starts[shape].assign(ring_starts.begin(), ring_starts.end());
    return shape;
  }

  PlacedRings placed_rings(BodyId body) const {
    const ShapeId shape = scene.shape(body);
    std::vector<BasicVec2<T>> offsets(scene.vertex_count(shape));
    scene.placed_offsets(body, offsets);
    const Pose pose = scene.pose(body);
    std::vector<std::pair<std::uint32_t, Vec2d>> vertices;
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      vertices.push_back({indices[shape][i], {pose.x + double{offsets[i].x}, pose.y + double{offsets[i].y}}});
    }
    std::sort(vertices.begin(), vertices.end(), [](const auto& p, const auto& q) { return p.first < q.first; });
    PlacedRings rings(starts[shape].size() - 1);
    std::size_t ring = 0;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      if (i > 0 && vertices[i].first == vertices[i - 1].first) continue;
      while (vertices[i].first >= starts[shape][ring + 1]) ++ring;
      rings[ring].push_back(vertices[i].second);
    }
    return rings;
  }
};

struct Counts {
  std::size_t disjoint = 0, touching = 0, overlapping = 0;
};

/// @param hair   of coordinates' rounding, beside which GEOS sees neither a touch nor a tiny overlap
/// @param slack  of separations: 6 u D'
template <class T>
Counts expect_what_geos_says(const ConcaveWorld<T>& world, double hair, double slack) {
  const GeosJudge judge;
  std::vector<BasicContact<T>> contacts(world.pairs.size());
  std::vector<Verdict> verdicts(world.pairs.size());
  collide(world.scene, world.pairs, contacts);
  classify(world.scene, world.pairs, verdicts);
  std::vector<BasicDistance<T>> ways(world.pairs.size());
  distances(world.scene, world.pairs, ways);
  Counts counts;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < world.pairs.size() && wrong < 5; ++i) {
    const auto [a, b] = world.pairs[i];
    const GeosJudge::Answer answer = judge.judge(world.placed_rings(a), world.placed_rings(b));
    const double separation = static_cast<double>(contacts[i].separation);
    const double distance = static_cast<double>(ways[i].distance);
    bool right = verdicts[i] == verdict(contacts[i]) && verdict(ways[i]) == verdict(contacts[i]);
    switch (verdict(contacts[i])) {
      case Verdict::disjoint:
        ++counts.disjoint;
        right = right && (!answer.intersects || answer.distance <= hair) && answer.common_area <= hair &&
                separation > 0 && separation <= answer.distance + slack && distance > 0 &&
                std::abs(distance - answer.distance) <= slack;
        break;
      case Verdict::touching:
        ++counts.touching;
        right = right && (answer.intersects || answer.distance <= hair) && answer.common_area <= hair;
        break;
      case Verdict::overlapping:
        ++counts.overlapping;
        right = right && (answer.intersects || -separation <= hair) && (answer.common_area > 0 || -separation <= hair);
        break;
    }
    wrong += !right;
    EXPECT_TRUE(right) << "pair " << i << ", bodies " << a << " and " << b << ": separation " << separation
                       << ", distance " << distance << "; GEOS: intersects " << answer.intersects << ", area "
                       << answer.common_area << ", distance " << answer.distance;
  }
  return counts;
}

template <class T>
ConcaveWorld<T> recorded(const std::filesystem::path& path) {
  std::ifstream file(path);
  const nlohmann::json json = nlohmann::json::parse(file);
  ConcaveWorld<T> world;
  std::vector<std::optional<ShapeId>> shapes;
  for (const auto& shape : json.at("shapes")) {
    std::vector<BasicVec2<T>> outline;
    for (const auto& v : shape.at("vertices")) outline.push_back({v.at(0).get<T>(), v.at(1).get<T>()});
    try {
      shapes.push_back(world.add_outline(outline));
    } catch (const Error&) {
      shapes.push_back({});  // touches itself
    }
  }
  std::vector<std::optional<BodyId>> bodies;
  for (const auto& body : json.at("bodies")) {
    const std::optional<ShapeId> shape = shapes.at(body.at(0).get<std::size_t>());
    const Pose pose = Pose::at(body.at(1).get<double>(), body.at(2).get<double>(), body.at(3).get<double>());
    bodies.push_back(shape ? std::optional(world.scene.add_body(*shape, pose)) : std::nullopt);
  }
  for (const auto& pair : json.at("pairs")) {
    const auto a = bodies.at(pair.at(0).get<std::size_t>()), b = bodies.at(pair.at(1).get<std::size_t>());
    if (a && b) world.pairs.push_back({*a, *b});
  }
  return world;
}

TEST(ConcavePairs, of_counties_agree_with_geos_to_the_touch) {
  // Not moved, not turned: what GEOS is given is what Satchel has, and both decide `intersects` exactly.
  const auto expect_agreement = [](const std::filesystem::path& path) {
    ConcaveWorld<float> world = recorded<float>(path);
    if (SATCHEL_TEST_DIVISOR > 1) world.pairs.resize(std::min<std::size_t>(world.pairs.size(), 500));
    const Counts counts = expect_what_geos_says(world, 1e-10, 1e-4);
    EXPECT_GT(counts.touching, counts.disjoint);
    ConcaveWorld<double> precise = recorded<double>(path);
    precise.pairs.resize(std::min(precise.pairs.size(), scaled(2000)));
    expect_what_geos_says(precise, 1e-13, 1e-12);
  };
  expect_agreement(recorded_file("geo_us_counties_part"));
  if (const auto whole = extra_file("geo_us_counties")) expect_agreement(*whole);
}

TEST(ConcavePairs, of_solved_layouts_agree_with_geos) {
  for (const char* name : {"nesting_swim", "nesting_trousers", "nesting_gardeyn2"}) {
    SCOPED_TRACE(name);
    expect_what_geos_says(recorded<float>(recorded_file(name)), 1e-9, 2e-2);  // coordinates go up to 3e4
    expect_what_geos_says(recorded<double>(recorded_file(name)), 1e-9, 1e-9);
  }
}

template <class T>
void check_generated(std::uint64_t seed, double slack) {
  Random random(seed);
  ConcaveWorld<T> world;
  for (int k = 0; k < 60; ++k) {
    std::vector<Vec2d> outline = k % 4 == 0   ? star_outline(random, random.integer(5, 40))
                                 : k % 4 == 1 ? comb_outline(random, random.integer(1, 6))
                                 : k % 4 == 2 ? spiral_outline(random, random.integer(1, 3))
                                              : stairs_outline(random, random.integer(2, 12));
    if (random.chance(0.3)) outline = with_flat_vertices(random, outline, 0.3);
    std::vector<BasicVec2<T>> rounded;
    for (const Vec2d v : outline) rounded.push_back({static_cast<T>(v.x), static_cast<T>(v.y)});
    const ShapeId shape = world.add_outline(rounded);
    world.scene.add_body(shape, Pose::at(random.uniform(0, 30), random.uniform(0, 30), random.uniform(0, 6)));
  }
  for (BodyId a = 0; a < 60; ++a) {
    for (BodyId b = 0; b < a; ++b) world.pairs.push_back({a, b});
  }
  if (SATCHEL_TEST_DIVISOR > 1) world.pairs.resize(300);
  const Counts counts = expect_what_geos_says(world, 1e-12, slack);
  EXPECT_GT(counts.disjoint, scaled(400));
  EXPECT_GT(counts.overlapping, scaled(100));
}

TEST(ConcavePairs, of_every_form_agree_with_geos) { check_generated<float>(91, 2e-5); }
TEST(ConcavePairs, of_every_form_agree_with_geos_in_double) { check_generated<double>(92, 1e-12); }

/// Outlines with holes, and small bodies, many of which lie in holes or across them.
template <class T>
void check_holes(std::uint64_t seed, double slack) {
  Random random(seed);
  ConcaveWorld<T> world;
  const auto rounded = [](const std::vector<Vec2d>& outline) {
    std::vector<BasicVec2<T>> ring;
    for (const Vec2d v : outline) ring.push_back({static_cast<T>(v.x), static_cast<T>(v.y)});
    return ring;
  };
  std::vector<ShapeId> shapes;
  std::size_t holes = 0;
  for (int k = 0; k < 12; ++k) {
    const std::vector<Vec2d> outer = k % 3 == 0   ? star_outline(random, random.integer(20, 40))
                                     : k % 3 == 1 ? comb_outline(random, random.integer(1, 3))
                                                  : std::vector<Vec2d>{{-3, -3}, {3, -3}, {3, 3}, {-3, 3}};
    const OutlineWithHoles<T> outline = with_holes<T>(random, rounded(outer), 40);
    holes += outline.holes();
    shapes.push_back(world.add_rings(outline.vertices, outline.starts));
  }
  EXPECT_GT(holes, 60u);
  const double step = 2 * std::numbers::pi / 16;  // a ring with one large hole, and what goes into it
  for (const double inner : {2.0, 2.9}) {
    OutlineWithHoles<T> outline;
    for (const auto& [reach, way] : {std::pair(3.0, 1), std::pair(inner, -1)}) {
      std::vector<Vec2d> ring;
      for (int i = 0; i < 16; ++i) ring.push_back({reach * std::cos(step * i * way), reach * std::sin(step * i * way)});
      outline.add(rounded(ring));
    }
    for (int copies = 0; copies < 4; ++copies) shapes.push_back(world.add_rings(outline.vertices, outline.starts));
  }
  for (const ShapeId shape : shapes) {
    world.scene.add_body(shape, Pose::at(random.uniform(0, 9), random.uniform(0, 9), random.uniform(0, 6)));
  }
  const auto large = static_cast<BodyId>(world.scene.body_slots());
  for (int k = 0; k < 60; ++k) {
    std::vector<Vec2d> outline = star_outline(random, random.integer(5, 10));
    const double scale = random.uniform(0.02, 0.4);
    for (Vec2d& v : outline) v = {scale * v.x, scale * v.y};
    world.scene.add_body(world.add_outline(rounded(outline)),
                         Pose::at(random.uniform(-1, 10), random.uniform(-1, 10), random.uniform(0, 6)));
  }
  for (BodyId a = 0; a < large; ++a) {
    for (BodyId b = a + 1; b < world.scene.body_slots(); ++b) world.pairs.push_back({b, a});
  }
  if (SATCHEL_TEST_DIVISOR > 1) world.pairs.resize(300);
  std::size_t held = 0;  // in a hole: apart, though GEOS says that they meet if the hole is filled
  const GeosJudge judge;
  std::vector<Verdict> verdicts(world.pairs.size());
  classify(world.scene, world.pairs, verdicts);
  for (std::size_t i = 0; i < world.pairs.size(); ++i) {
    const auto [a, b] = world.pairs[i];
    held += verdicts[i] == Verdict::disjoint &&
                    judge.judge({world.placed_rings(a)[0]}, {world.placed_rings(b)[0]}).intersects
                ? 1
                : 0;
  }
  if (SATCHEL_TEST_DIVISOR == 1) {  // else the pairs are those of the first outlines alone
    EXPECT_GT(held, 40u);
  }
  const Counts counts = expect_what_geos_says(world, 1e-12, slack);
  EXPECT_GT(counts.disjoint, scaled(300));
  EXPECT_GT(counts.overlapping, scaled(200));
}

TEST(ConcavePairs, with_holes_agree_with_geos) { check_holes<float>(93, 2e-5); }
TEST(ConcavePairs, with_holes_agree_with_geos_in_double) { check_holes<double>(94, 1e-12); }

/// A bar in a fork: their boxes and hulls overlap, they do not.
TEST(ConcavePairs, that_hold_one_another_are_apart_until_they_touch) {
  ConcaveWorld<float> world;
  const ShapeId fork =
      world.add_outline(std::vector<Vec2>{{-2, -2}, {2, -2}, {2, 2}, {1, 2}, {1, -1}, {-1, -1}, {-1, 2}, {-2, 2}});
  const BodyId held = world.scene.add_body(fork);
  const ShapeId bar = world.scene.add_box(0.5f, 2);
  const BodyId apart = world.scene.add_body(bar, {0.25, 1.5});
  const BodyId touching = world.scene.add_body(bar, {0.5, 1.5});
  const BodyId deep = world.scene.add_body(bar, {0.75, 1.5});
  std::vector<Contact> contacts(3);
  collide(world.scene, std::array{Pair{held, apart}, Pair{held, touching}, Pair{held, deep}}, contacts);
  EXPECT_EQ(verdict(contacts[0]), Verdict::disjoint);
  EXPECT_EQ(contacts[0].separation, 0.25f);
  EXPECT_EQ(verdict(contacts[1]), Verdict::touching);
  EXPECT_EQ(verdict(contacts[2]), Verdict::overlapping);
  EXPECT_EQ(contacts[2].separation, -0.25f);
}

}  // namespace
}  // namespace satchel::test
