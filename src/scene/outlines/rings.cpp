// Tells the rings of shapes that are outlines.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <satchel/scene.hpp>

#include "exact/orient2d.hpp"
#include "parallel/fp_environment.hpp"
#include "scene/checks.hpp"
#include "scene/data.hpp"

namespace satchel {
namespace detail {
namespace {

/// Whether a ring runs clockwise, decided exactly at its lowest leftmost vertex, where a simple ring is convex.
/// @param x  of the last vertex, all vertices and the first one; y follows after `size` values
template <class T>
bool is_clockwise(const T* x, std::uint32_t count, std::size_t size) {
  const T* const y = x + size;
  std::uint32_t lowest = 1;
  for (std::uint32_t i = 2; i <= count; ++i) {
    if (x[i] < x[lowest] || (x[i] == x[lowest] && y[i] < y[lowest])) lowest = i;
  }
  return exact::orient2d(x[lowest - 1], y[lowest - 1], x[lowest], y[lowest], x[lowest + 1], y[lowest + 1]) < 0;
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
  const kernels::OutlineShape& outline = outlines.shapes[data_->shapes[shape].place.block()];
  const T* ring = outlines.rings.data() + outline.ring;
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t vertices = outlines.ring_counts[outline.ring_counts + k];
    const std::size_t size = kernels::ring_size(vertices);
    starts[k + 1] = starts[k] + vertices;
    is_hole[k] = detail::is_clockwise(ring, vertices, size) ? 1 : 0;
    ring += 2 * size;
  }
}

template std::size_t BasicScene<float>::ring_count(ShapeId) const;
template std::size_t BasicScene<double>::ring_count(ShapeId) const;
template void BasicScene<float>::rings(ShapeId, std::span<std::uint32_t>, std::span<std::uint8_t>) const;
template void BasicScene<double>::rings(ShapeId, std::span<std::uint32_t>, std::span<std::uint8_t>) const;

}  // namespace satchel
