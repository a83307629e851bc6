// Pairs of concave bodies against GEOS: intersects, the area in common, the distance.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <satchel/outline.hpp>
#include <satchel/satchel.hpp>
#include <string>

#include "geos_judge.hpp"
#include "support/outlines.hpp"
#include "support/random.hpp"
#include "support/recorded_files.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

/// Concave bodies, and the outline of each as it is placed, but for flat vertices that are no corner of a part.
template <class T>
struct ConcaveWorld {
  BasicScene<T> scene;
  std::vector<std::vector<std::uint32_t>> indices;  ///< by ShapeId: BasicConvexParts::indices
  std::vector<Pair> pairs;

  ShapeId add_outline(std::span<const BasicVec2<T>> outline) {
    const BasicConvexParts<T> parts = convex_parts(outline);
    std::vector<ShapeId> ids(parts.size());
    scene.add_polygons(parts.vertices, parts.starts, ids);
    const ShapeId shape = scene.add_compound(ids, parts.inner_edges);
    indices.resize(scene.shape_count());
    indices[shape] = parts.indices;
    return shape;
  }

  std::vector<Vec2d> placed_outline(BodyId body) const {
    const ShapeId shape = scene.shape(body);
    std::vector<BasicVec2<T>> offsets(scene.vertex_count(shape));
    scene.placed_offsets(body, offsets);
    const Pose pose = scene.pose(body);
    std::vector<std::pair<std::uint32_t, Vec2d>> vertices;
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      vertices.push_back({indices[shape][i], {pose.x + double{offsets[i].x}, pose.y + double{offsets[i].y}}});
    }
    std::sort(vertices.begin(), vertices.end(), [](const auto& p, const auto& q) { return p.first < q.first; });
    std::vector<Vec2d> outline;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      if (i == 0 || vertices[i].first != vertices[i - 1].first) outline.push_back(vertices[i].second);
    }
    return outline;
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
    const GeosJudge::Answer answer = judge.judge(world.placed_outline(a), world.placed_outline(b));
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

/// A bar in a fork: their boxes and hulls overlap, they do not.
TEST(ConcavePairs, that_hold_one_another_are_apart_until_they_touch) {
  ConcaveWorld<float> world;
  const ShapeId fork =
      world.add_outline(std::vector<Vec2>{{-2, -2}, {2, -2}, {2, 2}, {1, 2}, {1, -1}, {-1, -1}, {-1, 2}, {-2, 2}});
  const BodyId held = world.scene.add_body(fork);
  const ShapeId bar = world.scene.add_box(0.5f, 2);
  const BodyId apart = world.scene.add_body(bar, {0.25, 1.5, 1, 0});
  const BodyId touching = world.scene.add_body(bar, {0.5, 1.5, 1, 0});
  const BodyId deep = world.scene.add_body(bar, {0.75, 1.5, 1, 0});
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
