// Results of the queries on manifolds, distances and moving bodies: plain structs, one a pair.
#pragma once

#include <cstdint>

#include <satchel/types.hpp>

namespace satchel {

/// One point of a manifold.
template <class T>
struct BasicManifoldPoint {
  /// World axes, *relative to a's origin*, so that scenes far from zero keep their precision: the point in the world is
  /// the origin of pose(a) + (x, y). It lies half-way between the two surfaces, along the normal.
  T x, y;

  /// Signed distance of the surfaces along the manifold's normal at this point; negative: they overlap there.
  T separation;

  /// The two features that meet: a vertex of one body, and an edge or a vertex of the other. The id does not change
  /// from call to call while these features meet, and differs between the two points of a manifold, so that an engine
  /// can find the impulse that it stored for a point. Bit 0: side of the vertex (0: a); bit 1: 1 if the other feature
  /// is a vertex; bits 2-16: index of the vertex; bits 17-31: index of the other feature, for an edge that of its first
  /// vertex. Indices of 32,768 and more are truncated to their low 15 bits.
  std::uint32_t id;

  friend bool operator==(const BasicManifoldPoint&, const BasicManifoldPoint&) = default;
};
using ManifoldPoint = BasicManifoldPoint<float>;
using ManifoldPointd = BasicManifoldPoint<double>;

/// The result for one pair: 48 bytes (float), 88 (double).
template <class T>
struct BasicManifold {
  T normal_x, normal_y;             ///< as in the pair's `Contact`
  std::uint32_t feature;            ///< as in the pair's `Contact`: verdict and deciding feature
  std::uint32_t count;              ///< number of points: 0, 1 or 2; if 0 (disjoint pairs only), all bytes are 0
  BasicManifoldPoint<T> points[2];  ///< the first `count` are valid; all bytes of the others are 0

  friend bool operator==(const BasicManifold&, const BasicManifold&) = default;
};
using Manifold = BasicManifold<float>;
using Manifoldd = BasicManifold<double>;

static_assert(sizeof(Manifold) == 48 && sizeof(Manifoldd) == 88);

/// The exact verdict of a pair.
template <class T>
[[nodiscard]] constexpr Verdict verdict(const BasicManifold<T>& manifold) noexcept {
  return static_cast<Verdict>(manifold.feature & 3u);
}

/// The distance of one pair: 32 bytes (float), 64 (double).
template <class T>
struct BasicDistance {
  /// Unit vector, world frame, from body a to body b: for disjoint bodies the direction from witness point a to witness
  /// point b, else as in the pair's `Contact`.
  T normal_x, normal_y;

  /// Signed, in the scene's unit. Positive: disjoint, the distance. Zero: touching, exactly. Negative: overlapping,
  /// minus the depth, as in the pair's `Contact`.
  T distance;

  std::uint32_t feature;  ///< as in the pair's `Contact`; for disjoint compounds as in the contact of the nearest parts

  /// The witness points, one on each body's surface: world axes, each relative to the origin of its own body, so that
  /// scenes far from zero keep their precision. In the world, witness b - witness a = normal * distance. For disjoint
  /// bodies they are nearest points; for overlapping bodies, points that coincide after a translation that ends the
  /// overlap along the normal. If several pairs of points are nearest (parallel edges), one of these pairs.
  BasicVec2<T> point_a, point_b;

  friend bool operator==(const BasicDistance&, const BasicDistance&) = default;
};
using Distance = BasicDistance<float>;
using Distanced = BasicDistance<double>;

static_assert(sizeof(Distance) == 32 && sizeof(Distanced) == 64);

/// The exact verdict of a pair.
template <class T>
[[nodiscard]] constexpr Verdict verdict(const BasicDistance<T>& distance) noexcept {
  return static_cast<Verdict>(distance.feature & 3u);
}

/// The motion of a body over one step: a translation by (x, y), in the scene's unit, and a rotation around its own
/// origin by `angle` (radians, counter-clockwise, |angle| <= 2^30), both at constant speed.
struct Motion {
  double x = 0, y = 0, angle = 0;
  friend bool operator==(const Motion&, const Motion&) = default;
};

/// The time of impact of a pair of moving bodies: 16 bytes (float), 32 (double).
template <class T>
struct BasicImpact {
  /// The time of the first impact, in [0, 1] of the step. 0: the bodies touch or overlap at the start. 1 if `hit` is 0.
  T time;

  /// Unit vector, world frame, from body a to body b, at the time of impact: the normal of an edge of either body, or
  /// the direction between two corners. If time is 0: as in the pair's `Contact`. (0, 0) if `hit` is 0.
  T normal_x, normal_y;

  std::uint32_t hit;  ///< 1: the bodies meet during the step; 0: they do not

  friend bool operator==(const BasicImpact&, const BasicImpact&) = default;
};
using Impact = BasicImpact<float>;
using Impactd = BasicImpact<double>;

static_assert(sizeof(Impact) == 16 && sizeof(Impactd) == 32);

}  // namespace satchel
