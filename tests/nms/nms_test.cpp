// Non-maximum suppression, against the greedy loop over all pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>
#include <vector>

#include "../support/isa_param.hpp"
#include "../support/random.hpp"
#include "../support/scale.hpp"

namespace satchel::test {
namespace {

template <class T, class Score = T>
struct Detections {
  BasicScene<T> scene;
  std::vector<Score> scores;
  std::vector<std::uint32_t> classes;
};

/// Boxes in clusters; some scores are equal, some boxes the same, some far larger than others.
template <class T>
Detections<T> clusters(Random& random, int count, int a_cluster) {
  Detections<T> found;
  double x = 0, y = 0;
  for (int k = 0; k < count; ++k) {
    if (k % a_cluster == 0) {
      x = random.uniform(0, 100);
      y = random.uniform(0, 100);
    }
    const double size = random.chance(0.02) ? 40 : random.uniform(1, 3);
    const ShapeId shape = found.scene.add_box(static_cast<T>(size), static_cast<T>(size * random.uniform(0.3, 1)));
    const double off = random.chance(0.1) ? 0 : 1;
    found.scene.add_body(shape, Pose::at(x + off * random.uniform(-1, 1), y + off * random.uniform(-1, 1),
                                         off * random.uniform(0, 0.4)));
    found.scores.push_back(static_cast<T>(random.integer(0, 200)) / 200);
    found.classes.push_back(static_cast<std::uint32_t>(random.integer(0, 2)));
  }
  return found;
}

template <class T, class Score>
std::vector<BodyId> by_loop(const Detections<T, Score>& found, T threshold, bool with_classes) {
  std::vector<BodyId> order;
  for (BodyId body = 0; body < found.scores.size(); ++body) {
    if (found.scene.has_body(body)) order.push_back(body);
  }
  std::stable_sort(order.begin(), order.end(), [&](BodyId a, BodyId b) { return found.scores[a] > found.scores[b]; });
  std::vector<BodyId> kept;
  for (const BodyId body : order) {
    std::vector<Pair> pairs;
    for (const BodyId other : kept) {
      if (!with_classes || found.classes[body] == found.classes[other]) pairs.push_back({other, body});
    }
    std::vector<T> its_ious(pairs.size());
    ious(found.scene, pairs, its_ious);
    if (std::none_of(its_ious.begin(), its_ious.end(), [&](T iou) { return iou > threshold; })) kept.push_back(body);
  }
  return kept;
}

template <class T>
void expect_greedy(std::uint64_t seed) {
  Random random(seed);
  for (const int a_cluster : {1, 7, 30, 400}) {
    Detections<T> found = clusters<T>(random, static_cast<int>(sampled(1500)), a_cluster);
    found.scene.remove_body(0);
    for (const T threshold : {T(0), T(0.3), T(0.5), T(1)}) {
      EXPECT_EQ(nms(found.scene, found.scores, threshold), by_loop(found, threshold, false)) << a_cluster;
      EXPECT_EQ(nms(found.scene, found.scores, threshold, found.classes), by_loop(found, threshold, true));
    }
  }
}

/// Boxes of one size in a raster of thirds of their width, several at each place: many IoUs are 1, 1/2 or 1/5 to the
/// last bit.
template <class T>
Detections<T> raster(Random& random, int count, double angle) {
  Detections<T> found;
  const ShapeId box = found.scene.add_box(T(1.5), T(1.5));
  for (int k = 0; k < count; ++k) {
    const Pose turn = Pose::at(0, 0, angle);
    const double x = random.integer(0, 12), y = random.integer(0, 12), cos = turn.rotation.cos, sin = turn.rotation.sin;
    found.scene.add_body(box, {cos * x - sin * y, sin * x + cos * y, turn.rotation});
    found.scores.push_back(static_cast<T>(random.integer(0, 50)));
    found.classes.push_back(static_cast<std::uint32_t>(random.integer(0, 2)));
  }
  return found;
}

template <class T>
void expect_greedy_on_rasters(std::uint64_t seed) {
  Random random(seed);
  for (const double angle : {0.0, 0.3}) {
    const Detections<T> found = raster<T>(random, static_cast<int>(sampled(500)), angle);
    for (const T threshold : {T(0), T(0.2), T(0.5), std::nextafter(T(0.5), T(0)), T(0.999), T(1)}) {
      EXPECT_EQ(nms(found.scene, found.scores, threshold), by_loop(found, threshold, false)) << threshold;
      EXPECT_EQ(nms(found.scene, found.scores, threshold, found.classes), by_loop(found, threshold, true));
    }
  }
}

/// Stars, some with holes, and boxes among them, in clusters. No outline has convex parts.
template <class T>
void expect_greedy_on_outlines(std::uint64_t seed) {
  Random random(seed);
  Detections<T> found = clusters<T>(random, 60, 6);
  for (BodyId body = 0; body < 60; ++body) {
    if (random.chance(0.2)) continue;
    const std::size_t count = 2 * random.pick({3, 5, 12});
    const double size = random.uniform(1, 3);
    std::vector<BasicVec2<T>> vertices;
    std::vector<std::uint32_t> starts{0};
    for (const double scale : {1.0, 0.5}) {
      for (std::size_t i = 0; i < count; ++i) {
        const double angle = 6.283 * static_cast<double>(i) / static_cast<double>(count);
        const double radius = size * scale * (i % 2 == 0 ? 1 : 0.75);
        vertices.push_back({static_cast<T>(radius * std::cos(angle)), static_cast<T>(radius * std::sin(angle))});
      }
      starts.push_back(static_cast<std::uint32_t>(vertices.size()));
      if (random.chance(0.5)) break;
    }
    found.scene.set_shape(body, found.scene.add_outline(vertices, starts));
  }
  std::size_t kept = 0;
  for (const T threshold : {T(0), T(0.2), T(0.4)}) {
    EXPECT_EQ(nms(found.scene, found.scores, threshold), by_loop(found, threshold, false)) << threshold;
    kept += by_loop(found, threshold, false).size();
  }
  EXPECT_GT(kept, 20u);
  EXPECT_LT(kept, 170u);
}

class NmsOnIsa : public OnEveryIsa {};
TEST_P(NmsOnIsa, is_the_greedy_loop) {
  expect_greedy<float>(own_seed(41));
  expect_greedy<double>(own_seed(42));
}
TEST_P(NmsOnIsa, is_the_greedy_loop_where_many_ious_are_at_the_threshold) {
  expect_greedy_on_rasters<float>(own_seed(48));
  expect_greedy_on_rasters<double>(own_seed(49));
}
TEST_P(NmsOnIsa, of_outlines_is_the_greedy_loop) {
  expect_greedy_on_outlines<float>(own_seed(50));
  expect_greedy_on_outlines<double>(own_seed(51));
}
SATCHEL_ON_EVERY_ISA(NmsOnIsa);

TEST(Nms, of_outlines_beside_rounded_bodies_needs_parts) {
  Scene scene;
  scene.add_body(scene.add_box(1, 1));
  scene.add_body(scene.add_outline(std::vector<Vec2>{{0, 0}, {4, 0}, {1, 1}, {0, 4}}));
  const std::vector<float> scores{1, 2, 3};
  EXPECT_EQ(nms(scene, std::span(scores).first(2), 0.5f), (std::vector<BodyId>{1, 0}));
  scene.add_body(scene.add_circle({0, 0}, 1));
  std::vector<BodyId> kept;
  const Status status = try_nms(scene, std::span<const float>(scores), 0.5f, kept);
  EXPECT_EQ(status.code, ErrorCode::needs_parts);
  EXPECT_EQ(status.index, 1u);
  scene.make_parts();
  EXPECT_EQ(nms(scene, scores, 0.9f), (std::vector<BodyId>{2, 1, 0}));
}

template <class T>
void expect_decided_at_the_threshold(std::uint64_t seed) {
  Random random(seed);
  for (int i = 0; i < 300; ++i) {
    BasicScene<T> scene;
    for (int k = 0; k < 2; ++k) {
      const ShapeId box = scene.add_box(static_cast<T>(random.uniform(1, 2)), static_cast<T>(random.uniform(1, 2)));
      scene.add_body(box, Pose::at(random.uniform(0, 0.5), random.uniform(0, 0.5), random.uniform(0, 7)));
    }
    const std::vector<Pair> pair{{0, 1}};
    std::vector<T> iou(1);
    ious(scene, pair, iou);
    const std::vector<T> scores{2, 1};
    EXPECT_EQ(nms(scene, scores, iou[0]).size(), 2u) << iou[0];
    EXPECT_EQ(nms(scene, scores, std::nextafter(iou[0], T(0))).size(), 1u) << iou[0];
  }
}

TEST(Nms, decides_at_the_threshold_as_ious_does) {
  expect_decided_at_the_threshold<float>(46);
  expect_decided_at_the_threshold<double>(47);
}

/// Scores that differ by less than a float tells.
template <class T, class Score>
void expect_scores_as_given(std::uint64_t seed, double base, double step) {
  Random random(seed);
  Detections<T> boxes = clusters<T>(random, 300, 20);
  Detections<T, Score> found{boxes.scene, {}, boxes.classes};
  for (std::size_t k = 0; k < boxes.scores.size(); ++k) {
    found.scores.push_back(static_cast<Score>(base + step * static_cast<double>(random.integer(0, 1000))));
  }
  EXPECT_EQ(nms(found.scene, found.scores, T(0.3)), by_loop(found, T(0.3), false));
}

TEST(Nms, compares_scores_as_given) {
  expect_scores_as_given<float, double>(50, 0.5, 1e-12);
  expect_scores_as_given<float, double>(51, 1e39, 1e27);
  expect_scores_as_given<float, double>(52, -1e-300, 1e-305);
  expect_scores_as_given<float, float>(53, 0.5, 1e-3);
  expect_scores_as_given<double, float>(54, 0.5, 1e-3);
  expect_scores_as_given<double, double>(55, 0.5, 1e-12);
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  scene.add_body(box);
  scene.add_body(box, Pose::at(0.1, 0, 0));
  EXPECT_EQ(nms(scene, std::vector<double>{.5, .5 + 1e-12}, .5f), (std::vector<BodyId>{1}));
}

TEST(Nms, of_many_equal_boxes_asks_about_few_pairs) {
  Scened scene;
  const ShapeId box = scene.add_box(2, 1);
  std::vector<BodyId> all;
  for (BodyId k = 0; k < 8000; ++k) all.push_back(scene.add_body(box, Pose::at(3, 4, 0.3)));
  const std::vector<double> scores(all.size(), 0.5);
  Stats stats;
  EXPECT_EQ(nms(scene, scores, 1.0, {}, {.stats = &stats}), all) << "no IoU is larger than 1";
  EXPECT_EQ(stats.pairs, 0u);
  EXPECT_EQ(nms(scene, scores, 0.999, {}, {.stats = &stats}), (std::vector<BodyId>{0}));
  EXPECT_LT(stats.pairs, 16000u);
}

TEST(Nms, of_many_bodies_in_one_spot_keeps_few) {
  Scene scene;
  const int count = static_cast<int>(scaled(10000));
  std::vector<float> scores;
  for (int k = 0; k < count; ++k) {
    scene.add_body(scene.add_box(1.0f + 1e-6f * static_cast<float>(k), 1), Pose::at(1e-5 * k, 0, 1e-4 * k));
    scores.push_back(static_cast<float>(k));
  }
  const std::vector<BodyId> kept = nms(scene, scores, 0.9f);
  ASSERT_FALSE(kept.empty());
  EXPECT_EQ(kept.front(), static_cast<BodyId>(count - 1));
  EXPECT_LT(kept.size(), 100u);
}

TEST(Nms, of_crowded_spots_one_after_another_is_the_greedy_loop) {
  Random random(45);
  Detections<double> found;
  const int count = static_cast<int>(scaled(9000));
  for (int k = 0; k < count; ++k) {  // each spot has better scores than the next
    const double x = 3 * (k / (count / 3));
    const ShapeId box = found.scene.add_box(random.uniform(0.5, 3), random.uniform(0.5, 3));
    found.scene.add_body(box, Pose::at(x + random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0, 3)));
    found.scores.push_back(count - k);
  }
  Stats stats;
  EXPECT_EQ(nms(found.scene, found.scores, 0.3, {}, {.stats = &stats}), by_loop(found, 0.3, false));
  EXPECT_LT(stats.pairs, 100u * static_cast<unsigned>(count)) << "not all with all of a spot";
  for (const unsigned threads : {1u, 3u}) {
    Stats other;
    EXPECT_EQ(nms(found.scene, found.scores, 0.3, {}, {.max_threads = threads, .stats = &other}),
              by_loop(found, 0.3, false));
    EXPECT_EQ(other.pairs, stats.pairs);
  }
}

TEST(Nms, reports_how_far_it_is_and_can_be_cancelled) {
  Random random(43);
  struct Reports {
    std::vector<std::uint64_t> done, all;
    bool goes_on = true;
  } reports;
  const Options options{.progress =
                            [](void* context, std::uint64_t done, std::uint64_t all) {
                              Reports& made = *static_cast<Reports*>(context);
                              made.done.push_back(done);
                              made.all.push_back(all);
                              return made.goes_on;
                            },
                        .progress_context = &reports};
  Detections<float> found;
  for (int count = 1 << 15; reports.done.size() < 2 && count <= 1 << 20; count *= 2) {  // until it lasts long enough
    found = clusters<float>(random, count, 1);
    reports.done.clear();
    reports.all.clear();
    (void)nms(found.scene, found.scores, 0.5f, {}, options);
  }
  ASSERT_GE(reports.done.size(), 2u);
  EXPECT_TRUE(std::is_sorted(reports.done.begin(), reports.done.end()));
  EXPECT_EQ(reports.all, std::vector<std::uint64_t>(reports.all.size(), found.scores.size()));
  EXPECT_EQ(reports.done.back(), found.scores.size());
  reports.goes_on = false;
  std::vector<BodyId> kept;
  EXPECT_EQ(try_nms(found.scene, found.scores, 0.5f, kept, {}, options).code, ErrorCode::cancelled);
}

TEST(Nms, of_few_bodies_with_many_pairs_is_cancelled_in_time) {
  // All pairs of one block of bodies: a report must not wait for its end.
  struct Reports {
    int count = 0, most = 0;
  };
  for (int vertices = 64; vertices <= 1024; vertices *= 4) {
    Scened scene;
    std::vector<Vec2d> polygon;
    for (int k = 0; k < vertices; ++k) {
      const double angle = 2 * 3.14159265358979 * k / vertices;
      polygon.push_back({std::cos(angle), std::sin(angle)});
    }
    const ShapeId shape = scene.add_polygon(polygon);
    std::vector<double> scores;
    for (int k = 0; k < 100; ++k) {
      scene.add_body(shape, Pose::at(1e-3 * k, 0, 0));
      scores.push_back(-k);
    }
    for (const int most : {1 << 30, 2}) {
      Reports reports{0, most};
      const Options options{.max_threads = 1,
                            .progress =
                                [](void* context, std::uint64_t, std::uint64_t) {
                                  Reports& made = *static_cast<Reports*>(context);
                                  return ++made.count < made.most;
                                },
                            .progress_context = &reports};
      std::vector<BodyId> kept;
      const Status status = try_nms(scene, scores, 0.9995, kept, {}, options);
      if (most == 2) {
        EXPECT_EQ(status.code, ErrorCode::cancelled);
        EXPECT_EQ(reports.count, 2);
        return;
      }
      ASSERT_TRUE(status.ok());
      EXPECT_EQ(kept.size(), scores.size());
      if (reports.count < 3) break;  // too short; with more vertices it lasts longer
    }
  }
  FAIL() << "reports are too rare";
}

TEST(Nms, refuses_what_it_cannot_rank) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  scene.add_body(box);
  scene.add_body(box);
  std::vector<BodyId> kept{7};
  const auto code = [&](std::vector<float> scores, float threshold, std::vector<std::uint32_t> classes = {}) {
    const Status status = try_nms(scene, scores, threshold, kept, classes);
    EXPECT_EQ(kept, (std::vector<BodyId>{7}));
    return std::pair{status.code, status.index};
  };
  using enum ErrorCode;
  EXPECT_EQ(code({1}, 0.5f), std::pair(size_mismatch, std::size_t{0}));
  EXPECT_EQ(code({1, std::nanf("")}, 0.5f), std::pair(not_finite, std::size_t{1}));
  EXPECT_EQ(code({1, 2}, 1.5f), std::pair(bad_threshold, std::size_t{0}));
  EXPECT_EQ(code({1, 2}, -0.1f), std::pair(bad_threshold, std::size_t{0}));
  EXPECT_EQ(code({1, 2}, std::nanf("")), std::pair(bad_threshold, std::size_t{0}));
  EXPECT_EQ(code({1, 2}, 0.5f, {1}), std::pair(size_mismatch, std::size_t{0}));
  const ShapeId cross = scene.add_compound(std::array{scene.add_box(3, 1), scene.add_box(1, 3)});
  const BodyId body = scene.add_body(cross);
  EXPECT_EQ(code({1, 2, 3}, 0.5f), std::pair(overlapping_parts, std::size_t{body}));
}

}  // namespace
}  // namespace satchel::test
