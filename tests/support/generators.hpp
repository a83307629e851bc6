// Seeded polygons, pairs and scenes; every polygon is exactly strictly convex and counter-clockwise.
#pragma once

#include <cstddef>
#include <satchel/satchel.hpp>
#include <span>
#include <vector>

#include "random.hpp"

namespace satchel::test {

using Polygon = std::vector<Vec2>;

struct Posed {
  Polygon polygon;
  Pose pose = {};
};

struct Couple {
  Posed a, b;
};

struct Point2 {
  double x = 0, y = 0;
};

// ---- polygons
// --------------------------------------------------------------------------------------------------------

Polygon box(float half_width, float half_height);
/// The box [x, x + width] x [y, y + height].
Polygon box_at(float x, float y, float width, float height);
/// Vertices at jittered angles on a circle.
Polygon round_polygon(Random& random, int vertices, double radius, Point2 center = {});
/// Double-precision trigonometry, cast to float.
Polygon regular_polygon(int vertices, double radius, double turn = 0, Point2 center = {});
/// Vertices on the integer grid, times `scale`: every even count from 4 to 131,072, no rounding anywhere (the shortest
/// integer vectors in the order of their angles).
Polygon lattice_polygon(std::size_t vertices, float scale = 1);
/// A rhombus of this length, thinner by `aspect`.
Polygon sliver(Random& random, double aspect);
/// Four of the five vertices on a nearly straight edge: most rotations round it to a concave polygon.
Polygon nearly_collinear(Random& random);

// ---- pairs
// -----------------------------------------------------------------------------------------------------------

struct Family {
  const char* name;
  Couple (*make)(Random& random);
};

/// Families of pairs that break careless code.
std::span<const Family> families();

// ---- scenes
// ----------------------------------------------------------------------------------------------------------

struct World {
  Scene scene;
  std::vector<Pair> pairs;
};

/// Bodies 2 k and 2 k + 1 are couple k; pair k is one of the two orders.
World world_of(std::span<const Couple> couples, Random& random);
World world_of(const Family& family, std::size_t couples, Random& random);

/// Round polygons of min_vertices to max_vertices, small counts as likely as large ones, crowded so that about a third
/// of the pairs overlap; the pairs in random order, lower and higher index first, some bodies with themselves.
World crowd(Random& random, std::size_t bodies, std::size_t pairs, int min_vertices, int max_vertices);

BodyId add(Scene& scene, const Posed& posed);

}  // namespace satchel::test
