// What the questions beyond `collide` answer: plain structs, one a pair. Every field states its frame, unit and sign.
#pragma once

#include <cstdint>

#include <satchel/types.hpp>

namespace satchel {

/// One point of a manifold.
template <class T>
struct BasicManifoldPoint {
  /// World axes, *from a's origin*, so that scenes far from zero keep their precision: the point of the world is
  /// pose(a) + (x, y). It lies half-way between the two surfaces, along the normal.
  T x, y;

  /// Signed distance of the surfaces along the manifold's normal at this point; negative: they overlap there.
  T separation;

  /// Which features meet: a vertex of one body and an edge (or a vertex) of the other. The same from call to call for
  /// as long as the same features meet, and different for the two points of a manifold: the key for what an engine
  /// keeps of a point (its impulse). Bit 0: side of the vertex (0: a); bit 1: the other feature is a vertex, not an
  /// edge; bits 2-16: index of the vertex; bits 17-31: index of the other feature, an edge by its first vertex. Of
  /// indices of 32,768 and more, the low 15 bits.
  std::uint32_t id;

  friend bool operator==(const BasicManifoldPoint&, const BasicManifoldPoint&) = default;
};
using ManifoldPoint = BasicManifoldPoint<float>;
using ManifoldPointd = BasicManifoldPoint<double>;

/// The result for one pair: 48 bytes (float), 88 (double).
template <class T>
struct BasicManifold {
  T normal_x, normal_y;             ///< as of the pair's `Contact`
  std::uint32_t feature;            ///< as of the pair's `Contact`: verdict, and the feature that decides
  std::uint32_t count;              ///< of points: 0, 1 or 2; 0, of disjoint pairs alone: all other bytes are 0, too
  BasicManifoldPoint<T> points[2];  ///< the first `count` hold; all bytes of the others are 0

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
  /// Unit vector, world frame, from body a to body b: of disjoint bodies along the way from point_a to point_b, else as
  /// of the pair's `Contact`.
  T normal_x, normal_y;

  /// Signed, in the scene's unit. Positive: disjoint, the distance. Zero: touching, exactly. Negative: overlapping,
  /// minus the depth, as of the pair's `Contact`.
  T distance;

  std::uint32_t feature;  ///< as of the pair's `Contact`; of compounds that are disjoint: of the nearest parts

  /// The witnesses: a point of each body's surface, from its own body's origin, world axes, so that scenes far from
  /// zero keep their precision. point_b - point_a is normal * distance: of disjoint bodies the nearest points, of
  /// overlapping ones the points that coincide once the overlap has been undone along the normal. Where several points
  /// are as near (parallel edges), one pair of them.
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

/// How a body moves over one step: by (x, y), in the scene's unit, while it turns evenly by `angle` (radians, up to
/// 2^30) around its own origin.
struct Motion {
  double x = 0, y = 0, angle = 0;
  friend bool operator==(const Motion&, const Motion&) = default;
};

/// Whether, when and how two moving bodies meet: 16 bytes (float), 32 (double).
template <class T>
struct BasicImpact {
  /// Of the step, in [0, 1]: when they first meet. 0: they touch or overlap at the start. 1 where `hit` is 0.
  T time;

  /// Unit vector, world frame, from body a to body b, at that time: of an edge of either, or along the way between two
  /// corners. At the start: as of the pair's `Contact`. (0, 0) where `hit` is 0.
  T normal_x, normal_y;

  std::uint32_t hit;  ///< 1: they meet; 0: they do not

  friend bool operator==(const BasicImpact&, const BasicImpact&) = default;
};
using Impact = BasicImpact<float>;
using Impactd = BasicImpact<double>;

static_assert(sizeof(Impact) == 16 && sizeof(Impactd) == 32);

}  // namespace satchel
