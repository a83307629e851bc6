// Which edge decides where several decide equally: strictly greater wins, the body of the lower index first, its edges
// in vertex order.
#include <gtest/gtest.h>

#include <algorithm>
#include <satchel/satchel.hpp>

#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/queries.hpp"

namespace satchel::test {
namespace {

struct Expected {
  Verdict verdict;
  float separation, normal_x, normal_y;
  Side side;
  std::uint32_t index;
};

void expect_contact(const Scene& scene, Pair pair, const Expected& expected) {
  const Contact contact = collided(scene, pair);
  EXPECT_EQ(verdict(contact), expected.verdict);
  EXPECT_EQ(contact.separation, expected.separation);
  EXPECT_EQ(contact.normal_x, expected.normal_x);
  EXPECT_EQ(contact.normal_y, expected.normal_y);
  EXPECT_EQ(kind(contact), FeatureKind::edge);
  EXPECT_EQ(side(contact), expected.side);
  EXPECT_EQ(index(contact), expected.index);
}

class TiesOnIsa : public OnEveryIsa {
 protected:
  Scene scene_;
  ShapeId square_ = scene_.add_box(1, 1);  // edges 0 (below), 1 (right), 2 (above), 3 (left)
};

TEST_P(TiesOnIsa, two_squares_side_by_side_touch_at_the_lower_ones_edge) {
  const BodyId left = scene_.add_body(square_), right = scene_.add_body(square_, {2, 0});
  expect_contact(scene_, {left, right}, {Verdict::touching, 0, 1, 0, Side::a, 1});
  expect_contact(scene_, {right, left}, {Verdict::touching, 0, -1, 0, Side::b, 1});
}

TEST_P(TiesOnIsa, identical_squares_are_parted_by_the_lower_ones_first_edge) {
  const BodyId first = scene_.add_body(square_), second = scene_.add_body(square_);
  expect_contact(scene_, {first, second}, {Verdict::overlapping, -2, 0, -1, Side::a, 0});
  expect_contact(scene_, {second, first}, {Verdict::overlapping, -2, 0, 1, Side::b, 0});
  expect_contact(scene_, {first, first}, {Verdict::overlapping, -2, 0, -1, Side::a, 0});
}

TEST_P(TiesOnIsa, corner_on_corner_the_earlier_edge_decides) {
  const BodyId first = scene_.add_body(square_), second = scene_.add_body(square_, {2, 2});
  expect_contact(scene_, {first, second}, {Verdict::touching, 0, 1, 0, Side::a, 1});
  expect_contact(scene_, {second, first}, {Verdict::touching, 0, -1, 0, Side::b, 1});
}

TEST_P(TiesOnIsa, squares_apart_along_a_diagonal_are_parted_by_the_earlier_edge) {
  const BodyId first = scene_.add_body(square_), second = scene_.add_body(square_, {-5, 5});
  expect_contact(scene_, {first, second}, {Verdict::disjoint, 3, 0, 1, Side::a, 2});
  expect_contact(scene_, {second, first}, {Verdict::disjoint, 3, 0, -1, Side::b, 2});
}

TEST_P(TiesOnIsa, squares_nearly_corner_on_corner_are_parted_by_the_earlier_edge) {
  // So near that floats leave it open and doubles decide, whose quotients for both edges are the same.
  Stats stats;
  const ShapeId odd = scene_.add_box(0.3f, 0.3f);
  const double side = 2 * static_cast<double>(0.3f);
  const BodyId first = scene_.add_body(odd);
  for (const double gap : {1e-9, -1e-9}) {
    const struct {
      double x, y;
      std::uint32_t edge;
    } quadrants[] = {{1, 1, 1}, {1, -1, 0}, {-1, 1, 2}, {-1, -1, 0}};
    for (const auto& [x, y, edge] : quadrants) {
      const BodyId second = scene_.add_body(odd, {x * (side + gap), y * (side + gap)});
      for (const Pair pair : {Pair{first, second}, Pair{second, first}}) {
        const std::vector<Contact> contacts = collided(scene_, std::vector<Pair>(5, pair), {.stats = &stats});
        for (const Contact& contact : contacts) {
          EXPECT_EQ(verdict(contact), gap > 0 ? Verdict::disjoint : Verdict::overlapping);
          EXPECT_EQ(kind(contact), FeatureKind::edge);
          EXPECT_EQ(pair.a == first ? Side::a : Side::b, satchel::side(contact));
          EXPECT_EQ(index(contact), edge) << x << ' ' << y << ' ' << gap;
        }
      }
    }
  }
  EXPECT_EQ(stats.decided_by_double, stats.pairs);
}

TEST_P(TiesOnIsa, an_edge_of_the_other_body_wins_only_if_strictly_greater) {
  const ShapeId diamond = scene_.add_polygon(Polygon{{0, -1}, {1, 0}, {0, 1}, {-1, 0}});
  const BodyId diamond_below = scene_.add_body(diamond);
  const BodyId square_above = scene_.add_body(square_, {0, 3});  // its lower edge, 0, is strictly the best
  expect_contact(scene_, {diamond_below, square_above}, {Verdict::disjoint, 1, 0, 1, Side::b, 0});
  const BodyId another = scene_.add_body(square_, {0, 6});  // two squares: equal, so the lower index
  expect_contact(scene_, {another, square_above}, {Verdict::disjoint, 1, 0, -1, Side::b, 2});
}

TEST_P(TiesOnIsa, between_two_scenes_the_first_scenes_body_goes_first) {
  Scene other;
  const ShapeId square = other.add_box(1, 1);
  const BodyId unused = scene_.add_body(square_), high = scene_.add_body(square_);
  const BodyId low = other.add_body(square);
  ASSERT_GT(high, low);
  ASSERT_EQ(unused, low);
  const Pair pair = {high, low};
  Contact contact;
  collide(scene_, other, {&pair, 1}, {&contact, 1});
  EXPECT_EQ(side(contact), Side::a);
  EXPECT_EQ(index(contact), 0u);
  EXPECT_EQ(contact.normal_y, -1);
}

TEST_P(TiesOnIsa, a_large_polygon_is_decided_by_its_first_of_equal_edges) {
  // 16 corners on a lattice, twice in one place: opposite edges tie in pairs, and the first pair of least width wins.
  const Polygon polygon = lattice_polygon(16);
  const ShapeId shape = scene_.add_polygon(polygon);
  const BodyId first = scene_.add_body(shape), second = scene_.add_body(shape);
  const Contact contact = collided(scene_, {first, second});
  EXPECT_EQ(verdict(contact), Verdict::overlapping);
  EXPECT_EQ(side(contact), Side::a);
  EXPECT_LT(index(contact), 8u);
  EXPECT_TRUE(same_bits(collided(scene_, {first, second}), collided(scene_, {first, first})));
}

TEST_P(TiesOnIsa, a_large_polygon_is_decided_by_its_first_of_equal_edges_wherever_these_begin) {
  // A lattice polygon on itself: all in integers, and each edge has an equal one across. Its vertices are numbered from
  // each in turn, so that equal edges fall to every pair of lanes, the first of them to the higher one too.
  const Polygon polygon = lattice_polygon(22);
  for (std::size_t first = 0; first < polygon.size(); ++first) {
    Polygon turned = polygon;
    std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(first), turned.end());
    std::uint32_t best = 0;
    double best_h = 0, best_square = 0;
    for (std::uint32_t i = 0; i < turned.size(); ++i) {
      const Vec2 s = turned[i], t = turned[(i + 1) % turned.size()];
      const double ex = double{t.x} - s.x, ey = double{t.y} - s.y, square = ex * ex + ey * ey;
      double h = 0;  // the depth times the edge's length
      for (const Vec2 v : turned) h = std::max(h, ex * (double{v.y} - s.y) - ey * (double{v.x} - s.x));
      if (i == 0 || h * h * best_square < best_h * best_h * square) best = i, best_h = h, best_square = square;
    }
    const BodyId body = scene_.add_body(scene_.add_polygon(turned));
    const Contact contact = collided(scene_, Pair{body, body});
    EXPECT_EQ(side(contact), Side::a);
    EXPECT_EQ(index(contact), best) << "numbered from vertex " << first;
  }
}

SATCHEL_ON_EVERY_ISA(TiesOnIsa);

}  // namespace
}  // namespace satchel::test
