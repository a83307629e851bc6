// Tells the rings of shapes that are outlines.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <satchel/scene.hpp>

#include "exact/orient2d.hpp"
#include "parallel/fp_environment.hpp"
#include "scene/checks.hpp"
#include "scene/data.hpp"

namespace satchel {
namespace detail {
namespace {

/// Whether a ring runs clockwise, decided exactly at its lowest leftmost vertex, where a simple ring is convex.
template <class T>
bool is_clockwise(std::span<const BasicVec2<T>> ring) {
  const std::size_t count = ring.size();
  std::size_t lowest = 0;
  for (std::size_t i = 1; i < count; ++i) {
    if (ring[i].x < ring[lowest].x || (ring[i].x == ring[lowest].x && ring[i].y < ring[lowest].y)) lowest = i;
  }
  const BasicVec2<T>&p = ring[lowest == 0 ? count - 1 : lowest - 1], &q = ring[lowest],
        &r = ring[lowest + 1 == count ? 0 : lowest + 1];
  return exact::orient2d(p.x, p.y, q.x, q.y, r.x, r.y) < 0;
}

}  // namespace
}  // namespace detail

template <class T>
std::size_t BasicScene<T>::ring_count(ShapeId shape) const {
  const detail::SceneData<T>& scene = detail::SceneAccess::data(*this);
  throw_unless_ok(detail::check_shape(scene, shape));
  const kernels::Place place = scene.shapes[shape].place;
  return place.is_outline() ? scene.compounds.outlines.shapes[place.block()].rings : 0;
}

template <class T>
void BasicScene<T>::rings(ShapeId shape, std::span<std::uint32_t> starts, std::span<std::uint8_t> is_hole) const {
  const FpEnvironment environment;
  const std::size_t count = ring_count(shape);
  if (starts.size() != count + 1) throw_error(detail::size_error(Argument::out, count + 1, starts.size()));
  if (is_hole.size() != count) throw_error(detail::size_error(Argument::out, count, is_hole.size()));
  starts[0] = 0;
  if (count == 0) return;
  const detail::Outlines<T>& outlines = data_->compounds.outlines;
  const kernels::Place place = data_->shapes[shape].place;
  const kernels::OutlineShape& outline = outlines.shapes[place.block()];
  std::vector<BasicVec2<T>> vertices(outline.count);
  outlines.copy_vertices(place, vertices.data());
  for (std::size_t k = 0; k < count; ++k) {
    starts[k + 1] = starts[k] + outlines.ring_counts[outline.ring_counts + k];
    const std::span<const BasicVec2<T>> all(vertices);
    is_hole[k] = detail::is_clockwise(all.subspan(starts[k], starts[k + 1] - starts[k])) ? 1 : 0;
  }
}

template std::size_t BasicScene<float>::ring_count(ShapeId) const;
template std::size_t BasicScene<double>::ring_count(ShapeId) const;
template void BasicScene<float>::rings(ShapeId, std::span<std::uint32_t>, std::span<std::uint8_t>) const;
template void BasicScene<double>::rings(ShapeId, std::span<std::uint32_t>, std::span<std::uint8_t>) const;

}  // namespace satchel
