#include "scene/shapes/add_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "exact/convexity.hpp"
#include "scene/outward.hpp"
#include "scene/range.hpp"
#include "scene/shapes/edge_fan.hpp"
#include "scene/shapes/measures.hpp"
#include "scene/shapes/support_maps.hpp"
#include "scene/shapes/thin_box.hpp"

namespace satchel::detail {
namespace {

constexpr std::size_t most_vertices = kernels::vertices_of(kernels::polygon_class_count - 1);

/// Calls use(x, y) with the coordinates as two arrays: on the stack for polygons of up to 64 vertices, else on the
/// heap.
template <class T, class Use>
Status in_columns(std::span<const BasicVec2<T>> vertices, Use use) {
  const std::size_t count = vertices.size();
  const auto fill = [&](T* x, T* y) {
    for (std::size_t i = 0; i < count; ++i) {
      x[i] = vertices[i].x;
      y[i] = vertices[i].y;
    }
    return use(x, y);
  };
  if (constexpr std::size_t on_stack = 64; count <= on_stack) {
    T x[on_stack], y[on_stack];
    return fill(x, y);
  }
  std::vector<T> values(2 * count);
  return fill(values.data(), values.data() + count);
}

std::size_t fan_size(unsigned vertex_class) noexcept {
  return std::size_t{kernels::EdgeFan<float>::runs} * kernels::capacity_of(vertex_class);
}

/// Whether the shape is a box, or another parallelogram, centred on the local origin.
/// @param x, y  whole blocks
template <class T>
bool is_centred_box(const T* x, const T* y, std::size_t count) noexcept {
  return count == 4 && x[2] == -x[0] && y[2] == -y[0] && x[3] == -x[1] && y[3] == -y[1];
}

/// Whether these are the vertices of `add_box`: of a box along the axes, from the lower left one on.
template <class T>
bool are_of_box(std::span<const BasicVec2<T>> v) noexcept {
  return v.size() == 4 && v[2].x > 0 && v[2].y > 0 && v[0] == BasicVec2<T>{-v[2].x, -v[2].y} &&
         v[1] == BasicVec2<T>{v[2].x, -v[2].y} && v[3] == BasicVec2<T>{-v[2].x, v[2].y};
}

/// Those of every box along the axes, because they depend on the directions of edges alone.
const kernels::SupportMaps& maps_of_box() noexcept {
  constexpr float x[] = {-1, 1, 1, -1}, y[] = {-1, -1, 1, 1};
  static const kernels::SupportMaps maps = support_maps_of(x, y, 4);
  return maps;
}

/// @param x, y  whole blocks
template <class T>
kernels::Variety variety_of(const T* x, const T* y, std::size_t count, T radius, bool has_short_edge) noexcept {
  if (has_short_edge) return kernels::Variety::exact_only;
  if (count == 1 && x[0] == 0 && y[0] == 0) return kernels::Variety::centred;
  if (radius > 0 || count < 3) return kernels::Variety::rounded;
  return is_centred_box(x, y, count) ? kernels::Variety::centred : kernels::Variety::plain;
}

/// Copies the vertices to a block; see layout.hpp for what fills it up.
template <class T>
void fill_block(std::span<const BasicVec2<T>> vertices, unsigned vertex_class, T* x, T* y) noexcept {
  const std::size_t count = vertices.size(), capacity = kernels::capacity_of(vertex_class);
  for (std::size_t i = 0; i < count; ++i) {
    x[i] = vertices[i].x + T(0);  // turns -0 into 0
    y[i] = vertices[i].y + T(0);
  }
  const bool is_long = kernels::is_long_class(vertex_class);
  for (std::size_t i = count; i < capacity; ++i) {
    x[i] = x[is_long ? i - count : 0];
    y[i] = y[is_long ? i - count : 0];
  }
}

/// The measures of a core in a block. Long blocks go on round the ring; others are copied.
template <class T>
Measures<T> measures_of_block(const T* x, const T* y, std::size_t count, unsigned vertex_class, T radius) noexcept {
  if (kernels::is_long_class(vertex_class)) return measures_of(x, y, count, radius);
  constexpr std::size_t most = kernels::vertices_of(kernels::lane_class_count - 1);
  T ring_x[most + read_behind], ring_y[most + read_behind];
  for (std::size_t i = 0; i < count; ++i) {
    ring_x[i] = x[i];
    ring_y[i] = y[i];
  }
  for (std::size_t i = 0; i < read_behind; ++i) {
    ring_x[count + i] = ring_x[i];
    ring_y[count + i] = ring_y[i];
  }
  return measures_of(ring_x, ring_y, count, radius);
}

}  // namespace

unsigned class_for(std::size_t vertices) noexcept {
  if (vertices <= 2) return vertices == 1 ? kernels::point_class : kernels::segment_class;
  unsigned k = 0;
  while (k + 1 < kernels::polygon_class_count && kernels::vertices_of(k) < vertices) ++k;
  return k;
}

template <class T>
Status check_core(std::span<const BasicVec2<T>> vertices, std::size_t fewest, T radius) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    for (const T value : {vertices[i].x, vertices[i].y}) {
      if (!in_range<T>(static_cast<double>(value))) return {range_error(static_cast<double>(value)), i};
    }
  }
  if (!(radius >= 0) || !in_range<T>(static_cast<double>(radius))) return {ErrorCode::bad_radius, 0};
  if (vertices.size() < fewest) return {ErrorCode::too_few_vertices, vertices.size()};
  if (vertices.size() == 2 && vertices[0] == vertices[1]) return {ErrorCode::equal_ends, 1};
  if (vertices.size() < 3 || are_of_box(vertices)) return {};
  if (vertices.size() > most_vertices) return {ErrorCode::too_many_vertices, vertices.size()};
  return in_columns(vertices, [&](const T* x, const T* y) { return exact::check_convex(x, y, vertices.size()); });
}

template <class T>
void make_room_for_cores(SceneData<T>& scene, const std::array<std::size_t, kernels::class_count>& more) {
  std::size_t shapes = scene.shapes.size(), fan_values = scene.edge_fans.size();
  for (unsigned k = 0; k < kernels::class_count; ++k) {
    shapes += more[k];
    if (kernels::has_fan(k)) fan_values += more[k] * fan_size(k);
  }
  scene.local_blocks.make_room_for(more);
  make_room(scene.edge_fans, fan_values);
  make_room(scene.shapes, shapes);
}

template <class T>
void make_room_for_core(SceneData<T>& scene, unsigned vertex_class) {
  scene.local_blocks.make_room_for(vertex_class, 1);
  if (kernels::has_fan(vertex_class)) make_room(scene.edge_fans, scene.edge_fans.size() + fan_size(vertex_class));
  make_room(scene.shapes, scene.shapes.size() + 1);
}

template <class T>
ShapeId add_checked_core(SceneData<T>& scene, std::span<const BasicVec2<T>> vertices, T radius) noexcept {
  const unsigned vertex_class = class_for(vertices.size());
  const std::uint32_t capacity = kernels::capacity_of(vertex_class);
  const std::uint32_t block = scene.local_blocks.take(vertex_class);
  const std::size_t count = vertices.size();
  unsigned size = kernels::size_of(vertex_class, static_cast<std::uint32_t>(count));
  T* const x = scene.local_blocks.block(kernels::Place::of(size, block, kernels::Variety::plain));
  T* const y = x + capacity;
  fill_block(vertices, vertex_class, x, y);
  const bool is_box = are_of_box(vertices);
  const T w = is_box ? x[2] : T(0), h = is_box ? y[2] : T(0);
  const Measures<T> measures =
      is_box ? measures_of_box(w, h, radius) : measures_of_block(x, y, count, vertex_class, radius);
  kernels::ShapeRecord<T> shape{};
  if (radius > 0 && is_centred_box(x, y, count)) size = kernels::rounded_box_size;
  shape.count = static_cast<std::uint32_t>(count);
  shape.place = kernels::Place::of(size, block, variety_of(x, y, count, radius, measures.has_short_edge));
  shape.reach = measures.reach;
  shape.inner = measures.inner;
  shape.radius = radius + T(0);
  shape.always_convex = count < 3 || (is_box ? exact::box_stays_convex_when_rotated(w, h)
                                             : exact::stays_convex_when_rotated(x, y, count));
  if (is_centred_box(x, y, count) && HalfDiagonals(x, y).may_be_too_thin())
    shape.always_convex = false;  // so place.cpp looks
  if (shape.place.is_small()) shape.maps = is_box ? maps_of_box() : support_maps_of(x, y, shape.count);
  scene.straightest_corner = std::min(scene.straightest_corner, measures.straightest_corner);
  if (kernels::has_fan(vertex_class)) {
    shape.fan = scene.edge_fans.size();
    scene.edge_fans.resize(shape.fan + fan_size(vertex_class));
    make_edge_fan(x, y, shape.count, capacity, shape.reach, scene.edge_fans.data() + shape.fan);
  }
  scene.shapes.push_back(shape);
  return static_cast<ShapeId>(scene.shapes.size() - 1);
}

template <class T>
T grown_radius(T radius, double clearance) noexcept {
  if (clearance == 0) return radius;
  const double sum = sum_up(static_cast<double>(radius), clearance);
  if (sum > 0 && sum < kernels::Range<T>::smallest)
    return static_cast<T>(
        std::max(kernels::Range<T>::smallest, static_cast<double>(std::numeric_limits<T>::denorm_min())));
  const auto grown = static_cast<T>(sum);
  return static_cast<double>(grown) < sum ? std::nextafter(grown, std::numeric_limits<T>::infinity()) : grown;
}

template <class T>
ShapeId copy_shape(SceneData<T>& scene, const SceneData<T>& from, ShapeId id, OutlineCopy as, double clearance) {
  const kernels::ShapeRecord<T>& shape = from.shapes[id];
  if (shape.place.is_compound()) return copy_compound(scene, from, id, as, clearance);
  const T* const x = from.local_blocks.block(shape.place);
  const T* const y = x + kernels::capacity_of(shape.place.vertex_class());
  std::vector<BasicVec2<T>> vertices(shape.count);
  for (std::size_t i = 0; i < vertices.size(); ++i) vertices[i] = {x[i], y[i]};
  make_room_for_core(scene, shape.place.vertex_class());
  return add_checked_core<T>(scene, vertices, grown_radius(shape.radius, clearance));
}

template Status check_core(std::span<const BasicVec2<float>>, std::size_t, float);
template void make_room_for_cores(SceneData<float>&, const std::array<std::size_t, kernels::class_count>&);
template void make_room_for_core(SceneData<float>&, unsigned);
template ShapeId add_checked_core(SceneData<float>&, std::span<const BasicVec2<float>>, float) noexcept;
template float grown_radius(float, double) noexcept;
template ShapeId copy_shape(SceneData<float>&, const SceneData<float>&, ShapeId, OutlineCopy, double);
template Status check_core(std::span<const BasicVec2<double>>, std::size_t, double);
template void make_room_for_cores(SceneData<double>&, const std::array<std::size_t, kernels::class_count>&);
template void make_room_for_core(SceneData<double>&, unsigned);
template ShapeId add_checked_core(SceneData<double>&, std::span<const BasicVec2<double>>, double) noexcept;
template double grown_radius(double, double) noexcept;
template ShapeId copy_shape(SceneData<double>&, const SceneData<double>&, ShapeId, OutlineCopy, double);

}  // namespace satchel::detail
