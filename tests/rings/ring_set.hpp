// Geometries as lists of rings, and as the arrays that rings::Validity reads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <satchel/types.hpp>
#include <vector>

#include "rings/validity.hpp"
#include "support/random.hpp"

namespace satchel::test {

template <class T>
using GivenRing = std::vector<BasicVec2<T>>;
template <class T>
using GivenPolygon = std::vector<GivenRing<T>>;
/// A geometry: polygons, each of some rings.
template <class T>
using RingSet = std::vector<GivenPolygon<T>>;

/// The arrays of a geometry. They begin with rings of another geometry, which is not to be read.
template <class T>
struct RingArrays {
  std::vector<T> points{T(7), T(7)};
  std::vector<std::uint32_t> ring_starts{0, 1}, polygon_starts{1};

  explicit RingArrays(const RingSet<T>& set) {
    for (const GivenPolygon<T>& polygon : set) {
      for (const GivenRing<T>& ring : polygon) {
        for (const BasicVec2<T>& p : ring) points.insert(points.end(), {p.x, p.y});
        ring_starts.push_back(static_cast<std::uint32_t>(points.size() / 2));
      }
      polygon_starts.push_back(static_cast<std::uint32_t>(ring_starts.size() - 1));
    }
  }
  rings::Geometry<T> geometry() const {
    return {points.data(), ring_starts.data(), polygon_starts.data(), polygon_starts.size() - 1};
  }
};

template <class T>
rings::Fault fault_in(const RingSet<T>& set, rings::Validity& validity) {
  const RingArrays<T> arrays(set);
  return validity.check(arrays.geometry());
}

template <class T>
std::vector<const GivenRing<T>*> all_rings(const RingSet<T>& set) {
  std::vector<const GivenRing<T>*> all;
  for (const GivenPolygon<T>& polygon : set) {
    for (const GivenRing<T>& ring : polygon) all.push_back(&ring);
  }
  return all;
}

/// As WKT, so that a failure can be looked at.
template <class T>
std::string text(const RingSet<T>& set) {
  std::string out = "MULTIPOLYGON (";
  const auto number = [](T value) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%.17g", static_cast<double>(value));
    return std::string(buffer);
  };
  for (const GivenPolygon<T>& polygon : set) {
    out += &polygon == &set[0] ? "(" : ", (";
    for (const GivenRing<T>& ring : polygon) {
      out += &ring == &polygon[0] ? "(" : ", (";
      for (const BasicVec2<T>& p : ring) out += (&p == &ring[0] ? "" : ", ") + number(p.x) + " " + number(p.y);
      out += ")";
    }
    out += ")";
  }
  return out + ")";
}

/// The same geometry written otherwise: rings begin elsewhere, run the other way, are open or closed, have repeated
/// points; rings and polygons change places.
template <class T>
RingSet<T> written_otherwise(RingSet<T> set, Random& random, bool reverse_each) {
  const bool reverse_all = random.chance(0.5);
  for (GivenPolygon<T>& polygon : set) {
    for (GivenRing<T>& ring : polygon) {
      if (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
      if (ring.empty()) continue;
      std::rotate(ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(random.below(ring.size())), ring.end());
      if (reverse_each ? random.chance(0.5) : reverse_all) std::reverse(ring.begin(), ring.end());
      for (int k = random.integer(0, 2); k > 0; --k) {
        const std::size_t i = random.below(ring.size());
        ring.insert(ring.begin() + static_cast<std::ptrdiff_t>(i), ring[i]);
      }
      if (random.chance(0.5)) ring.push_back(ring.front());
    }
    random.shuffle(std::span(polygon));
  }
  random.shuffle(std::span(set));
  return set;
}

}  // namespace satchel::test
