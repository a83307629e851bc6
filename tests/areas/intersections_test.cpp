// The polygons in which pairs intersect.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <satchel/satchel.hpp>
#include <vector>

#include "../support/area_oracle.hpp"
#include "../support/generators.hpp"
#include "../support/scale.hpp"

namespace satchel::test {
namespace {

template <class T>
void expect_polygons_of_the_areas() {
  Random random(31);
  const BasicWorld<T> world = crowd<T>(random, 200, 1500, 3, 20);
  std::vector<IntersectionPiece> pieces;
  std::vector<BasicVec2<T>> vertices;
  intersections(world.scene, world.pairs, pieces, vertices);
  std::vector<T> areas(world.pairs.size()), of_pieces(world.pairs.size(), T(0));
  overlap_areas(world.scene, world.pairs, areas);
  std::uint32_t end = 0;
  for (const IntersectionPiece& piece : pieces) {
    EXPECT_EQ(piece.start, end);
    end = piece.start + piece.count;
    const Pair pair = world.pairs[piece.pair];
    const auto vertices_of = [&](BodyId body) { return world.scene.vertex_count(world.scene.shape(body)); };
    EXPECT_GE(piece.count, 3u);
    EXPECT_LE(piece.count, vertices_of(pair.a) + vertices_of(pair.b));
    double twice = 0;
    const BasicVec2<T>* const v = vertices.data() + piece.start;
    for (std::uint32_t i = 0; i < piece.count; ++i) {
      const BasicVec2<T> p = v[i], q = v[(i + 1) % piece.count];
      twice +=
          static_cast<double>(p.x) * static_cast<double>(q.y) - static_cast<double>(p.y) * static_cast<double>(q.x);
    }
    of_pieces[piece.pair] = static_cast<T>(twice / 2);
  }
  EXPECT_EQ(end, vertices.size());
  for (std::size_t i = 0; i < areas.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(of_pieces[i]), static_cast<double>(areas[i]),
                area_bound<T>(area_scale(world.scene, world.pairs[i]), 32))
        << i;
  }
}

TEST(Intersections, have_the_areas_of_their_pairs) {
  expect_polygons_of_the_areas<float>();
  expect_polygons_of_the_areas<double>();
}

TEST(Intersections, are_counter_clockwise_from_the_origin_of_a) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  const BodyId a = scene.add_body(box, Pose::at(10, 20, 0)), b = scene.add_body(box, Pose::at(11, 21, 0));
  std::vector<IntersectionPiece> pieces;
  std::vector<Vec2> vertices;
  intersections(scene, std::vector<Pair>{{b, b}, {b, a}}, pieces, vertices);
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[1], (IntersectionPiece{1, 4, 4, {0, 0}}));
  std::vector<Vec2> corners(vertices.begin() + 4, vertices.end());
  std::rotate(corners.begin(),
              std::min_element(corners.begin(), corners.end(), [](Vec2 p, Vec2 q) { return p.x + p.y < q.x + q.y; }),
              corners.end());
  EXPECT_EQ(corners, (std::vector<Vec2>{{-1, -1}, {0, -1}, {0, 0}, {-1, 0}}));
}

/// Slivers between bodies that are a little off a common grid: what is left of them has an area, counter-clockwise.
template <class T>
void expect_counter_clockwise_pieces(std::uint64_t seed) {
  Random random(seed);
  std::size_t pieces_found = 0;
  for (std::size_t round = 0; round < sampled(8000); ++round) {
    BasicScene<T> scene;
    std::vector<BasicVec2<T>> points, hull;
    for (int body = 0; body < 2; ++body) {
      points.clear();
      for (int k = 0; k < 6; ++k) points.push_back({T(random.integer(0, 16)), T(random.integer(0, 16))});
      hull = convex_hull(points);
      if (hull.size() < 3) break;
      const double off = body == 0 ? 0 : random.integer(-9, 9) * 1e-9;
      scene.add_body(scene.add_polygon(hull), Pose{random.integer(-9, 9) + off, random.integer(-9, 9) + off, {}});
    }
    if (scene.body_count() < 2) continue;
    std::vector<IntersectionPiece> pieces;
    std::vector<BasicVec2<T>> vertices;
    intersections(scene, std::vector<Pair>{{0, 1}}, pieces, vertices);
    for (const IntersectionPiece& piece : pieces) {
      long double twice_area = 0;
      const BasicVec2<T>* const v = vertices.data() + piece.start;
      for (std::uint32_t i = 2; i < piece.count; ++i) {
        const long double px = static_cast<long double>(v[i - 1].x) - v[0].x,
                          py = static_cast<long double>(v[i - 1].y) - v[0].y;
        twice_area +=
            px * (static_cast<long double>(v[i].y) - v[0].y) - py * (static_cast<long double>(v[i].x) - v[0].x);
      }
      ASSERT_GT(twice_area, 0) << round;
      ++pieces_found;
    }
  }
  EXPECT_GT(pieces_found, sampled(8000) / 4);
}

TEST(Intersections, have_an_area_and_run_counter_clockwise) {
  expect_counter_clockwise_pieces<float>(16);
  expect_counter_clockwise_pieces<double>(17);
}

/// Polygons with an edge far shorter than a rounding of its place, and longer ones of about its direction beside it.
template <class T>
void expect_whole_pieces_beside_short_edges(std::uint64_t seed) {
  Random random(seed);
  std::size_t pieces_found = 0;
  for (std::size_t round = 0; round < sampled(600); ++round) {
    const double from = random.uniform(0, 7), turn = std::ldexp(1, -random.integer(2, 15));
    const double length = std::ldexp(1, -random.integer(20, 100));
    const auto at = [](double angle, double distance) {
      return BasicVec2<T>{static_cast<T>(distance * std::cos(angle)), static_cast<T>(distance * std::sin(angle))};
    };
    std::vector<BasicVec2<T>> polygon{at(from, -2), {0, 0}, at(from + turn, length), at(from + 2 * turn, 2)};
    polygon.push_back(at(from + 2.3, 2));
    std::rotate(polygon.begin(), polygon.begin() + random.integer(0, 4), polygon.end());
    BasicScene<T> scene;
    ShapeId shape = 0;
    if (!scene.try_add_polygon(polygon, 0, shape).ok()) continue;
    const BodyId box = scene.add_body(scene.add_box(8, 8), Pose{random.pick({7, -7}) * 1.0, 0.25, {}});
    const BodyId body = scene.add_body(shape, Pose{random.uniform(-1, 1), 0.25, {}});
    const Rational wanted = overlap_area(rational_body(scene, box), rational_body(scene, body));
    for (const Pair pair : {Pair{box, body}, Pair{body, box}}) {
      std::vector<IntersectionPiece> pieces;
      std::vector<BasicVec2<T>> vertices;
      intersections(scene, std::vector<Pair>{pair}, pieces, vertices);
      std::vector<RationalPoint> piece;
      for (const BasicVec2<T>& v : vertices) piece.push_back({Rational(v.x), Rational(v.y)});
      const double area = piece.empty() ? 0 : static_cast<double>(area_of(piece));
      ASSERT_NEAR(area, static_cast<double>(wanted), area_bound<T>(area_scale(scene, pair), 32)) << round << pair.a;
      ++pieces_found;
    }
  }
  EXPECT_GT(pieces_found, sampled(600));
}

TEST(Intersections, are_whole_beside_edges_shorter_than_a_rounding) {
  expect_whole_pieces_beside_short_edges<float>(18);
  expect_whole_pieces_beside_short_edges<double>(19);
}

TEST(Intersections, go_to_the_memory_of_the_caller) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  const BodyId a = scene.add_body(box), b = scene.add_body(box, Pose::at(1, 1, 0));
  const std::vector<Pair> pairs{{a, b}};
  std::array<IntersectionPiece, 1> pieces;
  std::array<Vec2, 4> vertices;
  std::size_t piece_count = 0, vertex_count = 0;
  ASSERT_TRUE(try_intersections(scene, pairs, {pieces, piece_count}, {vertices, vertex_count}).ok());
  EXPECT_EQ(piece_count, 1u);
  EXPECT_EQ(vertex_count, 4u);
  const Status status =
      try_intersections(scene, pairs, {pieces, piece_count}, {std::span(vertices).first(2), vertex_count});
  EXPECT_EQ(status.code, ErrorCode::no_room);
  EXPECT_EQ(status.numbers[0], 4u);
  EXPECT_EQ(vertex_count, 4u);
}

/// Pair 1, of a box and this body, is refused, and nothing is written.
void expect_refused(Scene& scene, BodyId body, ErrorCode code) {
  const BodyId box = scene.add_body(scene.add_box(1, 1));
  std::vector<IntersectionPiece> pieces(1);
  std::vector<Vec2> vertices(1);
  const Status status = try_intersections(scene, std::vector<Pair>{{box, box}, {box, body}}, pieces, vertices);
  EXPECT_EQ(status.code, code);
  EXPECT_EQ(status.index, 1u);
  EXPECT_EQ(status.numbers[0], body);
  EXPECT_EQ(pieces.size(), 1u);
  EXPECT_EQ(vertices.size(), 1u);
}

TEST(Intersections, of_bodies_with_a_radius_are_refused) {
  Scene scene;
  expect_refused(scene, scene.add_body(scene.add_circle({0, 0}, 1)), ErrorCode::unsupported);
}

TEST(Intersections, of_compounds_whose_parts_overlap_are_refused) {
  Scene scene;
  const ShapeId cross = scene.add_compound(std::array{scene.add_box(3, 1), scene.add_box(1, 3)});
  expect_refused(scene, scene.add_body(cross), ErrorCode::overlapping_parts);
}

TEST(Intersections, can_be_cancelled) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  const BodyId a = scene.add_body(box), b = scene.add_body(box, Pose::at(1, 1, 0));
  const Options options{.progress = [](void*, std::uint64_t, std::uint64_t) { return false; }};
  ErrorCode code = ErrorCode::ok;  // until a call lasts long enough for a report
  for (std::size_t count = 1 << 14; code == ErrorCode::ok && count <= (std::size_t{1} << 24); count *= 2) {
    std::vector<IntersectionPiece> pieces;
    std::vector<Vec2> vertices;
    code = try_intersections(scene, std::vector<Pair>(count, {a, b}), pieces, vertices, options).code;
  }
  EXPECT_EQ(code, ErrorCode::cancelled);
}

TEST(Intersections, of_compounds_are_a_piece_a_pair_of_parts) {
  Scene scene;
  const auto part = [&](float x) {
    return scene.add_polygon(std::array{Vec2{x, 0}, Vec2{x + 1, 0}, Vec2{x + 1, 1}, Vec2{x, 1}});
  };
  const BodyId two = scene.add_body(scene.add_compound(std::array{part(0), part(1)}));
  const BodyId box = scene.add_body(scene.add_box(0.5f, 0.25f), Pose::at(1, 0.5, 0));
  std::vector<IntersectionPiece> pieces;
  std::vector<Vec2> vertices;
  intersections(scene, std::vector<Pair>{{two, box}}, pieces, vertices);
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[0].parts, (PartPair{0, 0}));
  EXPECT_EQ(pieces[1].parts, (PartPair{1, 0}));
  EXPECT_EQ(pieces[1].count, 4u);
}

}  // namespace
}  // namespace satchel::test
