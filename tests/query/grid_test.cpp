// Pairs on grids: on small ones the lanes decide exactly, on finer ones they must not believe that they do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <satchel/satchel.hpp>
#include <utility>
#include <vector>

#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/oracle.hpp"
#include "support/queries.hpp"

namespace satchel::test {
namespace {

/// A triangle with even coordinates up to 2^bits, and one outside that has a vertex in the middle of an edge of the
/// first, or a unit beside it.
template <class T>
BasicCouple<T> vertex_on_edge_of_grid(Random& random, int bits) {
  for (;;) {
    const auto even = [&] { return 2 * std::round(std::ldexp(random.uniform(-1, 1), bits - 1)); };
    const Point2 p = {even(), even()}, q = {even(), even()}, r = {even(), even()};
    const double ex = q.x - p.x, ey = q.y - p.y;
    const Point2 tip = {p.x + ex / 2 + random.integer(-1, 1), p.y + ey / 2 + random.integer(-1, 1)};
    const Point2 out = {std::round(ey / 2), std::round(-ex / 2)}, along = {std::round(ex / 4), std::round(ey / 4)};
    const auto vertex = [](double x, double y) { return BasicVec2<T>{static_cast<T>(x), static_cast<T>(y)}; };
    BasicPolygon<T> a = {vertex(p.x, p.y), vertex(q.x, q.y), vertex(r.x, r.y)};
    BasicPolygon<T> b = {vertex(tip.x, tip.y), vertex(tip.x + out.x - along.x, tip.y + out.y - along.y),
                         vertex(tip.x + out.x + along.x, tip.y + out.y + along.y)};
    // Any may come first: the frame of a pair lies between the first vertices, and rounding is symmetric about it.
    std::rotate(a.begin(), a.begin() + random.integer(0, 2), a.end());
    std::rotate(b.begin(), b.begin() + random.integer(0, 2), b.end());
    if (strictly_convex(a) && strictly_convex(b)) return {{a}, {b}};
  }
}

class GridOnIsa : public OnEveryIsa {
 protected:
  template <class T>
  void is_right(const std::vector<BasicCouple<T>>& couples) {
    Random random(140);
    const BasicWorld<T> world = world_of(couples, random);
    const std::vector<BasicContact<T>> contacts = collided(world.scene, world.pairs);
    const std::vector<Verdict> verdicts = classified(world.scene, world.pairs);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      ASSERT_TRUE(contact_is_right(world.scene, world.pairs[i], contacts[i]));
      ASSERT_EQ(verdicts[i], verdict(contacts[i]));
    }
  }

  template <class T>
  void is_right_on_grids_of(int most_bits) {
    Random random(141);
    for (int bits = 3; bits <= most_bits; ++bits) {
      std::vector<BasicCouple<T>> couples;
      for (int k = 0; k < 200; ++k) couples.push_back(vertex_on_edge_of_grid<T>(random, bits));
      SCOPED_TRACE(bits);
      is_right(couples);
    }
  }

  /// Boxes of width 1 whose origins are 1 apart but for less than a double can add to 1.
  template <class T>
  void is_right_beside_rounded_origins() {
    std::vector<BasicCouple<T>> couples;
    for (int k = 50; k <= 70; ++k) {
      for (const double off : {std::ldexp(1., -k), -std::ldexp(1., -k)}) {
        for (const double way : {1., -1.}) {
          couples.push_back({{box<T>(.5, .5), {off, 0}}, {box<T>(.5, .5), {way, 0}}});
          couples.push_back({{box<T>(.5, .5), {0, way}}, {box<T>(.5, .5), {0, off}}});
        }
      }
    }
    is_right(couples);
  }
};

TEST_P(GridOnIsa, contacts_are_right_however_fine_the_grid_in_float) { is_right_on_grids_of<float>(22); }
TEST_P(GridOnIsa, contacts_are_right_however_fine_the_grid_in_double) { is_right_on_grids_of<double>(50); }
TEST_P(GridOnIsa, origins_that_differ_by_a_rounded_number_are_no_grid) {
  is_right_beside_rounded_origins<float>();
  is_right_beside_rounded_origins<double>();
}

SATCHEL_ON_EVERY_ISA(GridOnIsa);

}  // namespace
}  // namespace satchel::test
