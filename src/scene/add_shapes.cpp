#include "scene/add_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "exact/convexity.hpp"
#include "scene/edge_fan.hpp"
#include "scene/outward.hpp"
#include "scene/range.hpp"
#include "scene/support_maps.hpp"

namespace satchel::detail {
namespace {

constexpr std::size_t most_vertices = kernels::vertices_of(kernels::polygon_class_count - 1);

/// With shorter edges the float kernel could underflow, and its error bound (kernels/sat/sat.hpp) would not hold.
constexpr double shortest_float_edge = 0x1p-50;

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

/// The radius of a circle around the local origin that contains the body at every pose. The factor 1 + 2e-6 covers
/// rotations that lengthen by up to 5e-7 (cos^2 + sin^2 is off 1 by up to 1e-6), and the rounding of placed vertices.
template <class T>
T reach_of(const T* x, const T* y, std::size_t count, T radius) noexcept {
  double largest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double vx = static_cast<double>(x[i]), vy = static_cast<double>(y[i]);
    largest = std::max(largest, vx * vx + vy * vy);
  }
  const double reach = sum_up(std::sqrt(largest) * (1 + 2e-6), static_cast<double>(radius));
  const T rounded = static_cast<T>(reach);
  return static_cast<double>(rounded) < reach ? std::nextafter(rounded, std::numeric_limits<T>::infinity()) : rounded;
}

/// The radius of a circle around the local origin that lies in the polygon at every pose; -infinity if the origin lies
/// outside of the polygon or too near its boundary. Placing moves no point of the boundary by more than 2e-6 of the
/// reach, relative to the exactly rotated polygon.
template <class T>
T inner_of(const T* x, const T* y, std::size_t count, T reach) noexcept {
  constexpr T none = -std::numeric_limits<T>::infinity();
  if (count < 3) return none;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t next = i + 1 < count ? i + 1 : 0;
    const double sx = static_cast<double>(x[i]), sy = static_cast<double>(y[i]);
    const double ex = static_cast<double>(x[next]) - sx, ey = static_cast<double>(y[next]) - sy;
    least = std::min(least, (ey * sx - ex * sy) / std::sqrt(ex * ex + ey * ey));
  }
  const double inner = least * (1 - 1e-6) - 2e-6 * static_cast<double>(reach);
  return inner > 0 ? static_cast<T>(inner) : none;
}

/// A lower bound of the distance of each vertex of a polygon from the chord between its two neighbours; infinity for
/// points and segments. It is a lower bound because |cx| + |cy| is at least the length of the chord (cx, cy).
template <class T>
T straightest_corner_of(const T* x, const T* y, std::size_t count) noexcept {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count && count > 2; ++i) {
    const std::size_t next = i + 1 < count ? i + 1 : 0, after = next + 1 < count ? next + 1 : 0;
    const auto from_i = [&](const T* values, std::size_t k) {
      return static_cast<double>(values[k]) - static_cast<double>(values[i]);
    };
    const double ex = from_i(x, next), ey = from_i(y, next), cx = from_i(x, after), cy = from_i(y, after);
    least = std::min(least, (ex * cy - ey * cx) / (std::fabs(cx) + std::fabs(cy)));
  }
  return static_cast<T>(least);
}

template <class T>
bool too_short_for_lanes(const T* x, const T* y, std::size_t count) noexcept {
  if (sizeof(T) == sizeof(double)) return false;  // the range of doubles is large enough
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t next = i + 1 < count ? i + 1 : 0;
    const double dx = static_cast<double>(x[next]) - static_cast<double>(x[i]);
    const double dy = static_cast<double>(y[next]) - static_cast<double>(y[i]);
    if (std::max(std::fabs(dx), std::fabs(dy)) < shortest_float_edge) return true;
  }
  return false;
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

/// @param x, y  whole blocks
template <class T>
kernels::Variety variety_of(const T* x, const T* y, std::size_t count, T radius) noexcept {
  if (count > 1 && too_short_for_lanes(x, y, count)) return kernels::Variety::exact_only;
  if (count == 1 && x[0] == 0 && y[0] == 0) return kernels::Variety::centred;
  if (radius > 0 || count < 3) return kernels::Variety::rounded;
  return is_centred_box(x, y, count) ? kernels::Variety::centred : kernels::Variety::plain;
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
  if (vertices.size() < 3) return {};
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
ShapeId add_checked_core(SceneData<T>& scene, std::span<const BasicVec2<T>> vertices, T radius) noexcept {
  const unsigned vertex_class = class_for(vertices.size());
  const std::uint32_t capacity = kernels::capacity_of(vertex_class);
  const std::uint32_t block = scene.local_blocks.take(vertex_class);
  unsigned size = kernels::size_of(vertex_class, static_cast<std::uint32_t>(vertices.size()));
  T* const x = scene.local_blocks.block(kernels::Place::of(size, block, kernels::Variety::plain));
  T* const y = x + capacity;
  for (std::size_t i = 0; i < capacity; ++i) {
    const bool is_long = kernels::is_long_class(vertex_class);
    const BasicVec2<T>& vertex = vertices[i < vertices.size() ? i
                                          : is_long           ? i % vertices.size()
                                                              : 0];  // see layout.hpp
    x[i] = vertex.x + T(0);                                // turns -0 into 0
    y[i] = vertex.y + T(0);
  }
  kernels::ShapeRecord<T> shape{};
  if (radius > 0 && is_centred_box(x, y, vertices.size())) size = kernels::rounded_box_size;
  shape.count = static_cast<std::uint32_t>(vertices.size());
  shape.place = kernels::Place::of(size, block, variety_of(x, y, vertices.size(), radius));
  shape.reach = reach_of(x, y, vertices.size(), radius);
  shape.inner = inner_of(x, y, vertices.size(), shape.reach);
  shape.radius = radius + T(0);
  shape.always_convex = vertices.size() < 3 || exact::stays_convex_when_rotated(x, y, vertices.size());
  if (shape.place.is_small()) shape.maps = support_maps_of(x, y, shape.count);
  scene.straightest_corner = std::min(scene.straightest_corner, straightest_corner_of(x, y, shape.count));
  if (kernels::has_fan(vertex_class)) {
    shape.fan = scene.edge_fans.size();
    scene.edge_fans.resize(shape.fan + fan_size(vertex_class));
    make_edge_fan(x, y, shape.count, capacity, shape.reach, scene.edge_fans.data() + shape.fan);
  }
  scene.shapes.push_back(shape);
  return static_cast<ShapeId>(scene.shapes.size() - 1);
}

template <class T>
ShapeId copy_shape(SceneData<T>& scene, const SceneData<T>& from, ShapeId id) {
  const kernels::ShapeRecord<T>& shape = from.shapes[id];
  if (shape.place.is_compound()) return copy_compound(scene, from, id);
  const T* const x = from.local_blocks.block(shape.place);
  const T* const y = x + kernels::capacity_of(shape.place.vertex_class());
  std::vector<BasicVec2<T>> vertices(shape.count);
  for (std::size_t i = 0; i < vertices.size(); ++i) vertices[i] = {x[i], y[i]};
  std::array<std::size_t, kernels::class_count> more{};
  more[shape.place.vertex_class()] = 1;
  make_room_for_cores(scene, more);
  return add_checked_core<T>(scene, vertices, shape.radius);
}

#define SATCHEL_INSTANTIATE(T)                                                                            \
  template Status check_core(std::span<const BasicVec2<T>>, std::size_t, T);                              \
  template void make_room_for_cores(SceneData<T>&, const std::array<std::size_t, kernels::class_count>&); \
  template ShapeId add_checked_core(SceneData<T>&, std::span<const BasicVec2<T>>, T) noexcept;            \
  template ShapeId copy_shape(SceneData<T>&, const SceneData<T>&, ShapeId);
SATCHEL_INSTANTIATE(float)
SATCHEL_INSTANTIATE(double)
#undef SATCHEL_INSTANTIATE

}  // namespace satchel::detail
