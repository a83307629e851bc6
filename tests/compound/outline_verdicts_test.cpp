// Verdicts of outlines: those of their triangles, pair by pair, and told by edges in lanes where that is promised.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <satchel/satchel.hpp>
#include <span>
#include <vector>

#include "support/compounds.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/outline_worlds.hpp"
#include "support/queries.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

using OutlineVerdictsOnIsa = OnEveryIsa;

struct Tally {
  std::size_t of_verdict[3] = {};
  std::size_t convex_hits = 0;  ///< of pairs without a compound, which no outlines are for
  std::uint64_t by_outlines = 0;

  /// Pairs for outlines: of compounds discs tell no more than that they are apart.
  std::size_t not_by_discs() const { return of_verdict[1] + of_verdict[2] - convex_hits; }
};

/// Classifies pairs and compares each verdict with that of the parts.
template <class T>
Tally expect_verdicts_of_parts(const OutlineWorld<T>& world, std::span<const Pair> pairs) {
  Stats stats;
  const std::vector<Verdict> verdicts = classified(world.scene, pairs, {.stats = &stats});
  Tally tally{.by_outlines = stats.by_outlines};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Verdict expected = world.verdict_of_parts(pairs[i]);
    EXPECT_EQ(verdicts[i], expected) << "pair " << i << ": " << pairs[i].a << ", " << pairs[i].b;
    if (verdicts[i] != expected) break;
    ++tally.of_verdict[static_cast<int>(expected)];
    const bool is_convex = world.parts[pairs[i].a] == 1 && world.parts[pairs[i].b] == 1;
    tally.convex_hits += is_convex && expected != Verdict::disjoint ? 1 : 0;
  }
  return tally;
}

template <class T>
std::vector<BasicVec2<T>> moved(std::vector<BasicVec2<T>> ring, double x, double y) {
  for (BasicVec2<T>& v : ring) v = {v.x + static_cast<T>(x), v.y + static_cast<T>(y)};
  return ring;
}

/// Outlines on a coarse grid, all in one frame: they meet in vertices, on edges, along edges, and not at all.
template <class T>
void check_grid(std::uint64_t seed) {
  Random random(seed);
  OutlineWorld<T> world;
  for (int k = 0; k < 120; ++k) {
    const double x = random.integer(0, 14), y = random.integer(0, 14);
    const auto ring = moved(grid_outline<T>(random, 5, 1), x, y);
    const Triangles<T> ears = ears_of<T>(ring);
    if (ears.size() == 1 && random.chance(0.5)) {
      world.add_convex(ears[0]);
    } else {
      world.add(ring);
    }
  }
  const std::vector<Pair> pairs = random_pairs(random, 120, sampled(8000));
  const Tally tally = expect_verdicts_of_parts(world, pairs);
  EXPECT_GT(tally.of_verdict[0], pairs.size() / 8);
  EXPECT_GT(tally.of_verdict[1], pairs.size() / 100);
  EXPECT_GT(tally.of_verdict[2], pairs.size() / 20);
  EXPECT_GT(tally.by_outlines, pairs.size() * 8 / 10);
}

TEST_P(OutlineVerdictsOnIsa, are_those_of_the_parts_on_a_grid) {
  check_grid<float>(own_seed(1));
  check_grid<double>(own_seed(2));
}

/// Outlines along the lines of a grid, so that they run along each other and part anywhere: of one frame, upright or
/// turned by right angles, and of two.
template <class T>
void check_cells(std::uint64_t seed) {
  Random random(seed);
  for (int round = 0; round < 12; ++round) {
    OutlineWorld<T> world;
    const int size = random.integer(2, 7);
    const double flat = random.pick({0.0, 0.0, 0.3, 1.0});
    while (world.first.size() < 40) {
      const auto ring = cells_outline<T>(random, size, random.integer(1, size * size), flat);
      Pose pose;
      if (round % 3 > 0) {
        const int quarter = random.integer(0, 3);
        pose.rotation.cos = quarter == 0 ? 1 : quarter == 2 ? -1 : 0;
        pose.rotation.sin = quarter == 1 ? 1 : quarter == 3 ? -1 : 0;
      }
      if (round % 3 == 2) {
        pose.x = random.integer(0, 2);
        pose.y = random.integer(0, 2);
      }
      if (ring.size() == 4 && random.chance(0.5)) {
        world.add_convex(ring, pose);
      } else {
        world.add(ring, pose);
      }
    }
    const std::vector<Pair> pairs = random_pairs(random, 40, sampled(1500));
    const Tally tally = expect_verdicts_of_parts(world, pairs);
    if (testing::Test::HasFailure()) return;
    EXPECT_GT(tally.of_verdict[1] + tally.of_verdict[2], pairs.size() / 8);
    if (round % 3 == 0) {
      EXPECT_GE(tally.by_outlines, tally.not_by_discs());
    }
  }
}

TEST_P(OutlineVerdictsOnIsa, are_those_of_the_parts_along_the_lines_of_a_grid) {
  check_cells<float>(own_seed(10));
  check_cells<double>(own_seed(11));
}

/// Interiors meet, but no edges cross: A comes inside of B where it leaves an edge of B that leads back along its own,
/// and goes out where it turns along another edge of B, back to where this begins.
TEST_P(OutlineVerdictsOnIsa, see_where_a_boundary_comes_inside_from_along_another) {
  const std::vector<Vec2d> a{{4, 0}, {1, 0}, {1, -1}, {0, -1}, {0, -2}, {5, -2}, {5, 0}};
  const std::vector<Vec2d> b{{0, -1}, {2, -1}, {2, 0}, {4, 0}, {4, 3}, {0, 3}};
  for (const bool mirrored : {false, true}) {
    for (int turn = 0; turn < 4; ++turn) {
      for (std::size_t first = 0; first < a.size() * b.size(); ++first) {
        const auto placed = [&](const std::vector<Vec2d>& outline, std::size_t from) {
          std::vector<Vec2> ring;
          for (std::size_t k = 0; k < outline.size(); ++k) {
            Vec2d v = outline[(from + k) % outline.size()];
            if (mirrored) v.x = 0 - v.x;
            for (int quarter = 0; quarter < turn; ++quarter) v = {0 - v.y, v.x};
            ring.push_back({static_cast<float>(v.x), static_cast<float>(v.y)});
          }
          if (mirrored) std::reverse(ring.begin(), ring.end());
          return ring;
        };
        OutlineWorld<float> world;
        world.add(placed(a, first % a.size()));
        world.add(placed(b, first / a.size()));
        const Pair both[2] = {{0, 1}, {1, 0}};
        const Tally tally = expect_verdicts_of_parts(world, both);
        ASSERT_EQ(tally.of_verdict[2], 2u);
        ASSERT_EQ(tally.by_outlines, 2u);
      }
    }
  }
}

/// Outlines of all sorts anywhere, turned; at last by rotations whose cos^2 + sin^2 is off 1.
template <class T>
void check_posed(std::uint64_t seed) {
  Random random(seed);
  OutlineWorld<T> world;
  std::size_t compounds = 0;
  while (world.first.size() < 60) {
    const Pose pose = Pose::at(random.uniform(0, 40), random.uniform(0, 40), random.uniform(0, 6));
    if (random.chance(0.2)) {
      const auto vertices = random.chance(0.2) ? random.integer(17, 40) : random.integer(3, 16);
      world.add_convex(round_polygon<T>(random, vertices, random.uniform(0.5, 3), {0, 0}), pose);
      continue;
    }
    const std::vector<BasicVec2<T>> ring = any_outline<T>(random);
    const Triangles<T> ears = is_simple(exact_points<T>(ring)) ? ears_of<T>(ring) : Triangles<T>{};
    if (ears.empty() || !may_turn<T>(ring)) continue;
    world.add(ring, ears, pose);
    ++compounds;
  }
  for (int frame = 0; frame < 3; ++frame) {
    const std::vector<Pair> pairs = random_pairs(random, 60, sampled(3000));
    const Tally tally = expect_verdicts_of_parts(world, pairs);
    EXPECT_GT(tally.of_verdict[0], pairs.size() / 10);
    EXPECT_GT(tally.of_verdict[2], pairs.size() / 20);
    EXPECT_GT(tally.by_outlines, tally.not_by_discs() * 8 / 10);
    std::vector<Pose> poses;
    for (int k = 0; k < 60; ++k) {
      poses.push_back(Pose::at(random.uniform(0, 40), random.uniform(0, 40), random.uniform(0, 6)));
      if (frame == 1) poses.back() = stretched(poses.back(), random);
    }
    world.set_poses(poses);
  }
}

TEST_P(OutlineVerdictsOnIsa, are_those_of_the_parts_wherever_bodies_stand) {
  check_posed<float>(own_seed(3));
  check_posed<double>(own_seed(4));
}

/// A ring of many vertices on two circles by turns, for groups of edges by the dozen.
template <class T>
std::vector<BasicVec2<T>> cog(int teeth, double inner, double outer) {
  std::vector<BasicVec2<T>> ring;
  for (int k = 0; k < 2 * teeth; ++k) {
    const double angle = k * 3.14159265358979 / teeth, radius = k % 2 == 0 ? outer : inner;
    ring.push_back({static_cast<T>(radius * std::cos(angle)), static_cast<T>(radius * std::sin(angle))});
  }
  return ring;
}

/// Small outlines inside of large ones, beside them, and across their boundaries: of one frame and of two.
template <class T>
void check_nested(std::uint64_t seed) {
  Random random(seed);
  OutlineWorld<T> world;
  world.add(cog<T>(60, 6, 10));
  world.add(cog<T>(100, 7, 7.5), Pose::at(1, -2, 0.3));
  std::size_t inside = 0;
  std::vector<Pair> pairs;
  for (int k = 0; k < 300; ++k) {
    const double x = random.uniform(-9, 9), y = random.uniform(-9, 9);
    const bool one_frame = random.chance(0.5);
    const auto ring =
        moved(cog<T>(random.integer(3, 12), 0.2, random.uniform(0.3, 0.8)), one_frame ? x : 0, one_frame ? y : 0);
    const BodyId body = world.add(ring, one_frame ? Pose{} : Pose::at(x, y, random.uniform(0, 6)));
    for (const BodyId large : {BodyId{0}, BodyId{1}}) {
      pairs.push_back(random.chance(0.5) ? Pair{large, body} : Pair{body, large});
    }
    inside += std::hypot(x, y) < 5 ? 1 : 0;
  }
  const Tally tally = expect_verdicts_of_parts(world, pairs);
  EXPECT_GT(tally.of_verdict[0], 40u);
  EXPECT_GT(tally.of_verdict[2], inside);
  EXPECT_GE(tally.by_outlines, tally.not_by_discs());
}

TEST_P(OutlineVerdictsOnIsa, know_what_lies_inside) {
  check_nested<float>(own_seed(5));
  check_nested<double>(own_seed(6));
}

/// Bodies of one origin, one's box in the other's, whose boundaries meet: outlines tell whether their interiors do.
TEST_P(OutlineVerdictsOnIsa, tell_touches_from_what_lies_inside) {
  const std::vector<Vec2> notched{{0, 0}, {6, 0}, {6, 6}, {4, 6}, {4, 2}, {2, 2}, {2, 6}, {0, 6}};
  struct Case {
    std::vector<Vec2> ring;
    Verdict verdict;
  };
  const Case cases[] = {
      {{{2, 2}, {4, 2}, {4, 4}, {3, 3}, {2, 4}}, Verdict::touching},        // fills the notch's bottom
      {{{2, 3}, {3, 2.5f}, {4, 3}, {3, 2.75f}}, Verdict::touching},         // corners on both walls
      {{{2.5f, 3}, {3, 2}, {3.5f, 3}, {3, 2.5f}}, Verdict::touching},       // a corner on the bottom
      {{{1, 0}, {5, 0}, {5, 1}, {3, 0.5f}, {1, 1}}, Verdict::overlapping},  // inside, along a wall
      {{{0, 1}, {1, 0.5f}, {2, 1}, {1, 0.75f}}, Verdict::overlapping},      // inside, a corner on a wall
      {{{1, 3}, {2, 2}, {1.5f, 3}, {1.5f, 4}}, Verdict::overlapping},       // inside, a corner in a corner
      {{{1, 2}, {2, 2}, {2, 4}, {1.5f, 3}, {1, 4}}, Verdict::overlapping},  // inside, along a wall of the notch
      {{{2, 2}, {2, 5}, {1, 5}, {1.5f, 3}, {1, 2}}, Verdict::overlapping},  // the same, edges shared in part
      {notched, Verdict::overlapping},                                      // the same figure
  };
  for (const Case& its : cases) {
    for (int turn = 0; turn < 4; ++turn) {  // by right angles: other edges come first
      const auto turned = [&](std::vector<Vec2> ring) {
        for (Vec2& v : ring) {
          for (int k = 0; k < turn; ++k) v = {0 - v.y, v.x};
        }
        return ring;
      };
      OutlineWorld<float> world;
      world.add(turned(notched));
      world.add(turned(its.ring));
      const Pair both[2] = {{0, 1}, {1, 0}};
      const Tally tally = expect_verdicts_of_parts(world, both);
      EXPECT_EQ(tally.of_verdict[static_cast<int>(its.verdict)], 2u) << its.ring[0].x << ", " << its.ring[0].y;
      EXPECT_EQ(tally.by_outlines, 2u);
    }
  }
}

/// Two bodies whose corners meet in one point of one frame, n and p of the one, q and r of the other on a circle's rim:
/// directions by twelfths of it, so that many are the same or opposite.
template <class T>
void check_corners() {
  constexpr int directions = 8;
  const auto rim = [](int k) {  // exact, on a square: so equal directions are the same points or along an axis
    constexpr double x[directions] = {4, 4, 0, -4, -4, -4, 0, 4}, y[directions] = {0, 4, 4, 4, 0, -4, -4, -4};
    return BasicVec2<T>{static_cast<T>(x[k % directions]), static_cast<T>(y[k % directions])};
  };
  const BasicVec2<T> centre{0, 0};
  // The corner from one direction counter-clockwise over some eighths to another, along the square's rim, and its triangles.
  const auto add_corner = [&](OutlineWorld<T>& world, int from, int eighths, double scale) {
    std::vector<BasicVec2<T>> ring{centre};
    Triangles<T> triangles;
    for (int k = 0; k <= eighths; ++k) {
      const BasicVec2<T> a = rim(from + k);
      const T s = static_cast<T>(scale);
      ring.push_back({a.x * s, a.y * s});
      if (k > 0) triangles.push_back({centre, ring[ring.size() - 2], ring.back()});
    }
    world.add(ring, triangles);
  };
  std::size_t overlapping = 0;
  for (int p = 1; p < directions; ++p) {
    for (int q = 0; q < directions; ++q) {
      for (int r = 1; r < directions; ++r) {
        for (const double scale : {1.0, 0.5}) {
          OutlineWorld<T> world;
          add_corner(world, 0, p, 1);
          add_corner(world, q, r, scale);
          const bool overlap = q < p || q + r > directions;  // the sectors (0, p) and (q, q + r)
          overlapping += overlap ? 1 : 0;
          const Pair both[2] = {{0, 1}, {1, 0}};
          const Tally tally = expect_verdicts_of_parts(world, both);
          ASSERT_EQ(tally.of_verdict[overlap ? 2 : 1], 2u) << p << ' ' << q << ' ' << r << ' ' << scale;
        }
      }
    }
  }
  EXPECT_GT(overlapping, 500u);  // of 784
}

TEST_P(OutlineVerdictsOnIsa, compare_angles_where_corners_meet) {
  check_corners<float>();
  check_corners<double>();
}

/// A hair more or less at a shared border.
TEST_P(OutlineVerdictsOnIsa, see_an_ulp) {
  const std::vector<Vec2> left{{0, 0}, {3, 1}, {2, 2}, {3, 3}, {0, 4}};
  for (const float off : {-1.0f, 0.0f, 1.0f}) {
    OutlineWorld<float> world;
    world.add(left);
    const float x = off == 0 ? 2.0f : std::nextafter(2.0f, off > 0 ? 3.0f : 1.0f);
    const std::vector<Vec2> right{{3, 1}, {6, 0}, {6, 4}, {3, 3}, {x, 2}};
    world.add(right);
    const Verdict expected = off < 0 ? Verdict::overlapping : Verdict::touching;
    const Pair pair{0, 1};
    EXPECT_EQ(world.verdict_of_parts(pair), expected);
    Stats stats;
    EXPECT_EQ(classified(world.scene, std::span(&pair, 1), {.stats = &stats}).front(), expected);
    EXPECT_EQ(stats.by_outlines, 1u);
  }
}

/// Vertices that doubles place on another outline's edge, as good as they can, and some units in the last place beside
/// it: there the signs of products in doubles are not certain.
TEST_P(OutlineVerdictsOnIsa, see_doubles_beside_an_edge) {
  Random random(own_seed(12));
  OutlineWorld<double> world;
  std::vector<Pair> pairs;
  for (int k = 0; k < 500; ++k) {
    const Vec2d s{random.uniform(-2, -1), random.uniform(-4, -3)}, t{random.uniform(1, 2), random.uniform(3.5, 4)};
    const double along = random.uniform(0.1, 0.9);
    Vec2d v{s.x + along * (t.x - s.x), s.y + along * (t.y - s.y)};
    for (int ulps = random.pick({-2, -1, 0, 0, 0, 0, 1, 2}); ulps != 0; ulps += ulps < 0 ? 1 : -1) {
      v.x = std::nextafter(v.x, 9.0 * ulps);
    }
    const BodyId left = world.add(std::vector<Vec2d>{s, t, {-5, 4}, {-3, 0}, {-5, -4}});
    const BodyId right = world.add(std::vector<Vec2d>{v, {5, -4}, {4, 0}, {5, 4}});
    pairs.push_back({left, right});
    pairs.push_back({right, left});
  }
  const Tally tally = expect_verdicts_of_parts(world, pairs);
  EXPECT_GT(tally.of_verdict[0], 100u);
  EXPECT_GT(tally.of_verdict[2], 100u);
}

/// Zeros of either sign are one number: vertices are shared, whether of an outline or of a polygon.
TEST_P(OutlineVerdictsOnIsa, take_zeros_of_either_sign_for_one) {
  for (const float zero : {0.0f, -0.0f}) {
    OutlineWorld<float> world;
    world.add(std::vector<Vec2>{{-2, -1}, {zero, -1}, {-0.5f, zero}, {zero, 1}, {-2, 1}, {-1, zero}});
    world.add(std::vector<Vec2>{{0.0f, -1}, {2, -1}, {2, 1}, {0.0f, 1}, {0.5f, 0.0f}});
    world.add(std::vector<Vec2>{{-1, 0.0f}, {-2, 1}, {-3, 1}, {-3, -1}, {-2, -1}});
    world.add_convex(std::vector<Vec2>{{0.0f, -1}, {0.0f, 1}, {-0.5f, 0.0f}});
    for (const Pair pair : {Pair{0, 1}, {1, 0}, {0, 2}, {2, 0}, {0, 3}, {3, 0}}) {
      const Tally tally = expect_verdicts_of_parts(world, std::span(&pair, 1));
      EXPECT_EQ(tally.of_verdict[1], 1u) << zero << ": " << pair.a << ", " << pair.b;
      EXPECT_EQ(tally.by_outlines, 1u);
    }
  }
}

/// A map, some of its regions convex: of one origin, and the same cells once more from another one. Outlines are asked
/// about pairs with an outline alone.
TEST_P(OutlineVerdictsOnIsa, tell_of_polygons_of_one_origin_next_to_compounds) {
  OutlineWorld<float> world;
  const auto box = [](float x, float y, float width, float height) {
    return std::vector<Vec2>{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
  };
  world.add(std::vector<Vec2>{{-4, 0}, {0, 0}, {0, 8}, {-1, 4}});
  std::vector<BodyId> cells;
  for (int y = 0; y < 8; ++y) {  // rows of cells that end where the next row's are in the midst
    for (int x = 0; x < 8; ++x) {
      const auto fx = static_cast<float>(x), fy = static_cast<float>(y);
      cells.push_back(world.add_convex(box(fx + (y % 2 != 0 ? 0.5f : 0.0f), fy, 1, 1)));
    }
  }
  const BodyId others = world.add_convex(box(0.25f, 0.25f, 1, 1), Pose::at(2, 3, 0));
  for (const float x : {1.0f, 4.0f, 9.0f}) {
    std::vector<Vec2> circle;
    for (int k = 0; k < 40; ++k) {
      const double angle = k * std::numbers::pi / 20;
      circle.push_back({x + 2 * static_cast<float>(std::cos(angle)), 4 + 2 * static_cast<float>(std::sin(angle))});
    }
    world.add_convex(circle);
  }
  std::vector<Pair> pairs;
  std::size_t touching_cells = 0;
  for (BodyId a = 0; a < world.first.size(); ++a) {
    for (BodyId b = 0; b < a; ++b) pairs.push_back((a + b) % 2 == 0 ? Pair{a, b} : Pair{b, a});
  }
  for (const BodyId a : cells) {
    for (const BodyId b : cells) {
      touching_cells += b < a && world.verdict_of_parts({a, b}) == Verdict::touching ? 1 : 0;
    }
  }
  EXPECT_EQ(touching_cells, 7u * 8 + 7 * 15);  // in rows; and a row's cells two of the next one each, but for an end
  const Tally tally = expect_verdicts_of_parts(world, pairs);
  EXPECT_GT(tally.of_verdict[2], 40u);  // with the circles, and with the cell of another origin
  const Pair lone[3] = {{others, cells[0]}, {cells[0], others}, {cells[0], cells[1]}};
  EXPECT_EQ(expect_verdicts_of_parts(world, lone).by_outlines, 0u);
}

/// Compounds go by their parts.
TEST_P(OutlineVerdictsOnIsa, are_right_where_there_is_no_outline) {
  using V = std::array<Vec2, 3>;
  const Triangles<float> apart{V{{{0, 0}, {1, 0}, {0, 1}}}, V{{{5, 5}, {6, 5}, {5, 6}}}};
  const Triangles<float> at_a_vertex{V{{{0, 0}, {1, 0}, {0, 1}}}, V{{{1, 0}, {2, 0}, {2, 1}}}};
  const Triangles<float> across{V{{{0, 0}, {4, 0}, {2, 3}}}, V{{{0, 2}, {2, -1}, {4, 2}}}};
  const Triangles<float> twice{V{{{0, 0}, {4, 0}, {2, 3}}}, V{{{0, 0}, {4, 0}, {2, 3}}}};
  // A square with a square hole: eight triangles in a ring.
  Triangles<float> ring;
  const Vec2 out[4] = {{0, 0}, {6, 0}, {6, 6}, {0, 6}}, in[4] = {{2, 2}, {4, 2}, {4, 4}, {2, 4}};
  for (int k = 0; k < 4; ++k) {
    ring.push_back({out[k], out[(k + 1) % 4], in[(k + 1) % 4]});
    ring.push_back({out[k], in[(k + 1) % 4], in[k]});
  }
  Triangles<float> ring_and_another = ring;  // as many shared edges as a tree of these has
  ring_and_another.push_back({Vec2{-4, -4}, {-3, -4}, {-4, -3}});
  const Triangles<float> on_one_side{V{{{0, 0}, {4, 0}, {2, 3}}}, V{{{0, 0}, {4, 0}, {3, 1}}}};
  // Triangles in a row once round a point and on: the angles there are more than the round one.
  Triangles<float> fan;
  const Vec2 rim[8] = {{4, 0}, {3, 3}, {0, 4}, {-3, 3}, {-4, 0}, {-3, -3}, {0, -4}, {3, -3}};
  for (int k = 0; k < 10; ++k) {
    const float out_by = 1 + 0.25f * static_cast<float>(k), next_by = out_by + 0.25f;
    const Vec2 a = rim[k % 8], b = rim[(k + 1) % 8];
    fan.push_back({Vec2{0, 0}, {a.x * out_by, a.y * out_by}, {b.x * next_by, b.y * next_by}});
  }
  for (const Triangles<float>& odd : {apart, at_a_vertex, across, twice, on_one_side, ring, ring_and_another, fan}) {
    Random random(7);
    OutlineWorld<float> world;
    world.add_parts(odd);
    std::vector<Pair> pairs;
    for (int k = 0; k < 700; ++k) {  // more than go by their parts at once
      const auto small = moved(grid_outline<float>(random, 2, 0.5), random.integer(-4, 8), random.integer(-4, 8));
      pairs.push_back({0, world.add_parts(ears_of<float>(small))});
    }
    const Tally tally = expect_verdicts_of_parts(world, pairs);
    EXPECT_GT(tally.of_verdict[2], 5u);
    EXPECT_EQ(tally.by_outlines, 0u);
  }
}

/// Outlines come and go with their bodies.
TEST_P(OutlineVerdictsOnIsa, follow_bodies_that_come_go_and_change) {
  Random random(8);
  Scene scene;
  std::vector<ShapeId> shapes;
  std::vector<std::vector<Vec2>> rings;
  for (int k = 0; k < 12; ++k) {
    rings.push_back(cog<float>(random.integer(3, 30), 1, 2));
    shapes.push_back(scene.add_outline(rings.back()));
  }
  std::vector<BodyId> bodies;
  std::vector<std::size_t> shape_of;
  for (int k = 0; k < 40; ++k) {
    shape_of.push_back(random.below(12));
    bodies.push_back(scene.add_body(shapes[shape_of.back()], Pose::at(random.uniform(0, 9), random.uniform(0, 9), 0)));
  }
  for (int round = 0; round < 30; ++round) {
    for (int k = 0; k < 10; ++k) {
      const std::size_t i = random.below(40);
      const Pose pose = Pose::at(random.uniform(0, 9), random.uniform(0, 9), random.uniform(0, 6));
      shape_of[i] = random.below(12);
      if (random.chance(0.5)) {
        scene.remove_body(bodies[i]);
        bodies[i] = scene.add_body(shapes[shape_of[i]], pose);
      } else {
        scene.set_shape(bodies[i], shapes[shape_of[i]]);
        scene.set_pose(bodies[i], pose);
      }
    }
    if (round == 10) scene = Scene(scene);
    std::vector<Pair> pairs = random_pairs(random, 40, 200);
    for (Pair& pair : pairs) pair = {bodies[pair.a], bodies[pair.b]};
    OutlineWorld<float> fresh;
    for (BodyId id = 0; id < 40; ++id) {
      const std::size_t i = static_cast<std::size_t>(std::find(bodies.begin(), bodies.end(), id) - bodies.begin());
      fresh.add(rings[shape_of[i]], scene.pose(id));
    }
    Stats stats;
    const std::vector<Verdict> verdicts = classified(scene, pairs, {.stats = &stats});
    ASSERT_EQ(verdicts, classified(fresh.scene, pairs));
    for (std::size_t i = 0; i < pairs.size(); i += 20) ASSERT_EQ(verdicts[i], fresh.verdict_of_parts(pairs[i]));
    EXPECT_GE(stats.by_outlines,
              pairs.size() - static_cast<std::size_t>(std::count(verdicts.begin(), verdicts.end(), Verdict::disjoint)));
  }
}

/// Any number of pairs gives what each pair alone gives.
TEST_P(OutlineVerdictsOnIsa, do_not_depend_on_the_batch) {
  Random random(9);
  OutlineWorld<float> world;
  for (int k = 0; k < 30; ++k) {
    world.add(cog<float>(random.integer(3, 40), 1, 2),
              Pose::at(random.uniform(0, 12), random.uniform(0, 12), random.uniform(0, 6)));
  }
  const std::vector<Pair> pairs = random_pairs(random, 30, 700);
  const std::vector<Verdict> all = classified(world.scene, pairs);
  for (std::size_t count = 1; count < 70; ++count) {
    const std::span<const Pair> some = std::span(pairs).subspan(7 * count, count);
    const std::vector<Verdict> verdicts = classified(world.scene, some);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(verdicts[i], all[7 * count + i]);
  }
}

SATCHEL_ON_EVERY_ISA(OutlineVerdictsOnIsa);

}  // namespace
}  // namespace satchel::test
