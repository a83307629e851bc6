// Plain types of the interface. The frame, unit, sign and tie rule of each field are stated here.
#pragma once

#include <compare>
#include <cstdint>

#include <satchel/export.hpp>

namespace satchel {

/// A point or a vector. The unit of length is the caller's: no function has a built-in scale.
template <class T>
struct BasicVec2 {
  T x, y;
  friend bool operator==(const BasicVec2&, const BasicVec2&) = default;
};
using Vec2 = BasicVec2<float>;
using Vec2d = BasicVec2<double>;

/// Index of a shape in its scene: 0, 1, 2, ... in the order in which shapes are added.
using ShapeId = std::uint32_t;

/// Index of a body in its scene. It does not change while the body exists. Indices of removed bodies are reused, the
/// lowest first; `BasicScene::generation` tells the bodies of one index apart.
using BodyId = std::uint32_t;

/// Two bodies to test. (a, b) and (b, a) have equal verdicts, equal separations and opposite normals; (a, a) is
/// allowed. The body with the lower index is evaluated first (between two scenes: the body of `scene_a`). So the
/// numbering of bodies decides ties, and the last bit of normals, separations and points: results are the same bits for
/// the same numbering. Verdicts do not depend on it.
struct Pair {
  BodyId a, b;
  friend auto operator<=>(const Pair&, const Pair&) = default;
};

/// The deciding parts of a pair: an index into the parts of a compound; 0 for a body that is no compound.
struct PartPair {
  std::uint32_t a, b;
  friend auto operator<=>(const PartPair&, const PartPair&) = default;
};

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

/// The deciding feature: an edge, by the index of its first vertex as given to the scene, or a vertex (see `kind`). A
/// capsule has the edges 0, on the right of the direction from p to q, and 1, on the left; a circle has one vertex and
/// no edge. For a compound the index refers to the deciding part.
template <class T>
[[nodiscard]] constexpr std::uint32_t index(const BasicContact<T>& contact) noexcept {
  return contact.feature >> 4;
}

/// The minimum translation vector *of a*: a translation of a by it ends the overlap (or of b by the opposite). (0, 0)
/// unless the pair overlaps. World frame, the scene's unit. Its error is at most 6 units in the last place of the
/// pair's extent, so that a tiny overlap or gap may remain.
[[nodiscard]] SATCHEL_API Vec2 mtv(const Contact& contact) noexcept;
[[nodiscard]] SATCHEL_API Vec2d mtv(const Contactd& contact) noexcept;

/// An axis-aligned box, world frame, closed.
struct Box {
  double min_x, min_y, max_x, max_y;
  friend bool operator==(const Box&, const Box&) = default;
};

}  // namespace satchel
