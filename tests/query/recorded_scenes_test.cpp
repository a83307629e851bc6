// Scenes recorded from other programs: every pair against the oracle, and against Box2D's own answers where there are
// any (tests/scenes/README.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <satchel/satchel.hpp>
#include <sstream>

#include "support/boxes.hpp"
#include "support/generators.hpp"
#include "support/oracle.hpp"
#include "support/queries.hpp"
#include "support/recorded_files.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

/// The scene of a file of polygons without radius; nothing for other files.
std::optional<World> polygon_scene(const std::filesystem::path& path) {
  std::ifstream file(path);
  const nlohmann::json json = nlohmann::json::parse(file);
  World world;
  for (const auto& shape : json.at("shapes")) {
    if (shape.at("type") != "polygon" || shape.contains("radius")) return {};
  }
  for (const auto& shape : json.at("shapes")) {
    Polygon polygon;
    for (const auto& v : shape.at("vertices")) polygon.push_back({v.at(0).get<float>(), v.at(1).get<float>()});
    world.scene.add_polygon(polygon);
  }
  for (const auto& body : json.at("bodies")) {
    world.scene.add_body(body.at(0).get<ShapeId>(),
                         Pose::at(body.at(1).get<double>(), body.at(2).get<double>(), body.at(3).get<double>()));
  }
  for (const auto& pair : json.at("pairs")) {
    world.pairs.push_back({pair.at(0).get<BodyId>(), pair.at(1).get<BodyId>()});
  }
  return world;
}

void compare_with_oracle(const World& world, const std::vector<Contact>& contacts) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < contacts.size(); i += contacts.size() / scaled(contacts.size())) {
    const testing::AssertionResult right = contact_is_right(world.scene, world.pairs[i], contacts[i]);
    if (!right && ++wrong <= 3) ADD_FAILURE() << right.message();
  }
  EXPECT_EQ(wrong, 0u);
}

/// Depths to 1e-4 m where Box2D sees more than its own rounding; no overlap where it sees no contact.
void compare_with_box2d(const World& world, const std::vector<Contact>& contacts, std::istream& csv) {
  std::string line;
  std::getline(csv, line);
  std::size_t row = 0, overlapping = 0, wrong = 0;
  for (; std::getline(csv, line); ++row) {
    std::istringstream fields(line);
    std::string a, b, points, separation;
    std::getline(fields, a, ','), std::getline(fields, b, ',');
    std::getline(fields, points, ','), std::getline(fields, separation, ',');
    ASSERT_LT(row, contacts.size());
    ASSERT_EQ(world.pairs[row], (Pair{static_cast<BodyId>(std::stoul(a)), static_cast<BodyId>(std::stoul(b))}));
    const Contact& contact = contacts[row];
    if (separation.empty()) {
      wrong += verdict(contact) == Verdict::overlapping;
    } else if (const double depth = std::stod(separation); depth < -1e-5) {
      ++overlapping;
      wrong += verdict(contact) != Verdict::overlapping || std::abs(depth - double{contact.separation}) > 1e-4;
    }
  }
  EXPECT_EQ(row, contacts.size());
  EXPECT_GT(overlapping, 0u);
  EXPECT_EQ(wrong, 0u);
}

TEST(RecordedScenes, agree_with_the_oracle_and_with_box2d) {
  std::size_t scenes = 0, of_box2d = 0;
  for (const std::filesystem::path& file : recorded_files()) {
    SCOPED_TRACE(file);
    const std::optional<World> world = polygon_scene(file);
    if (!world) continue;
    ++scenes;
    const std::vector<Contact> contacts = collided(world->scene, world->pairs);
    compare_with_oracle(*world, contacts);
    std::ifstream csv(std::filesystem::path(file).replace_extension(".box2d.csv"));
    if (!csv) continue;
    ++of_box2d;
    compare_with_box2d(*world, contacts, csv);
  }
  EXPECT_GE(scenes, 4u);
  EXPECT_GE(of_box2d, 3u);
}

/// All time steps of the traffic files lie in one place: they are of no use to a broad phase without worlds.
TEST(RecordedScenes, have_the_candidate_pairs_that_brute_force_finds) {
  std::size_t scenes = 0;
  for (const std::filesystem::path& file : recorded_files()) {
    if (file.filename().string().starts_with("traffic")) continue;
    SCOPED_TRACE(file);
    const std::optional<World> world = polygon_scene(file);
    if (!world) continue;
    ++scenes;
    for (const float margin : {0.0f, 0.05f}) {
      const std::vector<Pair> pairs = found_pairs(world->scene, {.margin = margin});
      EXPECT_EQ(pairs, brute_force_pairs(world->scene, margin));
      const std::vector<Verdict> verdicts = classified(world->scene, world->pairs);
      for (std::size_t i = 0; i < verdicts.size(); ++i) {
        const auto [a, b] = world->pairs[i];
        if (a == b || verdicts[i] == Verdict::disjoint) continue;
        EXPECT_TRUE(std::binary_search(pairs.begin(), pairs.end(), Pair{std::min(a, b), std::max(a, b)}));
      }
    }
  }
  EXPECT_GE(scenes, 3u);
}

/// When a ray meets a convex polygon, by clipping with its edges; infinity: never.
long double time_by_clipping(const PlacedPolygon& polygon, const Ray& ray) {
  long double enters = 0, leaves = std::numeric_limits<long double>::infinity();
  for (std::size_t i = 0; i < polygon.hull.size(); ++i) {
    const Vec2 v = polygon.offsets[polygon.hull[i]], w = polygon.offsets[polygon.hull[(i + 1) % polygon.hull.size()]];
    const long double ex = static_cast<long double>(w.x) - v.x, ey = static_cast<long double>(w.y) - v.y;
    const long double x = ray.origin.x - (static_cast<long double>(polygon.origin_x) + v.x);
    const long double y = ray.origin.y - (static_cast<long double>(polygon.origin_y) + v.y);
    const long double inside = ex * y - ey * x, rate = ex * ray.direction.y - ey * ray.direction.x;
    if (rate > 0) enters = std::max(enters, -inside / rate);
    if (rate < 0) leaves = std::min(leaves, -inside / rate);
    if (rate == 0 && inside < 0) return std::numeric_limits<long double>::infinity();
  }
  return enters <= leaves ? enters : std::numeric_limits<long double>::infinity();
}

/// From beside the bodies, in all directions: times to 1e-9 of themselves, and the points hit lie on the bodies named.
TEST(RecordedScenes, are_hit_by_rays_where_brute_force_says) {
  std::size_t hits_seen = 0;
  for (const std::filesystem::path& file : recorded_files()) {
    SCOPED_TRACE(file);
    const std::optional<World> world = polygon_scene(file);
    if (!world) continue;
    const Scene& scene = world->scene;
    std::vector<PlacedPolygon> bodies;
    for (BodyId body = 0; body < scene.body_slots(); ++body) bodies.push_back(placed(scene, body));
    Random random(870);
    std::vector<Ray> rays;
    while (rays.size() < scaled(60)) {
      const Pose pose = scene.pose(static_cast<BodyId>(random.below(scene.body_slots())));
      const double x = pose.x + random.uniform(-20, 20), angle = random.uniform(0, 6.3);
      rays.push_back({{x, pose.y + random.uniform(-20, 20)}, {std::cos(angle), std::sin(angle)}});
    }
    std::vector<RayHit> hits(rays.size());
    cast_rays(scene, rays, hits);
    for (std::size_t i = 0; i < rays.size(); ++i) {
      long double least = std::numeric_limits<long double>::infinity();
      for (const PlacedPolygon& body : bodies) least = std::min(least, time_by_clipping(body, rays[i]));
      const double time = static_cast<double>(least);
      if (!std::isfinite(time)) {
        EXPECT_EQ(hits[i].time, time);
        continue;
      }
      ASSERT_NEAR(hits[i].time, time, 1e-9 * (1 + time));
      EXPECT_NEAR(static_cast<double>(time_by_clipping(bodies[hits[i].body], rays[i])), time, 1e-9 * (1 + time));
      ++hits_seen;
    }
  }
  EXPECT_GT(hits_seen, 20u);
}

}  // namespace
}  // namespace satchel::test
