// Where rays leave bodies of integer coordinates, and what they meet from inside: what rational numbers say; then bodies
// with a radius, and parts whose common edges are no integers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <satchel/satchel.hpp>
#include <vector>

#include "outlines/integer_world.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// numerator / denominator, which is positive.
struct Time {
  Integer numerator, denominator;
  double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
  friend bool operator<(const Time& p, const Time& q) {
    return p.numerator * q.denominator < q.numerator * p.denominator;
  }
  friend bool operator==(const Time& p, const Time& q) {
    return p.numerator * q.denominator == q.numerator * p.denominator;
  }
};

/// A body: the union of parts, each bounded by edges.
using Parts = std::vector<std::vector<IntegerEdge>>;

bool holds_any(const Parts& parts, IntegerPoint p, Integer scale = 1) {
  return std::any_of(parts.begin(), parts.end(), [&](const auto& edges) { return holds(edges, p, scale); });
}

/// Adds the times at which a ray meets an edge, closed.
void add_times(const IntegerEdge& edge, IntegerPoint origin, IntegerPoint direction, std::vector<Time>& times) {
  const IntegerPoint e = edge.to - edge.from, w = edge.from - origin;
  Integer denominator = cross(direction, e);
  if (denominator != 0) {
    const Integer sign = denominator > 0 ? 1 : -1;
    denominator *= sign;
    const Integer along = sign * cross(w, direction);
    if (along >= 0 && along <= denominator) times.push_back({sign * cross(w, e), denominator});
  } else if (cross(w, direction) == 0) {
    for (const IntegerPoint end : {edge.from, edge.to}) {
      times.push_back({dot(end - origin, direction), dot(direction, direction)});
    }
  }
}

struct Passage {
  Time entry, exit;
};

/// When the ray enters, and when it first leaves: at one of the times at which it meets an edge, if half-way to the next
/// one its point is in no part.
std::optional<Passage> passage(const Parts& parts, IntegerPoint origin, IntegerPoint direction) {
  std::vector<Time> times;
  for (const auto& edges : parts) {
    for (const IntegerEdge& edge : edges) add_times(edge, origin, direction, times);
  }
  std::erase_if(times, [](const Time& time) { return time.numerator < 0; });
  if (holds_any(parts, origin)) times.push_back({0, 1});
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  if (times.empty()) return {};
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (i + 1 == times.size()) return Passage{times.front(), times[i]};
    const Time &p = times[i], &q = times[i + 1];
    Integer over = p.numerator * q.denominator + q.numerator * p.denominator, under = 2 * p.denominator * q.denominator;
    const Integer common = std::gcd(over, under);
    over /= common;
    under /= common;
    if (!holds_any(parts, {origin.x * under + direction.x * over, origin.y * under + direction.y * over}, under)) {
      return Passage{times.front(), p};
    }
  }
  return {};
}

/// Whether a normal is that of an edge over which the ray may leave at this time.
bool is_normal_at(const Parts& parts, IntegerPoint origin, IntegerPoint direction, const Time& time, double nx,
                  double ny) {
  for (const auto& edges : parts) {
    for (const IntegerEdge& edge : edges) {
      std::vector<Time> times;
      add_times(edge, origin, direction, times);
      const IntegerPoint e = edge.to - edge.from;
      if (cross(direction, e) <= 0 || std::find(times.begin(), times.end(), time) == times.end()) continue;
      const double size = std::sqrt(static_cast<double>(dot(e, e)));
      if (std::abs(nx - static_cast<double>(e.y) / size) < 1e-15 &&
          std::abs(ny + static_cast<double>(e.x) / size) < 1e-15) {
        return true;
      }
    }
  }
  return false;
}

template <class T>
struct World {
  BasicScene<T> scene;
  std::vector<Parts> bodies;

  void add_outlines(Random& random) {
    IntegerWorld<T> world;
    world.fill(random, 12);
    scene = world.scene;
    for (const auto& edges : world.edges) bodies.push_back({edges});
  }

  /// Parallelograms of a lattice, some of several cells: side by side, with common edges or corners, or one in another.
  void add_compounds(Random& random) {
    for (int k = 0; k < 12; ++k) {
      const int a = random.integer(1, 3), b = random.integer(-3, 3), c = random.integer(-3, 3),
                d = random.integer(1, 3);
      if (a * d - b * c <= 0) continue;
      const IntegerPoint origin{random.integer(-20, 20), random.integer(-20, 20)};
      std::vector<ShapeId> shapes;
      Parts parts;
      for (int count = random.integer(1, 7); count > 0; --count) {
        const int x = random.integer(0, 3), y = random.integer(0, 3);
        const int w = random.chance(0.7) ? 1 : 2, h = random.chance(0.7) ? 1 : 2;
        std::vector<BasicVec2<T>> vertices;
        std::vector<IntegerPoint> at;
        for (const auto& [i, j] : {std::pair{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}) {
          const IntegerPoint p{a * i + b * j, c * i + d * j};
          vertices.push_back({static_cast<T>(p.x), static_cast<T>(p.y)});
          at.push_back({origin.x + p.x, origin.y + p.y});
        }
        shapes.push_back(scene.add_polygon(vertices));
        parts.push_back({{at[0], at[1]}, {at[1], at[2]}, {at[2], at[3]}, {at[3], at[0]}});
        if (random.chance(0.1)) {  // a segment beside them: two edges, there and back
          const IntegerPoint p{at[0].x, at[0].y}, q{at[0].x + random.integer(1, 5), at[0].y + random.integer(-5, 5)};
          const auto local = [&](IntegerPoint v) {
            return BasicVec2<T>{static_cast<T>(v.x - origin.x), static_cast<T>(v.y - origin.y)};
          };
          shapes.push_back(scene.add_segment(local(p), local(q)));
          parts.push_back({{p, q}, {q, p}});
        }
      }
      const ShapeId shape = shapes.size() == 1 ? shapes[0] : scene.add_compound(shapes);
      scene.add_body(shape, Pose{static_cast<double>(origin.x), static_cast<double>(origin.y)});
      bodies.push_back(parts);
    }
  }
};

struct Counts {
  std::size_t passed = 0, grazed = 0, from_inside = 0;
};

template <class T>
void check(const World<T>& world, Random& random, Counts& counts) {
  std::vector<Ray> rays;
  std::vector<IntegerPoint> origins, directions;
  const auto some_vertex = [&] {
    const Parts& parts = world.bodies[random.below(world.bodies.size())];
    const auto& edges = parts[random.below(parts.size())];
    return edges[random.below(edges.size())].from;
  };
  const auto anywhere = [&] { return IntegerPoint{random.integer(-25, 25), random.integer(-25, 25)}; };
  while (rays.size() < 150) {
    const IntegerPoint origin = random.chance(0.3) ? some_vertex() : anywhere();
    IntegerPoint direction = (random.chance(0.6) ? some_vertex() : anywhere()) - origin;
    if (direction.x == 0 && direction.y == 0) continue;
    const Integer common = std::gcd(direction.x, direction.y);
    if (random.chance(0.5)) direction = {direction.x / common, direction.y / common};
    origins.push_back(origin);
    directions.push_back(direction);
    rays.push_back({{static_cast<double>(origin.x), static_cast<double>(origin.y)},
                    {static_cast<double>(direction.x), static_cast<double>(direction.y)}});
  }
  const BasicIndex<T> index(world.scene);
  std::vector<RayHit> plain(rays.size()), hits(rays.size()), boundary(rays.size()), of_index(rays.size());
  cast_rays(world.scene, rays, plain);
  cast_rays(world.scene, rays, hits, {}, {.exits = true});
  index.cast_rays(world.scene, rays, of_index, {.rays = {.exits = true}});
  ASSERT_EQ(hits, of_index);
  cast_rays(world.scene, rays, boundary, {}, {.from_inside = RayStart::boundary, .exits = true});
  std::vector<FoundRayHit> all, all_boundary;
  index.all_ray_hits(world.scene, rays, all, {.rays = {.exits = true}});
  index.all_ray_hits(world.scene, rays, all_boundary, {.rays = {.from_inside = RayStart::boundary, .exits = true}});
  std::vector<std::uint8_t> blocked(rays.size());
  index.rays_blocked(world.scene, rays, blocked, {.rays = {.from_inside = RayStart::boundary}});
  ASSERT_EQ(all.size(), all_boundary.size());
  for (std::uint32_t i = 0; i < rays.size(); ++i) {
    RayHit first = plain[i];
    first.exit = hits[i].exit;
    ASSERT_EQ(hits[i], first);
    const auto hit_of = [&](const std::vector<FoundRayHit>& found, BodyId body) {
      const auto its = std::find_if(found.begin(), found.end(),
                                    [&](const FoundRayHit& hit) { return hit.query == i && hit.hit.body == body; });
      return its == found.end() ? RayHit{never, 0, 0, no_body, never} : its->hit;
    };
    RayHit first_boundary{never, 0, 0, no_body, never};
    for (BodyId body = 0; body < world.bodies.size(); ++body) {
      SCOPED_TRACE(testing::Message() << "ray " << i << ", body " << body);
      const Parts& parts = world.bodies[body];
      const std::optional<Passage> right = passage(parts, origins[i], directions[i]);
      const RayHit hit = hit_of(all, body), from_inside = hit_of(all_boundary, body);
      if (!right) {
        ASSERT_EQ(hit.body, no_body);
        continue;
      }
      ASSERT_EQ(hit.body, body);
      const double time = right->exit.value();
      ASSERT_NEAR(hit.exit, time, 1e-15 * time);
      ASSERT_TRUE(hit.exit >= hit.time);
      if (right->entry == right->exit) {
        ASSERT_EQ(hit.exit, hit.time);
        ++counts.grazed;
      } else {
        ++counts.passed;
      }
      if (holds_any(parts, origins[i])) {
        ASSERT_EQ(from_inside.time, hit.exit);
        ASSERT_EQ(from_inside.exit, hit.exit);
        const double length = std::sqrt(static_cast<double>(dot(directions[i], directions[i])));
        const bool is_along = std::abs(from_inside.normal_x - static_cast<double>(directions[i].x) / length) < 1e-15 &&
                              std::abs(from_inside.normal_y - static_cast<double>(directions[i].y) / length) < 1e-15;
        ASSERT_TRUE(is_along || is_normal_at(parts, origins[i], directions[i], right->exit, from_inside.normal_x,
                                             from_inside.normal_y));
        ++counts.from_inside;
      } else {
        ASSERT_EQ(from_inside, hit);
      }
      if (from_inside.time < first_boundary.time) first_boundary = from_inside;
    }
    ASSERT_EQ(boundary[i], first_boundary);
    ASSERT_EQ(blocked[i] != 0, first_boundary.body != no_body);
    if (hits[i].body != no_body) {
      ASSERT_EQ(hits[i].exit, hit_of(all, hits[i].body).exit);
    }
  }
}

using RayExitsOnIsa = OnEveryIsa;

template <class T>
void check_worlds(std::uint64_t seed, bool outlines) {
  Random random(seed);
  Counts counts;
  for (std::size_t round = 0; round < sampled(30); ++round) {
    World<T> world;
    outlines ? world.add_outlines(random) : world.add_compounds(random);
    if (world.bodies.empty()) continue;
    ASSERT_NO_FATAL_FAILURE(check(world, random, counts)) << "round " << round;
  }
  EXPECT_GT(counts.passed, 500u);
  EXPECT_GT(counts.grazed, 50u);
  EXPECT_GT(counts.from_inside, 50u);
}

TEST_P(RayExitsOnIsa, of_outlines_are_where_rational_numbers_leave) {
  check_worlds<float>(own_seed(1), true);
  check_worlds<double>(own_seed(2), true);
}

TEST_P(RayExitsOnIsa, of_compounds_are_where_rational_numbers_leave) {
  check_worlds<float>(own_seed(3), false);
  check_worlds<double>(own_seed(4), false);
}

/// A polygon in two parts with a common diagonal, turned: a ray leaves where it leaves the polygon, not at the diagonal,
/// whose times rounding makes unequal.
template <class T>
void check_diagonals(std::uint64_t seed) {
  Random random(seed);
  std::size_t hit = 0;
  for (std::size_t round = 0; round < scaled(300); ++round) {
    BasicScene<T> whole, parts;
    const auto polygon = round_polygon<T>(random, random.pick({4, 5, 8}), 2, {random.uniform(-1, 1), 0});
    const std::size_t cut = 2 + random.below(polygon.size() - 3);
    std::vector<BasicVec2<T>> one(polygon.begin(), polygon.begin() + static_cast<std::ptrdiff_t>(cut) + 1),
        other(polygon.begin() + static_cast<std::ptrdiff_t>(cut), polygon.end());
    other.push_back(polygon[0]);
    const ShapeId halves[] = {parts.add_polygon(one), parts.add_polygon(other)};
    const Pose pose = Pose::at(random.uniform(-1e4, 1e4), random.uniform(-9, 9), random.uniform(0, 6));
    whole.add_body(whole.add_polygon(polygon), pose);
    parts.add_body(parts.add_compound(halves), pose);
    std::vector<Ray> rays;
    for (int k = 0; k < 40; ++k) {
      const Vec2d origin{pose.x + random.uniform(-5, 5), pose.y + random.uniform(-5, 5)};
      rays.push_back({origin, {pose.x + random.uniform(-2, 2) - origin.x, pose.y + random.uniform(-2, 2) - origin.y}});
    }
    std::vector<RayHit> of_whole(rays.size()), of_parts(rays.size());
    cast_rays(whole, rays, of_whole, {}, {.exits = true});
    cast_rays(parts, rays, of_parts, {}, {.exits = true});
    for (std::size_t i = 0; i < rays.size(); ++i) {
      ASSERT_EQ(of_whole[i].body, of_parts[i].body);
      if (of_whole[i].body == no_body) continue;
      ASSERT_NEAR(of_parts[i].exit, of_whole[i].exit, 1e-9 * of_whole[i].exit) << "round " << round << ", ray " << i;
      hit += of_whole[i].exit > of_whole[i].time;
    }
  }
  EXPECT_GT(hit, scaled(300) * 10);
}

TEST_P(RayExitsOnIsa, are_not_at_common_edges) {
  check_diagonals<float>(own_seed(5));
  check_diagonals<double>(own_seed(6));
}

/// Just before the exit the point is in the body, just after it is not.
TEST_P(RayExitsOnIsa, of_bodies_with_a_radius) {
  Random random(own_seed(7));
  std::size_t hit = 0;
  for (std::size_t round = 0; round < scaled(200); ++round) {
    Scened scene;
    const ShapeId round_shapes[] = {scene.add_circle({0.5, 0}, 1), scene.add_capsule({-1, 0}, {1, 0.5}, 0.5),
                                    scene.add_box(1, 0.5, 0.25), scene.add_box(0.5, 2),
                                    scene.add_polygon(round_polygon<double>(random, 7, 1.2, {0.5, 0}), 0.125)};
    const ShapeId several[] = {round_shapes[random.below(5)], round_shapes[random.below(5)]};
    const ShapeId shape = random.chance(0.5) ? scene.add_compound(several) : several[0];
    const BodyId body =
        scene.add_body(shape, Pose::at(random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(0, 6)));
    const Pose pose = scene.pose(body);
    for (int k = 0; k < 20; ++k) {
      const Vec2d origin{pose.x + random.uniform(-4, 4), pose.y + random.uniform(-4, 4)};
      const Ray ray{origin, {pose.x + random.uniform(-1, 1) - origin.x, pose.y + random.uniform(-1, 1) - origin.y}};
      RayHit found{}, from_inside{};
      cast_rays(scene, {&ray, 1}, {&found, 1}, {}, {.exits = true});
      cast_rays(scene, {&ray, 1}, {&from_inside, 1}, {}, {.from_inside = RayStart::boundary});
      if (found.body == no_body) continue;
      const auto is_in = [&](double time) {
        const Vec2d at{ray.origin.x + time * ray.direction.x, ray.origin.y + time * ray.direction.y};
        std::vector<FoundBody> bodies;
        bodies_at_points(scene, {&at, 1}, bodies);
        return !bodies.empty();
      };
      const double little = 1e-9;
      ASSERT_FALSE(is_in(found.exit + little)) << "round " << round;
      if (found.exit - found.time > 4 * little) {
        ASSERT_TRUE(is_in(found.exit - little)) << "round " << round;
        for (int part = 1; part < 50; ++part) {
          ASSERT_TRUE(is_in(found.time + little + (found.exit - found.time - 2 * little) * part / 50));
        }
        ++hit;
      }
      const double along = from_inside.normal_x * ray.direction.x + from_inside.normal_y * ray.direction.y;
      if (is_in(0)) {
        ASSERT_EQ(from_inside.time, found.exit);
        ASSERT_NEAR(std::hypot(from_inside.normal_x, from_inside.normal_y), 1, 1e-12);
        ASSERT_GT(along, -1e-6);
      } else {
        ASSERT_EQ(from_inside.time, found.time);
      }
      ASSERT_EQ(from_inside.exit, 0);
    }
  }
  EXPECT_GT(hit, scaled(200) * 4);
}

SATCHEL_ON_EVERY_ISA(RayExitsOnIsa);

TEST(RayExits, by_hand) {
  Scened scene;
  const std::vector<Vec2d> points{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {1, 3}, {3, 3}, {3, 1}};
  const std::vector<std::uint32_t> rings{0, 4, 8};
  const BodyId frame = scene.add_body(scene.add_outline(points, rings));
  const Ray rays[] = {{{-1, 2}, {1, 0}}, {{2, 2}, {1, 0}},  {{3.5, 2}, {1, 0}}, {{3.5, 2}, {1, 0}, 0.25},
                      {{-2, 0}, {1, 0}}, {{5, 3}, {-1, 1}}, {{9, 9}, {1, 1}},   {{0.5, 0.5}, {0, 1}}};
  std::vector<RayHit> hits(std::size(rays));
  cast_rays(scene, rays, hits, {}, {.exits = true});
  const double exits[] = {2, 2, 0.5, 0.5, 6, 1, never, 3.5};  // into the hole; ...; along an edge; past a corner
  for (std::size_t i = 0; i < std::size(rays); ++i) EXPECT_EQ(hits[i].exit, exits[i]) << i;
  cast_rays(scene, rays, hits, {}, {.from_inside = RayStart::boundary});
  EXPECT_EQ(hits[2], (RayHit{0.5, 1, 0, frame}));
  EXPECT_EQ(hits[3].body, no_body);  // the boundary is beyond max_time
  EXPECT_EQ(hits[7], (RayHit{3.5, 0, 1, frame}));
  EXPECT_EQ(hits[1], (RayHit{1, -1, 0, frame}));  // begins in the hole
}

}  // namespace
}  // namespace satchel::test
