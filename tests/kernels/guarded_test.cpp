// Kernels read and write nothing beside their arrays: here every array of a scene, and every span that a call gets,
// lies between pages that nobody may touch. Unlike a sanitizer this watches the very kernels that are shipped.
//
// The executable of this file alone has an operator new that does so for memory of cache-line alignment, which is that
// of a scene's arrays.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/exact_alloc.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/pages.hpp"
#include "support/rounded_families.hpp"

namespace {

using satchel::test::page_size;

/// One page with the size, closed; whole pages, at the end of which the memory lies; one page, closed.
void* guarded(std::size_t size, std::size_t alignment) {
  const std::size_t padded = (size + alignment - 1) / alignment * alignment;
  const std::size_t page = page_size(), usable = (padded + page - 1) / page * page, whole = usable + 2 * page;
  unsigned char* const start = satchel::test::take_pages(whole);
  *reinterpret_cast<std::size_t*>(start) = whole;
  satchel::test::close_pages(start, page);
  satchel::test::close_pages(start + page + usable, page);
  return start + page + usable - padded;
}

void release(void* memory) noexcept {
  if (memory == nullptr) return;
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const std::size_t page = page_size();
  auto* const start = reinterpret_cast<unsigned char*>(address / page * page - page);
  satchel::test::open_pages_to_read(start, page);
  satchel::test::give_back_pages(start, *reinterpret_cast<const std::size_t*>(start));
}

}  // namespace

void* operator new(std::size_t size, std::align_val_t alignment) {
  return guarded(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

namespace satchel::test {
namespace {

/// A copy has arrays of exactly the size they need.
template <class T>
BasicScene<T> scene_of(std::span<const Posed> bodies) {
  BasicScene<T> scene;
  for (const Posed& body : bodies) {
    std::vector<BasicVec2<T>> vertices;
    for (const Vec2 v : body.polygon) vertices.push_back({v.x, v.y});
    scene.add_body(scene.add_polygon(vertices), body.pose);
  }
  return BasicScene<T>(scene);
}

class GuardedOnIsa : public OnEveryIsa {
 protected:
  /// 64 bodies, so that no array needs padding up to a cache line, which would hide a short overrun.
  template <class T>
  void run(int min_vertices, int max_vertices) {
    constexpr std::size_t bodies = 64;
    Random random(120);
    std::vector<Posed> list;
    for (std::size_t i = 0; i < bodies; ++i) {
      const int n = random.integer(min_vertices, max_vertices);
      list.push_back({round_polygon(random, n, 1), Pose::at(random.uniform(-3, 3), random.uniform(-3, 3), 1)});
    }
    run_scene(scene_of<T>(list), random);
  }

  /// `scene` has 64 bodies and arrays of exactly the size they need.
  template <class T>
  void run_scene(BasicScene<T> scene, Random& random) {
    constexpr std::size_t bodies = 64;
    std::vector<Pose> poses;
    for (BodyId i = 0; i < bodies; ++i) poses.push_back(scene.pose(i));
    for (const std::size_t count : {1u, 2u, 3u, 7u, 8u, 15u, 16u, 17u, 33u, 64u, 65u, 300u}) {
      const ExactBuffer<Pair> pairs(count);
      for (Pair& pair : pairs.span()) {
        pair = {static_cast<BodyId>(random.below(bodies)), static_cast<BodyId>(random.below(bodies))};
      }
      pairs.span().back() = {bodies - 1, bodies - 1};
      const ExactBuffer<BasicContact<T>> contacts(count);
      const ExactBuffer<Verdict> verdicts(count);
      const Options options = {.max_threads = 1};
      collide(scene, pairs.span(), contacts.span(), options);
      classify(scene, pairs.span(), verdicts.span(), options);
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(verdicts.span()[i], verdict(contacts.span()[i]));
    }
    scene.set_poses(ExactBuffer<Pose>(std::span<const Pose>(poses)).span());
    const ExactBuffer<Pose> last(std::span<const Pose>(poses).last(1));
    const BodyId body = bodies - 1;
    scene.set_poses({&body, 1}, last.span());
  }

  template <class T>
  void run_every_class() {
    struct Counts {
      int min, max;
    };
    // Where several classes stand together, some arrays are padded, and some are not.
    for (const Counts n :
         {Counts{4, 4}, {5, 6}, {7, 8}, {9, 16}, {20, 32}, {3, 5}, {3, 6}, {3, 8}, {4, 5}, {4, 8}, {3, 40}}) {
      run<T>(n.min, n.max);
    }
  }

  template <class T>
  void run_round_shapes() {
    Random random(121);
    for (const int vertices : {1, 2, 4, 6, 8, 16, 20}) {
      run_scene(BasicScene<T>(round_crowd_of<T>(random, vertices, 64).scene), random);
    }
    for (int round = 0; round < 4; ++round) run_scene(BasicScene<T>(round_crowd<T>(random, 64, 1, 24).scene), random);
  }
};

TEST_P(GuardedOnIsa, floats_stay_within_their_arrays) { run_every_class<float>(); }
TEST_P(GuardedOnIsa, doubles_stay_within_their_arrays) { run_every_class<double>(); }
TEST_P(GuardedOnIsa, round_shapes_of_floats_stay_within_their_arrays) { run_round_shapes<float>(); }
TEST_P(GuardedOnIsa, round_shapes_of_doubles_stay_within_their_arrays) { run_round_shapes<double>(); }

/// Scenes that no cache holds, of which bodies of later pairs are fetched ahead: lists of pairs end before a closed page.
template <class T>
void read_ahead_within_lists(bool mixed) {
  constexpr std::size_t bodies = 60'000;
  Random random(122);
  BasicScene<T> scene;
  for (int vertices = 3; vertices <= 8; ++vertices) {
    std::vector<BasicVec2<T>> polygon;
    for (const Vec2 v : round_polygon(random, mixed ? vertices : 8, 1)) polygon.push_back({T(v.x), T(v.y)});
    scene.add_polygon(polygon);
  }
  if (mixed) scene.add_circle({0, 0}, 1);
  std::vector<Pose> poses;
  std::vector<ShapeId> shapes;
  for (std::size_t i = 0; i < bodies; ++i) {
    shapes.push_back(static_cast<ShapeId>(random.below(scene.shape_count())));
    poses.push_back(Pose::at(random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)));
  }
  std::vector<BodyId> ids(bodies);
  scene.add_bodies(shapes, poses, ids);
  for (const std::size_t count : {64u, 65u, 100u, 511u, 1000u, 5000u}) {
    const ExactBuffer<Pair> pairs(count);
    for (Pair& pair : pairs.span()) {
      pair = {static_cast<BodyId>(random.below(bodies)), static_cast<BodyId>(random.below(bodies))};
    }
    const ExactBuffer<BasicContact<T>> contacts(count);
    const ExactBuffer<Verdict> verdicts(count);
    collide(scene, pairs.span(), contacts.span(), {.max_threads = 1});
    classify(scene, pairs.span(), verdicts.span(), {.max_threads = 1});
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(verdicts.span()[i], verdict(contacts.span()[i]));
  }
}
TEST_P(GuardedOnIsa, what_is_fetched_ahead_lies_within_the_list) {
  for (const bool mixed : {true, false}) {
    read_ahead_within_lists<float>(mixed);
    read_ahead_within_lists<double>(mixed);
  }
}

SATCHEL_ON_EVERY_ISA(GuardedOnIsa);

TEST(GuardedDeathTest, a_byte_too_far_is_a_fault) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto beyond = [](const unsigned char* byte) { return *static_cast<const volatile unsigned char*>(byte); };
  auto* const memory = static_cast<unsigned char*>(operator new (4096, std::align_val_t{64}));
  EXPECT_DEATH(beyond(memory + 4096), "");
  EXPECT_DEATH(beyond(memory - 1), "");
  operator delete (memory, std::align_val_t{64});
}

}  // namespace
}  // namespace satchel::test
