// Points of manifolds at seams: one of two neighbours has each, and its separation is what the surfaces have there.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/floors.hpp"
#include "support/isa_param.hpp"
#include "support/point_ids.hpp"
#include "support/random.hpp"

namespace satchel::test {
namespace {

using SeamPointsOnIsa = OnEveryIsa;

/// A frame that is turned: what is level in it is a slope in the world.
struct Slope {
  Pose frame;

  explicit Slope(double angle) : frame(Pose::at(0.7, -0.3, angle)) {}
  Pose at(double x, double y) const {
    const auto [cos, sin] = frame.rotation;
    return {frame.x + cos * x - sin * y, frame.y + sin * x + cos * y, frame.rotation};
  }
  /// The height in the frame of a point of a manifold, and its place along the slope.
  template <class T>
  Vec2d of(const Pose& of_a, const BasicManifoldPoint<T>& point) const {
    const double x = of_a.x + static_cast<double>(point.x) - frame.x,
                 y = of_a.y + static_cast<double>(point.y) - frame.y;
    return {frame.rotation.cos * x + frame.rotation.sin * y, frame.rotation.cos * y - frame.rotation.sin * x};
  }
};

/// A disc, and a triangle on its tip, whose deepest point is half below their origin.
template <class T>
std::array<ShapeId, 2> add_pointed(BasicScene<T>& scene) {
  return {scene.add_circle({0, 0}, T(0.5)),
          scene.add_polygon(std::array<BasicVec2<T>, 3>{{{0, T(-0.5)}, {T(0.5), T(0.25)}, {T(-0.5), T(0.25)}}})};
}

/// Whether a point of these manifolds is the deepest of a body that is sunk at this place of a slope.
template <class T>
bool has_deepest(const BasicScene<T>& scene, const Slope& slope, const std::vector<Pair>& pairs,
                 const std::vector<BasicManifold<T>>& found, double at, double depth) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (std::uint32_t k = 0; k < found[i].count; ++k) {
      const auto& point = found[i].points[k];
      const Vec2d place = slope.of(scene.pose(pairs[i].a), point);
      if (std::fabs(static_cast<double>(point.separation) + depth) < 1e-5 && std::fabs(place.x - at) < 1e-3 &&
          std::fabs(place.y + depth / 2) < 1e-5) {
        return true;
      }
    }
  }
  return false;
}

/// Chains, linked tiles and linked segments with joints at -1, 0 and 1.
template <class T>
std::vector<BodyId> add_slope(BasicScene<T>& scene, const Slope& slope, int kind) {
  if (kind < 2) {
    const std::array<BasicVec2<T>, 5> points{{{2, 0}, {1, 0}, {0, 0}, {-1, 0}, {-2, 0}}};
    return {scene.add_body(scene.add_chain(points, false, kind == 1), slope.at(0, 0))};
  }
  const ShapeId shape = kind == 2 ? scene.add_box(T(0.5), T(0.5)) : scene.add_segment({T(0.5), 0}, {T(-0.5), 0});
  std::vector<BodyId> bodies;
  for (int i = -2; i < 2; ++i) bodies.push_back(scene.add_body(shape, slope.at(i + 0.5, kind == 2 ? -0.5 : 0.0)));
  EXPECT_EQ(scene.link_shared_edges(bodies, 1e-5), 3u);
  return bodies;
}

template <class T>
void test_deepest_points() {
  std::vector<double> angles{0};
  for (int degrees = 1; degrees < 90; degrees += 4) angles.push_back(degrees * 0.017453292519943295);
  for (int kind = 0; kind < 4; ++kind) {
    for (const double angle : angles) {
      BasicScene<T> scene;
      const Slope slope(angle);
      const std::vector<BodyId> ground = add_slope(scene, slope, kind);
      for (const ShapeId shape : add_pointed(scene)) {
        const BodyId body = scene.add_body(shape);
        for (const bool first : {true, false}) {
          std::vector<Pair> pairs = pairs_with(body, ground);
          if (!first) {
            for (Pair& pair : pairs) std::swap(pair.a, pair.b);
          }
          std::vector<BasicManifold<T>> found(pairs.size());
          for (const double depth : {0.125, 0.1}) {
            for (const double x :
                 {-1.25, -1.0, -0.75, -0.5, -0.3, -1e-3, -1e-7, 0.0, 1e-16, 0.05, 0.25, 0.6, 1.0, 1.2}) {
              scene.set_pose(body, slope.at(x, 0.5 - depth));
              manifolds(scene, pairs, found);
              EXPECT_TRUE(has_deepest(scene, slope, pairs, found, x, depth))
                  << "kind " << kind << " angle " << angle << " shape " << shape << " x " << x << " depth " << depth;
              std::vector<BasicPartManifold<T>> of_parts;
              part_manifolds(scene, pairs, of_parts);
              std::vector<Pair> their_pairs;
              std::vector<BasicManifold<T>> their;
              for (const auto& part : of_parts) {
                their_pairs.push_back(pairs[part.pair]);
                their.push_back(part.manifold);
              }
              EXPECT_TRUE(has_deepest(scene, slope, their_pairs, their, x, depth))
                  << "parts, kind " << kind << " angle " << angle << " shape " << shape << " x " << x;
            }
          }
        }
      }
    }
  }
}
TEST_P(SeamPointsOnIsa, the_deepest_point_is_there_wherever_a_body_is_sunk_in_a_slope) {
  test_deepest_points<float>();
  test_deepest_points<double>();
}

/// Bodies in hills of segments: the chain has the deepest point that any of its segments has.
template <class T>
void test_hills(bool one_sided) {
  Random random(1231);
  std::size_t meeting = 0;
  for (int k = 0; k < 1000; ++k) {
    BasicScene<T> scene;
    std::vector<BasicVec2<T>> points;
    for (int i = 8; i >= 0; --i) points.push_back({T(i), static_cast<T>(random.uniform(-0.3, 0.3))});
    const Slope slope(random.uniform(-3, 3));
    const BodyId hills = scene.add_body(scene.add_chain(points, false, one_sided), slope.frame);
    const auto pointed = add_pointed(scene);
    const std::array<ShapeId, 3> shapes{pointed[0], pointed[1], scene.add_box(T(0.6), T(0.4))};
    Pose pose = slope.at(random.uniform(1, 7), random.uniform(0, 1));
    pose.rotation = Rotation::of_angle(random.uniform(-3, 3));
    const BodyId body = scene.add_body(shapes[random.below(3)], pose);
    const std::array pairs{k % 2 == 0 ? Pair{hills, body} : Pair{body, hills}};
    std::array<BasicManifold<T>, 1> found;
    manifolds(scene, pairs, found);
    std::vector<BasicPartManifold<T>> parts;
    part_manifolds(scene, pairs, parts);
    EXPECT_EQ(found[0].count == 0, parts.empty()) << k;
    if (found[0].count == 0 || parts.empty()) continue;
    ++meeting;
    const auto deepest = [](const BasicManifold<T>& manifold) {
      return manifold.count == 2 ? std::min(manifold.points[0].separation, manifold.points[1].separation)
                                 : manifold.points[0].separation;
    };
    T least = 0;
    for (const auto& part : parts) least = std::min(least, deepest(part.manifold));
    EXPECT_NEAR(static_cast<double>(deepest(found[0])), static_cast<double>(least), 1e-5) << k;
  }
  EXPECT_GT(meeting, 300u);
}
TEST_P(SeamPointsOnIsa, a_chain_has_the_deepest_point_of_its_segments) {
  for (const bool one_sided : {false, true}) {
    test_hills<float>(one_sided);
    test_hills<double>(one_sided);
  }
}

// ---- separations ---------------------------------------------------------------------------------------------------

/// How far a point is from the boundary of a body.
template <class T>
double from_surface(const BasicScene<T>& scene, BodyId body, Vec2d point) {
  std::vector<BasicVec2<T>> offsets(scene.vertex_count(scene.shape(body)));
  scene.placed_offsets(body, offsets);
  const Pose pose = scene.pose(body);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const BasicVec2<T>&from = offsets[i], &to = offsets[i + 1 == offsets.size() ? 0 : i + 1];
    const double ex = static_cast<double>(to.x) - static_cast<double>(from.x),
                 ey = static_cast<double>(to.y) - static_cast<double>(from.y);
    const double x = point.x - pose.x - static_cast<double>(from.x), y = point.y - pose.y - static_cast<double>(from.y);
    const double t = std::clamp((x * ex + y * ey) / (ex * ex + ey * ey), 0.0, 1.0);
    least = std::min(least, std::hypot(x - t * ex, y - t * ey));
  }
  return least;
}

/// Whether a point whose id names two vertices lies half-way between them, beside both.
template <class T>
bool is_between_corners(const BasicScene<T>& scene, Pair pair, const BasicManifold<T>& manifold,
                        const BasicManifoldPoint<T>& point) {
  const auto place = [&](BodyId body, std::size_t vertex) {
    std::vector<BasicVec2<T>> offsets(scene.vertex_count(scene.shape(body)));
    scene.placed_offsets(body, offsets);
    const Pose pose = scene.pose(body), of_a = scene.pose(pair.a);
    const double x = pose.x - of_a.x + static_cast<double>(offsets[vertex].x),
                 y = pose.y - of_a.y + static_cast<double>(offsets[vertex].y);
    return y * static_cast<double>(manifold.normal_x) - x * static_cast<double>(manifold.normal_y);
  };
  const double of_a = place(pair.a, point.id >> 2 & 0x7fffu), of_b = place(pair.b, point.id >> 17);
  const double at = static_cast<double>(point.y) * static_cast<double>(manifold.normal_x) -
                    static_cast<double>(point.x) * static_cast<double>(manifold.normal_y);
  return std::fabs(at - (of_a + of_b) / 2) < std::fabs(of_a - of_b) / 4;
}

/// Level or sloping tiles, stairs, hills of segments, one-sided or not; what stands and lies on them on a grid or anywhere.
template <class T>
std::size_t test_points_of(Random& random) {
  BasicScene<T> scene;
  const Slope slope(random.below(2) == 0 ? 0 : random.uniform(-3, 3));
  std::vector<BodyId> ground;
  const auto kind = random.below(4);
  double x = 0, y = 0;
  for (int i = 0; i < 4; ++i) {
    const int width = random.integer(1, 2), rise = random.integer(-1, 1);
    if (kind < 2) {
      ground.push_back(scene.add_body(scene.add_segment({0, 0}, {T(width), T(rise)}), slope.at(x, y)));
      x += width;
      y += rise;
    } else {
      const double half = kind == 2 ? 0.5 : 0.5 * width, height = kind == 2 ? 0.5 : 1 + 0.5 * rise;
      ground.push_back(scene.add_body(scene.add_box(T(half), T(height)), slope.at(x + half, height)));
      x += 2 * half;
    }
  }
  scene.link_shared_edges(ground, 1e-4);
  for (const BodyId body : ground) {
    if (kind == 1) scene.link_edges(std::array{EdgeLink{.body = body, .one_sided = true}});
  }
  const bool on_grid = random.below(2) == 0;
  std::vector<Pair> pairs;
  for (int k = 0; k < 8; ++k) {
    const double at = on_grid ? random.integer(0, 16) * 0.25 : random.uniform(0, 5);
    const double height = on_grid ? random.integer(-4, 8) * 0.25 : random.uniform(-1, 2);
    const ShapeId shape =
        random.below(2) == 0
            ? scene.add_box(T(0.5), T(0.25))
            : scene.add_polygon(std::array<BasicVec2<T>, 3>{{{T(-0.5), T(-0.25)}, {T(0.5), T(-0.25)}, {0, T(0.5)}}});
    Pose pose = slope.at(at, height);
    if (random.below(2) == 0) pose.rotation = Rotation::of_angle(random.uniform(-3, 3));
    const BodyId body = scene.add_body(shape, pose);
    for (const BodyId other : ground) pairs.push_back({other, body});
  }
  std::vector<BasicManifold<T>> found(pairs.size());
  manifolds(scene, pairs, found, {.margin = random.below(2) == 0 ? T(0.125) : T(0)});
  std::size_t points = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Pose pose = scene.pose(pairs[i].a);
    for (std::uint32_t k = 0; k < found[i].count; ++k) {
      const auto& point = found[i].points[k];
      if (names_two_vertices(point.id) && is_between_corners(scene, pairs[i], found[i], point)) continue;
      ++points;
      for (const double half : {-0.5, 0.5}) {
        const double by = half * static_cast<double>(point.separation);
        const Vec2d at{pose.x + static_cast<double>(point.x) + by * static_cast<double>(found[i].normal_x),
                       pose.y + static_cast<double>(point.y) + by * static_cast<double>(found[i].normal_y)};
        EXPECT_LT(from_surface(scene, half < 0 ? pairs[i].a : pairs[i].b, at), sizeof(T) == 4 ? 0x1p-14 : 0x1p-43)
            << "kind " << kind << " pair " << i << " id " << point.id << " separation " << point.separation;
      }
    }
  }
  return points;
}
TEST_P(SeamPointsOnIsa, points_lie_between_the_surfaces) {
  Random random(2611);
  std::size_t points = 0;
  for (int k = 0; k < 3000; ++k) points += test_points_of<float>(random) + test_points_of<double>(random);
  EXPECT_GT(points, 20000u);
}

/// A box stands on the middle one of three tiles, as wide as they are and beside it by little: its ids name the vertices of the
/// tile, too, and yet the points are over the tile. The lower corner is beyond the end; the point at the end has the separation
/// that is there.
template <class T>
void test_standing_flush(double off, double tilt) {
  constexpr double depth = 0.01;
  BasicScene<T> scene;
  std::vector<BodyId> tiles;
  for (int i = 0; i < 3; ++i) tiles.push_back(scene.add_body(scene.add_box(T(0.5), T(0.5)), Pose{0.5 + i, 0}));
  scene.link_shared_edges(tiles, 1e-4);
  const double c = std::cos(tilt), s = std::sin(tilt);
  const BodyId box =
      scene.add_body(scene.add_box(T(0.5), T(0.25)),
                     Pose::at(2 + off - (0.5 * c - 0.25 * s), 0.5 - depth + (0.5 * s + 0.25 * c), -tilt));
  std::vector<BasicManifold<T>> found(2);
  manifolds(scene, std::array{Pair{tiles[1], box}, Pair{box, tiles[1]}}, found, {.margin = T(0.25)});
  for (const BasicManifold<T>& manifold : found) {
    ASSERT_EQ(manifold.count, 2u);
    std::size_t at_end = 0;
    for (const auto& point : manifold.points) {
      EXPECT_TRUE(names_two_vertices(point.id));
      const BodyId a = &manifold == &found[0] ? tiles[1] : box;
      if (std::fabs(scene.pose(a).x + static_cast<double>(point.x) - 2) > 1e-5) continue;
      ++at_end;
      EXPECT_NEAR(static_cast<double>(point.separation), off * s / c - depth, 2e-5);
    }
    EXPECT_EQ(at_end, 1u);
  }
}
TEST_P(SeamPointsOnIsa, a_box_that_stands_flush_on_a_tile_has_its_points) {
  for (const double off : {1e-3, 5e-3}) {
    for (const double tilt : {0.0, 0.01, 0.1}) {
      test_standing_flush<float>(off, tilt);
      test_standing_flush<double>(off, tilt);
    }
  }
}

/// A point's separation is that of a vertex, not of where the point's rounding puts it, as seen from either body.
template <class T>
void test_both_orders(std::uint64_t seed) {
  Random random(seed);
  std::size_t points = 0, compared = 0;
  for (int round = 0; round < 400; ++round) {
    BasicScene<T> scene;
    std::vector<BasicVec2<T>> line;
    for (int i = 0; i < 5; ++i) line.push_back({T(i - 2), static_cast<T>(random.uniform(-0.5, 0.5))});
    const BodyId chain = scene.add_body(scene.add_chain(line, false, round % 2 == 0));
    const std::array<BasicVec2<T>, 3> corners{{{T(-0.5), T(-0.25)}, {T(0.5), T(-0.25)}, {0, T(0.5)}}};
    std::vector<Pair> pairs, turned;
    for (int k = 0; k < 8; ++k) {
      const BodyId body =
          scene.add_body(random.below(2) == 0 ? scene.add_box(T(0.5), T(0.3)) : scene.add_polygon(corners, T(0.0625)),
                         Pose::at(random.uniform(-2, 2), random.uniform(-0.5, 0.5), random.uniform(-3, 3)));
      pairs.push_back({chain, body});
      turned.push_back({body, chain});
    }
    const auto expect_equal = [&](const BasicManifold<T>& a, const BasicManifold<T>& b) {
      EXPECT_EQ(a.count, b.count);
      for (std::uint32_t i = 0; i < a.count && i < b.count; ++i, ++points) {
        EXPECT_EQ(a.points[i].separation, b.points[i].separation) << "round " << round;
        EXPECT_EQ(mirrored_id(a.points[i].id), b.points[i].id) << "round " << round;
      }
    };
    std::vector<BasicManifold<T>> found(pairs.size()), found_turned(pairs.size());
    manifolds(scene, pairs, found);
    manifolds(scene, turned, found_turned);
    for (std::size_t i = 0; i < pairs.size(); ++i) expect_equal(found[i], found_turned[i]);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      std::vector<BasicPartManifold<T>> parts, parts_turned;
      part_manifolds(scene, std::array{pairs[i]}, parts);
      part_manifolds(scene, std::array{turned[i]}, parts_turned);
      ASSERT_EQ(parts.size(), parts_turned.size());
      for (std::size_t k = 0; k < parts.size(); ++k, ++compared) {
        const auto same = std::find_if(parts_turned.begin(), parts_turned.end(), [&](const auto& part) {
          return part.parts.b == parts[k].parts.a && part.parts.a == parts[k].parts.b;
        });
        ASSERT_NE(same, parts_turned.end());
        expect_equal(parts[k].manifold, same->manifold);
      }
    }
  }
  EXPECT_GT(points, 4000u);
  EXPECT_GT(compared, 2000u);
}
TEST_P(SeamPointsOnIsa, have_the_same_separations_in_both_orders) {
  test_both_orders<float>(own_seed(2613));
  test_both_orders<double>(own_seed(2614));
}

/// A wedge whose tip is over the right tile; its long side passes the joint at half of its depth.
TEST_P(SeamPointsOnIsa, of_a_wedge_over_a_joint_have_the_depth_that_it_has_there) {
  Scene scene;
  const std::vector<BodyId> tiles = add_tiles(scene, 2);
  scene.link_shared_edges(tiles);
  const BodyId wedge = scene.add_body(scene.add_polygon({{0.25f, -0.25f}, {0.5f, 0.75f}, {-0.75f, 0.25f}}), {1, 0});
  std::array<Manifold, 2> found;
  manifolds(scene, std::array{Pair{tiles[0], wedge}, Pair{wedge, tiles[1]}}, found);
  ASSERT_EQ(found[0].count, 1u);
  EXPECT_EQ(found[0].points[0].separation, -0.125f);
  ASSERT_EQ(found[1].count, 2u);
  const auto [least, most] = std::minmax(found[1].points[0].separation, found[1].points[1].separation);
  EXPECT_EQ(least, -0.25f);
  EXPECT_EQ(most, -0.125f);
}

/// A box beside the end of a segment whose front alone is left: where it reaches beyond the front, it touches at a seam.
template <class T>
void test_touches_at_an_end() {
  for (const bool as_box : {true, false}) {
    for (const bool with_ghost : {false, true}) {
      for (const double y : {0.25, 0.125, 0.0, -0.125, -0.25}) {
        BasicScene<T> scene;
        const BodyId floor = scene.add_body(scene.add_segment({-1, 0}, {0, 0}));  // its front is below
        EdgeLink link{.body = floor, .one_sided = true};
        if (with_ghost) link.after = Vec2d{1, -1};
        scene.link_edges(std::array{link});
        const std::array<BasicVec2<T>, 4> corners{
            {{T(-0.5), T(-0.25)}, {T(0.5), T(-0.25)}, {T(0.5), T(0.25)}, {T(-0.5), T(0.25)}}};
        const ShapeId shape = as_box ? scene.add_box(T(0.5), T(0.25)) : scene.add_polygon(corners);
        const BodyId body = scene.add_body(shape, {0.5, y});
        const std::vector<Pair> pairs{{floor, body}, {body, floor}};
        std::vector<BasicManifold<T>> found(2);
        manifolds(scene, pairs, found);
        std::vector<BasicPartManifold<T>> parts;
        part_manifolds(scene, pairs, parts);
        for (const auto& manifold : found) {
          EXPECT_EQ(verdict(manifold), Verdict::touching);
          EXPECT_EQ(manifold.count, y == -0.25 ? 1u : 0u) << y;  // with its top at the front's height it has its corner
        }
        EXPECT_EQ(parts.size(), y == -0.25 ? 2u : 0u) << y;
      }
    }
  }
}
TEST_P(SeamPointsOnIsa, what_touches_an_end_and_reaches_beyond_the_front_has_none) {
  test_touches_at_an_end<float>();
  test_touches_at_an_end<double>();
}

SATCHEL_ON_EVERY_ISA(SeamPointsOnIsa);

}  // namespace
}  // namespace satchel::test
