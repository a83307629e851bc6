// Adds shapes. Each function checks its input, then makes room, then changes the scene; the change cannot fail.
#include <satchel/scene.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>

#include "parallel/fp_environment.hpp"
#include "scene/add_shapes.hpp"
#include "scene/checks.hpp"

namespace satchel {
namespace {

using detail::fail;
using detail::fail_size;
using detail::most_items;
using detail::SceneData;

/// Throws a Status of `check_core` as an Error, with a text such as "polygon 3: vertex 2: ...".
/// @param index  Error::index
[[noreturn]] void fail_core(Status status, const std::string& item, std::size_t index) {
  if (status.code == ErrorCode::equal_ends) throw Error(status, item + message(status.code));
  std::string text = item;
  switch (status.code) {
    case ErrorCode::too_few_vertices:
    case ErrorCode::too_many_vertices:
      text += std::to_string(status.index) + " vertices";
      break;
    case ErrorCode::bad_radius:
      text += "radius";
      break;
    case ErrorCode::clockwise:
      text += "vertices";
      break;
    default:
      text += "vertex " + std::to_string(status.index);
  }
  fail({status.code, index}, text);
}

/// Checks and stores one shape. The text of an error begins with `item`.
template <class T>
ShapeId add_core(SceneData<T>& scene, std::span<const BasicVec2<T>> vertices, std::size_t fewest, T radius,
                 const char* item) {
  const Status status = detail::check_core(vertices, fewest, radius);
  if (!status.ok()) fail_core(status, item, status.index);
  if (scene.shapes.size() >= most_items) fail({ErrorCode::too_many, 0}, "shapes");
  detail::make_room_for_core(scene, detail::class_for(vertices.size()));
  return detail::add_checked_core(scene, vertices, radius);
}

}  // namespace

template <class T>
ShapeId BasicScene<T>::add_polygon(std::span<const Vec2> vertices, T radius) {
  const FpEnvironment environment;
  return add_core(*data_, vertices, 3, radius, "polygon: ");
}

template <class T>
ShapeId BasicScene<T>::add_circle(Vec2 center, T radius) {
  const FpEnvironment environment;
  return add_core<T>(*data_, {&center, 1}, 1, radius, "circle: ");
}

template <class T>
ShapeId BasicScene<T>::add_capsule(Vec2 p, Vec2 q, T radius) {
  const FpEnvironment environment;
  const std::array<Vec2, 2> ends{p, q};
  return add_core<T>(*data_, ends, 2, radius, "capsule: ");
}

template <class T>
ShapeId BasicScene<T>::add_segment(Vec2 p, Vec2 q) {
  const FpEnvironment environment;
  const std::array<Vec2, 2> ends{p, q};
  return add_core<T>(*data_, ends, 2, T(0), "segment: ");
}

template <class T>
ShapeId BasicScene<T>::add_box(T half_width, T half_height, T radius) {
  const FpEnvironment environment;  // before any comparison, because the caller may have set denormals-are-zero
  const T w = half_width, h = half_height;
  if (!(w > 0) || !(h > 0)) {
    const ErrorCode code = std::isfinite(w) && std::isfinite(h) ? ErrorCode::out_of_range : ErrorCode::not_finite;
    throw Error({code, 0}, "box: half-extents have to be finite and larger than 0");
  }
  const std::array<Vec2, 4> vertices{{{-w, -h}, {w, -h}, {w, h}, {-w, h}}};
  return add_core<T>(*data_, vertices, 4, radius, "box: ");
}

template <class T>
void BasicScene<T>::add_polygons(std::span<const Vec2> vertices, std::span<const std::uint32_t> starts,
                                 std::span<ShapeId> out) {
  const FpEnvironment environment;
  if (starts.size() != out.size() + 1) fail_size("starts", out.size() + 1, starts.size());
  if (starts.front() != 0) fail(ErrorCode::bad_starts, 0, "start");
  for (std::size_t i = 1; i < starts.size(); ++i) {
    if (starts[i] < starts[i - 1]) fail(ErrorCode::bad_starts, i, "start");
  }
  if (starts.back() != vertices.size()) fail(ErrorCode::bad_starts, out.size(), "start");
  if (out.size() > most_items - data_->shapes.size()) fail({ErrorCode::too_many, 0}, "shapes");
  const auto polygon = [&](std::size_t i) { return vertices.subspan(starts[i], starts[i + 1] - starts[i]); };
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Status status = detail::check_core<T>(polygon(i), 3, T(0));
    if (!status.ok()) fail_core(status, "polygon " + std::to_string(i) + ": ", i);
  }
  std::array<std::size_t, kernels::class_count> more{};
  for (std::size_t i = 0; i < out.size(); ++i) ++more[detail::class_for(polygon(i).size())];
  detail::make_room_for_cores(*data_, more);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = detail::add_checked_core<T>(*data_, polygon(i), T(0));
}

template ShapeId BasicScene<float>::add_polygon(std::span<const Vec2>, float);
template ShapeId BasicScene<float>::add_circle(Vec2, float);
template ShapeId BasicScene<float>::add_capsule(Vec2, Vec2, float);
template ShapeId BasicScene<float>::add_segment(Vec2, Vec2);
template ShapeId BasicScene<float>::add_box(float, float, float);
template void BasicScene<float>::add_polygons(std::span<const Vec2>, std::span<const std::uint32_t>,
                                              std::span<ShapeId>);
template ShapeId BasicScene<double>::add_polygon(std::span<const Vec2>, double);
template ShapeId BasicScene<double>::add_circle(Vec2, double);
template ShapeId BasicScene<double>::add_capsule(Vec2, Vec2, double);
template ShapeId BasicScene<double>::add_segment(Vec2, Vec2);
template ShapeId BasicScene<double>::add_box(double, double, double);
template void BasicScene<double>::add_polygons(std::span<const Vec2>, std::span<const std::uint32_t>,
                                               std::span<ShapeId>);

}  // namespace satchel
