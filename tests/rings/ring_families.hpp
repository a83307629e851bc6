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

/// The boundaries of a random set of cells of a grid: a polygon for each set that is connected by edges. Where two
/// cells meet in a corner, a boundary turns left if they belong to different polygons, else right: so holes touch each
/// other and the shell, and polygons touch each other; all is valid. If `joined`, sets are also connected by corners,
/// and boundaries always turn to one side: then some rings touch themselves.
template <class T>
RingSet<T> cells(Random& random, int size, double density, bool joined) {
  std::vector<std::vector<int>> part(size + 2, std::vector<int>(size + 2, 0));  // 0: empty
  for (int i = 1; i <= size; ++i) {
    for (int j = 1; j <= size; ++j) part[i][j] = random.chance(density) ? i * (size + 1) + j : 0;
  }
  for (bool changed = true; changed;) {  // the lowest number spreads over what is connected
    changed = false;
    for (int i = 1; i <= size; ++i) {
      for (int j = 1; j <= size; ++j) {
        for (int m = 0; m < 9; ++m) {
          const int dx = m / 3 - 1, dy = m % 3 - 1, other = part[i + dx][j + dy];
          if (part[i][j] == 0 || other == 0 || other >= part[i][j] || (!joined && dx * dy != 0)) continue;
          part[i][j] = other;
          changed = true;
        }
      }
    }
  }
  struct Step {
    int x, y, dx, dy;
    auto operator<=>(const Step&) const = default;
  };
  std::map<Step, int> steps;  // and the part to their left
  for (int i = 1; i <= size; ++i) {
    for (int j = 1; j <= size; ++j) {
      if (part[i][j] == 0) continue;
      if (part[i][j - 1] == 0) steps[{i, j, 1, 0}] = part[i][j];
      if (part[i + 1][j] == 0) steps[{i + 1, j, 0, 1}] = part[i][j];
      if (part[i][j + 1] == 0) steps[{i + 1, j + 1, -1, 0}] = part[i][j];
      if (part[i - 1][j] == 0) steps[{i, j + 1, 0, -1}] = part[i][j];
    }
  }
  const int joined_side = random.pick({-1, 1});
  const bool all_corners = random.chance(0.5);  // else vertices where the boundary goes straight on are left out
  std::map<int, GivenPolygon<T>> polygons;
  while (!steps.empty()) {
    GivenRing<T> ring;
    Step step = steps.begin()->first;
    const int of_part = steps.begin()->second;
    int turned = 1;
    while (steps.erase(step) == 1) {
      if (turned != 0 || all_corners) ring.push_back({static_cast<T>(step.x), static_cast<T>(step.y)});
      const int x = step.x + step.dx, y = step.y + step.dy;
      const auto right = steps.find(Step{x, y, step.dy, -step.dx});
      const int side = joined ? joined_side : right != steps.end() && right->second == of_part ? -1 : 1;
      for (const int turn : {side, 0, -side}) {
        const Step next = turn == 0 ? Step{x, y, step.dx, step.dy} : Step{x, y, -turn * step.dy, turn * step.dx};
        if (steps.contains(next)) {
          step = next;
          turned = turn;
          break;
        }
      }
    }
    polygons[of_part].push_back(ring);
  }
  RingSet<T> set;
  for (const auto& [number, polygon] : polygons) set.push_back(polygon);
  return set;
}

/// Squares, upright and on their corners, one in another, some touching.
template <class T>
GivenPolygon<T> nested_squares(Random& random, T x, T y, int size) {
  GivenPolygon<T> rings;
  bool upright = random.chance(0.5);
  while (size > 0) {
    const auto r = static_cast<T>(size);
    if (upright) {
      rings.push_back({{x - r, y - r}, {x + r, y - r}, {x + r, y + r}, {x - r, y + r}});
    } else {
      rings.push_back({{x, y - r}, {x + r, y}, {x, y + r}, {x - r, y}});
    }
    const bool next = random.chance(0.5);
    if (next == upright)
      size -= 1;  // apart
    else if (!next)
      size -= random.integer(0, 1);  // on its corners in an upright one of the same size: it touches
    else
      size = size / 2;  // touches if size is even
    upright = next;
  }
  return rings;
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
  RingSet<T> cell_rings;
  switch (random.integer(0, 6)) {
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
    case 4:
      for (int k = random.integer(1, 2); k > 0; --k) {
        const auto x = static_cast<T>(random.integer(0, 1) * random.integer(2, 9));
        for (const GivenRing<T>& ring : nested_squares<T>(random, x, 0, random.integer(1, 5))) rings.push_back(ring);
      }
      break;
    default:
      cell_rings = cells<T>(random, random.integer(2, 6), random.pick({0.5, 0.7, 0.85}), random.chance(0.2));
      if (random.chance(0.3)) {
        for (const GivenPolygon<T>& polygon : cell_rings) rings.insert(rings.end(), polygon.begin(), polygon.end());
        cell_rings.clear();
      }
  }
  RingSet<T> set = cell_rings.empty() ? grouped<T>(random, rings) : cell_rings;
  if (random.chance(0.2)) random.shuffle(std::span(set.front()));
  for (GivenRing<T>& ring : set.back()) {
    if (random.chance(0.3)) std::reverse(ring.begin(), ring.end());
  }
  if (random.chance(0.1)) set.push_back({});
  if (random.chance(0.1)) set.front().push_back({});
  if (random.chance(0.1) && !set.front().empty() && !set.front()[0].empty()) {
    BasicVec2<T>& p = set.front()[0][random.below(set.front()[0].size())];
    p = {p.x + static_cast<T>(random.integer(-1, 1)), p.y + static_cast<T>(random.integer(-1, 1))};
  }
  if (random.chance(0.3)) shear(set, random);
  return set;
}

}  // namespace satchel::test
