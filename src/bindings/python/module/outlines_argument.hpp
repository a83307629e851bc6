// Outlines that came as arrays of points and offsets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <satchel/outlines.hpp>

#include "arrays.hpp"
#include "shapely_rings.hpp"

namespace satchel::python {

inline Input<std::uint32_t> offsets_of(nb::handle value, const char* name) {
  if (value.is_none()) return {};
  Input<std::uint32_t> starts = ids(value, {name, {-1}, "(k + 1,): where each begins, and the end"});
  if (starts.size == 0 && std::string_view(name) != "ring_offsets") {  // those are looked at with the points
    fail("bad_starts", name, 0, std::string(name) + " is empty; wanted where each begins, and the end");
  }
  return starts;
}

/// Geometries as arrays.
template <class T>
class OutlinesArgument {
 public:
  OutlinesArgument(nb::handle coords, nb::handle rings, nb::handle polygons, nb::handle geometries)
      : points_(floats<T>(coords, {"coords", {-1, 2}, "(n, 2): the points of all rings"})),
        rings_(offsets_of(rings, "ring_offsets")),
        polygons_(offsets_of(polygons, "polygon_offsets")),
        geometries_(offsets_of(geometries, "geometry_offsets")) {
    check_offsets("ring_offsets", rings_.span(), points_.rows);
  }

  BasicOutlines<T> all() const {
    return {points_.template as<BasicVec2<T>>(), rings_.span(), polygons_.span(), geometries_.span()};
  }
  std::size_t count() const {
    return geometries_.size != 0 ? items(geometries_) : polygons_.size != 0 ? items(polygons_) : items(rings_);
  }
  bool are_none() const { return count() == 0 && points_.rows == 0; }

  /// Whether the lists of starts are right. If not, adding the outlines says what is wrong.
  bool can_be_divided() const {
    const std::size_t polygons = polygons_.size != 0 ? items(polygons_) : items(rings_);
    return are_right(rings_, points_.rows) && (polygons_.size == 0 || are_right(polygons_, items(rings_))) &&
           (geometries_.size == 0 || are_right(geometries_, polygons));
  }
  std::size_t points_of(std::size_t i) const {
    const auto start = [](const Input<std::uint32_t>& starts, std::size_t k) { return starts.size == 0 ? k : starts.data[k]; };
    const auto first = [&](std::size_t k) { return rings_.data[start(polygons_, start(geometries_, k))]; };
    return first(i + 1) - first(i);
  }
  /// Calls work(outlines) with geometry i alone.
  template <class Work>
  void alone(std::size_t i, const Work& work) const {
    const auto range = [](const Input<std::uint32_t>& starts, std::size_t begin, std::size_t end) {
      std::vector<std::uint32_t> own;
      const auto start = [&](std::size_t k) {
        return starts.size == 0 ? static_cast<std::uint32_t>(k) : starts.data[k];
      };
      for (std::size_t k = begin; k <= end; ++k) own.push_back(start(k) - start(begin));
      return std::tuple(own, std::size_t{start(begin)}, std::size_t{start(end)});
    };
    const auto [geometry, first_polygon, last_polygon] = range(geometries_, i, i + 1);
    const auto [polygons, first_ring, last_ring] = range(polygons_, first_polygon, last_polygon);
    const auto [rings, first_point, last_point] = range(rings_, first_ring, last_ring);
    work(BasicOutlines<T>{all().vertices.subspan(first_point, last_point - first_point), rings, polygons, geometry});
  }

 private:
  static std::size_t items(const Input<std::uint32_t>& offsets) { return offsets.size == 0 ? 0 : offsets.size - 1; }
  static bool are_right(const Input<std::uint32_t>& starts, std::size_t end) {
    const std::span<const std::uint32_t> list = starts.span();
    return !list.empty() && list.front() == 0 && list.back() == end && std::is_sorted(list.begin(), list.end());
  }

  Input<T> points_;
  Input<std::uint32_t> rings_, polygons_, geometries_;
};

}  // namespace satchel::python
