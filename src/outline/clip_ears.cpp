// Ear clipping (G. Meisters, "Polygons have ears", 1975), decided exactly:
//
//   while more than three places of the ring are left:
//     find a place b between a and c with a left turn, and no other vertex in the closed triangle a b c; remove it
//
// A vertex occurs at several places where bridges of holes end. Other places of the vertices a, b and c do not count: an
// edge that entered the triangle from there would have to end inside it or to cross an edge.
#include "outline/clip_ears.hpp"

#include <cstddef>

#include "outline/reports.hpp"
#include "outline/simple_rings.hpp"

namespace satchel::outline {

template <class T>
std::vector<Triangle> clip_ears(std::span<const BasicVec2<T>> vertices, std::span<const std::uint32_t> ring,
                                const Options& run) {
  const std::size_t n = ring.size();
  std::vector<std::size_t> next(n), before(n);
  for (std::size_t i = 0; i < n; ++i) {
    next[i] = i + 1 < n ? i + 1 : 0;
    before[next[i]] = i;
  }
  const auto side = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return turn(vertices[a], vertices[b], vertices[c]);
  };
  const auto is_ear = [&](std::size_t place) {
    const std::uint32_t a = ring[before[place]], b = ring[place], c = ring[next[place]];
    if (side(a, b, c) <= 0) return false;
    for (std::size_t i = next[next[place]]; i != before[place]; i = next[i]) {
      const std::uint32_t v = ring[i];
      if (v != a && v != b && v != c && side(a, b, v) >= 0 && side(b, c, v) >= 0 && side(c, a, v) >= 0) return false;
    }
    return true;
  };
  std::vector<Triangle> triangles;
  std::size_t place = 0;
  for (std::size_t left = n, tried = 0; left >= 3 && tried < left;) {
    report(run, n - left, n);
    if (!is_ear(place)) {
      ++tried;
      place = next[place];
      continue;
    }
    triangles.push_back({ring[before[place]], ring[place], ring[next[place]]});
    next[before[place]] = next[place];
    before[next[place]] = before[place];
    place = next[next[place]];  // not the next place, so that triangles do not gather at one vertex
    --left;
    tried = 0;
  }
  return triangles;
}

template std::vector<Triangle> clip_ears(std::span<const Vec2>, std::span<const std::uint32_t>, const Options&);
template std::vector<Triangle> clip_ears(std::span<const Vec2d>, std::span<const std::uint32_t>, const Options&);

}  // namespace satchel::outline
