// Outlines, beside the triangles that they are cut into as bodies of their own: the verdicts of these, the highest of a
// pair, say what is right.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <satchel/satchel.hpp>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "outlines.hpp"
#include "random.hpp"

namespace satchel::test {

template <class T>
using Triangles = std::vector<std::array<BasicVec2<T>, 3>>;

/// Cuts ear after ear off a simple ring, decided in exact numbers. Empty where only flat corners are left.
template <class T>
Triangles<T> ears_of(std::span<const BasicVec2<T>> ring) {
  std::vector<BasicVec2<T>> left(ring.begin(), ring.end());
  Triangles<T> ears;
  const auto is_ear = [&](std::size_t i) {
    const std::size_t n = left.size();
    const BasicVec2<T>&a = left[(i + n - 1) % n], &b = left[i], &c = left[(i + 1) % n];
    const ExactPoint p = exact_point(a), q = exact_point(b), r = exact_point(c);
    if (exact_turn(p, q, r) <= 0) return false;
    for (const BasicVec2<T>& v : left) {
      const ExactPoint s = exact_point(v);
      if (s == p || s == q || s == r) continue;
      if (exact_turn(p, q, s) >= 0 && exact_turn(q, r, s) >= 0 && exact_turn(r, p, s) >= 0) return false;
    }
    return true;
  };
  while (left.size() >= 3) {
    std::size_t i = 0;
    while (i < left.size() && !is_ear(i)) ++i;
    if (i == left.size()) return {};
    const std::size_t n = left.size();
    ears.push_back({left[(i + n - 1) % n], left[i], left[(i + 1) % n]});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return ears;
}

/// Whether any pose may turn the outline of a ring.
template <class T>
bool may_turn(std::span<const BasicVec2<T>> ring) {
  BasicScene<T> scene;
  BodyId body = 0;
  return scene.try_add_body(scene.add_outline(ring), Pose::at(0, 0, 1), body).ok();
}

/// A simple ring on the grid of multiples of `step`, coordinates up to `size`, counter-clockwise.
template <class T>
std::vector<BasicVec2<T>> grid_outline(Random& random, int size, double step) {
  for (;;) {
    std::vector<BasicVec2<T>> ring;
    const int count = random.integer(3, 14);
    for (const Vec2d& v : star_outline(random, count)) {
      const auto on_grid = [&](double x) {
        return static_cast<T>(step * static_cast<double>(static_cast<int>(x * size * 0.7)));
      };
      ring.push_back({on_grid(v.x), on_grid(v.y)});
    }
    const std::vector<ExactPoint> points = exact_points<T>(ring);
    if (!is_simple(points) || !(doubled_area(points) > 0) || ears_of<T>(ring).empty()) continue;
    return ring;
  }
}

/// The boundary of some cells of a grid of `size` by `size`, counter-clockwise; of its flat vertices each stays with a
/// chance. Two of these run along each other here and there, one way and the other, with corners anywhere on the way.
template <class T>
std::vector<BasicVec2<T>> cells_outline(Random& random, int size, int cells, double flat) {
  using Corner = std::pair<int, int>;
  std::set<Corner> taken{{static_cast<int>(random.below(size)), static_cast<int>(random.below(size))}};
  const auto boundary_of = [&] {  // empty, where it is not one ring that goes through each corner once
    std::map<Corner, Corner> next;
    const auto add = [&](Corner cell, int dx, int dy, Corner from, Corner to) {
      if (taken.count({cell.first + dx, cell.second + dy}) != 0) return true;
      return next.emplace(from, to).second;
    };
    for (const Corner& cell : taken) {
      const auto [x, y] = cell;
      const bool simple = add(cell, 0, -1, {x, y}, {x + 1, y}) && add(cell, 1, 0, {x + 1, y}, {x + 1, y + 1}) &&
                          add(cell, 0, 1, {x + 1, y + 1}, {x, y + 1}) && add(cell, -1, 0, {x, y + 1}, {x, y});
      if (!simple) return std::vector<Corner>{};
    }
    std::vector<Corner> ring{next.begin()->first};
    while (next.at(ring.back()) != ring.front()) ring.push_back(next.at(ring.back()));
    return ring.size() == next.size() ? ring : std::vector<Corner>{};
  };
  std::vector<Corner> boundary = boundary_of();
  for (int tries = 0; tries < 4 * cells && static_cast<int>(taken.size()) < cells; ++tries) {
    auto [x, y] = *std::next(taken.begin(), static_cast<std::ptrdiff_t>(random.below(taken.size())));
    (random.chance(0.5) ? x : y) += random.chance(0.5) ? 1 : -1;
    if (x < 0 || y < 0 || x >= size || y >= size || !taken.insert({x, y}).second) continue;
    std::vector<Corner> larger = boundary_of();
    if (larger.empty()) {
      taken.erase({x, y});
    } else {
      boundary = std::move(larger);
    }
  }
  std::vector<BasicVec2<T>> ring;
  for (std::size_t i = 0; i < boundary.size(); ++i) {
    const Corner& before = boundary[(i + boundary.size() - 1) % boundary.size()];
    const Corner& after = boundary[(i + 1) % boundary.size()];
    const bool is_flat = before.first == after.first || before.second == after.second;
    if (is_flat && !random.chance(flat)) continue;
    ring.push_back({static_cast<T>(boundary[i].first), static_cast<T>(boundary[i].second)});
  }
  return ring;
}

template <class T>
struct OutlineWorld {
  BasicScene<T> scene;
  BasicScene<T> flat;  ///< each triangle of each body as a body
  std::vector<BodyId> first;
  std::vector<std::uint32_t> parts;

  /// An outline, which its pose may turn.
  BodyId add(std::span<const BasicVec2<T>> ring, const Pose& pose = {}) { return add(ring, ears_of<T>(ring), pose); }
  /// @param triangles  whose union the ring bounds
  BodyId add(std::span<const BasicVec2<T>> ring, const Triangles<T>& triangles, const Pose& pose = {}) {
    add_flat(triangles, pose);
    return scene.add_body(scene.add_outline(ring), pose);
  }
  /// A compound of these triangles.
  BodyId add_parts(const Triangles<T>& triangles, const Pose& pose = {}) {
    add_flat(triangles, pose);
    std::vector<ShapeId> ids;
    for (const auto& triangle : triangles) ids.push_back(scene.add_polygon(std::span<const BasicVec2<T>>(triangle)));
    return scene.add_body(scene.add_compound(ids), pose);
  }
  /// A convex body, no compound.
  BodyId add_convex(std::span<const BasicVec2<T>> polygon, const Pose& pose = {}) {
    first.push_back(static_cast<BodyId>(flat.body_slots()));
    parts.push_back(1);
    flat.add_body(flat.add_polygon(polygon), pose);
    return scene.add_body(scene.add_polygon(polygon), pose);
  }

  void add_flat(const Triangles<T>& triangles, const Pose& pose) {
    first.push_back(static_cast<BodyId>(flat.body_slots()));
    parts.push_back(static_cast<std::uint32_t>(triangles.size()));
    for (const auto& triangle : triangles) {
      flat.add_body(flat.add_polygon(std::span<const BasicVec2<T>>(triangle)), pose);
    }
  }

  void set_poses(std::span<const Pose> poses) {
    scene.set_poses(poses);
    for (BodyId body = 0; body < poses.size(); ++body) {
      for (std::uint32_t k = 0; k < parts[body]; ++k) flat.set_pose(first[body] + k, poses[body]);
    }
  }

  Verdict verdict_of_parts(Pair pair) const {
    std::vector<Pair> all;
    for (std::uint32_t i = 0; i < parts[pair.a]; ++i) {
      for (std::uint32_t j = 0; j < parts[pair.b]; ++j) all.push_back({first[pair.a] + i, first[pair.b] + j});
    }
    std::vector<Verdict> verdicts(all.size());
    classify(flat, flat, all, verdicts);
    return *std::max_element(verdicts.begin(), verdicts.end());
  }
};

}  // namespace satchel::test
