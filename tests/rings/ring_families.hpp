// Random geometries whose edges touch, overlap and cross often, and of which many are valid.
#pragma once

#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "ring_set.hpp"

namespace satchel::test {

/// A few points of a small grid, in any order.
template <class T>
GivenRing<T> random_ring(Random& random, int size, int most) {
  GivenRing<T> ring;
  for (int k = random.integer(3, most); k > 0; --k) {
    ring.push_back({static_cast<T>(random.integer(0, size)), static_cast<T>(random.integer(0, size))});
  }
  return ring;
}

/// Points of a small grid around one of them, by angle: often simple.
template <class T>
GivenRing<T> round_ring(Random& random, int low, int high, int most) {
  std::map<double, BasicVec2<T>> by_angle;
  const double cx = 0.5 * (low + high) + 0.1, cy = 0.5 * (low + high) + 0.03;
  for (int k = random.integer(3, most); k > 0; --k) {
    const int x = random.integer(low, high), y = random.integer(low, high);
    by_angle[std::atan2(y - cy, x - cx)] = {static_cast<T>(x), static_cast<T>(y)};
  }
  GivenRing<T> ring;
  for (const auto& [angle, point] : by_angle) ring.push_back(point);
  return ring;
}

/// The boundaries of a random set of cells of a grid, as one polygon: cells are to the left. Where two cells meet in a corner,
/// a boundary turns left or, with `joined`, right: then rings touch themselves.
template <class T>
GivenPolygon<T> cells(Random& random, int size, double density, bool joined) {
  std::vector<std::vector<bool>> full(size + 2, std::vector<bool>(size + 2, false));
  for (int i = 1; i <= size; ++i) {
    for (int j = 1; j <= size; ++j) full[i][j] = random.chance(density);
  }
  struct Step {
    int x, y, dx, dy;
    auto operator<=>(const Step&) const = default;
  };
  std::map<Step, bool> left;
  for (int i = 1; i <= size; ++i) {
    for (int j = 1; j <= size; ++j) {
      if (!full[i][j]) continue;
      if (!full[i][j - 1]) left[{i, j, 1, 0}] = true;
      if (!full[i + 1][j]) left[{i + 1, j, 0, 1}] = true;
      if (!full[i][j + 1]) left[{i + 1, j + 1, -1, 0}] = true;
      if (!full[i - 1][j]) left[{i, j + 1, 0, -1}] = true;
    }
  }
  GivenPolygon<T> polygon;
  while (!left.empty()) {
    GivenRing<T> ring;
    Step step = left.begin()->first;
    while (left.erase(step) == 1) {
      ring.push_back({static_cast<T>(step.x), static_cast<T>(step.y)});
      const int x = step.x + step.dx, y = step.y + step.dy, side = joined ? -1 : 1;
      for (const int turn : {side, 0, -side}) {
        const Step next = turn == 0 ? Step{x, y, step.dx, step.dy} : Step{x, y, -turn * step.dy, turn * step.dx};
        if (left.contains(next)) {
          step = next;
          break;
        }
      }
    }
    polygon.push_back(ring);
  }
  return polygon;
}

/// Any map of the grid to itself by small integers keeps what meets what.
template <class T>
void shear(RingSet<T>& set, Random& random) {
  const int a = random.integer(-2, 2), b = random.integer(-2, 2);
  for (GivenPolygon<T>& polygon : set) {
    for (GivenRing<T>& ring : polygon) {
      for (BasicVec2<T>& p : ring) {
        const T x = p.x + static_cast<T>(a) * p.y;
        p = {x, p.y + static_cast<T>(b) * x};
      }
    }
  }
}

template <class T>
void map_points(RingSet<T>& set, auto&& map) {
  for (GivenPolygon<T>& polygon : set) {
    for (GivenRing<T>& ring : polygon) {
      for (BasicVec2<T>& p : ring) p = map(p);
    }
  }
}

/// Puts rings into polygons: one for all, one each, or at random.
template <class T>
RingSet<T> grouped(Random& random, const GivenPolygon<T>& rings) {
  RingSet<T> set(1);
  const double chance = random.pick({0.0, 0.3, 1.0});
  for (const GivenRing<T>& ring : rings) {
    if (!set.back().empty() && random.chance(chance)) set.emplace_back();
    set.back().push_back(ring);
  }
  return set;
}

/// A geometry of some family.
template <class T>
RingSet<T> random_rings(Random& random) {
  GivenPolygon<T> rings;
  switch (random.integer(0, 5)) {
    case 0:
      for (int k = random.integer(1, 2); k > 0; --k) rings.push_back(random_ring<T>(random, 3, 6));
      break;
    case 1:
      rings.push_back(round_ring<T>(random, 0, 6, 8));
      for (int k = random.integer(0, 3); k > 0; --k) rings.push_back(round_ring<T>(random, 1, 5, 4));
      break;
    case 2:
      for (int k = random.integer(1, 4); k > 0; --k) {
        const int at = random.integer(0, 4);
        rings.push_back(round_ring<T>(random, at, at + random.integer(1, 4), 6));
      }
      break;
    case 3:  // rectangles and squares on their corners, around each other
      for (int k = random.integer(1, 5); k > 0; --k) {
        const auto x = static_cast<T>(random.integer(0, 4)), y = static_cast<T>(random.integer(0, 4)),
                   w = static_cast<T>(random.integer(1, 4)), h = static_cast<T>(random.integer(1, 4));
        if (random.chance(0.5)) {
          rings.push_back({{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}});
        } else {
          rings.push_back({{x, y + w}, {x + w, y}, {x + 2 * w, y + w}, {x + w, y + 2 * w}});
        }
      }
      break;
    default:
      rings = cells<T>(random, random.integer(2, 5), random.pick({0.5, 0.7, 0.85}), random.chance(0.2));
  }
  RingSet<T> set = grouped<T>(random, rings);
  if (random.chance(0.1)) set.push_back({});
  if (random.chance(0.1)) set.front().push_back({});
  if (random.chance(0.3)) shear(set, random);
  return set;
}

}  // namespace satchel::test
