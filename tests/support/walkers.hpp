// Floors of many bodies at any angle, bodies that move on them, and the same floor as one wide box.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/random.hpp"

namespace satchel::test {

/// A frame whose x axis runs along a floor and whose y axis is up from it.
struct FloorFrame {
  double x = 0, y = 0, angle = 0;

  Pose at(double along, double up, double turn = 0) const {
    const Rotation by = rotation();
    return Pose::at(x + by.cos * along - by.sin * up, y + by.sin * along + by.cos * up, angle + turn);
  }
  Motion motion(double along, double up, double turn = 0) const {
    const Rotation by = rotation();
    return {by.cos * along - by.sin * up, by.sin * along + by.cos * up, turn};
  }
  Rotation rotation() const { return Pose::at(0, 0, angle).rotation; }
};

/// Pieces are tiles of unequal depth; layers are tiles cut at unequal depths: edges of both are shared in part.
enum class FloorKind { tiles, segments, chain, one_sided_chain, compound, pieces, layers };
inline constexpr std::array all_floors{FloorKind::tiles,           FloorKind::segments, FloorKind::chain,
                                       FloorKind::one_sided_chain, FloorKind::compound, FloorKind::pieces,
                                       FloorKind::layers};

/// Adds a linked surface through `points`, from left to right in the frame: what is below it is solid, down to y =
/// -bottom.
template <class T>
std::vector<BodyId> add_floor(BasicScene<T>& scene, FloorKind kind, const FloorFrame& frame,
                              const std::vector<Vec2d>& points, double bottom = 2) {
  const auto vertex = [](double x, double y) { return BasicVec2<T>{static_cast<T>(x), static_cast<T>(y)}; };
  std::vector<BodyId> floor;
  if (kind == FloorKind::chain || kind == FloorKind::one_sided_chain) {
    std::vector<BasicVec2<T>> from_right;
    for (std::size_t i = points.size(); i-- > 0;) from_right.push_back(vertex(points[i].x, points[i].y));
    floor.push_back(
        scene.add_body(scene.add_chain(from_right, false, kind == FloorKind::one_sided_chain), frame.at(0, 0)));
    return floor;
  }
  if (kind == FloorKind::compound) {
    std::vector<ShapeId> parts;
    std::vector<std::uint8_t> inner;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const Vec2d &left = points[i], &right = points[i + 1];
      parts.push_back(scene.add_polygon(std::array{vertex(left.x, -bottom), vertex(right.x, -bottom),
                                                   vertex(right.x, right.y), vertex(left.x, left.y)}));
      const std::uint8_t on_right = i + 2 < points.size(), on_left = i > 0;
      inner.insert(inner.end(), {0, on_right, 0, on_left});
    }
    floor.push_back(scene.add_body(scene.add_compound(parts, inner), frame.at(0, 0)));
    return floor;
  }
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Vec2d &left = points[i], &right = points[i + 1], middle{(left.x + right.x) / 2, left.y};
    const double dx = right.x - middle.x, dy = right.y - left.y;
    if (kind == FloorKind::segments) {
      floor.push_back(scene.add_body(scene.add_segment(vertex(dx, dy), vertex(-dx, 0)), frame.at(middle.x, middle.y)));
      continue;
    }
    const std::size_t row = (i * i + i / 3) % 4;
    const double lower = kind == FloorKind::pieces ? -bottom * (1 + 0.25 * static_cast<double>(row)) : -bottom;
    const double cut =
        kind == FloorKind::layers ? std::min(left.y, right.y) - 0.5 - 0.25 * static_cast<double>(row) : lower;
    const auto add = [&](double from, double to_left, double to_right) {
      const std::array vertices{vertex(-dx, from - left.y), vertex(dx, from - left.y), vertex(dx, to_right - left.y),
                                vertex(-dx, to_left - left.y)};
      floor.push_back(scene.add_body(scene.add_polygon(vertices), frame.at(middle.x, middle.y)));
    };
    add(cut, left.y, right.y);
    if (cut > lower) add(lower, cut, cut);
  }
  scene.link_shared_edges(floor, sizeof(T) == sizeof(float) ? 1e-4 : 1e-9);
  return floor;
}

/// A level surface at y = 0 of pieces of some width, with an end at `from` and the other at or beyond `to`.
inline std::vector<Vec2d> level(double from, double to, double width) {
  std::vector<Vec2d> points;
  for (double x = from; points.empty() || points.back().x < to; x += width) points.push_back({x, 0});
  return points;
}

template <class T>
std::vector<ShapeId> add_walkers(BasicScene<T>& scene) {
  using V = BasicVec2<T>;
  const ShapeId left = scene.add_polygon(std::array{V{T(-0.75), 0}, V{0, 0}, V{0, 1}, V{T(-0.75), 1}});
  const ShapeId right = scene.add_polygon(std::array{V{0, 0}, V{T(0.5), 0}, V{T(0.5), 1}, V{0, 1}});
  const ShapeId nose = scene.add_polygon(std::array{V{0, T(0.5)}, V{T(0.75), T(0.25)}, V{T(0.75), 1}});
  return {
      scene.add_polygon(std::array{V{T(-0.25), 0}, V{T(0.25), 0}, V{T(0.25), 1}, V{T(-0.25), 1}}),
      scene.add_polygon(std::array{V{T(-0.25), T(0.25)}, V{T(0.25), T(0.25)}, V{T(0.25), 1}, V{T(-0.25), 1}}, T(0.25)),
      scene.add_polygon(std::array{V{T(-0.75), 0}, V{T(0.75), 0}, V{T(0.25), 1}, V{T(-0.25), 1}}),
      scene.add_polygon(std::array{V{T(-0.25), 0}, V{T(0.25), 0}, V{T(0.75), 1}, V{T(-0.75), 1}}),
      scene.add_polygon(std::array{V{0, 0}, V{T(0.5), T(0.5)}, V{0, 1}, V{T(-0.5), T(0.5)}}),
      scene.add_circle({0, T(0.5)}, T(0.5)),
      scene.add_capsule({0, T(0.25)}, {0, T(0.75)}, T(0.25)),
      scene.add_capsule({T(-0.5), T(0.25)}, {T(0.5), T(0.25)}, T(0.25)),
      scene.add_compound(std::array{left, right}, std::array<std::uint8_t, 8>{0, 1, 0, 0, 0, 0, 0, 1}),
      scene.add_compound(std::array{left, right, nose}),
  };
}

/// The first hit of a body among others, with `leaves_start` or not.
template <class T>
BasicImpact<T> first_impact(const BasicScene<T>& scene, BodyId body, const std::vector<BodyId>& others, Motion motion,
                            bool leaves_start = true, bool body_first = true, T tolerance = 0) {
  std::vector<Motion> motions(scene.body_slots());
  motions[body] = motion;
  std::vector<Pair> pairs;
  for (const BodyId other : others) pairs.push_back(body_first ? Pair{body, other} : Pair{other, body});
  std::vector<BasicImpact<T>> impacts(pairs.size());
  sweep(scene, motions, pairs, impacts, {.tolerance = tolerance, .leaves_start = leaves_start});
  BasicImpact<T> first = impacts[0];
  for (const BasicImpact<T>& impact : impacts) {
    if (impact.hit != 0 && (first.hit == 0 || impact.time < first.time)) first = impact;
  }
  if (!body_first) {
    first.normal_x = -first.normal_x;
    first.normal_y = -first.normal_y;
  }
  return first;
}

/// The pose of a body at a time of its motion, without turning.
inline Pose moved(Pose pose, const Motion& motion, double time) {
  pose.x += time * motion.x;
  pose.y += time * motion.y;
  return pose;
}

}  // namespace satchel::test
