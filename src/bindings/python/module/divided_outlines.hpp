// Geometries of an argument of many, divided: those of one convex ring become polygons, which kernels answer for fastest.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <satchel/outlines.hpp>

#include "call.hpp"
#include "shapely_rings.hpp"

namespace satchel::python {

/// Whether each number is 0 or in the range of scenes of T.
template <class T>
bool are_in_range(std::span<const BasicVec2<T>> points) noexcept {
  constexpr bool is_float = std::is_same_v<T, float>;
  const auto is_in_range = [](T value) {
    const double size = std::abs(static_cast<double>(value));
    return size == 0 || (size >= (is_float ? 0x1p-149 : 0x1p-200) && size <= (is_float ? 0x1p60 : 0x1p200));
  };
  for (const BasicVec2<T>& point : points) {
    if (!is_in_range(point.x) || !is_in_range(point.y)) return false;
  }
  return true;
}

constexpr std::size_t most_vertices = 131072;  ///< of a polygon

template <class T>
class DividedOutlines {
 public:
  /// The lists of starts are there and right. Raises pending signals.
  explicit DividedOutlines(const BasicOutlines<T>& all) : all_(all) {
    std::vector<std::int8_t> directions(count());
    std::size_t points_looked_at = 0;
    for (std::size_t i = 0; i < directions.size(); ++i) {
      directions[i] = static_cast<std::int8_t>(direction_of(i));
      const std::uint32_t first = first_ring(i);
      if ((points_looked_at += 8 + all.ring_starts[first_ring(i + 1)] - all.ring_starts[first]) > 200000) {
        check_signals();
        points_looked_at = 0;
      }
      const bool is_too_large = directions[i] != 0 && ring(i).size() > most_vertices;
      (is_too_large         ? too_large_places
       : directions[i] != 0 ? convex_places
                            : other_places)
          .push_back(static_cast<std::uint32_t>(i));
    }
    if (are_all_other()) return;
    for (const std::uint32_t i : convex_places) add_convex(ring(i), directions[i]);
    for (const std::uint32_t i : other_places) add_other(i);
  }

  /// Those that are not convex: places in the argument, and their rings.
  std::vector<std::uint32_t> other_places;
  BasicOutlines<T> others() const {
    if (are_all_other()) return all_;
    return {vertices_, ring_starts_, polygon_starts_, outline_starts_};
  }

  /// Those that are: places, and polygons as `add_polygons` takes them. None of them can be refused.
  std::vector<std::uint32_t> convex_places;
  OpenRings<T> convex{{}, {0}};

  /// The places of convex rings that have more vertices than a polygon may have. Raises satchel.Error for one.
  std::vector<std::uint32_t> too_large_places;
  void refuse_too_large() const {
    if (too_large_places.empty()) return;
    const std::uint32_t i = too_large_places[0];
    fail("too_many_vertices", "coords", i, too_large_text(i));
  }
  std::string too_large_text(std::size_t i) const {
    return "outline " + std::to_string(i) + ": the ring is convex and has " + std::to_string(ring(i).size()) +
           " vertices; wanted at most " + std::to_string(most_vertices);
  }

 private:
  bool are_all_other() const { return convex_places.empty() && too_large_places.empty(); }
  std::size_t count() const {
    return (!all_.outline_starts.empty()   ? all_.outline_starts.size()
            : !all_.polygon_starts.empty() ? all_.polygon_starts.size()
                                           : all_.ring_starts.size()) -
           1;
  }
  std::uint32_t start(std::span<const std::uint32_t> starts, std::uint32_t i) const {
    return starts.empty() ? i : starts[i];
  }
  std::uint32_t first_ring(std::size_t i) const {
    return start(all_.polygon_starts, start(all_.outline_starts, static_cast<std::uint32_t>(i)));
  }

  /// The only ring of geometry i without its closing vertex; empty: it has several.
  std::span<const BasicVec2<T>> ring(std::size_t i) const {
    const std::uint32_t k = first_ring(i);
    if (first_ring(i + 1) != k + 1) return {};
    const std::span<const BasicVec2<T>> given =
        all_.vertices.subspan(all_.ring_starts[k], all_.ring_starts[k + 1] - all_.ring_starts[k]);
    const bool closed = given.size() > 1 && given.front() == given.back();
    return given.first(given.size() - (closed ? 1 : 0));
  }

  /// 0 unless it is one convex ring; 1: counter-clockwise, -1: clockwise.
  int direction_of(std::size_t i) const {
    const std::span<const BasicVec2<T>> points = ring(i);
    if (points.size() < 3) return 0;
    const int direction = sure_direction(points);
    return direction != 0 && are_in_range(points) ? direction : 0;
  }

  void add_convex(std::span<const BasicVec2<T>> points, int direction) {
    if (direction > 0) {
      convex.vertices.insert(convex.vertices.end(), points.begin(), points.end());
    } else {
      convex.vertices.push_back(points.front());
      convex.vertices.insert(convex.vertices.end(), points.rbegin(), points.rend() - 1);
    }
    convex.starts.push_back(static_cast<std::uint32_t>(convex.vertices.size()));
  }

  void add_other(std::uint32_t i) {
    const std::uint32_t first = first_ring(i), last = first_ring(i + 1);
    const std::uint32_t moved_rings = static_cast<std::uint32_t>(ring_starts_.size() - 1) - first;
    const std::uint32_t begin = all_.ring_starts[first], end = all_.ring_starts[last];
    const std::uint32_t moved_points = static_cast<std::uint32_t>(vertices_.size()) - begin;
    vertices_.insert(vertices_.end(), all_.vertices.begin() + begin, all_.vertices.begin() + end);
    for (std::uint32_t k = first; k < last; ++k) ring_starts_.push_back(all_.ring_starts[k + 1] + moved_points);
    for (std::uint32_t p = start(all_.outline_starts, i); p < start(all_.outline_starts, i + 1); ++p) {
      polygon_starts_.push_back(start(all_.polygon_starts, p + 1) + moved_rings);
    }
    outline_starts_.push_back(static_cast<std::uint32_t>(polygon_starts_.size() - 1));
  }

  BasicOutlines<T> all_;
  std::vector<BasicVec2<T>> vertices_;
  std::vector<std::uint32_t> ring_starts_{0}, polygon_starts_{0}, outline_starts_{0};
};

}  // namespace satchel::python
