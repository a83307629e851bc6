// A million pairs, hashed: the same bits on every instruction set and thread count, and, by the constants below, on
// every machine, compiler and optimisation level.
//
// So the scene is made without rounding that could differ: whole numbers times powers of two, the library's own sine
// and cosine, and a generator of random numbers that the standard defines to the last bit. No libm, and nothing that
// the order of evaluation of arguments could change.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/generators.hpp"
#include "support/hash.hpp"
#include "support/isa_param.hpp"
#include "support/queries.hpp"
#include "support/scale.hpp"
#include "support/thread_executor.hpp"

namespace satchel::test {
namespace {

// What the tests print where they fail. They change when the arithmetic of a kernel is changed on purpose, and at no
// other time; the hashes of the first pairs alone are for builds that are too slow for a million.
struct Golden {
  std::uint64_t contacts, contacts_of_the_first;
};
constexpr Golden golden_of_float = {7528757574255719807u, 10144206241348101820u};
constexpr Golden golden_of_double = {8815603089444477881u, 378668860640992631u};

constexpr std::size_t all_pairs = 1000000, first_pairs = 20000;

template <class T>
std::uint64_t hash_of(std::span<const BasicContact<T>> contacts) {
  Hash hash;
  for (const BasicContact<T>& contact : contacts) {
    hash.add(contact.normal_x);
    hash.add(contact.normal_y);
    hash.add(contact.separation);
    hash.add(std::uint64_t{contact.feature});
  }
  return hash.value();
}

/// Bodies of 3 to 40 vertices in groups that overlap; some far from the origin, some with frames far outside their
/// shapes. Of four groups two are turned at random, one lies on a grid, and one is of tiles, eight at the same pose:
/// their common vertices touch exactly, at places that are on no grid.
template <class T>
BasicWorld<T> golden_world() {
  constexpr int bodies = 1 << 14, group = 64;
  BasicWorld<T> world;
  BasicScene<T>& scene = world.scene;
  std::vector<ShapeId> shapes, tiles;
  for (const std::size_t n : {4u, 6u, 8u, 8u, 12u, 16u, 20u, 40u}) {
    shapes.push_back(scene.add_polygon(lattice_polygon<T>(n, T(0x1p-4))));
  }
  shapes.push_back(scene.add_polygon(BasicPolygon<T>{{0, 0}, {3, 0}, {1, 2}}));
  shapes.push_back(scene.add_polygon(BasicPolygon<T>{{-1, -1}, {2, -1}, {2, 0}, {1, 1}, {-1, 1}}));
  shapes.push_back(scene.add_polygon(BasicPolygon<T>{{100, 57}, {103, 57}, {101, 59}}));
  shapes.push_back(scene.add_polygon(BasicPolygon<T>{{-2, 0}, {0, T(-0x1p-20)}, {2, 0}, {0, T(0x1p-20)}}));
  shapes.push_back(scene.add_box(1, T(.5)));
  shapes.push_back(scene.add_box(2, 1));
  tiles.push_back(scene.add_polygon(BasicPolygon<T>{{0, 0}, {3, 0}, {3, 2}}));
  tiles.push_back(scene.add_polygon(BasicPolygon<T>{{0, 0}, {3, 2}, {0, 2}}));
  tiles.push_back(scene.add_polygon(BasicPolygon<T>{{0, 0}, {0, 2}, {-2, 3}, {-4, 1}}));
  tiles.push_back(scene.add_polygon(BasicPolygon<T>{{0, 0}, {-4, 1}, {-3, -2}, {0, -3}}));
  tiles.push_back(scene.add_polygon(BasicPolygon<T>{{0, 0}, {0, -3}, {2, -2}, {3, 0}}));
  Random random(60);
  std::vector<ShapeId> shape_of;
  std::vector<double> x_y_angle;
  for (int i = 0; i < bodies; ++i) {
    const int kind = i / group % 4, across = i / group % 16, up = i / group / 16;
    const bool on_grid = kind == 1, tile = kind == 2;
    shape_of.push_back(tile ? tiles[random.below(tiles.size())] : shapes[random.below(shapes.size())]);
    if (tile && i % 8 != 0) {
      const std::vector<double> same(x_y_angle.end() - 3, x_y_angle.end());
      x_y_angle.insert(x_y_angle.end(), same.begin(), same.end());
      continue;
    }
    const int step = on_grid ? 2 : 1024;
    const int right = random.integer(-4 * step, 4 * step), above = random.integer(-4 * step, 4 * step);
    const int turn = random.integer(-8192, 8192);
    x_y_angle.push_back(64.0 * across * (across == 15 ? 0x1p14 : 1) + right * (1.0 / step));
    x_y_angle.push_back(64.0 * up + above * (1.0 / step));
    x_y_angle.push_back(on_grid ? 0.0 : turn * 0x1p-10);
  }
  std::vector<Pose> poses(bodies);
  poses_at(x_y_angle, poses);
  for (std::size_t i = 0; i < poses.size(); ++i) scene.add_body(shape_of[i], poses[i]);
  for (std::size_t k = 0; k < all_pairs; ++k) {
    const std::size_t a = random.below(bodies), near = random.chance(.2) ? 8 : group;
    const std::size_t b = a / near * near + random.below(near);
    world.pairs.push_back({static_cast<BodyId>(a), static_cast<BodyId>(b)});
  }
  return world;
}

class GoldenOnIsa : public OnEveryIsa {
 protected:
  template <class T>
  static void expect_hashes(const Golden& golden) {
    const BasicWorld<T> world = golden_world<T>();
    const std::size_t count = SATCHEL_TEST_DIVISOR == 1 ? all_pairs : first_pairs;
    const std::span<const Pair> pairs = std::span(world.pairs).first(count);
    const std::uint64_t expected = count == all_pairs ? golden.contacts : golden.contacts_of_the_first;
    Stats stats;
    const std::vector<BasicContact<T>> contacts = collided(world.scene, pairs, {.max_threads = 1, .stats = &stats});
    EXPECT_EQ(hash_of<T>(contacts), expected) << "for " << count << " pairs";
    EXPECT_EQ(hash_of<T>(std::span(contacts).first(first_pairs)), golden.contacts_of_the_first);
    EXPECT_GE(stats.decided_by_lanes, count / 2);  // the exact stages have their part in it
    EXPECT_GE(stats.decided_exactly, count / 500);
    for (unsigned threads = 2; threads <= 8; ++threads) {
      ThreadExecutor workers(threads);
      EXPECT_TRUE(same_bits(collided(world.scene, pairs, {.executor = &workers.executor()}), contacts)) << threads;
    }
    std::vector<Verdict> verdicts;
    for (const BasicContact<T>& contact : contacts) verdicts.push_back(verdict(contact));
    EXPECT_EQ(classified(world.scene, pairs), verdicts);
  }
};

TEST_P(GoldenOnIsa, hashes_of_a_million_pairs_in_float) { expect_hashes<float>(golden_of_float); }
TEST_P(GoldenOnIsa, hashes_of_a_million_pairs_in_double) { expect_hashes<double>(golden_of_double); }

SATCHEL_ON_EVERY_ISA(GoldenOnIsa);

}  // namespace
}  // namespace satchel::test
