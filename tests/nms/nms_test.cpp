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

template <class T>
struct Detections {
  BasicScene<T> scene;
  std::vector<T> scores;
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

template <class T>
std::vector<BodyId> by_loop(const Detections<T>& found, T threshold, bool with_classes) {
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
    Detections<T> found = clusters<T>(random, static_cast<int>(scaled(1500)), a_cluster);
    found.scene.remove_body(0);
    for (const T threshold : {T(0), T(0.3), T(0.5), T(1)}) {
      EXPECT_EQ(nms(found.scene, found.scores, threshold), by_loop(found, threshold, false)) << a_cluster;
      EXPECT_EQ(nms(found.scene, found.scores, threshold, found.classes), by_loop(found, threshold, true));
    }
  }
}

class NmsOnIsa : public OnEveryIsa {};
TEST_P(NmsOnIsa, is_the_greedy_loop) {
  expect_greedy<float>(own_seed(41));
  expect_greedy<double>(own_seed(42));
}
SATCHEL_ON_EVERY_ISA(NmsOnIsa);

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
