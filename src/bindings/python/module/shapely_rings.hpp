// Rings as shapely and files give them, opened, counter-clockwise and clean.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <satchel/ring.hpp>

#include "call.hpp"

namespace satchel::python {

/// Raises satchel.Error unless the offsets lead from 0 upward to the number of points.
inline void check_offsets(const char* name, std::span<const std::uint32_t> offsets, std::size_t points) {
  const std::string wanted =
      "; wanted offsets from 0 to the number of points, " + std::to_string(points) + ", that do not decrease";
  const auto refuse = [&](std::size_t k, const std::string& text) {
    fail("bad_starts", name, static_cast<std::ptrdiff_t>(k),
         std::string(name) + "[" + std::to_string(k) + "] is " + text + wanted);
  };
  if (offsets.empty()) {
    if (points != 0) fail("bad_starts", name, -1, std::string(name) + " is empty" + wanted);
    return;
  }
  for (std::size_t k = 0; k + 1 < offsets.size(); ++k) {
    if (offsets[k] > offsets[k + 1] || offsets[k + 1] > points || (k == 0 && offsets[0] != 0)) {
      refuse(k, std::to_string(offsets[k]) + ", then " + std::to_string(offsets[k + 1]));
    }
  }
  if (offsets.back() != points) refuse(offsets.size() - 1, std::to_string(offsets.back()) + ", the last");
  if (offsets[0] != 0) refuse(0, std::to_string(offsets[0]));
}

template <class T>
struct OpenRings {
  std::vector<BasicVec2<T>> vertices;
  std::vector<std::uint32_t> starts;
};

/// Whether the ring is a convex polygon, far beyond rounding, so that nothing but the closing vertex and the direction
/// needs a change: each turn is to the same side, and x turns back twice. 1: counter-clockwise, -1: clockwise, 0: not sure.
template <class T>
int sure_direction(std::span<const BasicVec2<T>> ring) noexcept {
  const std::size_t n = ring.size();
  int direction = 0, reversals = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const BasicVec2<T>&a = ring[i], &b = ring[i + 1 < n ? i + 1 : 0], &c = ring[i + 2 < n ? i + 2 : i + 2 - n];
    const double ab_x = double(b.x) - double(a.x), ab_y = double(b.y) - double(a.y);
    const double bc_x = double(c.x) - double(b.x), bc_y = double(c.y) - double(b.y);
    const double left = ab_x * bc_y, right = ab_y * bc_x, turn = left - right;
    if (!(std::abs(turn) > 1e-12 * (std::abs(left) + std::abs(right)))) return 0;
    const int side = turn > 0 ? 1 : -1;
    if (direction != 0 && side != direction) return 0;
    direction = side;
    const bool ab_leads_right = ab_x > 0 || (ab_x == 0 && ab_y > 0);
    const bool bc_leads_right = bc_x > 0 || (bc_x == 0 && bc_y > 0);
    reversals += ab_leads_right != bc_leads_right;
  }
  return reversals == 2 ? direction : 0;
}

/// The rings without their closing vertices, counter-clockwise; the first vertex stays the first. `other(k, ring)` gives
/// the vertices of the rings of which this is not all that they need.
template <class T, class Other>
OpenRings<T> opened(std::span<const BasicVec2<T>> points, std::span<const std::uint32_t> offsets, const Other& other) {
  check_offsets("offsets", offsets, points.size());
  OpenRings<T> rings;
  rings.starts.reserve(offsets.size());
  rings.vertices.reserve(points.size());
  rings.starts.push_back(0);
  std::size_t points_looked_at = 0;
  for (std::size_t k = 0; k + 1 < offsets.size(); ++k) {
    if ((points_looked_at += 8 + offsets[k + 1] - offsets[k]) > 200000) {
      check_signals();
      points_looked_at = 0;
    }
    const std::span<const BasicVec2<T>> given = points.subspan(offsets[k], offsets[k + 1] - offsets[k]);
    const bool closed = given.size() > 1 && given.front() == given.back();
    const std::span<const BasicVec2<T>> ring = given.first(given.size() - (closed ? 1 : 0));
    const int direction = ring.size() < 3 ? 0 : sure_direction(ring);
    if (direction > 0) {
      rings.vertices.insert(rings.vertices.end(), ring.begin(), ring.end());
    } else if (direction < 0) {
      rings.vertices.push_back(ring.front());
      rings.vertices.insert(rings.vertices.end(), ring.rbegin(), ring.rend() - 1);
    } else {
      const std::vector<BasicVec2<T>> vertices = other(k, given);
      rings.vertices.insert(rings.vertices.end(), vertices.begin(), vertices.end());
    }
    rings.starts.push_back(static_cast<std::uint32_t>(rings.vertices.size()));
  }
  return rings;
}

}  // namespace satchel::python
