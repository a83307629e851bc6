// The plain types that go in and come out. Every field states its frame, unit, sign and tie rule here and nowhere else.
#pragma once

#include <compare>
#include <cstdint>

#include <satchel/export.hpp>

namespace satchel {

/// A point or a vector. Any unit of length will do: nothing in the library has a built-in scale.
template <class T>
struct BasicVec2 {
  T x, y;
  friend bool operator==(const BasicVec2&, const BasicVec2&) = default;
};
using Vec2 = BasicVec2<float>;
using Vec2d = BasicVec2<double>;

/// Index of a shape in its scene: 0, 1, 2, ... in the order of adding.
using ShapeId = std::uint32_t;

/// Index of a body in its scene. It never changes while the body exists; a removed index is reused, the lowest first.
using BodyId = std::uint32_t;

/// Two bodies to be tested. (a, b) and (b, a) give the same verdict, the same separation and opposite normals; (a, a)
/// is allowed.
struct Pair {
  BodyId a, b;
  friend auto operator<=>(const Pair&, const Pair&) = default;
};

/// Which parts of two bodies decided a result: indices into the parts of their compounds, 0 for any other body.
struct PartPair {
  std::uint32_t a, b;
  friend auto operator<=>(const PartPair&, const PartPair&) = default;
};

/// How two bodies lie, exactly, for the placed vertices and radii as given. Points and segments without radius have no
/// interior of their own; they overlap what they reach into or cross, and touch it where they only meet it.
enum class Verdict : std::uint8_t {
  disjoint,    ///< no point in common
  touching,    ///< boundaries meet, interiors do not
  overlapping  ///< interiors meet
};

/// Which kind of feature decided the normal.
enum class FeatureKind : std::uint8_t { edge, vertex };

/// Whose feature it is.
enum class Side : std::uint8_t { a, b };

/// The result for one pair: 16 bytes (float), 32 (double).
///
/// `feature` packs the verdict (bits 0-1), the kind of the deciding feature (2), its side (3) and its index (4-31).
/// Read it with `verdict`, `kind`, `side` and `index`.
template <class T>
struct BasicContact {
  /// Unit vector, world frame, from body a to body b: square to the deciding edge, or, where two corners are nearest to
  /// each other, along the line through them ((1, 0) where they are one point). Where several edges decide equally, the
  /// first one wins: those of the body with the lower index, then those of the other, in vertex order.
  T normal_x, normal_y;

  /// Signed length along the normal, in the scene's unit. Negative: overlapping, -separation is the depth, the length
  /// of the shortest translation that ends the overlap. Zero: touching. Positive: disjoint; for two polygons without
  /// radius the largest separation over the edge normals (a lower bound of the distance), for all others the distance.
  T separation;

  std::uint32_t feature;

  friend bool operator==(const BasicContact&, const BasicContact&) = default;
};
using Contact = BasicContact<float>;
using Contactd = BasicContact<double>;

static_assert(sizeof(Contact) == 16 && sizeof(Contactd) == 32);

/// The exact verdict of a pair.
template <class T>
[[nodiscard]] constexpr Verdict verdict(const BasicContact<T>& contact) noexcept {
  return static_cast<Verdict>(contact.feature & 3u);
}

/// The kind of the feature that decided the normal.
template <class T>
[[nodiscard]] constexpr FeatureKind kind(const BasicContact<T>& contact) noexcept {
  return static_cast<FeatureKind>((contact.feature >> 2) & 1u);
}

/// The body of the pair that owns the deciding feature.
template <class T>
[[nodiscard]] constexpr Side side(const BasicContact<T>& contact) noexcept {
  return static_cast<Side>((contact.feature >> 3) & 1u);
}

/// The deciding edge, named by its first vertex as given to the scene (or the vertex, where `kind` says so). The edges
/// of a capsule are 0, to the right of the way from p to q, and 1, to the left; a circle has one vertex and no edge. Of
/// a compound: of the part that decided.
template <class T>
[[nodiscard]] constexpr std::uint32_t index(const BasicContact<T>& contact) noexcept {
  return contact.feature >> 4;
}

/// The minimum translation vector *of a*: added to a's origin it ends the overlap (b moves by the opposite). (0, 0)
/// unless the pair overlaps. World frame, the scene's unit; off the exact one by at most 6 units in the last place of
/// the pair's extent, so a touch may remain.
[[nodiscard]] SATCHEL_API Vec2 mtv(const Contact& contact) noexcept;
[[nodiscard]] SATCHEL_API Vec2d mtv(const Contactd& contact) noexcept;

/// An axis-aligned box, world frame, closed.
struct Box {
  double min_x, min_y, max_x, max_y;
  friend bool operator==(const Box&, const Box&) = default;
};

}  // namespace satchel
