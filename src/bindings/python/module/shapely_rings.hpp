// Rings as shapely and files give them, opened, counter-clockwise and clean.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <satchel/ring.hpp>

#include "errors.hpp"

namespace satchel::python {

template <class T>
struct OpenRings {
  std::vector<BasicVec2<T>> vertices;
  std::vector<std::uint32_t> starts;
};

/// Whether each turn is to the same side, far beyond rounding, so that nothing but the closing vertex and the direction
/// needs a change. 1: counter-clockwise, -1: clockwise, 0: not sure.
template <class T>
int sure_direction(std::span<const BasicVec2<T>> ring) noexcept {
  const std::size_t n = ring.size();
  int direction = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const BasicVec2<T>&a = ring[i], &b = ring[i + 1 < n ? i + 1 : 0], &c = ring[i + 2 < n ? i + 2 : i + 2 - n];
    const double left = (double(b.x) - double(a.x)) * (double(c.y) - double(b.y));
    const double right = (double(b.y) - double(a.y)) * (double(c.x) - double(b.x));
    const double turn = left - right;
    if (!(std::abs(turn) > 1e-12 * (std::abs(left) + std::abs(right)))) return 0;
    const int side = turn > 0 ? 1 : -1;
    if (direction != 0 && side != direction) return 0;
    direction = side;
  }
  return direction;
}

/// The rings without their closing vertices, counter-clockwise, without repeated and collinear vertices; the first
/// vertex stays the first. Raises satchel.Error with the ring's index.
template <class T>
OpenRings<T> opened(std::span<const BasicVec2<T>> points, std::span<const std::uint32_t> offsets) {
  OpenRings<T> rings;
  rings.starts.reserve(offsets.size());
  rings.vertices.reserve(points.size());
  rings.starts.push_back(0);
  for (std::size_t k = 0; k + 1 < offsets.size(); ++k) {
    if (offsets[k] > offsets[k + 1] || offsets[k + 1] > points.size() || (k == 0 && offsets[0] != 0)) {
      check({ErrorCode::bad_starts, k, Argument::starts, {offsets[k + 1], points.size()}});
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
      try {
        const BasicRing<T> clean = clean_ring(given);
        rings.vertices.insert(rings.vertices.end(), clean.vertices.begin(), clean.vertices.end());
      } catch (const Error& error) {
        fail_ring(error.status(), k, error.what());
      }
    }
    rings.starts.push_back(static_cast<std::uint32_t>(rings.vertices.size()));
  }
  if (!offsets.empty() && offsets.back() != points.size()) {
    check({ErrorCode::bad_starts, offsets.size() - 1, Argument::starts, {points.size(), offsets.back()}});
  }
  return rings;
}

}  // namespace satchel::python
