// Questions about image pairs: the same bits as those of real bodies at the images.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <satchel/satchel.hpp>

#include "support/expect_error.hpp"
#include "support/images.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

template <class Result>
testing::AssertionResult same_bytes(const std::vector<Result>& got, const std::vector<Result>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::memcmp(&got[i], &expected[i], sizeof(Result)) != 0) return testing::AssertionFailure() << "result " << i;
  }
  return testing::AssertionSuccess();
}

/// Candidates, their mirrors, and pairs of bodies at any image.
template <class T>
std::vector<ImagePair> some_pairs(const BasicScene<T>& scene, const Periods& periods, std::size_t most,
                                  Random& random) {
  std::vector<ImagePair> pairs;
  find_pairs(scene, periods, pairs, {.margin = T(0.5)});
  random.shuffle(std::span(pairs));
  if (pairs.size() > most) pairs.resize(most);
  for (ImagePair& pair : pairs) {
    if (random.chance(0.4)) pair = {pair.b, pair.a, -pair.image_x, -pair.image_y};
  }
  for (std::size_t i = 0; i < most / 8; ++i) {
    pairs.push_back({static_cast<BodyId>(random.below(scene.body_slots())),
                     static_cast<BodyId>(random.below(scene.body_slots())), random.integer(-2, 2),
                     random.integer(-2, 2)});
    if (periods.x == 0) pairs.back().image_x = 0;
    if (periods.y == 0) pairs.back().image_y = 0;
  }
  return pairs;
}

template <class T>
void equal_real_bodies(const BasicScene<T>& scene, const Periods& periods, const std::vector<ImagePair>& pairs,
                       const Options& options = {}) {
  const RealBodies<T> real(scene, periods, pairs);
  const std::size_t n = pairs.size();
  std::vector<BasicContact<T>> contacts(n), real_contacts(n);
  collide(scene, periods, pairs, contacts, options);
  collide(real.scene, real.pairs, real_contacts);
  ASSERT_TRUE(same_bytes(contacts, real_contacts));
  std::vector<Verdict> verdicts(n), real_verdicts(n);
  classify(scene, periods, pairs, verdicts, options);
  classify(real.scene, real.pairs, real_verdicts);
  ASSERT_EQ(verdicts, real_verdicts);
  std::vector<BasicDistance<T>> found(n), real_distances(n);
  distances(scene, periods, pairs, found, options);
  distances(real.scene, real.pairs, real_distances);
  ASSERT_TRUE(same_bytes(found, real_distances));
  std::vector<BasicManifold<T>> points(n), real_points(n);
  manifolds(scene, periods, pairs, points, {.margin = T(0.1), .run = options});
  manifolds(real.scene, real.pairs, real_points, {.margin = T(0.1)});
  ASSERT_TRUE(same_bytes(points, real_points));
  std::vector<BasicImageHit<T>> hits;
  std::vector<BasicHit<T>> real_hits;
  find_hits(scene, periods, pairs, hits, options);
  find_hits(real.scene, real.pairs, real_hits);
  ASSERT_EQ(hits.size(), real_hits.size());
  for (std::size_t i = 0; i < hits.size(); ++i) {
    ASSERT_EQ(hits[i].index, real_hits[i].index);
    ASSERT_EQ(hits[i].pair, pairs[hits[i].index]);
    ASSERT_EQ(hits[i].contact, real_hits[i].contact);
  }
}

template <class T>
void equal_real_bodies_in_many_worlds(std::uint64_t seed) {
  Random random(seed);
  for (std::size_t round = 0; round < scaled(30); ++round) {
    const Periods periods = random.pick<Periods>({{3, 3}, {7, 2.5}, {0, 4}, {1.0 / 3, 50}, {1e9 / 7, 2}});
    const double size = std::min(periods.x > 0 ? periods.x : 9, periods.y) * random.pick({0.3, 0.6});
    BasicScene<T> scene = scattered_world<T>(random, 30, periods, size);
    // A nearly straight corner of any shape of the scene has distances computed in double, whose last bit may differ.
    if (round % 2 == 0) scene.add_polygon({{-1, 0}, {0, T(-0x1p-20)}, {1, 0}, {0, 1}});
    equal_real_bodies(scene, periods, some_pairs(scene, periods, 300, random));
  }
}

class PeriodicOnIsa : public OnEveryIsa {};

TEST_P(PeriodicOnIsa, results_are_those_of_real_bodies) {
  equal_real_bodies_in_many_worlds<float>(own_seed(510));
  equal_real_bodies_in_many_worlds<double>(own_seed(511));
}

/// More pairs than the call makes copies of at a time.
TEST_P(PeriodicOnIsa, results_do_not_depend_on_the_number_of_pairs_or_threads) {
  Random random(512);
  const Periods periods{12, 12};
  const Scene scene = scattered_world<float>(random, 400, periods, 0.8);
  std::vector<ImagePair> pairs = some_pairs(scene, periods, 20000, random);
  while (pairs.size() < 40000) pairs.insert(pairs.end(), pairs.begin(), pairs.begin() + 1000);
  for (const unsigned threads : {1u, 0u}) equal_real_bodies(scene, periods, pairs, {.max_threads = threads});
  Stats stats;
  std::vector<Contact> contacts(pairs.size());
  collide(scene, periods, pairs, contacts, {.stats = &stats});
  EXPECT_EQ(stats.pairs, pairs.size());
}

TEST_P(PeriodicOnIsa, mirrored_pairs_have_mirrored_results) {
  Random random(513);
  const Periods periods{5, 5};
  const Scene scene = scattered_world<float>(random, 40, periods, 1);
  const std::vector<ImagePair> pairs = some_pairs(scene, periods, 1000, random);
  std::vector<ImagePair> mirrored;
  for (const ImagePair& pair : pairs) mirrored.push_back({pair.b, pair.a, -pair.image_x, -pair.image_y});
  std::vector<Contact> contacts(pairs.size()), of_mirrored(pairs.size());
  collide(scene, periods, pairs, contacts);
  collide(scene, periods, mirrored, of_mirrored);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i] == mirrored[i]) continue;  // a body with itself where it is
    ASSERT_EQ(verdict(contacts[i]), verdict(of_mirrored[i]));
    ASSERT_EQ(contacts[i].separation, of_mirrored[i].separation);
    ASSERT_EQ(contacts[i].normal_x, -of_mirrored[i].normal_x);
    ASSERT_EQ(contacts[i].normal_y, -of_mirrored[i].normal_y);
  }
}

SATCHEL_ON_EVERY_ISA(PeriodicOnIsa);

TEST(Periodic, two_scenes_have_the_second_body_at_the_image) {
  Random random(514);
  const Periods periods{5, 3};
  const Scene a = scattered_world<float>(random, 20, periods, 1), b = scattered_world<float>(random, 30, periods, 1);
  std::vector<ImagePair> pairs;
  find_pairs(a, b, periods, pairs);
  Scene real = b;
  std::vector<Pair> real_pairs;
  for (const ImagePair& pair : pairs) {
    real_pairs.push_back(
        {pair.a, real.add_body(b.shape(pair.b), pose_at_image(b, pair.b, periods, pair.image_x, pair.image_y))});
  }
  std::vector<Manifold> points(pairs.size()), real_points(pairs.size());
  manifolds(a, b, periods, pairs, points);
  manifolds(a, real, real_pairs, real_points);
  EXPECT_TRUE(same_bytes(points, real_points));
  std::vector<ImageHit> hits;
  std::vector<Hit> real_hits;
  find_hits(a, b, periods, pairs, hits);
  find_hits(a, real, real_pairs, real_hits);
  ASSERT_EQ(hits.size(), real_hits.size());
  EXPECT_GT(hits.size(), 10u);
  for (std::size_t i = 0; i < hits.size(); ++i) EXPECT_EQ(hits[i].contact, real_hits[i].contact);
}

/// The nearest double to origin + image * period, where the product itself is no double.
TEST(Periodic, images_have_the_seams_of_chains_and_no_links) {
  constexpr Periods periods{16, 0};
  for (const bool as_chain : {true, false}) {
    Scene scene;
    std::vector<BodyId> floor;
    if (as_chain) {
      floor.push_back(scene.add_body(scene.add_chain({{8, 0.5f}, {6, 0.5f}, {4, 0.5f}, {2, 0.5f}}, false)));
    } else {
      const ShapeId tile = scene.add_box(0.5f, 0.5f);
      for (int i = 0; i < 10; ++i) floor.push_back(scene.add_body(tile, {i + 0.5, 0}));
      scene.link_shared_edges(floor);
    }
    const BodyId box = scene.add_body(scene.add_box(0.5f, 0.5f));
    for (const bool at_image : {false, true}) {
      // 0.25 deep in the floor, 0.125 beside a tile's side.
      scene.set_pose(box, {at_image ? 3.375 + 16 : 3.375, 0.75});
      std::vector<ImagePair> pairs;
      find_pairs(scene, periods, pairs);
      std::vector<Contact> contacts(pairs.size());
      collide(scene, periods, pairs, contacts);
      std::size_t sideways = 0;
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (pairs[i].b != box) continue;
        EXPECT_EQ(pairs[i].image_x, at_image ? -1 : 0);
        sideways += contacts[i].normal_y == 0 ? 1 : 0;
      }
      EXPECT_EQ(sideways, at_image && !as_chain ? 1u : 0u);
    }
  }
}

TEST(Periodic, images_are_rounded_once) {
  Random random(515);
  Scened scene;
  const ShapeId box = scene.add_box(1, 1);
  for (int i = 0; i < 2000; ++i) {
    const Periods periods{std::ldexp(random.uniform(1, 2), random.integer(-40, 40)), 0};
    const int image = random.integer(-(1 << 30), 1 << 30);
    const double origin = -periods.x * image + std::ldexp(random.uniform(-2, 2), random.integer(-60, 60));
    scene.add_body(box, Pose{origin, 0});
    const BodyId body = static_cast<BodyId>(scene.body_slots() - 1);
    equal_real_bodies<double>(scene, periods, {{body, body, image, 0}, {0, body, image, 0}});
    if (HasFatalFailure()) return;
  }
}

TEST(Periodic, refuses_what_it_cannot_answer_and_says_why) {
  Random random(516);
  Scene scene = scattered_world<float>(random, 10, {4, 4}, 1);
  scene.remove_body(3);
  std::vector<ImagePair> pairs = {{0, 1, 0, 0}, {1, 2, 3, 0}, {2, 5, 0, -1}};
  std::vector<Contact> contacts(3, Contact{7, 7, 7, 7});
  const auto refused = [&](ErrorCode code, std::size_t index, const Periods& periods, const char* text) {
    const Status status = try_collide(scene, periods, pairs, contacts);
    EXPECT_EQ(status.code, code);
    EXPECT_EQ(status.index, index);
    EXPECT_NE(message(status).find(text), std::string::npos) << message(status);
    for (const Contact& contact : contacts) EXPECT_EQ(contact, (Contact{7, 7, 7, 7}));
    std::vector<ImageHit> hits = {{{9, 9, 9, 9}, 9, {}}};
    EXPECT_EQ(try_find_hits(scene, periods, pairs, hits).code, code);
    EXPECT_EQ(hits.size(), 1u);
  };
  refused(ErrorCode::out_of_range, 0, {-4, 4}, "period x = -4");
  pairs[2].b = 3;
  refused(ErrorCode::removed_body, 2, {4, 4}, "pair 2 names body 3");
  pairs[2].b = 10;
  refused(ErrorCode::bad_body, 2, {4, 4}, "pair 2 names body 10");
  pairs[2].b = 5;
  refused(ErrorCode::out_of_range, 1, {0x1p60, 4}, "pair 1: the origin of its image");
  refused(ErrorCode::out_of_range, 1, {0, 4}, "pair 1: image_x = 3: the world does not repeat along this axis; give 0");
  refused(ErrorCode::out_of_range, 2, {4, -0.0}, "pair 2: image_y = -1: the world does not repeat along this axis");
  std::vector<Distance> distances(3);
  std::vector<Manifold> manifolds(3);
  std::vector<Verdict> verdicts(3);
  for (const Status& status :
       {try_distances(scene, scene, {0, 4}, pairs, distances), try_manifolds(scene, scene, {0, 4}, pairs, manifolds),
        try_classify(scene, scene, {0, 4}, pairs, verdicts), try_classify(scene, {0, 4}, pairs, verdicts)}) {
    EXPECT_EQ(message(status).find("pair 1: image_x = 3: "), 0u) << message(status);
  }
  contacts.pop_back();
  EXPECT_EQ(try_collide(scene, {4, 4}, pairs, contacts).code, ErrorCode::size_mismatch);
  std::array<ImageHit, 1> room;
  std::size_t count = 0;
  pairs = {{0, 0, 0, 0}, {1, 1, 0, 0}};
  const Status status = try_find_hits(scene, {4, 4}, pairs, {std::span(room), count});
  EXPECT_EQ(status.code, ErrorCode::no_room);
  EXPECT_EQ(count, 2u);
}

TEST(Periodic, no_pairs_leave_no_hits) {
  Scene scene;
  scene.add_body(scene.add_box(1, 1));
  std::vector<ImageHit> hits(3);
  find_hits(scene, {4, 4}, {}, hits);
  EXPECT_TRUE(hits.empty());
  std::array<ImageHit, 1> room;
  std::size_t count = 7;
  EXPECT_TRUE(try_find_hits(scene, {4, 4}, {}, {std::span(room), count}).ok());
  EXPECT_EQ(count, 0u);
}

TEST(Periodic, asks_for_progress_and_can_be_cancelled) {
  Random random(517);
  const Periods periods{12, 12};
  const Scene scene = scattered_world<float>(random, 400, periods, 0.8);
  std::vector<ImagePair> pairs = some_pairs(scene, periods, 20000, random);
  while (pairs.size() < 400000) pairs.insert(pairs.end(), pairs.begin(), pairs.begin() + 1000);
  std::vector<Contact> contacts(pairs.size());
  static bool is_asked = false;  // a fast machine is done before that
  const auto never = [](void*, std::uint64_t, std::uint64_t) { return !(is_asked = true); };
  const ErrorCode code = try_collide(scene, periods, pairs, contacts, {.progress = never}).code;
  EXPECT_EQ(code, is_asked ? ErrorCode::cancelled : ErrorCode::ok);
}

}  // namespace
}  // namespace satchel::test
