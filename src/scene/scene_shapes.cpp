// Adds shapes. Each function checks its input, then makes room, then changes the scene; the change cannot fail.
#include <satchel/scene.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "scene/checks.hpp"
#include "scene/shapes/add_shapes.hpp"

namespace satchel {
namespace {

using detail::most_items;
using detail::SceneData;

/// A status of `check_core`, with the argument that it is about. numbers[0] is the vertex, or the number of vertices;
/// numbers[1] is 1 for a concave polygon that runs clockwise.
Status of_shape(const Status& status, Argument argument, std::size_t index) noexcept {
  return {status.code, index, argument, {status.index, status.numbers[0]}};
}

/// Checks and stores one shape.
template <class T>
Status add_core(std::unique_ptr<SceneData<T>>& data, SceneRevisions& revisions, std::span<const BasicVec2<T>> vertices,
                std::size_t fewest, T radius, Argument argument, ShapeId& out) noexcept {
  return detail::change(data, [&](SceneData<T>& scene) -> Status {
    const Status status = detail::check_core(vertices, fewest, radius);
    if (!status.ok()) return of_shape(status, argument, status.index);
    std::array<std::size_t, kernels::class_count> more{};
    more[detail::class_for(vertices.size())] = 1;
    if (scene.shapes.size() >= most_items || !scene.local_blocks.has_indices_for(more)) {
      return {ErrorCode::too_many, 0, Argument::shapes};
    }
    detail::make_room_for_core(scene, detail::class_for(vertices.size()));
    out = detail::add_checked_core(scene, vertices, radius);
    detail::count_change(revisions, &SceneRevisions::shapes);
    return {};
  });
}

}  // namespace

template <class T>
Status BasicScene<T>::try_add_polygon(std::span<const Vec2> vertices, T radius, ShapeId& out) noexcept {
  return add_core(data_, revisions_, vertices, 3, radius, Argument::polygon, out);
}

template <class T>
Status BasicScene<T>::try_add_circle(Vec2 center, T radius, ShapeId& out) noexcept {
  return add_core<T>(data_, revisions_, {&center, 1}, 1, radius, Argument::circle, out);
}

template <class T>
Status BasicScene<T>::try_add_capsule(Vec2 p, Vec2 q, T radius, ShapeId& out) noexcept {
  const std::array<Vec2, 2> ends{p, q};
  return add_core<T>(data_, revisions_, ends, 2, radius, Argument::capsule, out);
}

template <class T>
Status BasicScene<T>::try_add_segment(Vec2 p, Vec2 q, ShapeId& out) noexcept {
  const std::array<Vec2, 2> ends{p, q};
  return add_core<T>(data_, revisions_, ends, 2, T(0), Argument::segment, out);
}

template <class T>
Status BasicScene<T>::try_add_box(T half_width, T half_height, T radius, ShapeId& out) noexcept {
  const FpEnvironment environment;  // before any comparison, because the caller may have set denormals-are-zero
  const T w = half_width, h = half_height;
  if (!(w > 0) || !(h > 0)) {
    const bool finite = std::isfinite(w) && std::isfinite(h);
    return {finite ? ErrorCode::out_of_range : ErrorCode::not_finite, 0, Argument::box_shape};
  }
  const std::array<Vec2, 4> vertices{{{-w, -h}, {w, -h}, {w, h}, {-w, h}}};
  return add_core<T>(data_, revisions_, vertices, 4, radius, Argument::box_shape, out);
}

template <class T>
Status BasicScene<T>::try_add_polygons(std::span<const Vec2> vertices, std::span<const std::uint32_t> starts,
                                       std::span<ShapeId> out, std::span<const T> radii) noexcept {
  return detail::change(data_, [&](SceneData<T>& scene) -> Status {
    if (!radii.empty() && radii.size() != out.size()) {
      return detail::size_error(Argument::radii, out.size(), radii.size());
    }
    if (const Status status = detail::check_starts(starts, out.size(), vertices.size()); !status.ok()) return status;
    if (out.size() > most_items - scene.shapes.size()) return {ErrorCode::too_many, 0, Argument::shapes};
    const auto polygon = [&](std::size_t i) { return vertices.subspan(starts[i], starts[i + 1] - starts[i]); };
    const auto radius = [&](std::size_t i) { return radii.empty() ? T(0) : radii[i]; };
    for (std::size_t i = 0; i < out.size(); ++i) {
      const Status status = detail::check_core<T>(polygon(i), 3, radius(i));
      if (!status.ok()) return of_shape(status, Argument::polygons, i);
    }
    std::array<std::size_t, kernels::class_count> more{};
    for (std::size_t i = 0; i < out.size(); ++i) ++more[detail::class_for(polygon(i).size())];
    if (!scene.local_blocks.has_indices_for(more)) return {ErrorCode::too_many, 0, Argument::shapes};
    detail::make_room_for_cores(scene, more);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = detail::add_checked_core<T>(scene, polygon(i), radius(i));
    if (!out.empty()) detail::count_change(revisions_, &SceneRevisions::shapes);
    return {};
  });
}

template Status BasicScene<float>::try_add_polygon(std::span<const Vec2>, float, ShapeId&) noexcept;
template Status BasicScene<float>::try_add_circle(Vec2, float, ShapeId&) noexcept;
template Status BasicScene<float>::try_add_capsule(Vec2, Vec2, float, ShapeId&) noexcept;
template Status BasicScene<float>::try_add_segment(Vec2, Vec2, ShapeId&) noexcept;
template Status BasicScene<float>::try_add_box(float, float, float, ShapeId&) noexcept;
template Status BasicScene<float>::try_add_polygons(std::span<const Vec2>, std::span<const std::uint32_t>,
                                                    std::span<ShapeId>, std::span<const float>) noexcept;
template Status BasicScene<double>::try_add_polygon(std::span<const Vec2>, double, ShapeId&) noexcept;
template Status BasicScene<double>::try_add_circle(Vec2, double, ShapeId&) noexcept;
template Status BasicScene<double>::try_add_capsule(Vec2, Vec2, double, ShapeId&) noexcept;
template Status BasicScene<double>::try_add_segment(Vec2, Vec2, ShapeId&) noexcept;
template Status BasicScene<double>::try_add_box(double, double, double, ShapeId&) noexcept;
template Status BasicScene<double>::try_add_polygons(std::span<const Vec2>, std::span<const std::uint32_t>,
                                                     std::span<ShapeId>, std::span<const double>) noexcept;

}  // namespace satchel
