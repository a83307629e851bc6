// Contacts by the parts of polygons that face each other (src/kernels/facing/facing.hpp) have the bits that all edges give:
// each pair in a call of its own takes the kernel that tests every edge.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <satchel/satchel.hpp>
#include <string_view>

#include "dispatch/dispatch.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/queries.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

/// A convex polygon of at most so many vertices: points of an ellipse, of which some may lie close together.
struct Compact {
  int vertices;
  double radius = 1;
  double flat = 1;       ///< the other radius, as a multiple
  double jitter = 0.35;  ///< of the angles, as a multiple of the usual one
  double closest = 1;    ///< two neighbouring points lie so near, as a multiple of the usual angle
  Point2 off = {};       ///< from the origin to the middle
  bool regular = false;
  double arc = 0;    ///< above 0: instead, all but two points lie on one side, whose normals differ by so much in all
  double round = 0;  ///< the radius around them all
};

/// The points of Compact::arc: a side of length 2 that faces (1, 0), and two behind the origin.
template <class T>
std::vector<BasicVec2<T>> bowed(const Compact& compact, Random& random) {
  std::vector<BasicVec2<T>> points = {{T(-0.7), T(0.4)}, {T(-0.7), T(-0.4)}};
  const double radius = 1 / std::sin(compact.arc / 2), step = compact.arc / (compact.vertices - 3);
  for (int i = 0; i + 2 < compact.vertices; ++i) {
    const double angle = -compact.arc / 2 + step * (i + random.uniform(-0.2, 0.2));
    points.push_back({static_cast<T>(radius * (std::cos(angle) - 1) + 0.6), static_cast<T>(radius * std::sin(angle))});
  }
  return points;
}

template <class T>
ShapeId add(BasicScene<T>& scene, const Compact& compact, Random& random) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    std::vector<double> angles;
    const double step = 2 * std::numbers::pi / compact.vertices;
    const double turn = compact.regular ? step / 2 : random.uniform(0, 7);
    for (int i = 0; i < compact.vertices; ++i) {
      angles.push_back(turn + step * (i + (compact.regular ? 0 : random.uniform(-compact.jitter, compact.jitter))));
    }
    if (compact.closest < 1) angles[1] = angles[0] + compact.closest * step;
    std::vector<BasicVec2<T>> points;
    const auto round = static_cast<T>(compact.round);
    if (compact.arc > 0) return scene.add_polygon(convex_hull(bowed<T>(compact, random)), round);
    for (const double angle : angles) {
      points.push_back({static_cast<T>(compact.off.x + compact.radius * std::cos(angle)),
                        static_cast<T>(compact.off.y + compact.radius * compact.flat * std::sin(angle))});
    }
    const std::vector<BasicVec2<T>> hull = convex_hull(points);
    if (hull.size() >= 3) return scene.add_polygon(hull, round);
  }
  throw std::runtime_error("no such polygon");
}

struct Family {
  const char* name;
  /// The polygons of a pair.
  std::vector<Compact> (*make)(Random& random);
  double reach = 1.2;                      ///< the other lies within so much of both radii
  double facing_parts = 0;                 ///< at least such a share is decided by facing parts
  double all_edges = 0;                    ///< and such a share is not
  bool on_grid = false;                    ///< poses are multiples of a right angle and of half a unit
  double all_edges_of_avx512 = all_edges;  ///< which takes pairs of quadrilaterals by facing parts, too
};

int any_count(Random& random) { return random.integer(3, 8); }
int of_eight(Random& random) { return random.integer(7, 8); }
/// The radius of every second body; the other has one then.
double maybe_round(Random& random) { return random.chance(0.5) ? random.uniform(0.01, 0.5) : 0; }

const Family all_families[] = {
    {"octagons",
     [](Random& r) {
       return std::vector<Compact>{{of_eight(r)}, {of_eight(r)}};
     },
     1.2, 0.8, 0.01},
    {"everyday",
     [](Random& r) {
       return std::vector<Compact>{{any_count(r)}, {any_count(r)}};
     },
     1.2, 0.5, 0.05},
    {"apart",
     [](Random& r) {
       return std::vector<Compact>{{any_count(r)}, {any_count(r)}};
     },
     30, 0.7, 0.02},
    // Where many normals lie close together, support maps guess wrong by more vertices than one.
    {"bowed_and_apart",
     [](Random& r) {
       return std::vector<Compact>{{.vertices = 8, .arc = r.uniform(0.1, 0.5)}, {of_eight(r)}};
     },
     30, 0.02, 0.02},
    {"deep",
     [](Random& r) {
       return std::vector<Compact>{{any_count(r)}, {any_count(r)}};
     },
     0.4, 0.01, 0.3},
    {"short_edges",
     [](Random& r) {
       const double closest = std::pow(10, r.uniform(-5, 0));
       return std::vector<Compact>{{.vertices = of_eight(r), .closest = closest},
                                   {.vertices = of_eight(r), .closest = closest}};
     },
     1.2, 0.1, 0.1},
    {"beside_their_origins",
     [](Random& r) {
       const auto off = [&] { return Point2{r.uniform(-1, 1), r.uniform(-1, 1)}; };
       return std::vector<Compact>{{.vertices = any_count(r), .off = off()}, {.vertices = of_eight(r), .off = off()}};
     },
     1.5, 0.02, 0.3},
    {"flat",
     [](Random& r) {
       const auto flat = [&] { return std::pow(2, -r.uniform(0, 7)); };
       return std::vector<Compact>{{.vertices = of_eight(r), .flat = flat()},
                                   {.vertices = any_count(r), .flat = flat()}};
     },
     1.2, 0.02, 0.2},
    {"large_and_small",
     [](Random& r) {
       const double small = std::pow(10, -r.uniform(0, 6));
       return std::vector<Compact>{{of_eight(r)}, {.vertices = any_count(r), .radius = small}};
     },
     1.2, 0.2, 0.1},
    {"any_size",
     [](Random& r) {
       const double size = std::pow(10, r.uniform(-17, 17));
       return std::vector<Compact>{{of_eight(r), size}, {any_count(r), size}};
     },
     1.2, 0.3, 0.1},
    {"rounded",
     [](Random& r) {
       return std::vector<Compact>{{.vertices = any_count(r), .round = r.uniform(0.01, 0.5)},
                                   {.vertices = any_count(r), .round = maybe_round(r)}};
     },
     1.5, 0.4, 0.05},
    {"rounded_and_apart",
     [](Random& r) {
       return std::vector<Compact>{{.vertices = any_count(r), .round = r.uniform(0.01, 0.5)},
                                   {.vertices = any_count(r), .round = maybe_round(r)}};
     },
     30, 0.6, 0.02},
    {"rounded_and_bowed",
     [](Random& r) {
       return std::vector<Compact>{{.vertices = 8, .arc = r.uniform(0.1, 0.5), .round = r.uniform(0.01, 0.5)},
                                   {.vertices = of_eight(r), .round = maybe_round(r)}};
     },
     10, 0.01, 0.02},
    {"rounded_with_short_edges",
     [](Random& r) {
       const double closest = std::pow(10, r.uniform(-5, 0));
       return std::vector<Compact>{{.vertices = of_eight(r), .closest = closest, .round = r.uniform(0.01, 0.5)},
                                   {.vertices = of_eight(r), .closest = closest, .round = maybe_round(r)}};
     },
     1.5, 0.1, 0.1},
    {"rounded_beside_their_origins",
     [](Random& r) {
       const auto off = [&] { return Point2{r.uniform(-1, 1), r.uniform(-1, 1)}; };
       return std::vector<Compact>{{.vertices = any_count(r), .off = off(), .round = r.uniform(0.01, 0.5)},
                                   {.vertices = of_eight(r), .off = off(), .round = maybe_round(r)}};
     },
     1.5, 0.02, 0.3},
    {"rounded_and_flat",
     [](Random& r) {
       const auto flat = [&] { return std::pow(2, -r.uniform(0, 7)); };
       return std::vector<Compact>{{.vertices = of_eight(r), .flat = flat(), .round = r.uniform(0.001, 0.5)},
                                   {.vertices = any_count(r), .flat = flat(), .round = maybe_round(r)}};
     },
     1.2, 0.02, 0.2},
    {"rounded_large_and_small",
     [](Random& r) {
       const double small = std::pow(10, -r.uniform(0, 6));
       return std::vector<Compact>{{.vertices = of_eight(r), .round = maybe_round(r)},
                                   {.vertices = any_count(r), .radius = small, .round = small * r.uniform(0.01, 0.5)}};
     },
     1.2, 0.05, 0.1},
    {"rounded_of_any_size",
     [](Random& r) {
       const double size = std::pow(10, r.uniform(-17, 17));
       return std::vector<Compact>{{.vertices = of_eight(r), .radius = size, .round = size * r.uniform(0.01, 0.5)},
                                   {.vertices = any_count(r), .radius = size}};
     },
     1.5, 0.2, 0.1},
    {"rounded_on_a_grid",
     [](Random& r) {
       return std::vector<Compact>{{.vertices = 2 * r.integer(2, 4), .regular = true, .round = 0.5 * r.integer(1, 2)},
                                   {.vertices = 2 * r.integer(2, 4), .regular = true, .round = 0.5 * r.integer(0, 2)}};
     },
     2, 0.02, 0.05, true, 0.03},
    {"of_9_to_16",
     [](Random& r) {
       const auto some = [&] {
         return Compact{.vertices = r.integer(9, 16), .flat = r.uniform(0.5, 1), .jitter = r.uniform(0, 0.35)};
       };
       return std::vector<Compact>{some(), some()};
     },
     1.2, 0.2, 0.1},
    {"of_12_and_16_on_a_grid",
     [](Random& r) {
       return std::vector<Compact>{{.vertices = 4 * r.integer(3, 4), .regular = true},
                                   {.vertices = 4 * r.integer(3, 4), .regular = true}};
     },
     1.5, 0.2, 0.01, true},
    {"long",
     [](Random& r) {
       const auto some = [&] {
         return Compact{.vertices = static_cast<int>(std::pow(2, r.uniform(4.1, 8))),
                        .radius = r.uniform(0.5, 1),
                        .jitter = r.uniform(0, 0.2)};
       };
       return std::vector<Compact>{some(), some()};
     },
     1.2, 0.1, 0.2},
    {"long_and_uneven",
     [](Random& r) {
       const auto some = [&] {
         return Compact{.vertices = r.integer(17, 120),
                        .flat = std::pow(2, -r.uniform(0, 1)),
                        .off = {r.uniform(-0.2, 0.2), r.uniform(-0.2, 0.2)}};
       };
       return std::vector<Compact>{some(), some()};
     },
     1.2, 0, 0.3},
    {"long_and_short",
     [](Random& r) {
       return std::vector<Compact>{{r.integer(17, 64)}, {r.integer(3, 16)}};
     },
     1.2, 0, 1},
    {"long_and_regular",
     [](Random& r) {
       return std::vector<Compact>{{.vertices = 4 * r.integer(5, 20), .regular = true},
                                   {.vertices = 4 * r.integer(5, 20), .regular = true}};
     },
     1.5, 0.2, 0.02, true},
    {"regular_on_a_grid",
     [](Random& r) {
       return std::vector<Compact>{{.vertices = 2 * r.integer(2, 4), .regular = true},
                                   {.vertices = 2 * r.integer(2, 4), .regular = true}};
     },
     1.5, 0.2, 0.05, true, 0.03},
};

/// Bodies 2 k and 2 k + 1 of each pair; either order.
template <class T>
BasicWorld<T> world_of(const Family& family, std::size_t pairs, Random& random) {
  BasicWorld<T> world;
  for (std::size_t k = 0; k < pairs; ++k) {
    const std::vector<Compact> shapes = family.make(random);
    const double reach = family.reach * (shapes[0].radius + shapes[1].radius);
    BodyId bodies[2];
    for (int i = 0; i < 2; ++i) {
      const double angle = random.uniform(0, 7), direction = random.uniform(0, 7);
      const double distance = random.uniform(0.2, 1) * reach;
      const double off = random.uniform(-4.5e-7, 4.5e-7);  // as far as poses may be off a rotation
      Pose pose{distance * std::cos(direction),
                distance * std::sin(direction),
                {(1 + off) * std::cos(angle), (1 + off) * std::sin(angle)}};
      if (family.on_grid) {
        const int turn = random.integer(0, 3);
        pose = {0.5 * random.integer(-3, 3),
                0.5 * random.integer(-3, 3),
                {turn == 0   ? 1.0
                 : turn == 2 ? -1.0
                             : 0.0,
                 turn == 1   ? 1.0
                 : turn == 3 ? -1.0
                             : 0.0}};
      } else if (i == 0) {
        pose.x = pose.y = 0;
      }
      bodies[i] = world.scene.add_body(add(world.scene, shapes[static_cast<std::size_t>(i)], random), pose);
    }
    const bool turned = random.chance(0.5);
    world.pairs.push_back(turned ? Pair{bodies[1], bodies[0]} : Pair{bodies[0], bodies[1]});
  }
  return world;
}

class FacingOnIsa : public OnEveryIsa {
 protected:
  /// Kernels of little code have no facing parts: all edges then decide all pairs.
  template <class T>
  static bool has_facing_parts() {
    return dispatch::active().collide.template of<T>().facing_kernels != kernels::FacingKernels::none;
  }
  static void expect_more_by_facing_parts(const Stats& stats, std::size_t least) {
    if (has_facing_parts<float>()) {
      EXPECT_GT(stats.by_facing_parts, least);
    } else {
      EXPECT_EQ(stats.by_facing_parts, 0u);
    }
  }
  static void expect_share(double share, double least) {
    if (has_facing_parts<float>()) {
      EXPECT_GE(share, least);
    } else {
      EXPECT_EQ(share, 0);
    }
  }

  /// Facing parts of polygons with a radius are found in rows alone, of eight numbers in a vector.
  template <class T>
  static bool has_rounded_facing_parts() {
    return GetParam() == "avx512" || (GetParam() == "avx2" && sizeof(T) == sizeof(float));
  }

  template <class T>
  void hold_against_all_edges(std::uint64_t seed) {
    for (const Family& family : all_families) {
      Random random(seed);
      const std::size_t count = std::max<std::size_t>(scaled(sampled(20000)), 2000);  // of fewer, shares vary by chance
      const BasicWorld<T> world = world_of<T>(family, count, random);
      Stats stats;
      std::vector<BasicContact<T>> together(count), alone;
      // So few a call that none gives facing parts up.
      for (std::size_t first = 0; first < count; first += 200) {
        const std::size_t some = std::min<std::size_t>(count - first, 200);
        collide(world.scene, std::span(world.pairs).subspan(first, some), std::span(together).subspan(first, some),
                {.stats = &stats});
      }
      for (const Pair pair : world.pairs) alone.push_back(collided(world.scene, pair));
      EXPECT_TRUE((all_same_bits<T>(together, alone))) << family.name;
      // All in one call: buckets fill, and what few prove is given up.
      EXPECT_TRUE((all_same_bits<T>(collided(world.scene, world.pairs), alone))) << family.name;
      hold_distances_against_all_edges(world, family.name);
      const double share = static_cast<double>(stats.by_facing_parts) / static_cast<double>(count);
      if (std::string_view(family.name).starts_with("rounded") && !has_rounded_facing_parts<T>()) continue;
      if (!has_facing_parts<T>()) {
        EXPECT_EQ(share, 0) << family.name;
        continue;
      }
      EXPECT_GE(share, family.facing_parts) << family.name;
      EXPECT_GE(1 - share, GetParam() == "avx512" ? family.all_edges_of_avx512 : family.all_edges) << family.name;
    }
  }

  /// The facing kernel computes most distances itself; in calls of one pair they are computed from the contacts.
  template <class T>
  void hold_distances_against_all_edges(const BasicWorld<T>& world, const char* name) {
    const std::span<const Pair> pairs = world.pairs;
    std::vector<BasicDistance<T>> together(pairs.size()), alone(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      distances(world.scene, pairs.subspan(i, 1), std::span(alone).subspan(i, 1));
    }
    const auto expect_same = [&](const char* how) {
      const bool same = std::memcmp(together.data(), alone.data(), pairs.size() * sizeof together[0]) == 0;
      EXPECT_TRUE(same) << "distances of " << name << ", " << how;
    };
    for (std::size_t first = 0; first < pairs.size(); first += 200) {
      const std::size_t some = std::min<std::size_t>(pairs.size() - first, 200);
      distances(world.scene, pairs.subspan(first, some), std::span(together).subspan(first, some));
    }
    expect_same("few a call");
    distances(world.scene, pairs, std::span(together));
    expect_same("all in one call");
  }
};

TEST_P(FacingOnIsa, parts_give_the_bits_of_all_edges) { hold_against_all_edges<float>(1); }
TEST_P(FacingOnIsa, parts_give_the_bits_of_all_edges_in_doubles) { hold_against_all_edges<double>(2); }

TEST_P(FacingOnIsa, scenes_of_one_class_give_the_bits_of_all_edges) {
  Random random(3);
  for (const int kind : {5, 6, 7, 8, -5, -8}) {  // those below 0: rounded, and of that many vertices
    const int vertices = std::abs(kind);
    Scene scene;
    std::vector<Pair> pairs;
    std::vector<ShapeId> shapes;
    for (int k = 0; k < 50; ++k) {
      const double round = kind < 0 ? random.uniform(0.01, 0.4) : 0;
      shapes.push_back(add(scene, {.vertices = vertices, .radius = random.uniform(0.3, 1), .round = round}, random));
    }
    for (int k = 0; k < 200; ++k) {
      const double angle = random.uniform(0, 7);
      scene.add_body(shapes[random.below(shapes.size())],
                     {random.uniform(-6, 6), random.uniform(-6, 6), {std::cos(angle), std::sin(angle)}});
    }
    for (BodyId a = 0; a < 200; ++a) {
      for (BodyId b = 0; b < 200; ++b) pairs.push_back({a, b});
    }
    Stats stats;
    const std::vector<Contact> together = collided(scene, pairs, {.stats = &stats});
    if (kind < 0 && !has_rounded_facing_parts<float>()) continue;
    // Most are proved, but the body against itself never is.
    expect_more_by_facing_parts(stats, pairs.size() / 2);
    EXPECT_LE(stats.by_facing_parts, pairs.size() - 200) << vertices;
    std::size_t differ = 0;
    for (std::size_t i = 0; i < pairs.size(); i += scaled(pairs.size()) < pairs.size() ? 37 : 1) {
      differ += same_bits(together[i], collided(scene, pairs[i])) ? 0 : 1;
    }
    EXPECT_EQ(differ, 0u) << vertices;
  }
}

TEST_P(FacingOnIsa, rings_too_long_for_fans_and_short_ones_among_long_ones_give_the_bits_of_all_edges) {
  Random random(5);
  Scene scene;
  std::vector<Pair> pairs;
  for (const int vertices : {64, 5000, 64, 6, 64, 16, 64, 64, 17}) {
    const ShapeId shape = add(scene, {.vertices = vertices, .jitter = 0}, random);
    for (int k = 0; k < 3; ++k) scene.add_body(shape, {random.uniform(-5, 5), random.uniform(-5, 5)});
  }
  for (BodyId a = 0; a < 27; ++a) {
    for (BodyId b = 0; b < 27; ++b) pairs.push_back({a, b});
  }
  // Pairs of the longest ring, which nothing is proved of, far between, lest facing parts be given up.
  random.shuffle<Pair>(pairs);
  Stats stats;
  const std::vector<Contact> together = collided(scene, pairs, {.max_threads = 1, .stats = &stats});
  expect_more_by_facing_parts(stats, pairs.size() / 4);
  for (std::size_t i = 0; i < pairs.size(); ++i) EXPECT_TRUE(same_bits(together[i], collided(scene, pairs[i])));
}

TEST_P(FacingOnIsa, scenes_beyond_the_cache_give_the_bits_of_all_edges) {
  Random random(6);
  for (const int fewest : {8, 3}) {
    Scene scene;
    std::vector<ShapeId> shapes;
    for (int k = 0; k < 50; ++k) shapes.push_back(add(scene, {.vertices = random.integer(fewest, 8)}, random));
    constexpr BodyId side = 250;  // 62,500 bodies of 96 bytes, from which lines are asked for ahead
    for (BodyId k = 0; k < side * side; ++k) {
      const double angle = random.uniform(0, 7), x = 2 * static_cast<int>(k % side), y = 2 * static_cast<int>(k / side);
      scene.add_body(shapes[random.below(shapes.size())],
                     {x + random.uniform(-1, 1), y + random.uniform(-1, 1), {std::cos(angle), std::sin(angle)}});
    }
    std::vector<Pair> pairs;
    for (std::size_t k = scaled(20000); k > 0; --k) {
      const auto a = static_cast<BodyId>(random.below(side * (side - 1) - 1));
      pairs.push_back({a, a + (random.chance(0.5) ? 1 : side)});
      if (random.chance(0.5)) std::swap(pairs.back().a, pairs.back().b);
    }
    Stats stats;
    const std::vector<Contact> together = collided(scene, pairs, {.stats = &stats});
    expect_more_by_facing_parts(stats, pairs.size() / 2);
    std::size_t differ = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) differ += same_bits(together[i], collided(scene, pairs[i])) ? 0 : 1;
    EXPECT_EQ(differ, 0u) << fewest;
  }
}

TEST_P(FacingOnIsa, scenes_that_facing_parts_do_not_suit_are_soon_left_alone) {
  Random random(4);
  Scene scene;
  std::vector<Pair> pairs;
  for (int k = 0; k < 100; ++k) {
    const ShapeId shape = add(scene, {.vertices = 8, .off = {3, 0}}, random);  // the origin lies outside
    scene.add_body(shape, {random.uniform(-3, 3), random.uniform(-3, 3)});
  }
  for (BodyId a = 0; a < 100; ++a) {
    for (BodyId b = 0; b < 100; ++b) pairs.push_back({a, b});
  }
  Stats stats;
  const std::vector<Contact> together = collided(scene, pairs, {.stats = &stats});
  EXPECT_EQ(stats.by_facing_parts, 0u);
  for (std::size_t i = 0; i < pairs.size(); i += 7) EXPECT_TRUE(same_bits(together[i], collided(scene, pairs[i])));
}

/// Bodies around (0, 0): polygons of 3 to 8 vertices, and, where asked for, boxes, circles and large polygons.
struct Crowd {
  int polygons = 0, boxes = 0, circles = 0, large = 0;
  Point2 off = {};  ///< of the polygons
};

Scene scene_of(const Crowd& crowd, Random& random) {
  Scene scene;
  std::vector<ShapeId> shapes;
  for (int k = 0; k < crowd.polygons; ++k) {
    shapes.push_back(
        add(scene, {.vertices = any_count(random), .radius = random.uniform(0.3, 1), .off = crowd.off}, random));
  }
  for (int k = 0; k < crowd.boxes; ++k) {
    const auto x = static_cast<float>(random.uniform(0.2, 1)), y = static_cast<float>(random.uniform(0.2, 1));
    shapes.push_back(scene.add_polygon(std::vector<Vec2>{{-x, -y}, {x, -y}, {x, y}, {-x, y}}));
  }
  for (int k = 0; k < crowd.circles; ++k)
    shapes.push_back(scene.add_circle({0, 0}, static_cast<float>(random.uniform(0.2, 1))));
  for (int k = 0; k < crowd.large; ++k) shapes.push_back(add(scene, {.vertices = random.integer(9, 16)}, random));
  random.shuffle<ShapeId>(shapes);
  for (const ShapeId shape : shapes) {
    const double angle = random.uniform(0, 7);
    scene.add_body(shape, {random.uniform(-4, 4), random.uniform(-4, 4), {std::cos(angle), std::sin(angle)}});
  }
  return scene;
}

/// All pairs of so many bodies and so many others, in any order.
std::vector<Pair> all_pairs(std::size_t a, std::size_t b, Random& random) {
  std::vector<Pair> pairs;
  for (BodyId i = 0; i < a; ++i) {
    for (BodyId k = 0; k < b; ++k) pairs.push_back({i, k});
  }
  random.shuffle<Pair>(pairs);
  pairs.resize(scaled(pairs.size()));
  return pairs;
}

/// Contacts and numbers of pairs by class, of all pairs at once, are those of each by itself.
/// @returns what share is decided by facing parts
double share_by_facing_parts(const Scene& a, const Scene& b, std::span<const Pair> pairs) {
  Stats together, alone;
  const auto ask = [&](std::span<const Pair> some, std::span<Contact> contacts, Stats& stats) {
    if (&a == &b) return collide(a, some, contacts, {.stats = &stats});
    collide(a, b, some, contacts, {.stats = &stats});
  };
  std::vector<Contact> contacts(pairs.size());
  ask(pairs, contacts, together);
  std::size_t differ = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    Contact contact;
    ask(pairs.subspan(i, 1), std::span(&contact, 1), alone);
    differ += same_bits(contacts[i], contact) ? 0 : 1;
  }
  EXPECT_EQ(differ, 0u);
  EXPECT_EQ(together.of_class, alone.of_class);
  EXPECT_EQ(together.pairs, pairs.size());
  return static_cast<double>(together.by_facing_parts) / static_cast<double>(pairs.size());
}

TEST_P(FacingOnIsa, polygons_among_other_bodies_give_the_bits_of_all_edges) {
  Random random(8);
  const std::pair<Crowd, double> cases[] = {
      {{.polygons = 100}, 0.5},
      {{.polygons = 100, .boxes = 20}, 0.4},
      {{.polygons = 100, .circles = 10, .large = 10}, 0.3},
      {{.polygons = 10, .boxes = 100, .circles = 5, .large = 5}, 0.05},
  };
  for (const auto& [crowd, least] : cases) {
    SCOPED_TRACE(crowd.boxes + crowd.circles);
    const Scene scene = scene_of(crowd, random);
    const std::vector<Pair> pairs = all_pairs(scene.body_count(), scene.body_count(), random);
    const double share = share_by_facing_parts(scene, scene, pairs);
    if (pairs.size() < 2000) continue;
    expect_share(share, least);
  }
}

TEST_P(FacingOnIsa, boxes_of_one_scene_and_polygons_of_another_give_the_bits_of_all_edges) {
  Random random(9);
  const Scene boxes = scene_of({.boxes = 60}, random), polygons = scene_of({.polygons = 150}, random);
  // A copy holds no more memory than its bodies take, and the last block is read as one of eight slots.
  const Scene copy = boxes;
  const std::vector<Pair> pairs = all_pairs(copy.body_count(), polygons.body_count(), random);
  const double share = share_by_facing_parts(copy, polygons, pairs);
  if (pairs.size() >= 2000) {
    expect_share(share, 0.5);
  }
}

TEST_P(FacingOnIsa, polygons_of_all_classes_that_facing_parts_do_not_suit_are_soon_left_alone) {
  Random random(10);
  const Scene scene = scene_of({.polygons = 100, .off = {3, 0}}, random);  // the origins lie outside
  EXPECT_EQ(share_by_facing_parts(scene, scene, all_pairs(100, 100, random)), 0);
  const Scene among_boxes = scene_of({.polygons = 80, .boxes = 20, .off = {3, 0}}, random);
  EXPECT_EQ(share_by_facing_parts(among_boxes, among_boxes, all_pairs(100, 100, random)), 0);
}

SATCHEL_ON_EVERY_ISA(FacingOnIsa);

}  // namespace
}  // namespace satchel::test
