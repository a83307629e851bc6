// The broad phase's oracle: every two boxes compared, each grown by the margin in directed rounding. And scenes that
// broad phases find hard.
#pragma once

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <satchel/satchel.hpp>
#include <span>
#include <vector>

#include "random.hpp"

namespace satchel::test {

/// The body's box, grown outward by half the margin on every side.
inline Box grown_box(const Scene& scene, BodyId body, float margin) {
  const Box box = scene.bounding_box(body);
  const volatile double by = 0.5 * static_cast<double>(margin), min_x = box.min_x, min_y = box.min_y, max_x = box.max_x,
                        max_y = box.max_y;
  const int mode = std::fegetround();
  std::fesetround(FE_DOWNWARD);
  const volatile double low_x = min_x - by, low_y = min_y - by;
  std::fesetround(FE_UPWARD);
  const volatile double high_x = max_x + by, high_y = max_y + by;
  std::fesetround(mode);
  return {low_x, low_y, high_x, high_y};
}

inline std::vector<Box> grown_boxes(const Scene& scene, float margin) {
  std::vector<Box> boxes;
  for (BodyId body = 0; body < scene.body_slots(); ++body) {
    boxes.push_back(scene.has_body(body) ? grown_box(scene, body, margin) : Box{1, 1, 0, 0});
  }
  return boxes;
}

inline bool have_common_point(const Box& a, const Box& b) {
  return a.min_x <= b.max_x && b.min_x <= a.max_x && a.min_y <= b.max_y && b.min_y <= a.max_y;
}

/// All pairs of bodies of one scene whose grown boxes meet, sorted; those that `may_meet` lets pass. Boxes are met in
/// the order of their left sides, which saves most of the comparisons.
template <class MayMeet>
std::vector<Pair> brute_force_pairs(const Scene& scene, float margin, const MayMeet& may_meet) {
  const std::vector<Box> boxes = grown_boxes(scene, margin);
  std::vector<BodyId> order;
  for (BodyId body = 0; body < boxes.size(); ++body) {
    if (scene.has_body(body)) order.push_back(body);
  }
  std::sort(order.begin(), order.end(), [&](BodyId p, BodyId q) { return boxes[p].min_x < boxes[q].min_x; });
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t k = i + 1; k < order.size() && boxes[order[k]].min_x <= boxes[order[i]].max_x; ++k) {
      const Pair pair = {std::min(order[i], order[k]), std::max(order[i], order[k])};
      if (have_common_point(boxes[pair.a], boxes[pair.b]) && may_meet(pair)) pairs.push_back(pair);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

inline std::vector<Pair> brute_force_pairs(const Scene& scene, float margin = 0) {
  return brute_force_pairs(scene, margin, [](Pair) { return true; });
}

inline std::vector<Pair> brute_force_pairs(const Scene& a, const Scene& b, float margin = 0) {
  const std::vector<Box> boxes_a = grown_boxes(a, margin), boxes_b = grown_boxes(b, margin);
  std::vector<Pair> pairs;
  for (BodyId i = 0; i < boxes_a.size(); ++i) {
    for (BodyId k = 0; k < boxes_b.size(); ++k) {
      if (a.has_body(i) && b.has_body(k) && have_common_point(boxes_a[i], boxes_b[k])) pairs.push_back({i, k});
    }
  }
  return pairs;
}

/// Adds `count` bodies to a scene.
struct Crowd {
  const char* name;
  void (*fill)(Scene& scene, std::size_t count, Random& random);
};

namespace crowds {

/// Half-extents and centres of turned boxes. A shape each: what is tested is the broad phase, not memory.
template <class HalfExtent, class Place>
void fill(Scene& scene, std::size_t count, Random& random, const HalfExtent& half_extent, const Place& place) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto width = static_cast<float>(half_extent()), height = static_cast<float>(half_extent());
    const Vec2d at = place(i);
    scene.add_body(scene.add_box(width, height), Pose::at(at.x, at.y, random.pick({0.0, random.uniform(0, 6.3)})));
  }
}

inline void even(Scene& scene, std::size_t count, Random& random) {
  const double side = 1.7 * std::sqrt(static_cast<double>(count));
  fill(
      scene, count, random, [&] { return random.uniform(0.3, 0.8); },
      [&](std::size_t) {
        return Vec2d{random.uniform(-side, side / 3), random.uniform(0, side)};
      });
}
/// Sizes a million times apart, few large ones.
inline void sizes(Scene& scene, std::size_t count, Random& random) {
  const double side = 3 * std::sqrt(static_cast<double>(count));
  fill(
      scene, count, random, [&] { return std::pow(10.0, random.chance(0.1) ? random.uniform(-4, 2) : -4); },
      [&](std::size_t) {
        return Vec2d{random.uniform(0, side), random.uniform(0, side)};
      });
}
/// Sizes spread evenly over a factor of a million.
inline void every_size(Scene& scene, std::size_t count, Random& random) {
  const double side = 300 * std::sqrt(static_cast<double>(count));
  fill(
      scene, count, random, [&] { return std::pow(10.0, random.uniform(-4, 2)); },
      [&](std::size_t) {
        return Vec2d{random.uniform(0, side), random.uniform(0, side)};
      });
}
inline void one_spot(Scene& scene, std::size_t count, Random& random) {
  fill(
      scene, std::min<std::size_t>(count, 2000), random, [&] { return random.uniform(0.1, 1); },
      [&](std::size_t) {
        return Vec2d{5, -7};
      });
}
inline void identical(Scene& scene, std::size_t count, Random&) {
  const ShapeId box = scene.add_box(1, 2);
  for (std::size_t i = 0; i < std::min<std::size_t>(count, 2000); ++i) scene.add_body(box, Pose::at(1e6 / 3, 1, 0.3));
}
inline void line(Scene& scene, std::size_t count, Random& random) {
  fill(
      scene, count, random, [&] { return random.uniform(0.2, 0.6); },
      [&](std::size_t) {
        return Vec2d{random.uniform(0, static_cast<double>(count)), -3};
      });
}
inline void steep_line(Scene& scene, std::size_t count, Random& random) {
  fill(
      scene, count, random, [&] { return random.uniform(0.2, 0.6); },
      [&](std::size_t) {
        const double t = random.uniform(0, static_cast<double>(count));
        return Vec2d{t / 7, t};
      });
}
/// Dense clusters and single bodies over a thousand million units.
inline void spread(Scene& scene, std::size_t count, Random& random) {
  const double side = 0.5 * std::sqrt(static_cast<double>(count));
  fill(
      scene, count, random, [&] { return random.uniform(0.3, 0.8); },
      [&](std::size_t i) {
        if (i % 50 == 0) return Vec2d{random.uniform(-1e9, 1e9), random.uniform(-1e9, 1e9)};
        const double cluster = static_cast<double>(i % 7);
        return Vec2d{1.3e8 * cluster + random.uniform(0, side), -9.7e7 * cluster + random.uniform(0, side)};
      });
}
/// Bodies a tenth of a millimetre large, a million million units away, where numbers lie a tenth of one apart.
inline void far_away(Scene& scene, std::size_t count, Random& random) {
  fill(
      scene, count, random,
      [&] {
        return random.pick({1e-4, 0.03, 1.0});
      },
      [&](std::size_t) {
        return Vec2d{1e12 + random.uniform(0, 3 * static_cast<double>(count)), -1e12 + random.uniform(0, 2)};
      });
}
/// Boxes on a grid that touch at sides and corners, exactly.
inline void touching(Scene& scene, std::size_t count, Random& random) {
  const ShapeId box = scene.add_box(0.5f, 0.5f);
  const int side = std::max(static_cast<int>(std::sqrt(static_cast<double>(count))), 1);
  for (std::size_t i = 0; i < count; ++i) {
    const double x = random.integer(-side, side), y = random.integer(-side, side);
    scene.add_body(box, Pose{x, y});
  }
}
/// A floor under everything, and walls.
inline void with_a_floor(Scene& scene, std::size_t count, Random& random) {
  const double side = 1 + 1.5 * std::sqrt(static_cast<double>(count));
  scene.add_body(scene.add_box(static_cast<float>(side), 1), Pose::at(side / 2, 0, 0));
  scene.add_body(scene.add_box(1, static_cast<float>(side)), Pose::at(0, side / 2, 0.01));
  even(scene, count, random);
}
/// Each ten times as far out as the one before: no grid tells the inner ones apart.
inline void nested(Scene& scene, std::size_t count, Random& random) {
  fill(
      scene, count, random, [&] { return random.uniform(0.001, 0.01); },
      [&](std::size_t) {
        const double r = std::pow(10.0, random.uniform(-6, 12));
        return Vec2d{r, random.chance(0.5) ? r : -r};
      });
}

}  // namespace crowds

inline std::span<const Crowd> all_crowds() {
  static constexpr Crowd list[] = {{"even", crowds::even},
                                   {"sizes", crowds::sizes},
                                   {"every_size", crowds::every_size},
                                   {"one_spot", crowds::one_spot},
                                   {"identical", crowds::identical},
                                   {"line", crowds::line},
                                   {"steep_line", crowds::steep_line},
                                   {"spread", crowds::spread},
                                   {"far_away", crowds::far_away},
                                   {"touching", crowds::touching},
                                   {"with_a_floor", crowds::with_a_floor},
                                   {"nested", crowds::nested}};
  return list;
}

inline Scene crowded(const Crowd& crowd, std::size_t count, Random& random) {
  Scene scene;
  crowd.fill(scene, count, random);
  return scene;
}

/// The call as a function that returns its result.
inline std::vector<Pair> found_pairs(const Scene& scene, const PairOptions& options = {}) {
  std::vector<Pair> pairs;
  find_pairs(scene, pairs, options);
  return pairs;
}

}  // namespace satchel::test
