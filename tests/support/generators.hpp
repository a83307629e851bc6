// Seeded polygons, pairs and scenes; every polygon is exactly strictly convex and counter-clockwise.
#pragma once

#include <cstddef>
#include <satchel/satchel.hpp>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "random.hpp"

namespace satchel::test {

template <class T>
using BasicPolygon = std::vector<BasicVec2<T>>;
using Polygon = BasicPolygon<float>;
using Polygond = BasicPolygon<double>;

template <class T>
struct BasicPosed {
  BasicPolygon<T> polygon;
  Pose pose = {};
};
using Posed = BasicPosed<float>;

template <class T>
struct BasicCouple {
  BasicPosed<T> a, b;
};
using Couple = BasicCouple<float>;

struct Point2 {
  double x = 0, y = 0;
};

// ---- polygons
// --------------------------------------------------------------------------------------------------------

template <class T = float>
BasicPolygon<T> box(std::type_identity_t<T> half_width, std::type_identity_t<T> half_height);
/// The box [x, x + width] x [y, y + height].
template <class T = float>
BasicPolygon<T> box_at(std::type_identity_t<T> x, std::type_identity_t<T> y, std::type_identity_t<T> width,
                       std::type_identity_t<T> height);
/// Vertices at jittered angles on a circle.
template <class T = float>
BasicPolygon<T> round_polygon(Random& random, int vertices, double radius, Point2 center = {});
/// Double-precision trigonometry, cast to T.
template <class T = float>
BasicPolygon<T> regular_polygon(int vertices, double radius, double turn = 0, Point2 center = {});
/// Vertices on the integer grid, times `scale`: every even count from 4 to 131,072, no rounding anywhere (the shortest
/// integer vectors in the order of their angles).
template <class T = float>
BasicPolygon<T> lattice_polygon(std::size_t vertices, std::type_identity_t<T> scale = 1);
/// The hull of some points of the integer grid from -reach to reach, times `scale`: no rounding anywhere.
template <class T = float>
BasicPolygon<T> grid_polygon(Random& random, int reach, double scale = 1, Point2 center = {});
/// A rhombus of this length, thinner by `aspect`, somehow turned; less thin where rounding would spoil it.
template <class T = float>
BasicPolygon<T> sliver(Random& random, double aspect);
/// Four of the five vertices on a nearly straight edge: most rotations round it to a concave polygon.
template <class T = float>
BasicPolygon<T> nearly_collinear(Random& random);

// ---- pairs
// -----------------------------------------------------------------------------------------------------------

/// What a family is for: so many of a thousand pairs, at least, reach these stages of the cascade and this verdict.
struct Reach {
  int by_double = 0, exactly = 0, touching = 0;
};

template <class T>
struct BasicFamily {
  const char* name;
  BasicCouple<T> (*make)(Random& random);
  Reach reach = {};
};
using Family = BasicFamily<float>;

/// Families of pairs that break careless code, and the one of this name.
template <class T = float>
std::span<const BasicFamily<T>> families();
template <class T = float>
const BasicFamily<T>& family(std::string_view name);

// ---- scenes
// ----------------------------------------------------------------------------------------------------------

template <class T>
struct BasicWorld {
  BasicScene<T> scene;
  std::vector<Pair> pairs;
};
using World = BasicWorld<float>;

/// Bodies 2 k and 2 k + 1 are couple k; pair k is one of the two orders.
template <class T>
BasicWorld<T> world_of(const std::vector<BasicCouple<T>>& couples, Random& random);
template <class T>
BasicWorld<T> world_of(const BasicFamily<T>& family, std::size_t couples, Random& random);

/// Round polygons of min_vertices to max_vertices, small counts as likely as large ones, crowded so that about a third
/// of the pairs overlap; the pairs in random order, lower and higher index first, some bodies with themselves.
template <class T = float>
BasicWorld<T> crowd(Random& random, std::size_t bodies, std::size_t pairs, int min_vertices, int max_vertices);

template <class T>
BodyId add(BasicScene<T>& scene, const BasicPosed<T>& posed);

// ---- poses that are rotations but for 1e-6
// --------------------------------------------------------------------------------------------------------

/// The pose with its cosine and sine times a factor: cos^2 + sin^2 is off 1 by up to 1e-6, as poses may be, at either
/// end of that range as often as anywhere between.
Pose stretched(const Pose& pose, Random& random);
/// Every body gets such a pose.
template <class T>
void stretch(BasicScene<T>& scene, Random& random);

}  // namespace satchel::test
