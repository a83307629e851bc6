// What Options::stats counts: every pair once by its class, whoever runs it.
#include <gtest/gtest.h>

#include <algorithm>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/generators.hpp"
#include "support/queries.hpp"
#include "support/query_worlds.hpp"

namespace satchel::test {
namespace {

using Counts = std::array<std::uint64_t, pair_class_count>;

/// Bodies of every class: entry k is the class of a pair of bodies k.
struct OfEveryClass {
  std::vector<PairClass> classes;
  Scene scene;
  double distance;

  /// @param row_distance  y of every other body; the others lie at y = 0
  OfEveryClass(Random& random, double row_distance) : distance(row_distance) {
    add(PairClass::boxes, scene.add_box(0.75f, 0.5f));
    for (const int n : {3, 4}) add(PairClass::up_to_4, scene.add_polygon(round_polygon(random, n, 1)));
    for (const int n : {5, 6}) add(PairClass::up_to_6, scene.add_polygon(round_polygon(random, n, 1)));
    for (const int n : {7, 8}) add(PairClass::up_to_8, scene.add_polygon(round_polygon(random, n, 1)));
    for (const int n : {9, 16}) add(PairClass::up_to_16, scene.add_polygon(round_polygon(random, n, 1)));
    for (const int n : {17, 40}) add(PairClass::many_vertices, scene.add_polygon(round_polygon(random, n, 1)));
    add(PairClass::exact, scene.add_box(0x1p-60f, 0x1p-60f));
    add(PairClass::rounded, scene.add_circle({0, 0}, 0.5f));
    add(PairClass::rounded, scene.add_box(0.5f, 0.25f, 0.125f));
    const std::vector<ShapeId> parts{scene.add_box(1, 0.25f), scene.add_box(0.25f, 1)};
    add(PairClass::compounds, scene.add_compound(parts));
  }

  void add(PairClass pair_class, ShapeId shape) {
    classes.push_back(pair_class);
    const double y = classes.size() % 2 == 0 ? 0 : distance;
    scene.add_body(shape, Pose::at(0.1 * static_cast<double>(classes.size()), y, 0.3));
  }

  /// The class of a pair is the later one of its bodies, but that a box is a polygon of four to all others, and what is
  /// tiny, or round beside many vertices, has no kernel.
  PairClass class_of(Pair pair) const {
    const PairClass a = classes[pair.a], b = classes[pair.b];
    if (a == PairClass::boxes && b == PairClass::boxes) return PairClass::boxes;
    const PairClass later = std::max({a, b, PairClass::up_to_4});
    const auto has = [&](PairClass wanted) { return a == wanted || b == wanted; };
    if (later != PairClass::rounded) return later;
    return has(PairClass::exact) || has(PairClass::many_vertices) ? PairClass::exact : later;
  }
};

/// @param distance  as of OfEveryClass
void expect_counted(double distance) {
  Random random(41);
  const OfEveryClass all(random, distance);
  std::vector<Pair> pairs(50'000);
  Counts expected{};
  for (Pair& pair : pairs) {
    pair = {static_cast<BodyId>(random.below(all.classes.size())),
            static_cast<BodyId>(random.below(all.classes.size()))};
    ++expected[static_cast<std::size_t>(all.class_of(pair))];
  }
  for (const std::uint64_t count : expected) EXPECT_GT(count, 100u);
  for (const unsigned threads : {1u, 3u}) {
    Stats collide_stats, classify_stats, hits_stats;
    std::vector<Contact> contacts(pairs.size());
    std::vector<Verdict> verdicts(pairs.size());
    std::vector<Hit> hits;
    collide(all.scene, pairs, contacts, {.max_threads = threads, .stats = &collide_stats});
    classify(all.scene, pairs, verdicts, {.max_threads = threads, .stats = &classify_stats});
    find_hits(all.scene, pairs, hits, {.max_threads = threads, .stats = &hits_stats});
    EXPECT_EQ(collide_stats.of_class, expected);
    EXPECT_EQ(classify_stats.of_class, expected);
    EXPECT_EQ(hits_stats.of_class, expected);
    Stats manifold_stats;
    std::vector<Manifold> points(pairs.size());
    manifolds(all.scene, pairs, points, {.run = {.max_threads = threads, .stats = &manifold_stats}});
    EXPECT_EQ(manifold_stats.of_class, expected);
    EXPECT_EQ(manifold_stats.pairs, pairs.size());
  }
}

TEST(Stats, count_the_pairs_of_each_class) { expect_counted(0); }

/// Some calls leave out what discs tell to be apart.
TEST(Stats, count_pairs_that_are_far_apart) { expect_counted(50); }

template <class T>
void expect_counted_as_by_classify() {
  BasicWorld<T> world = mixed_world<T>(4000);
  keep_parts_apart(world.scene);
  Stats of_verdicts, of_areas;
  std::vector<Verdict> verdicts(world.pairs.size());
  std::vector<BasicOverlap<T>> areas(world.pairs.size());
  classify(world.scene, world.pairs, verdicts, {.max_threads = 1, .stats = &of_verdicts});
  overlap_measures(world.scene, world.pairs, areas, {.max_threads = 1, .stats = &of_areas});
  EXPECT_EQ(of_areas.pairs, world.pairs.size());
  EXPECT_EQ(of_areas.of_class, of_verdicts.of_class);
  EXPECT_EQ(of_areas.decided_by_lanes, of_verdicts.decided_by_lanes);
  EXPECT_EQ(of_areas.decided_by_double, of_verdicts.decided_by_double);
  EXPECT_EQ(of_areas.decided_exactly, of_verdicts.decided_exactly);
  EXPECT_EQ(of_areas.by_outlines, of_verdicts.by_outlines);
  EXPECT_GT(of_areas.decided_exactly, 0u);
}

TEST(Stats, of_areas_are_those_of_their_verdicts) {
  expect_counted_as_by_classify<float>();
  expect_counted_as_by_classify<double>();
}

TEST(Stats, add_up_over_calls_on_scenes_of_one_class) {
  Random random(42);
  Stats stats;
  std::uint64_t calls = 0;
  const auto collide_some = [&](const Scene& scene) {
    const std::vector<Pair> pairs{{0, 1}, {1, 0}, {0, 1}};
    std::vector<Contact> contacts(pairs.size());
    collide(scene, pairs, contacts, {.stats = &stats});
    ++calls;
    EXPECT_EQ(stats.pairs, 3 * calls);
  };
  for (const int n : {4, 6, 8, 16, 40}) {
    Scene scene;
    for (int body = 0; body < 2; ++body) scene.add_body(scene.add_polygon(round_polygon(random, n, 1)));
    collide_some(scene);
  }
  Scene boxes;
  for (int body = 0; body < 2; ++body) boxes.add_body(boxes.add_box(1, 1));
  collide_some(boxes);
  collide_some(boxes);
  EXPECT_EQ(stats.of_class, (Counts{6, 3, 3, 3, 3, 3, 0}));
}

TEST(Stats, name_each_class) {
  std::vector<std::string_view> names;
  for (std::size_t k = 0; k < pair_class_count; ++k) names.push_back(name(static_cast<PairClass>(k)));
  for (const std::string_view text : names) EXPECT_EQ(std::count(names.begin(), names.end(), text), 1) << text;
}

}  // namespace
}  // namespace satchel::test
