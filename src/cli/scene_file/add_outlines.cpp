#include "cli/scene_file/add_outlines.hpp"

#include <algorithm>
#include <cstdint>

namespace satchel::cli {
namespace {

/// Outlines in the form of `BasicOutlines`.
template <class T>
struct OutlineArrays {
  std::vector<BasicVec2<T>> vertices;
  std::vector<std::uint32_t> ring_starts{0}, polygon_starts{0}, outline_starts{0};

  OutlineArrays(const RawScene<T>& raw, std::span<const std::size_t> shapes) {
    const auto size = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
    for (const std::size_t index : shapes) {
      const RawShape<T>& shape = raw.shapes[index];
      for (std::size_t k = 0; k < shape.ring_count; ++k) {
        const RawRing& ring = raw.rings[shape.first_ring + k];
        if (!ring.hole && k != 0) {
          polygon_starts.push_back(size(ring_starts) - 1);
        }
        const auto first = raw.vertices.begin() + static_cast<std::ptrdiff_t>(ring.first_vertex);
        vertices.insert(vertices.end(), first, first + static_cast<std::ptrdiff_t>(ring.vertex_count));
        ring_starts.push_back(size(vertices));
      }
      polygon_starts.push_back(size(ring_starts) - 1);
      outline_starts.push_back(size(polygon_starts) - 1);
    }
  }
  [[nodiscard]] BasicOutlines<T> view() const { return {vertices, ring_starts, polygon_starts, outline_starts}; }
};

/// The points of a ring that differ from the one before them, as the scene keeps them.
template <class T>
struct DistinctPoints {
  std::vector<BasicVec2<T>> points;
  bool closed = false;       ///< the last point repeats the first
  std::size_t repeated = 0;  ///< further points that were dropped

  explicit DistinctPoints(std::span<const BasicVec2<T>> ring) {
    for (const BasicVec2<T>& point : ring) {
      if (points.empty() || points.back() != point) {
        points.push_back(point);
      }
    }
    repeated = ring.size() - points.size();
    closed = ring.size() > 1 && ring.front() == ring.back();
    while (points.size() > 1 && points.front() == points.back()) {
      points.pop_back();
    }
  }
};

}  // namespace

template <class T>
Status add_outlines(BasicScene<T>& scene, const RawScene<T>& raw, std::span<const std::size_t> shapes,
                    const OutlineOptions& how, std::vector<ShapeId>& ids) {
  const OutlineArrays<T> arrays(raw, shapes);
  ids.resize(shapes.size());
  return scene.try_add_outlines(arrays.view(), ids, how);
}

template <class T>
Status outline_fault(const RawScene<T>& raw, std::size_t shape, bool even_odd) {
  BasicScene<T> scene;
  std::vector<ShapeId> ids;
  return add_outlines(scene, raw, {&shape, 1}, {.even_odd = even_odd}, ids);
}

template <class T>
RingsOf<T> stored_rings(const BasicScene<T>& scene, ShapeId id, const RawScene<T>& raw, std::size_t shape,
                        RingChanges& changes) {
  std::vector<BasicVec2<T>> vertices(scene.vertex_count(id));
  scene.local_vertices(id, vertices);
  std::vector<std::uint32_t> starts(scene.ring_count(id) + 1);
  std::vector<std::uint8_t> is_hole(starts.size() - 1);
  scene.rings(id, starts, is_hole);
  RingsOf<T> rings;
  for (std::size_t k = 0; k + 1 < starts.size(); ++k) {
    rings.emplace_back(vertices.begin() + starts[k], vertices.begin() + starts[k + 1]);
  }
  const RawShape<T>& raw_shape = raw.shapes[shape];
  for (const RawRing& ring : std::span(raw.rings).subspan(raw_shape.first_ring, raw_shape.ring_count)) {
    const DistinctPoints<T> given(std::span(raw.vertices).subspan(ring.first_vertex, ring.vertex_count));
    if (given.points.empty()) {
      continue;
    }
    changes.rings += 1;
    changes.closed += given.closed;
    changes.repeated += given.repeated;
    // Shells come before their holes; the first point of a ring stays.
    std::vector<BasicVec2<T>> back = given.points;
    std::reverse(back.begin() + 1, back.end());
    const auto is_stored = [&](const std::vector<BasicVec2<T>>& wanted) {
      return std::find(rings.begin(), rings.end(), wanted) != rings.end();
    };
    if (is_stored(given.points)) {
      continue;
    }
    (is_stored(back) ? changes.reversed : changes.merged) += 1;
  }
  return rings;
}

template Status add_outlines(Scene&, const RawScene<float>&, std::span<const std::size_t>, const OutlineOptions&,
                             std::vector<ShapeId>&);
template Status add_outlines(Scened&, const RawScene<double>&, std::span<const std::size_t>, const OutlineOptions&,
                             std::vector<ShapeId>&);
template Status outline_fault(const RawScene<float>&, std::size_t, bool);
template Status outline_fault(const RawScene<double>&, std::size_t, bool);
template RingsOf<float> stored_rings(const Scene&, ShapeId, const RawScene<float>&, std::size_t, RingChanges&);
template RingsOf<double> stored_rings(const Scened&, ShapeId, const RawScene<double>&, std::size_t, RingChanges&);

}  // namespace satchel::cli
