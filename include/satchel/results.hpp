// Results of all calls: plain structs of a fixed layout. The frame, unit, sign and tie rule of each field are stated here.
//
// Verdicts do not depend on the numbering of bodies. Other numbers of a pair are computed with the body of the lower
// index first, or that of scene_a; so ties, and the last bits of a number, may change where bodies are numbered anew.
// Where a result names no body, it names `no_body`.
#pragma once

#include <concepts>
#include <cstdint>

#include <satchel/export.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// The relation of two bodies, exact for the placed vertices and radii. A point or segment without radius has no
/// interior: it overlaps a body if it enters the body's interior, and two segments overlap if they cross; otherwise
/// common points make a touch.
enum class Verdict : std::uint8_t {
  disjoint,    ///< no point in common
  touching,    ///< boundaries meet, interiors do not
  overlapping  ///< interiors meet
};

/// The kind of the feature that decides the normal.
enum class FeatureKind : std::uint8_t { edge, vertex };

/// The body of a pair that has the deciding feature.
enum class Side : std::uint8_t { a, b };

/// The result for one pair: 16 bytes (float), 32 (double).
///
/// `feature` packs the verdict (bits 0-1), the kind of the deciding feature (2), its side (3) and its index (4-31).
/// The functions `verdict`, `kind`, `side` and `index` unpack it.
template <class T>
struct BasicContact {
  /// Unit vector, world frame, from body a to body b: perpendicular to the deciding edge; or along the line through the
  /// two nearest corners ((1, 0) if they coincide). Among equal edges the first decides, in vertex order, the edges of
  /// the first body before those of the second. The first body is the one with the lower index; between two scenes it
  /// is the body of `scene_a`.
  T normal_x, normal_y;

  /// Signed length along the normal, in the scene's unit. Negative: overlapping; -separation is the depth, the length
  /// of the shortest translation that ends the overlap. Zero: touching. Positive: disjoint; for two polygons without
  /// radius the largest separation over all edge normals, a lower bound of the distance; for all other pairs the
  /// distance.
  T separation;

  std::uint32_t feature;

  friend bool operator==(const BasicContact&, const BasicContact&) = default;
};
using Contact = BasicContact<float>;
using Contactd = BasicContact<double>;

static_assert(sizeof(Contact) == 16 && sizeof(Contactd) == 32);

/// Results of which the deciding feature is known: contacts, manifolds and distances.
template <class R>
concept HasFeature = requires(const R& result) {
  { (result.feature) } -> std::same_as<const std::uint32_t&>;
};

/// The exact verdict of a pair.
template <HasFeature R>
[[nodiscard]] constexpr Verdict verdict(const R& result) noexcept {
  return static_cast<Verdict>(result.feature & 3u);
}

/// The kind of the feature that decided the normal.
template <HasFeature R>
[[nodiscard]] constexpr FeatureKind kind(const R& result) noexcept {
  return static_cast<FeatureKind>((result.feature >> 2) & 1u);
}

/// The body of the pair that owns the deciding feature.
template <HasFeature R>
[[nodiscard]] constexpr Side side(const R& result) noexcept {
  return static_cast<Side>((result.feature >> 3) & 1u);
}

/// The deciding feature: an edge, by the index of its first vertex as given to the scene, or a vertex (see `kind`). A
/// capsule has the edges 0, on the right of the direction from p to q, and 1, on the left; a circle has one vertex and
/// no edge. Where rounding of placed vertices leaves a polygon not convex, its hull is what meets: an edge of the hull leads
/// from the vertex of its index to the next one on the hull, past those that are not. For a compound the index refers to the
/// deciding part; for an outline also, or, in distances that come from its edges, to the order of `local_vertices`.
template <HasFeature R>
[[nodiscard]] constexpr std::uint32_t index(const R& result) noexcept {
  return result.feature >> 4;
}

/// The minimum translation vector *of a*: a translation of a by it ends the overlap (or of b by the opposite). (0, 0)
/// unless the pair overlaps. World frame, the scene's unit. Its error is at most 6 units in the last place of the
/// pair's extent, so that a tiny overlap or gap may remain.
[[nodiscard]] SATCHEL_API Vec2 mtv(const Contact& contact) noexcept;
[[nodiscard]] SATCHEL_API Vec2d mtv(const Contactd& contact) noexcept;

/// A pair that touches or overlaps.
template <class T>
struct BasicHit {
  Pair pair;                ///< as given
  std::uint32_t index;      ///< index of the pair in the list of pairs
  BasicContact<T> contact;  ///< equal to the result of `collide`
  friend bool operator==(const BasicHit&, const BasicHit&) = default;
};
using Hit = BasicHit<float>;
using Hitd = BasicHit<double>;

/// One point of a manifold.
template <class T>
struct BasicManifoldPoint {
  /// World axes, *relative to a's origin*, so that scenes far from zero keep their precision: the point in the world is
  /// the origin of pose(a) + (x, y). It lies half-way between the two surfaces, along the normal.
  T x, y;

  /// Signed distance of the surfaces along the manifold's normal at this point; negative: they overlap there.
  T separation;

  /// The two features that meet: a vertex of one body and an edge of the other, or a vertex of each. The id does not change
  /// from call to call while these features meet, whichever body has the deciding edge, and differs between the two points
  /// of a manifold, so that an engine can find the impulse that it stored for a point.
  ///
  /// Two vertices meet where corners face each other (`manifolds`), and where two faces lie on each other that both end
  /// there: along the deciding edge, the vertices are apart by less than a 64th of the shorter face. So bodies of one width
  /// that stand on each other keep their ids while they sway.
  ///
  /// Bit 1 is 0: bit 0 is the side of the vertex (0: a), bits 2-16 are its index, bits 17-31 the index of the edge, that of
  /// its first vertex (of the two edges of a segment or capsule, that which faces the other body). Bit 1 is 1: bit 0 is 0,
  /// bits 2-16 are the index of a's vertex, bits 17-31 that of b's. Indices of 32,768 and more are truncated to their low
  /// 15 bits, so that the ids of two points may then be equal.
  std::uint32_t id;

  friend bool operator==(const BasicManifoldPoint&, const BasicManifoldPoint&) = default;
};
using ManifoldPoint = BasicManifoldPoint<float>;
using ManifoldPointd = BasicManifoldPoint<double>;

/// The result for one pair: 48 bytes (float), 88 (double).
template <class T>
struct BasicManifold {
  T normal_x, normal_y;   ///< as in the pair's `Contact`
  std::uint32_t feature;  ///< as in the pair's `Contact`: verdict and deciding feature
  /// Number of points: 0, 1 or 2. 0 for disjoint pairs beyond the margin, of which all bytes are 0; and where links take all
  /// points from a pair that meets (links.hpp).
  std::uint32_t count;
  BasicManifoldPoint<T> points[2];  ///< the first `count` are valid; all bytes of the others are 0

  friend bool operator==(const BasicManifold&, const BasicManifold&) = default;
};
using Manifold = BasicManifold<float>;
using Manifoldd = BasicManifold<double>;

static_assert(sizeof(Manifold) == 48 && sizeof(Manifoldd) == 88);

/// The distance of one pair: 32 bytes (float), 64 (double).
template <class T>
struct BasicDistance {
  /// Unit vector, world frame, from body a to body b: for disjoint bodies the direction from witness point a to witness
  /// point b, else as in the pair's `Contact`.
  T normal_x, normal_y;

  /// Signed, in the scene's unit. Positive: disjoint, the distance. Zero: touching, exactly. Negative: overlapping,
  /// minus the depth, as in the pair's `Contact`.
  T distance;

  /// As in the pair's `Contact`; for disjoint compounds as in the contact of the nearest parts; for outlines
  /// see `distances`.
  std::uint32_t feature;

  /// The witness points, one on each body's surface: world axes, each relative to the origin of its own body, so that
  /// scenes far from zero keep their precision. In the world, witness b - witness a = normal * distance. For disjoint
  /// bodies they are nearest points; for overlapping bodies, points that coincide after a translation that ends the
  /// overlap along the normal. If several pairs of points are nearest (parallel edges), one of these pairs. For bodies that
  /// meet and whose contact links, chains or inner edges limit, those of the edge that decides, cut to its ends: they may
  /// lie off the bodies.
  BasicVec2<T> point_a, point_b;

  friend bool operator==(const BasicDistance&, const BasicDistance&) = default;
};
using Distance = BasicDistance<float>;
using Distanced = BasicDistance<double>;

static_assert(sizeof(Distance) == 32 && sizeof(Distanced) == 64);

/// The impact of a pair of moving bodies: 24 bytes (float), 48 (double).
template <class T>
struct BasicImpact {
  /// The time of the first impact, in [0, 1] of the step. 0: the bodies meet at the start, are within the tolerance there (those
  /// that turn), or meet so soon that the time rounds to 0. 1 if `hit` is 0.
  T time;

  /// Unit vector, world frame, from body a to body b, at the time of impact: the normal of an edge of either body, or
  /// the direction between two corners. If they meet at the start: as in the pair's `Contact`; with `leaves_start` that of their nearest
  /// points if these are what approaches, or that along which they get deeper. (0, 0) if `hit` is 0.
  T normal_x, normal_y;

  /// The contact point: world axes, relative to the origin of body a at `time`, half-way between both surfaces. `sweep`
  /// says which point it is where bodies meet in several, and how far the surfaces may be. (0, 0) if `hit` is 0, or if
  /// the call leaves points out.
  T point_x, point_y;

  std::uint32_t hit;  ///< 1: the bodies meet during the step; 0: they do not

  friend bool operator==(const BasicImpact&, const BasicImpact&) = default;
};
using Impact = BasicImpact<float>;
using Impactd = BasicImpact<double>;

static_assert(sizeof(Impact) == 24 && sizeof(Impactd) == 48);

/// A body that a query found.
struct FoundBody {
  std::uint32_t query;  ///< index of the point or box in the list of the call
  BodyId body;
  friend auto operator<=>(const FoundBody&, const FoundBody&) = default;
};

/// The first body that a ray meets, and where.
struct RayHit {
  /// The least time at which the ray's point lies in the body; infinity if no body is hit.
  double time;
  /// Unit vector, world frame: the outward normal of the edge through which the ray enters the body; at a vertex, of
  /// the first such edge in vertex order. If the origin lies in the body (time 0): opposite to the direction. (0, 0) if
  /// no body is hit.
  double normal_x, normal_y;
  /// The body; among bodies hit at equal times the lowest; `no_body` if none is hit.
  BodyId body;
  /// With RayOptions::exits: the time at which the ray leaves the body, the first from `time` on after which its point
  /// lies outside; not limited by max_time. `time` if the ray grazes the body. Infinity if no body is hit. Else 0.
  double exit = 0;

  friend bool operator==(const RayHit&, const RayHit&) = default;
};

/// The first body that a shape meets on its motion, and where. The numbers are those of the `Impact` of the shape (a) and
/// the body (b), as doubles.
struct ShapeHit {
  double time;                ///< in [0, 1] of the motion; 1 if no body is hit
  double normal_x, normal_y;  ///< from the shape to the body; (0, 0) if no body is hit
  double point_x, point_y;    ///< relative to the origin of the shape at `time`; (0, 0) if no body is hit
  BodyId body;                ///< among bodies hit at equal times the lowest; `no_body` if none is hit

  friend bool operator==(const ShapeHit&, const ShapeHit&) = default;
};

/// The first hit of a trajectory.
struct FirstHit {
  /// The first step at which the present mover touches or overlaps a present obstacle; -1 if there is none.
  std::int32_t step;
  /// The obstacle hit at this step, the lowest if there are several. A number below the number n of moving obstacles is
  /// one of them, otherwise fixed body `obstacle - n` of the scene; `no_body` if there is no hit.
  std::uint32_t obstacle;

  friend bool operator==(const FirstHit&, const FirstHit&) = default;
};

}  // namespace satchel
