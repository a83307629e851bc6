// A world that lives long: bodies come, go, move, change shape and are linked, frame by frame, with one scene, one index and
// kept pairs all the while. By hand; tests/README.md has the figures of a run.
//
//   satchel_soak [--frames N] [--seed S] [--precision float|double] [--askers N] [--journal FILE]
//
//   --frames   a million if it is not given, in eras of 10,000; at the end of an era all bodies and shapes are removed
//   --askers   threads that ask the one scene at once, each frame, and have to agree (for preset tsan)
//   --journal  eras that are done are noted there, and not done again; the next one begins with an empty world
//
// Every thousandth frame, a scene that is built anew from the same shapes and poses, with a new index and new pairs, gives the
// same answers, bit for bit. Memory: the second half of the eras may need a tenth more than the first, which is what chance makes.
// Exit status: 0 all right, 2 something is not.
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include <satchel/satchel.hpp>

#include "support/random.hpp"

namespace satchel::test {
namespace {

constexpr std::size_t frames_an_era = 10000, frames_a_check = 1000, tiles = 40, most_bodies = 900;

struct Order {
  std::size_t frames = 1000000;
  std::uint64_t seed = 1;
  std::size_t askers = 0;
  std::string precision, journal;
};

/// What a frame's questions say.
template <class T>
struct Answers {
  std::vector<Pair> pairs;
  std::vector<BasicContact<T>> contacts;
  std::vector<BasicManifold<T>> manifolds;
  std::vector<RayHit> rays;
  std::vector<FoundBody> in_boxes;
  std::vector<BasicNearBody<T>> near;

  friend bool operator==(const Answers&, const Answers&) = default;
};

template <class T>
class World {
 public:
  explicit World(const Order& order) : order_(order), index_(scene_) {}

  /// Empties the scene, and fills it with shapes, a floor of linked tiles, and bodies.
  void begin(std::uint64_t seed) {
    random_ = Random(seed);
    scene_.clear();
    makers_.clear();
    floor_.clear();
    make_shapes();
    for (std::size_t i = 0; i < tiles; ++i)
      floor_.push_back(scene_.add_body(0, Pose::at(static_cast<double>(i), 0, 0)));
    link();
    for (std::size_t i = 0; i < 100; ++i) add();
  }

  void frame(std::size_t number) {
    // The world grows for half an era and shrinks for the other half.
    const bool grows = number % frames_an_era < frames_an_era / 2;
    if (random_.chance(grows ? 0.3 : 0.1) && scene_.body_count() < most_bodies) add();
    if (random_.chance(grows ? 0.1 : 0.3) && scene_.body_count() > tiles + 10) scene_.remove_body(mover());
    if (random_.chance(0.05)) scene_.set_shape(mover(), some_shape());
    if (random_.chance(0.02)) reshape_floor();
    if (random_.chance(0.01)) new_shape();
    std::vector<BodyId> moved;
    for (BodyId body = 0; body < scene_.body_slots(); ++body) {
      if (scene_.has_body(body) && !in_floor(body) && random_.chance(0.1)) moved.push_back(body);
    }
    std::vector<Pose> poses;
    for (const BodyId body : moved) poses.push_back(random_.chance(0.01) ? somewhere() : beside(scene_.pose(body)));
    scene_.set_poses(moved, poses);
    index_.update(scene_);
    pairs_.update(scene_, index_);
    fat_pairs_.update(scene_, index_);
    if (order_.askers > 0) ask_at_once();
    if ((number + 1) % frames_a_check == 0) check();
  }

  std::size_t bodies() const { return scene_.body_count(); }

 private:
  using Scene = BasicScene<T>;
  using Maker = std::function<ShapeId(Scene&)>;

  void make_shapes() {
    makers_.push_back([](Scene& to) { return to.add_box(T(0.5), T(0.5)); });
    makers_.push_back([](Scene& to) { return to.add_circle({0, 0}, T(0.4)); });
    makers_.push_back([](Scene& to) { return to.add_capsule({T(-0.5), 0}, {T(0.5), 0}, T(0.2)); });
    makers_.push_back([](Scene& to) { return to.add_segment({-1, 0}, {1, T(0.25)}); });
    makers_.push_back([](Scene& to) { return to.add_compound({0, 1, 2}); });
    makers_.push_back([](Scene& to) { return to.add_outline({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}); });
    makers_.push_back([](Scene& to) { return to.add_chain({{3, 0}, {2, T(0.5)}, {1, 0}, {0, T(0.5)}}); });
    for (int i = 0; i < 6; ++i) makers_.push_back(polygon());
    shapes_.clear();
    for (const Maker& make : makers_) shapes_.push_back(make(scene_));
    scene_.make_parts();  // parts are shapes, too
    made_before_parts_ = makers_.size();
  }
  Maker polygon() {
    std::vector<BasicVec2<T>> points;
    for (int k = random_.integer(3, 16); k > 0; --k) {
      points.push_back({static_cast<T>(random_.uniform(-0.7, 0.7)), static_cast<T>(random_.uniform(-0.7, 0.7))});
    }
    const std::vector<BasicVec2<T>> hull = convex_hull(std::span<const BasicVec2<T>>(points));
    if (hull.size() < 3) return polygon();
    return [hull](Scene& to) { return to.add_polygon(hull); };
  }

  void new_shape() {
    makers_.push_back(polygon());
    shapes_.push_back(makers_.back()(scene_));
  }
  ShapeId some_shape() { return shapes_[random_.below(shapes_.size())]; }
  bool in_floor(BodyId body) const { return std::find(floor_.begin(), floor_.end(), body) != floor_.end(); }
  BodyId mover() {
    for (;;) {
      const auto body = static_cast<BodyId>(random_.below(scene_.body_slots()));
      if (scene_.has_body(body) && !in_floor(body)) return body;
    }
  }
  Pose somewhere() {
    return Pose::at(random_.uniform(-2, static_cast<double>(tiles)), random_.uniform(0, 30), random_.uniform(-3, 3));
  }
  Pose beside(Pose pose) {
    return {pose.x + random_.uniform(-0.05, 0.05), pose.y + random_.uniform(-0.05, 0.05), pose.rotation};
  }
  void add() { scene_.add_body(some_shape(), somewhere()); }
  void reshape_floor() {
    const std::size_t i = random_.below(tiles);
    scene_.remove_body(floor_[i]);
    floor_[i] = scene_.add_body(0, Pose::at(static_cast<double>(i), 0, 0));
    link();
  }
  void link() {
    for (const BodyId tile : floor_) scene_.unlink(tile);
    scene_.link_shared_edges(floor_);
  }

  static Answers<T> asked(const Scene& scene, const BasicIndex<T>& index, std::span<const Pair> pairs) {
    const Options alone{.max_threads = 1};
    Answers<T> said;
    said.pairs.assign(pairs.begin(), pairs.end());
    said.contacts.resize(pairs.size());
    collide(scene, pairs, said.contacts, alone);
    said.manifolds.resize(pairs.size());
    manifolds(scene, pairs, said.manifolds, {.margin = T(0.01), .run = alone});
    std::array<Ray, 20> rays;
    std::array<Box, 20> boxes;
    std::array<Vec2d, 20> points;
    for (std::size_t i = 0; i < rays.size(); ++i) {
      const double at = 2.0 * static_cast<double>(i);
      rays[i] = {{-3, at}, {1, 0.1 * static_cast<double>(i) - 1}, 50};
      boxes[i] = {at, at / 2, at + 3, at / 2 + 2};
      points[i] = {at, 7};
    }
    said.rays.resize(rays.size());
    index.cast_rays(scene, rays, said.rays, {.run = alone});
    index.bodies_in_boxes(scene, boxes, said.in_boxes, {.run = alone});
    index.nearest_to_points(scene, points, 3, 20, said.near, {.run = alone});
    return said;
  }

  void ask_at_once() const {
    std::vector<Answers<T>> said(order_.askers);
    std::vector<std::thread> threads;
    for (Answers<T>& mine : said) threads.emplace_back([&] { mine = asked(scene_, index_, pairs_.pairs()); });
    for (std::thread& thread : threads) thread.join();
    for (const Answers<T>& other : said) require(other == said[0], "threads that ask at once disagree");
  }

  void check() const {
    Scene scene;
    for (std::size_t i = 0; i < makers_.size(); ++i) {
      if (i == made_before_parts_) scene.make_parts();
      require(makers_[i](scene) == shapes_[i], "shapes made anew have other ids");
    }
    if (made_before_parts_ == makers_.size()) scene.make_parts();
    std::vector<BodyId> gone;
    for (BodyId body = 0; body < scene_.body_slots(); ++body) {
      scene.add_body(scene_.has_body(body) ? scene_.shape(body) : 0,
                     scene_.has_body(body) ? scene_.pose(body) : Pose{});
      if (!scene_.has_body(body)) gone.push_back(body);
    }
    for (const BodyId body : gone) scene.remove_body(body);
    scene.link_shared_edges(floor_);
    const BasicIndex<T> index(scene);
    std::vector<Pair> pairs;
    find_pairs(scene, pairs);
    const Answers<T> kept = asked(scene_, index_, pairs_.pairs()), made = asked(scene, index, pairs);
    require(kept.pairs == made.pairs, "kept pairs are not those of a new scene");
    require(kept.contacts == made.contacts, "contacts differ from those of a new scene");
    require(kept.manifolds == made.manifolds, "manifolds differ from those of a new scene");
    require(kept.rays == made.rays && kept.in_boxes == made.in_boxes && kept.near == made.near,
            "the index answers otherwise than a new one");
    const std::set<Pair> fat(fat_pairs_.pairs().begin(), fat_pairs_.pairs().end());
    for (const Pair& pair : pairs) require(fat.contains(pair), "fat pairs lack one");
  }

  static void require(bool holds, const char* otherwise) {
    if (!holds) throw std::runtime_error(otherwise);
  }

  Random random_{0};
  const Order& order_;
  Scene scene_;
  BasicIndex<T> index_;
  BasicKeptPairs<T> pairs_, fat_pairs_{T(0.1)};
  std::vector<Maker> makers_;  // of each shape but the parts of outlines, in order
  std::vector<ShapeId> shapes_;
  std::size_t made_before_parts_ = 0;
  std::vector<BodyId> floor_;
};

std::size_t resident_kilobytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / 1024;
}

template <class T>
bool run(const char* precision, const Order& order) {
  if (!order.precision.empty() && order.precision != precision) return true;
  std::set<std::string> done;
  std::ifstream journal(order.journal);
  for (std::string line; std::getline(journal, line);) done.insert(line);
  World<T> world(order);
  std::vector<std::size_t> kilobytes;  // at most, of each era
  for (std::size_t era = 0; era * frames_an_era < order.frames; ++era) {
    const std::string name =
        std::string(precision) + " seed " + std::to_string(order.seed) + " era " + std::to_string(era);
    if (done.contains(name)) continue;
    std::size_t number = era * frames_an_era, largest = 0;
    try {
      world.begin(order.seed + era);
      for (std::size_t i = 0; i < frames_an_era; ++i, ++number) {
        world.frame(number);
        if (i % 100 == 0) largest = std::max(largest, resident_kilobytes());
      }
    } catch (const std::exception& error) {
      std::printf("%s, frame %zu: %s\n", name.c_str(), number, error.what());
      return false;
    }
    kilobytes.push_back(largest);
    if (!order.journal.empty()) std::ofstream(order.journal, std::ios::app) << name << std::endl;
    if (era % 10 == 0) std::printf("%s: %zu bodies at its end, %zu kB\n", name.c_str(), world.bodies(), largest);
    std::fflush(stdout);
  }
  if (kilobytes.empty()) return true;
  const auto half = kilobytes.begin() + static_cast<std::ptrdiff_t>((kilobytes.size() + 1) / 2);
  const std::size_t first = *std::max_element(kilobytes.begin(), half);
  const std::size_t second = half == kilobytes.end() ? 0 : *std::max_element(half, kilobytes.end());
  std::printf("%s: %zu eras of %zu frames; %zu kB at most in the first half, %zu in the second\n", precision,
              kilobytes.size(), frames_an_era, first, second);
  return second <= first + first / 10;
}

Order order_of(int count, char** words) {
  Order order;
  for (int i = 1; i < count; i += 2) {
    if (i + 1 == count) throw std::invalid_argument(std::string("no value for ") + words[i]);
    const std::string name = words[i], value = words[i + 1];
    if (name == "--frames") {
      order.frames = std::stoull(value);
    } else if (name == "--seed") {
      order.seed = std::stoull(value);
    } else if (name == "--askers") {
      order.askers = std::stoull(value);
    } else if (name == "--precision") {
      order.precision = value;
    } else if (name == "--journal") {
      order.journal = value;
    } else {
      throw std::invalid_argument("unknown option " + name);
    }
  }
  return order;
}

}  // namespace
}  // namespace satchel::test

int main(int count, char** words) {
  try {
    const satchel::test::Order order = satchel::test::order_of(count, words);
    const bool right = satchel::test::run<float>("float", order) && satchel::test::run<double>("double", order);
    return right ? 0 : 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
