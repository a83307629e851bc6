// Lists of pairs from bytes, with indices that are not there, removed bodies, repetitions and spans of other lengths:
// an error names the first bad pair and leaves the results alone; else every result is that of its pair alone.
#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <optional>
#include <satchel/satchel.hpp>
#include <span>
#include <string>
#include <vector>

#include "bytes.hpp"
#include "support/exact_alloc.hpp"
#include "support/generators.hpp"
#include "support/reference_isa.hpp"
#include "target.hpp"

namespace satchel::fuzz {
namespace {

using test::ExactBuffer;

/// A shape or two of every kernel class, of those that need exact arithmetic, and of very short edges.
template <class T>
BasicScene<T> shapes_of_every_class() {
  BasicScene<T> scene;
  const auto add = [&](const test::Polygon& polygon) {
    std::vector<BasicVec2<T>> vertices;
    for (const Vec2 v : polygon) vertices.push_back({v.x, v.y});
    scene.add_polygon(vertices);
  };
  for (const std::size_t n : {4u, 6u, 8u, 12u, 16u, 20u, 40u}) add(test::lattice_polygon(n, 0x1p-4f));
  for (const int n : {3, 5, 7, 9, 33}) add(test::regular_polygon(n, .75));
  add({{0, 0}, {1, 0x1p-23f}, {2, 0x1p-21f}, {1, 1}});  // may be rounded to a concave one
  add({{0, 0}, {0x1p-60f, 0}, {0, 0x1p-60f}});          // too small for the float stage
  add({{-1, 0}, {-.5f, -0x3p-26f}, {0, -0x1p-24f}, {.5f, -0x3p-26f}, {1, 0}, {0, 1}});
  return scene;
}

/// A scene and what is known about its bodies.
template <class T>
struct World {
  BasicScene<T> scene;
  std::vector<bool> is_there;

  ErrorCode error_of(BodyId body) const {
    if (body >= is_there.size()) return ErrorCode::bad_body;
    return is_there[body] ? ErrorCode::ok : ErrorCode::removed_body;
  }
};

Pose pose_from(Bytes& bytes) {
  const int place = bytes.byte(), turn = bytes.byte();
  return Pose::at((place % 16 - 8) * .25, (place / 16 - 8) * .25, turn < 128 ? 0 : (turn - 192) * .1);
}

template <class T>
World<T> world_from(Bytes& bytes) {
  static const BasicScene<T> shapes = shapes_of_every_class<T>();
  World<T> world{shapes, {}};
  const auto shape_count = static_cast<int>(shapes.shape_count());
  // All of one shape, now and then: such scenes take the way without buckets.
  const int only = bytes.integer(-10, shape_count - 1), count = bytes.integer(0, 24);
  for (int k = 0; k < count; ++k) {
    const int shape = bytes.integer(0, shape_count - 1);
    world.scene.add_body(static_cast<ShapeId>(only >= 0 ? only : shape), pose_from(bytes));
    world.is_there.push_back(true);
  }
  for (int k = bytes.integer(-8, 8); k > 0; --k) {
    const auto body = static_cast<BodyId>(bytes.integer(0, 25));
    std::optional<ErrorCode> refused;
    try {
      world.scene.remove_body(body);
      world.is_there[body] = false;
    } catch (const Error& error) {
      refused = error.code();
    }
    if (refused) require(*refused == world.error_of(body), "remove_body: another error");
    if (bytes.byte() % 4 == 0) {
      const BodyId added = world.scene.add_body(0, pose_from(bytes));
      const auto lowest = std::find(world.is_there.begin(), world.is_there.end(), false);
      require(added == static_cast<BodyId>(lowest - world.is_there.begin()), "not the lowest free index");
      if (lowest == world.is_there.end()) world.is_there.push_back(true);
      world.is_there[added] = true;
    }
  }
  return world;
}

std::vector<Pair> pairs_from(Bytes& bytes, std::size_t bodies_a, std::size_t bodies_b) {
  const auto body = [&](std::size_t bodies) {
    const std::uint8_t byte = bytes.byte();
    if (byte == 255) return bytes.raw<BodyId>();
    return static_cast<BodyId>(byte % (bodies + (byte > 248 ? 2 : 0) + (bodies == 0 ? 1 : 0)));
  };
  const int count = bytes.byte() % 80;
  std::vector<Pair> some;
  for (int k = 0; k < count && (k < 8 || bytes.left() > 0); ++k) {
    const BodyId a = body(bodies_a);
    some.push_back({a, body(bodies_b)});
  }
  // Over again: past the ends of buckets (64), and of chunks (256, 4096, 16384).
  const int times = bytes.byte();
  const std::size_t most = times < 160 ? some.size() : times < 240 ? 700 : times < 252 ? 4200 : 16500;
  std::vector<Pair> pairs;
  while (!some.empty() && pairs.size() < most) pairs.push_back(some[pairs.size() % some.size()]);
  return pairs;
}

/// An executor that runs its tasks on the calling thread, backwards.
void run_backwards(void*, std::size_t tasks, void (*task)(void*, std::size_t), void* data) {
  for (std::size_t i = tasks; i-- > 0;) task(data, i);
}

template <class T>
struct Call {
  const World<T>& a;
  const World<T>& b;
  bool one_scene;

  template <class... Arguments>
  Status collided(const Arguments&... arguments) const {
    return one_scene ? try_collide(a.scene, arguments...) : try_collide(a.scene, b.scene, arguments...);
  }
  template <class... Arguments>
  Status classified(const Arguments&... arguments) const {
    return one_scene ? try_classify(a.scene, arguments...) : try_classify(a.scene, b.scene, arguments...);
  }
};

template <class T>
Status expected_status(const Call<T>& call, std::span<const Pair> pairs, std::size_t results) {
  if (results != pairs.size()) return {ErrorCode::size_mismatch, 0};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ErrorCode error = call.a.error_of(pairs[i].a);
    if (error == ErrorCode::ok) error = call.b.error_of(pairs[i].b);
    if (error != ErrorCode::ok) return {error, i};
  }
  return {};
}

bool same(Status p, Status q) { return p.code == q.code && p.index == q.index; }

template <class T>
void try_list(Bytes& bytes) {
  const World<T> a = world_from<T>(bytes);
  const bool one_scene = bytes.byte() % 3 != 0;
  const World<T> other = one_scene ? World<T>{} : world_from<T>(bytes);
  const World<T>& b = one_scene ? a : other;
  const Call<T> call{a, b, one_scene};
  const std::vector<Pair> list = pairs_from(bytes, a.is_there.size(), b.is_there.size());
  const int extra = bytes.byte();
  const std::size_t results = extra < 240 ? list.size() : extra < 248 ? list.size() + 1 : list.size() / 2;
  const auto isas = available_isas();
  const std::string_view isa = isas[bytes.byte() % isas.size()];
  const Executor backwards = {nullptr, 3, run_backwards};
  Stats stats;
  Options options;
  options.max_threads = bytes.byte() % 3;
  options.executor = bytes.byte() % 2 == 0 ? &backwards : nullptr;
  options.stats = &stats;

  const ExactBuffer<Pair> pairs{std::span<const Pair>(list)};
  const ExactBuffer<BasicContact<T>> contacts(results);
  const ExactBuffer<Verdict> verdicts(results);
  force_isa(isa);
  const Status status = call.collided(pairs.span(), contacts.span(), options);
  const Status again = call.classified(pairs.span(), verdicts.span(), options);
  const Status expected = expected_status(call, pairs.span(), results);
  require(same(status, expected), std::string("collide: ") + message(status.code) + " at " +
                                      std::to_string(status.index) + ", expected: " + message(expected.code) + " at " +
                                      std::to_string(expected.index));
  require(same(again, expected), "classify does not say what collide says");
  if (!expected.ok()) {
    require(contacts.untouched() && verdicts.untouched(), "results have been written in spite of an error");
    require(stats.pairs == 0, "pairs have been counted in spite of an error");
    return;
  }
  require(stats.pairs == 2 * list.size() &&
              stats.decided_by_lanes + stats.decided_by_double + stats.decided_exactly == stats.pairs &&
              std::accumulate(stats.of_class.begin(), stats.of_class.end(), std::uint64_t{0}) == stats.pairs,
          "statistics that do not add up");

  force_isa(test::reference_isa());
  std::map<Pair, BasicContact<T>> alone;
  for (std::size_t i = 0; i < list.size(); ++i) {
    auto [at, is_new] = alone.try_emplace(list[i]);
    if (is_new) {
      const Status one =
          call.collided(std::span<const Pair>(&list[i], 1), std::span<BasicContact<T>>(&at->second, 1), Options{});
      require(one.ok(), "a pair is refused alone");
    }
    require(std::memcmp(&contacts.span()[i], &at->second, 3 * sizeof(T) + sizeof(std::uint32_t)) == 0,
            "pair " + std::to_string(i) + " differs from itself alone, on " + std::string(isa));
    require(verdicts.span()[i] == verdict(at->second), "classify differs at pair " + std::to_string(i));
  }
}

}  // namespace
}  // namespace satchel::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  satchel::fuzz::Bytes bytes(data, size);
  satchel::force_isa(satchel::test::reference_isa());
  if (bytes.byte() % 2 == 0) {
    satchel::fuzz::try_list<float>(bytes);
  } else {
    satchel::fuzz::try_list<double>(bytes);
  }
  return 0;
}
