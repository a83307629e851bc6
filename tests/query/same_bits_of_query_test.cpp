// Every query gives the same bits on every instruction set, for every number of threads, from executors, for every order of
// its items, in pieces of any size, for an item alone, and between two scenes: everything is compared with one call of
// the scalar kernels on one thread.
//
// What a query is asked about one by one are its items: pairs, rays, points, boxes, movers; the broad phase, which has
// none, is asked about scenes. A query about pairs needs nothing here (support/query_traits.hpp). Others need a struct
// like `Rays`: World, Item, Result, name, world(items), ask(world, items, results, options), and its name in `OtherQueries`.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>
#include <ostream>
#include <satchel/satchel.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "support/boxes.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/probe_scenes.hpp"
#include "support/query_traits.hpp"
#include "support/query_worlds.hpp"
#include "support/scale.hpp"
#include "support/thread_executor.hpp"

namespace satchel::test {
namespace {

// ---- queries and what they are asked

template <class Query>
struct Pairs {
  using T = typename Query::Scalar;
  using Item = Pair;
  using Result = typename Query::Result;
  struct World {
    QueryScene<T> scene;
    std::vector<Pair> items;
  };

  static std::string name() { return query_name<Query>(); }
  static World of(BasicWorld<T> world) {
    if (Query::adds_parts) keep_parts_apart(world.scene);
    const std::size_t bodies = world.scene.body_slots();
    return {{std::move(world.scene), some_motions(bodies)}, std::move(world.pairs)};
  }
  static World world(std::size_t items) { return of(mixed_world<T>(items / Query::weight)); }
  /// Worlds of few kinds of pairs.
  static std::vector<World> small() {
    std::vector<World> all;
    for (const auto& make : small_worlds<T>()) all.push_back(of(make(scaled(Query::weight > 4 ? 300 : 1500))));
    return all;
  }
  static void ask(const World& world, std::span<const Pair> pairs, std::span<Result> results, const Options& options) {
    (void)Query::run(Form::throwing, {&world.scene}, pairs, results, options);
  }
  static void ask_between(const World& a, const QueryScene<T>& b, std::span<const Pair> pairs,
                          std::span<Result> results) {
    (void)Query::run(Form::throwing, {&a.scene, &b}, pairs, results);
  }
};

/// A scene of every kind of shape, and numbers around it.
template <class T, class Number>
struct ProbedWorld {
  BasicScene<T> scene;
  std::vector<Number> items;

  ProbedWorld(std::size_t count, const std::function<Number(Random&, double side)>& item) {
    Random random(860);
    const double side = 100;
    scene = probe_scene<T>(random, scaled(4000), side, {false, true, 0});
    while (items.size() < count) items.push_back(item(random, side));
  }
};

template <class Type>
std::string in_precision(const char* name) {
  return std::string(name) + (sizeof(Type) == sizeof(float) ? "_float" : "_double");
}

template <class T>
struct Rays {
  using Item = Ray;
  using Result = RayHit;
  using World = ProbedWorld<T, Ray>;

  static std::string name() { return in_precision<T>("cast_rays"); }
  static World world(std::size_t items) {
    return {items / 20, [](Random& random, double side) {
              const double x = random.uniform(-side, side), y = random.uniform(-side, side);
              const double angle = random.uniform(0, 6.3);
              return Ray{{x, y}, {std::cos(angle), std::sin(angle)}};
            }};
  }
  static void ask(const World& world, std::span<const Ray> rays, std::span<RayHit> hits, const Options& options) {
    cast_rays(world.scene, rays, hits, options);
  }
};

/// The bodies of each query, in order.
inline void sort_out(const std::vector<FoundBody>& found, std::span<std::vector<BodyId>> results) {
  EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
  for (std::vector<BodyId>& bodies : results) bodies.clear();
  for (const FoundBody& one : found) results[one.query].push_back(one.body);
}

template <class T>
struct Points {
  using Item = Vec2d;
  using Result = std::vector<BodyId>;
  using World = ProbedWorld<T, Vec2d>;

  static std::string name() { return in_precision<T>("bodies_at_points"); }
  static World world(std::size_t items) {
    return {items / 10, [](Random& random, double side) {
              const double x = random.uniform(-side, side);
              return Vec2d{x, random.uniform(-side, side)};
            }};
  }
  static void ask(const World& world, std::span<const Vec2d> points, std::span<Result> results,
                  const Options& options) {
    std::vector<FoundBody> found;
    bodies_at_points(world.scene, points, found, options);
    sort_out(found, results);
  }
};

template <class T>
struct Boxes {
  using Item = Box;
  using Result = std::vector<BodyId>;
  using World = ProbedWorld<T, Box>;

  static std::string name() { return in_precision<T>("bodies_in_boxes"); }
  static World world(std::size_t items) {
    return {items / 10, [](Random& random, double side) {
              const double x = random.uniform(-side, side), y = random.uniform(-side, side);
              const double width = random.uniform(0, 2);
              return Box{x, y, x + width, y + random.uniform(0, 2)};
            }};
  }
  static void ask(const World& world, std::span<const Box> boxes, std::span<Result> results, const Options& options) {
    std::vector<FoundBody> found;
    bodies_in_boxes(world.scene, boxes, found, options);
    sort_out(found, results);
  }
};

template <class T>
struct FirstHits {
  using Item = std::uint32_t;  ///< the mover
  using Result = FirstHit;
  static constexpr std::size_t steps = 14, obstacle_count = 60;
  struct World {
    BasicScene<T> scene;
    std::vector<std::uint32_t> items;
    std::vector<ShapeId> shapes, obstacle_shapes;
    std::vector<Pose> poses, obstacle_poses;
    std::vector<std::uint8_t> present;
  };

  static std::string name() { return in_precision<T>("first_hits"); }
  static World world(std::size_t items) {
    Random random(702);
    const double side = 40;
    World world;
    world.scene = probe_scene<T>(random, 100, side, {false, true, 0});
    const auto add = [&](std::vector<ShapeId>& shapes, std::vector<Pose>& poses) {
      shapes.push_back(static_cast<ShapeId>(random.below(world.scene.shape_count())));
      const double x = random.uniform(-side, side), y = random.uniform(-side, side), angle = random.uniform(0, 6.3);
      const double vx = random.uniform(-1, 1), vy = random.uniform(-1, 1), turn = random.uniform(-0.2, 0.2);
      for (std::size_t step = 0; step < steps; ++step) {
        const auto t = static_cast<double>(step);
        poses.push_back(Pose::at(x + vx * t, y + vy * t, angle + turn * t));
      }
    };
    for (std::size_t k = 0; k < obstacle_count; ++k) add(world.obstacle_shapes, world.obstacle_poses);
    for (std::size_t k = 0; k < items / 100 + 1; ++k) {
      add(world.shapes, world.poses);
      for (std::size_t step = 0; step < steps; ++step) world.present.push_back(random.chance(0.05) ? 0 : 1);
      world.items.push_back(static_cast<std::uint32_t>(k));
    }
    return world;
  }
  static void ask(const World& world, std::span<const std::uint32_t> movers, std::span<FirstHit> hits,
                  const Options& options) {
    std::vector<ShapeId> shapes;
    std::vector<Pose> poses;
    std::vector<std::uint8_t> present;
    for (const std::uint32_t mover : movers) {
      shapes.push_back(world.shapes[mover]);
      for (std::size_t step = mover * steps; step < (mover + 1) * steps; ++step) {
        poses.push_back(world.poses[step]);
        present.push_back(world.present[step]);
      }
    }
    first_hits(world.scene, {shapes, poses, steps, present}, {world.obstacle_shapes, world.obstacle_poses, steps}, hits,
               options);
  }
};

/// The broad phase: of one scene, and of this and the one before.
struct CandidatePairs {
  using Item = std::uint32_t;  ///< the scene
  using Result = std::vector<Pair>;
  struct World {
    std::vector<Scene> scenes;
    std::vector<std::uint32_t> items;
  };

  static std::string name() { return "candidate_pairs_float"; }
  static World world(std::size_t items) {
    World world;
    Random random(301);
    for (const Crowd& crowd : all_crowds()) {
      world.items.push_back(static_cast<std::uint32_t>(world.scenes.size()));
      world.scenes.push_back(crowded(crowd, items / 20, random));
    }
    return world;
  }
  static void ask(const World& world, std::span<const std::uint32_t> scenes, std::span<Result> results,
                  const Options& options) {
    for (std::size_t i = 0; i < scenes.size(); ++i) {
      const std::uint32_t scene = scenes[i];
      find_pairs(world.scenes[scene], results[i], {.margin = 0.05f, .run = options});
      if (scene == 0) continue;
      std::vector<Pair> of_two;
      find_pairs(world.scenes[scene], world.scenes[scene - 1], of_two, {.run = options});
      results[i].insert(results[i].end(), of_two.begin(), of_two.end());
    }
  }
};

// ---- what holds of all

bool same_double(double p, double q) { return std::memcmp(&p, &q, sizeof p) == 0; }

/// In every byte, but for those of rays' hits that are no member's: these are unspecified.
template <class Result>
bool same(const Result& p, const Result& q) {
  if constexpr (std::is_same_v<Result, RayHit>) {
    return same_double(p.time, q.time) && same_double(p.normal_x, q.normal_x) && same_double(p.normal_y, q.normal_y) &&
           p.body == q.body;
  } else if constexpr (std::is_trivially_copyable_v<Result>) {
    return std::memcmp(&p, &q, sizeof p) == 0;
  } else {
    return p == q;
  }
}

template <class Result>
testing::AssertionResult all_same(const std::vector<Result>& got, const std::vector<Result>& expected) {
  std::size_t differ = 0, first = 0;
  for (std::size_t i = expected.size(); i-- > 0;) {
    if (!same(got[i], expected[i])) ++differ, first = i;
  }
  if (got.size() == expected.size() && differ == 0) return testing::AssertionSuccess();
  return testing::AssertionFailure() << differ << " of " << got.size() << " differ, first " << first;
}

template <class Query>
using ResultsOf = std::vector<typename Query::Result>;

template <class Query>
ResultsOf<Query> answers(const typename Query::World& world, std::span<const typename Query::Item> items,
                         const Options& options = {}) {
  ResultsOf<Query> results(items.size());
  Query::ask(world, items, results, options);
  return results;
}

/// With what all are compared.
template <class Query>
ResultsOf<Query> reference(const typename Query::World& world) {
  const std::string before{active_isa()};
  force_isa("scalar");
  ResultsOf<Query> results = answers<Query>(world, world.items, {.max_threads = 1});
  force_isa(before);
  return results;
}

/// Hard pairs of doubles take several times as long.
template <class Query>
constexpr bool in_double = false;
template <class Query>
constexpr bool in_double<Pairs<Query>> = sizeof(typename Query::Scalar) == sizeof(double);

#ifdef SATCHEL_TEST_EMULATED  // what differs between numbers of threads is the same code on every processor
constexpr unsigned thread_counts[] = {0, 3}, worker_counts[] = {3};
#elif SATCHEL_TEST_THREADS
constexpr unsigned thread_counts[] = {0, 1, 2, 3, 4, 5, 6, 7, 8}, worker_counts[] = {1, 2, 3, 5, 8};
#else
constexpr unsigned thread_counts[] = {0, 1}, worker_counts[] = {1, 2, 3, 5, 8};
#endif

template <class Query>
void expect_same_for_every_number_of_threads() {
  const auto world = Query::world(sampled(in_double<Query> ? 100000 : 200000));
  const ResultsOf<Query> expected = reference<Query>(world);
  for (const unsigned threads : thread_counts) {
    EXPECT_TRUE(all_same(answers<Query>(world, world.items, {.max_threads = threads}), expected)) << threads;
  }
  for (const unsigned workers : worker_counts) {
    ThreadExecutor threads(workers);
    const Options options = {.executor = &threads.executor()};
    EXPECT_TRUE(all_same(answers<Query>(world, world.items, options), expected)) << workers << " workers";
    EXPECT_TRUE(threads.each_task_ran_once());
  }
}

template <class Query>
void expect_same_for_every_order() {
  const auto world = Query::world(sampled(40000));
  const ResultsOf<Query> expected = reference<Query>(world);
  Random random(21);
  std::vector<std::size_t> order(world.items.size());
  std::iota(order.begin(), order.end(), 0u);
  for (int round = 0; round < 4; ++round) {
    random.shuffle(std::span(order));
    if (round == 3) {  // pairs by their first body: other paths than for those in no order
      if constexpr (std::is_same_v<typename Query::Item, Pair>) {
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t i, std::size_t k) { return world.items[i].a < world.items[k].a; });
      }
    }
    std::vector<typename Query::Item> items;
    ResultsOf<Query> reordered;
    for (const std::size_t i : order) items.push_back(world.items[i]), reordered.push_back(expected[i]);
    EXPECT_TRUE(all_same(answers<Query>(world, items), reordered)) << "round " << round;
  }
}

/// @param size  size(random): how many items the next piece has, at most
template <class Query, class Size>
void expect_same_in_pieces(const typename Query::World& world, const Size& size) {
  const ResultsOf<Query> expected = reference<Query>(world);
  Random random(22);
  ResultsOf<Query> results(expected.size());
  for (std::size_t first = 0, count = 0; first < expected.size(); first += count) {
    count = std::min(expected.size() - first, size(random));
    Query::ask(world, std::span(world.items).subspan(first, count), std::span(results).subspan(first, count), {});
  }
  EXPECT_TRUE(all_same(results, expected));
}

std::size_t any_size(Random& random) { return random.below(random.chance(.1) ? 5000 : 50); }
std::size_t one(Random&) { return 1; }

template <class Query>
void expect_same_in_pieces_of_any_size() {
  expect_same_in_pieces<Query>(Query::world(scaled(20000)), any_size);
}

template <class Query>
void expect_same_alone() {
  expect_same_in_pieces<Query>(Query::world(scaled(5000)), one);
}

/// Among pairs of few kinds, all at once, in pieces and alone; and between two scenes.
template <class Query>
void expect_same_beside_pairs_of_few_kinds() {
  using T = typename Query::T;
  std::size_t number = 0;
  for (const auto& world : Query::small()) {
    SCOPED_TRACE("world " + std::to_string(number++));
    const ResultsOf<Query> expected = reference<Query>(world);
    EXPECT_TRUE(all_same(answers<Query>(world, world.items), expected)) << "all at once";
    expect_same_in_pieces<Query>(world, any_size);
    expect_same_in_pieces<Query>(world, one);

    // Within a scene the lower index goes first; between two, a. The other scene holds each body twice, the second time
    // backwards: so no index or block is that of the first scene.
    QueryScene<T> twin = world.scene;
    const auto bodies = static_cast<BodyId>(twin.scene.body_count());
    for (BodyId id = bodies; id-- > 0;) {
      twin.scene.add_body(twin.scene.shape(id), twin.scene.pose(id));
      twin.motions.push_back(twin.motions[id]);
    }
    std::vector<Pair> ordered;
    ResultsOf<Query> of_ordered;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (world.items[i].b < world.items[i].a) continue;
      ordered.push_back({world.items[i].a, 2 * bodies - 1 - world.items[i].b});
      of_ordered.push_back(expected[i]);
    }
    ASSERT_GT(ordered.size(), expected.size() / 4);
    ResultsOf<Query> between(ordered.size());
    Query::ask_between(world, twin, ordered, between);
    EXPECT_TRUE(all_same(between, of_ordered)) << "between two scenes";
  }
}

// ---- a test of each, for each query and instruction set

/// What holds of one query; null where it does not apply.
struct Facts {
  std::string name;
  void (*threads)(), (*order)(), (*pieces)(), (*alone)(), (*few_kinds)();

  friend void PrintTo(const Facts& facts, std::ostream* out) { *out << facts.name; }
};

template <class Query>
Facts facts_of() {
  Facts facts{Query::name(),
              expect_same_for_every_number_of_threads<Query>,
              expect_same_for_every_order<Query>,
              expect_same_in_pieces_of_any_size<Query>,
              expect_same_alone<Query>,
              nullptr};
  if constexpr (std::is_same_v<typename Query::Item, Pair>) {
    facts.few_kinds = expect_same_beside_pairs_of_few_kinds<Query>;
  }
  return facts;
}

template <class... Query>
std::vector<Facts> of_pairs(testing::Types<Query...>) {
  return {facts_of<Pairs<Query>>()...};
}

template <class... Query>
std::vector<Facts> of_all(testing::Types<Query...>) {
  std::vector<Facts> all = of_pairs(PairQueries());
  (all.push_back(facts_of<Query>()), ...);
  return all;
}

using OtherQueries = testing::Types<Rays<float>, Rays<double>, Points<float>, Points<double>, Boxes<float>,
                                    Boxes<double>, FirstHits<float>, FirstHits<double>, CandidatePairs>;

using IsaAndQuery = std::tuple<std::string, Facts>;

std::string test_name(const testing::TestParamInfo<IsaAndQuery>& info) {
  const std::string isa = isa_test_name({std::get<0>(info.param), info.index});
  return isa + "_" + std::get<1>(info.param).name;
}

class SameBitsOfQueryOnIsa : public testing::TestWithParam<IsaAndQuery> {
 protected:
  void SetUp() override {
    force_isa(std::get<0>(GetParam()));
    ASSERT_EQ(active_isa(), std::get<0>(GetParam()));
  }
  void TearDown() override {
    EXPECT_EQ(active_isa(), std::get<0>(GetParam())) << "something changed the instruction set during the test";
    force_isa("");
  }
  static const Facts& query() { return std::get<1>(GetParam()); }
};
class SameBitsOfPairsOnIsa : public SameBitsOfQueryOnIsa {};

TEST_P(SameBitsOfQueryOnIsa, for_every_number_of_threads) { query().threads(); }
TEST_P(SameBitsOfQueryOnIsa, for_every_order) { query().order(); }
TEST_P(SameBitsOfQueryOnIsa, for_a_batch_in_pieces_of_any_size) { query().pieces(); }
TEST_P(SameBitsOfQueryOnIsa, for_a_batch_and_for_each_item_alone) { query().alone(); }
TEST_P(SameBitsOfPairsOnIsa, beside_pairs_of_few_kinds_and_between_two_scenes) { query().few_kinds(); }

INSTANTIATE_TEST_SUITE_P(EveryIsa, SameBitsOfQueryOnIsa,
                         testing::Combine(testing::ValuesIn(all_isas()), testing::ValuesIn(of_all(OtherQueries()))),
                         test_name);
INSTANTIATE_TEST_SUITE_P(EveryIsa, SameBitsOfPairsOnIsa,
                         testing::Combine(testing::ValuesIn(all_isas()), testing::ValuesIn(of_pairs(PairQueries()))),
                         test_name);

}  // namespace
}  // namespace satchel::test
