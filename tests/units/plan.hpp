// A scene, drawn in units of 1, that can be built in any unit.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <satchel/satchel.hpp>
#include <vector>

namespace satchel::test::units {

/// A random integer of [low, high].
using Draw = std::function<int(int low, int high)>;

enum class Kind : std::uint8_t { polygon, box, circle, capsule, segment, compound, chain };

struct PlannedShape {
  Kind kind;
  std::vector<Vec2d> points;  ///< of boxes: half the width and height
  double radius = 0;
  std::vector<std::uint32_t> parts;  ///< of compounds
};

struct PlannedBody {
  std::uint32_t shape;
  Pose pose;
};

/// All coordinates are multiples of 2^-10 and at most 64, so that both precisions hold them, times any power of two
/// that is in range.
struct Plan {
  std::vector<PlannedShape> shapes;
  std::vector<PlannedBody> bodies;
  std::vector<Motion> motions;    ///< one a body; every second turns
  std::vector<Vec2d> points;      ///< to ask about
  std::vector<Vec2d> directions;  ///< of rays from these
  std::vector<std::vector<Vec2d>> rings;
  double period_x = 0, period_y = 0;
  std::vector<PlannedBody> far;  ///< bodies at the far end, in units of the largest number
};

constexpr double grain = 0x1p-10;

/// @param bodies     about how many
/// @param is_turned  false: bodies turn by whole quarters, so that placed vertices are exact in every unit
Plan draw_plan(const Draw& draw, int bodies, bool is_turned);

/// Some bodies as far out as a scene of T takes them, somewhere around.
template <class T>
std::vector<PlannedBody> far_bodies(const Plan& plan, const Draw& draw, int count);

/// The scene in units of 2^unit.
template <class T>
BasicScene<T> scene_of(const Plan& plan, int unit);

/// The motions of all its bodies; those at the far end stay.
std::vector<Motion> motions_of(const Plan& plan, std::size_t slots, int unit);

/// A length of the plan in units of 2^unit.
template <class T>
T scaled_to(double length, int unit) {
  return std::ldexp(static_cast<T>(length), unit);
}
inline Vec2d scaled_to(const Vec2d& point, int unit) { return {std::ldexp(point.x, unit), std::ldexp(point.y, unit)}; }
inline Pose scaled_to(const Pose& pose, int unit) {
  return {std::ldexp(pose.x, unit), std::ldexp(pose.y, unit), pose.rotation};
}
template <class T>
std::vector<BasicVec2<T>> scaled_points(const std::vector<Vec2d>& points, int unit) {
  std::vector<BasicVec2<T>> scaled;
  for (const Vec2d& p : points) scaled.push_back({scaled_to<T>(p.x, unit), scaled_to<T>(p.y, unit)});
  return scaled;
}

}  // namespace satchel::test::units
