// Hard pairs of circles, capsules, segments and rounded polygons.
#pragma once

#include "generators.hpp"

namespace satchel::test {

/// A shape: a core of any number of vertices, and a radius.
template <class T>
struct BasicRoundShape {
  BasicPolygon<T> core;
  T radius = 0;
  Pose pose = {};
};

template <class T>
struct BasicRoundCouple {
  BasicRoundShape<T> a, b;
};

template <class T>
struct BasicRoundFamily {
  const char* name;
  BasicRoundCouple<T> (*make)(Random& random);
  int by_lanes = 0, exactly = 0, touching = 0;  ///< of a thousand pairs, at least
};

template <class T>
std::span<const BasicRoundFamily<T>> round_families();

/// Adds a body of this shape.
template <class T>
BodyId add(BasicScene<T>& scene, const BasicRoundShape<T>& shape);

/// A point, a segment, or a polygon of up to `most` vertices, about this large, with or without a radius.
template <class T>
BasicRoundShape<T> some_shape(Random& random, double size, int most = 8);

/// Couples of this family, in either order; every tenth pair is a body with itself.
template <class T>
BasicWorld<T> world_of(const BasicRoundFamily<T>& family, std::size_t couples, Random& random);

/// Shapes of every kind, crowded; the pairs in random order, lower and higher index first.
template <class T>
BasicWorld<T> round_crowd(Random& random, std::size_t bodies, std::size_t pairs, int most_vertices);

/// Boxes around their own origins, crowded, that many of them without a radius: with one they have a kernel of their own
/// against each other.
template <class T>
BasicWorld<T> box_crowd(Random& random, std::size_t bodies, std::size_t pairs, double without_radius);

/// Cores of this many vertices, all with a radius, crowded, each with four pairs: circles alone, capsules alone, each
/// class of rounded polygons alone have kernels of their own.
template <class T>
BasicWorld<T> round_crowd_of(Random& random, int vertices, std::size_t bodies);

}  // namespace satchel::test
