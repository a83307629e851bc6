// Worlds of outlines with holes, of several polygons, and of other bodies among them; and each body's boundary, for
// oracles. Outlines are sets of cells of a grid whose corners are moved at random: two that share a corner or a side
// touch there.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <satchel/satchel.hpp>
#include <span>
#include <vector>

#include "outlines/cell_regions.hpp"

namespace satchel::test {

using Real = long double;
struct RealPoint {
  Real x, y;
};

/// A closed line of vertices with a radius around it; of a point, one vertex.
struct Loop {
  std::vector<RealPoint> points;
  Real radius = 0;
};

inline Real length(RealPoint p) { return std::sqrt(p.x * p.x + p.y * p.y); }
inline RealPoint operator-(RealPoint p, RealPoint q) { return {p.x - q.x, p.y - q.y}; }

inline Real distance_from_edge(RealPoint p, RealPoint from, RealPoint to) {
  const RealPoint e = to - from, w = p - from;
  const Real squared = e.x * e.x + e.y * e.y, along = w.x * e.x + w.y * e.y;
  if (!(along > 0) || squared == 0) return length(w);
  if (along >= squared) return length(p - to);
  return std::abs(e.x * w.y - e.y * w.x) / std::sqrt(squared);
}

/// The lesser of `least` and the distance of a point from the edges of a loop.
inline Real distance_from_loop(RealPoint p, const Loop& loop, Real least = std::numeric_limits<Real>::infinity()) {
  for (std::size_t i = 0; i < loop.points.size(); ++i) {
    const RealPoint from = loop.points[i], to = loop.points[i + 1 < loop.points.size() ? i + 1 : 0];
    if (std::min(from.x, to.x) - p.x > least || p.x - std::max(from.x, to.x) > least) continue;
    least = std::min(least, distance_from_edge(p, from, to));
  }
  return least;
}

/// The least distance of two boundaries that do not cross: of a vertex of one from an edge of the other.
inline Real distance_of(const std::vector<Loop>& a, const std::vector<Loop>& b) {
  Real least = std::numeric_limits<Real>::infinity();
  for (const Loop& p : a) {
    for (const Loop& q : b) {
      Real of_cores = std::numeric_limits<Real>::infinity();
      for (const RealPoint v : p.points) of_cores = distance_from_loop(v, q, of_cores);
      for (const RealPoint v : q.points) of_cores = distance_from_loop(v, p, of_cores);
      least = std::min(least, of_cores - p.radius - q.radius);
    }
  }
  return least;
}

/// How far a point lies from the surface of a body: of an outline its boundary.
inline Real distance_from_surface(RealPoint p, const std::vector<Loop>& body) {
  Real least = std::numeric_limits<Real>::infinity();
  for (const Loop& loop : body) least = std::min(least, std::abs(distance_from_loop(p, loop) - loop.radius));
  return least;
}

template <class T>
std::vector<BasicDistance<T>> distances_in(BasicScenePair<T> scenes, std::span<const Pair> pairs,
                                           const Options& options = {}) {
  std::vector<BasicDistance<T>> results(pairs.size());
  throw_unless_ok(try_distances(scenes, pairs, std::span(results), options));
  return results;
}

template <class T>
struct BentWorld {
  struct Body {
    std::vector<std::uint32_t> counts;  ///< of the vertices of its loops, as placed_offsets gives them
    Real radius = 0;
    bool is_outline = false, is_round = false;
  };

  BasicScene<T> scene;
  std::vector<Body> bodies;
  Vec2d far{};        ///< added to all origins
  bool turns = true;  ///< bodies are turned

  BodyId add(ShapeId shape, const Pose& pose, Body body) {
    bodies.push_back(std::move(body));
    return scene.add_body(shape, pose);
  }
  Pose any_pose(Random& random, double spread) const {
    const double angle = turns ? random.uniform(-4, 4) : 0;
    const auto place = [&](double off) {  // on a coarse grid, so that bodies that do not turn may touch
      return off + std::round(random.uniform(-spread, spread)) / 2;
    };
    return Pose::at(place(far.x), place(far.y), angle);
  }

  /// Adds `count` outlines of cells of one grid. Those that cannot turn stay where they are.
  void add_outlines(Random& random, std::size_t count, int size) {
    std::vector<BasicVec2<T>> corners(static_cast<std::size_t>((size + 1) * (size + 1)));
    const double bend = random.pick({0.0, 0.125, 0.24});
    for (int x = 0; x <= size; ++x) {
      for (int y = 0; y <= size; ++y) {
        const auto moved = [&](int at) { return static_cast<T>(at - size / 2 + random.uniform(-bend, bend)); };
        const T cx = moved(x), cy = moved(y);
        corners[static_cast<std::size_t>(x * (size + 1) + y)] = {cx, cy};
      }
    }
    const Pose where = Pose::at(far.x, far.y, 0);
    while (count != 0) {
      Cells region;
      const int kind = random.integer(0, 2);
      const int low_x = random.integer(0, size - 1), high_x = random.integer(low_x + 1, size);
      const int low_y = random.integer(0, size - 1), high_y = random.integer(low_y + 1, size);
      for (int x = low_x; x < high_x; ++x) {
        for (int y = low_y; y < high_y; ++y) {
          const bool is_frame = x == low_x || x == high_x - 1 || y == low_y || y == high_y - 1;
          if (kind == 1 ? is_frame : random.chance(0.6)) region.cells.insert({x, y});
        }
      }
      std::vector<BasicVec2<T>> vertices;
      std::vector<std::uint32_t> rings{0}, polygons{0};
      Body body{.counts = {}, .radius = 0, .is_outline = true, .is_round = false};
      for (const auto& polygon : boundary_of(region, false)) {
        for (const auto& ring : polygon) {
          for (const auto& [x, y] : ring) vertices.push_back(corners[static_cast<std::size_t>(x * (size + 1) + y)]);
          body.counts.push_back(static_cast<std::uint32_t>(ring.size()));
          rings.push_back(static_cast<std::uint32_t>(vertices.size()));
        }
        polygons.push_back(static_cast<std::uint32_t>(rings.size() - 1));
      }
      if (vertices.empty()) continue;
      const std::uint32_t outlines[] = {0, static_cast<std::uint32_t>(polygons.size() - 1)};
      ShapeId shape = no_shape;
      scene.add_outlines({vertices, rings, polygons, outlines}, {&shape, 1}, {.skip_invalid = true});
      if (shape == no_shape) continue;  // a ring that touches itself
      ASSERT_EQ(scene.vertex_count(shape), vertices.size());
      Pose pose = random.chance(0.5) ? where : any_pose(random, size);
      BodyId id = 0;
      if (!scene.try_add_body(shape, pose, id).ok()) scene.add_body(shape, where);
      bodies.push_back(std::move(body));
      --count;
    }
  }

  /// Adds `count` bodies of other kinds.
  void add_others(Random& random, std::size_t count, int size) {
    const auto number = [](double value) { return static_cast<T>(value); };
    const ShapeId box = scene.add_box(number(0.5), number(0.25));
    const ShapeId rounded = scene.add_box(number(0.25), number(0.25), number(0.5));
    const ShapeId circle = scene.add_circle({0, 0}, number(0.5)), point = scene.add_circle({number(0.25), 0}, 0);
    const ShapeId segment = scene.add_segment({0, 0}, {1, number(0.5)});
    const ShapeId capsule = scene.add_capsule({0, 0}, {0, 1}, number(0.25));
    const BasicVec2<T> quad[] = {{1, 0}, {2, 0}, {2, 1}, {1, 1}};
    const ShapeId parts[] = {box, scene.add_polygon(quad)};
    const ShapeId compound = scene.add_compound(parts);
    for (std::size_t k = 0; k < count; ++k) {
      const Pose pose = any_pose(random, 2 * size);
      switch (random.integer(0, 6)) {
        case 0:
          add(box, pose, {{4}, 0, false, false});
          break;
        case 1:
          add(rounded, pose, {{4}, 0.5L, false, false});
          break;
        case 2:
          add(circle, pose, {{1}, 0.5L, false, true});
          break;
        case 3:
          add(point, pose, {{1}, 0, false, true});
          break;
        case 4:
          add(segment, pose, {{2}, 0, false, false});
          break;
        case 5:
          add(capsule, pose, {{2}, 0.25L, false, false});
          break;
        default:
          add(compound, pose, {{4, 4}, 0, false, false});
      }
    }
  }

  /// The boundary of a body, as seen from `from`.
  std::vector<Loop> loops(BodyId body, Vec2d from) const {
    std::size_t total = 0;
    for (const std::uint32_t count : bodies[body].counts) total += count;
    std::vector<BasicVec2<T>> offsets(total);
    scene.placed_offsets(body, offsets);
    const Pose pose = scene.pose(body);
    const Real dx = static_cast<Real>(pose.x) - static_cast<Real>(from.x);
    const Real dy = static_cast<Real>(pose.y) - static_cast<Real>(from.y);
    std::vector<Loop> result;
    const BasicVec2<T>* v = offsets.data();
    for (const std::uint32_t count : bodies[body].counts) {
      Loop loop{{}, bodies[body].radius};
      for (std::uint32_t i = 0; i < count; ++i, ++v) {
        loop.points.push_back({dx + static_cast<Real>(v->x), dy + static_cast<Real>(v->y)});
      }
      result.push_back(std::move(loop));
    }
    return result;
  }

  /// All pairs with an outline, and their opposites.
  std::vector<Pair> pairs() const {
    std::vector<Pair> list;
    for (BodyId a = 0; a < bodies.size(); ++a) {
      for (BodyId b = 0; b < bodies.size(); ++b) {
        if (a != b && (bodies[a].is_outline || bodies[b].is_outline)) list.push_back({a, b});
      }
    }
    return list;
  }
};

}  // namespace satchel::test
