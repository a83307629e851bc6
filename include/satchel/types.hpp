// Plain types that calls take: points, indices, pairs, boxes, motions. Results are in results.hpp.
#pragma once

#include <compare>
#include <cstdint>

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

/// In results, in place of a body: none.
inline constexpr BodyId no_body = ~BodyId{0};

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

/// An axis-aligned box, world frame, closed.
struct Box {
  double min_x, min_y, max_x, max_y;
  friend bool operator==(const Box&, const Box&) = default;
};

/// The motion of a body over one step: a translation by (x, y), in the scene's unit, and a rotation around its own
/// origin by `angle` (radians, counter-clockwise, |angle| <= 2^30), both at constant speed.
struct Motion {
  double x = 0, y = 0, angle = 0;
  friend bool operator==(const Motion&, const Motion&) = default;
};

}  // namespace satchel
