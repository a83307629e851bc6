// What a pickle of a Scene holds of outlines.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "arrays.hpp"
#include "outline_rings.hpp"

namespace satchel::python {

/// What a pickle says of outlines. Their vertices are among those of all shapes.
struct OutlineState {
  std::vector<std::uint32_t> polygons, rings, points;  ///< of each outline, of each polygon, of each ring
  std::vector<std::uint32_t> made;                     ///< outlines whose parts were made, in this order

  template <class T>
  void add(const ShapeRings<T>& shape) {
    const auto append_lengths = [](std::vector<std::uint32_t>& lengths, const std::vector<std::uint32_t>& starts) {
      for (std::size_t k = 0; k + 1 < starts.size(); ++k) lengths.push_back(starts[k + 1] - starts[k]);
    };
    polygons.push_back(static_cast<std::uint32_t>(shape.polygon_starts.size() - 1));
    append_lengths(rings, shape.polygon_starts);
    append_lengths(points, shape.ring_starts);
  }
};

/// Outlines by the first of their parts.
template <class T>
std::unordered_map<ShapeId, ShapeId> outlines_by_parts(const BasicScene<T>& scene) {
  std::unordered_map<ShapeId, ShapeId> outlines;
  for (ShapeId shape = 0; shape < scene.shape_count(); ++shape) {
    const std::size_t count = scene.part_count(shape);
    if (count == 0 || scene.ring_count(shape) == 0) continue;
    std::vector<ShapeId> parts(count);
    scene.parts(shape, parts);
    outlines[parts[0]] = shape;
  }
  return outlines;
}

/// The first `count` of `items` behind `first`, which moves on.
template <class Item>
std::span<const Item> take(std::span<const Item> items, std::size_t& first, std::size_t count) {
  if (count > items.size() - first) fail_type("the pickle of a scene is damaged");
  first += count;
  return items.subspan(first - count, count);
}

/// The outlines of a pickle, one after another.
class SavedOutlines {
 public:
  explicit SavedOutlines(const nb::tuple& state)
      : polygons_(ids(state[15], any)),
        rings_(ids(state[16], any)),
        points_(ids(state[17], any)),
        made_(ids(state[18], any)) {}

  template <class T>
  void add_next(BasicScene<T>& scene, std::span<const BasicVec2<T>> vertices, std::size_t& vertex) {
    const std::uint32_t all[] = {0, take(polygons_.span(), outline_, 1)[0]};
    const std::vector<std::uint32_t> polygons = starts(take(rings_.span(), polygon_, all[1]));
    const std::vector<std::uint32_t> rings = starts(take(points_.span(), ring_, polygons.back()));
    add_outline_of<T>(scene, {take(vertices, vertex, rings.back()), rings, polygons, all});
  }
  /// Makes the parts of the next `count` outlines. A call makes parts in the order of shapes.
  template <class T>
  void make_next(BasicScene<T>& scene, std::size_t count) {
    std::span<const ShapeId> outlines = take(made_.span(), next_made_, count);
    while (!outlines.empty()) {
      const auto end = std::is_sorted_until(outlines.begin(), outlines.end());
      const auto ascending = outlines.first(static_cast<std::size_t>(end - outlines.begin()));
      check(scene.try_make_parts(ascending, {.max_threads = 1}));
      outlines = outlines.subspan(ascending.size());
    }
  }

 private:
  static constexpr Form any{"state", {-1}, "of a pickle"};

  static std::vector<std::uint32_t> starts(std::span<const std::uint32_t> lengths) {
    std::vector<std::uint32_t> list{0};
    for (const std::uint32_t length : lengths) list.push_back(list.back() + length);
    return list;
  }

  Input<std::uint32_t> polygons_, rings_, points_, made_;
  std::size_t outline_ = 0, polygon_ = 0, ring_ = 0, next_made_ = 0;
};

}  // namespace satchel::python
