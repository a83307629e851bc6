// Members of a scene that copy it, clear it, or read its shapes and bodies. Shapes and bodies are added in
// scene_shapes.cpp, scene_bodies.cpp and compounds.cpp.
#include <satchel/scene.hpp>

#include <cstddef>
#include <limits>
#include <memory>
#include <span>

#include "parallel/fp_environment.hpp"
#include "scene/add_shapes.hpp"
#include "scene/checks.hpp"
#include "scene/outward.hpp"
#include "scene/room.hpp"

namespace satchel {
namespace {

using detail::check_body;
using detail::check_shape;
using detail::fail_size;
using detail::SceneData;
using kernels::Place;

/// Copies the first `count` vertices of a block to the front of `out`; returns the elements of `out` behind them.
template <class T>
std::span<BasicVec2<T>> copied(const detail::Blocks<T>& blocks, Place place, std::size_t count,
                               std::span<BasicVec2<T>> out) {
  const T* const x = blocks.block(place);
  const T* const y = x + kernels::capacity_of(place.vertex_class());
  for (std::size_t i = 0; i < count; ++i) out[i] = {x[i], y[i]};
  return out.subspan(count);
}

}  // namespace

template <class T>
BasicScene<T>::BasicScene() : data_(std::make_unique<SceneData<T>>()) {}
template <class T>
BasicScene<T>::BasicScene(const BasicScene& other) : data_(std::make_unique<SceneData<T>>(*other.data_)) {}
template <class T>
BasicScene<T>::BasicScene(BasicScene&&) noexcept = default;
template <class T>
BasicScene<T>& BasicScene<T>::operator=(const BasicScene& other) {
  if (this != &other) data_ = std::make_unique<SceneData<T>>(*other.data_);
  return *this;
}
template <class T>
BasicScene<T>& BasicScene<T>::operator=(BasicScene&&) noexcept = default;
template <class T>
BasicScene<T>::~BasicScene() = default;

template <class T>
void BasicScene<T>::clear() noexcept {
  SceneData<T>& scene = *data_;
  scene.shapes.clear();
  scene.local_blocks.clear();
  scene.edge_fans.clear();
  scene.straightest_corner = std::numeric_limits<T>::infinity();
  scene.clear_bodies();
  scene.compounds.clear_shapes();
}

template <class T>
void BasicScene<T>::reserve(std::size_t shapes, std::size_t bodies, std::size_t vertices) {
  data_->shapes.reserve(shapes);
  data_->bodies.reserve(bodies);
  data_->body_shapes.reserve(bodies);
  data_->boxes.reserve(bodies);
  data_->rotations.reserve(bodies);
  data_->kinds.reserve(bodies);
  data_->inner.reserve(bodies);
  if (vertices == 0) return;
  const unsigned vertex_class = detail::class_for(vertices);
  const auto make_room = [&](auto& blocks, std::size_t all, std::size_t present) {
    typename detail::Blocks<T>::Counts more{};
    more[vertex_class] = all > present ? all - present : 0;
    blocks.make_room_for(more);
  };
  make_room(data_->offset_blocks, bodies, data_->bodies.size());
  make_room(data_->local_blocks, shapes, data_->shapes.size());
}

template <class T>
std::size_t BasicScene<T>::shape_count() const noexcept {
  return data_->shapes.size();
}
template <class T>
std::size_t BasicScene<T>::body_count() const noexcept {
  return data_->body_count();
}
template <class T>
std::size_t BasicScene<T>::body_slots() const noexcept {
  return data_->bodies.size();
}
template <class T>
bool BasicScene<T>::has_body(BodyId body) const noexcept {
  return data_->has_body(body);
}

template <class T>
std::size_t BasicScene<T>::memory_bytes() const noexcept {
  return data_->memory_bytes();
}
template <class T>
std::size_t BasicScene<T>::body_memory_bytes() const noexcept {
  return data_->body_memory_bytes();
}

template <class T>
ShapeId BasicScene<T>::shape(BodyId body) const {
  check_body(*data_, body);
  return data_->body_shapes[body];
}

template <class T>
Pose BasicScene<T>::pose(BodyId body) const {
  check_body(*data_, body);
  const kernels::BodyRecord<T>& record = data_->bodies[body];
  return {record.x, record.y, data_->rotations[body]};
}

template <class T>
Box BasicScene<T>::bounding_box(BodyId body) const {
  const FpEnvironment environment;
  check_body(*data_, body);
  const kernels::BodyRecord<T>& at = data_->bodies[body];
  const kernels::OffsetBox<T>& box = data_->boxes[body];
  const auto beyond = [&](T extent) {
    return detail::sum_up(static_cast<double>(extent), static_cast<double>(at.radius()));
  };
  return {detail::sum_down(at.x, -beyond(box.minus_min_x)), detail::sum_down(at.y, -beyond(box.minus_min_y)),
          detail::sum_up(at.x, beyond(box.max_x)), detail::sum_up(at.y, beyond(box.max_y))};
}

template <class T>
std::size_t BasicScene<T>::vertex_count(ShapeId shape) const {
  check_shape(*data_, shape, shape, "shape");
  return data_->shapes[shape].count;
}

template <class T>
T BasicScene<T>::radius(ShapeId shape) const {
  check_shape(*data_, shape, shape, "shape");
  return data_->shapes[shape].radius;
}

template <class T>
void BasicScene<T>::local_vertices(ShapeId shape, std::span<Vec2> out) const {
  check_shape(*data_, shape, shape, "shape");
  const kernels::ShapeRecord<T>& record = data_->shapes[shape];
  if (out.size() != record.count) fail_size("out", record.count, out.size());
  detail::for_each_part(*data_, record, [&](const kernels::ShapeRecord<T>& part) {
    out = copied(data_->local_blocks, part.place, part.count, out);
  });
}

template <class T>
void BasicScene<T>::placed_offsets(BodyId body, std::span<Vec2> out) const {
  check_body(*data_, body);
  const kernels::BodyRecord<T>& record = data_->bodies[body];
  const std::size_t count = data_->shapes[data_->body_shapes[body]].count;
  if (out.size() != count) fail_size("out", count, out.size());
  if (!record.place.is_compound()) {
    (void)copied<T>(data_->offset_blocks, record.place, count, out);
    return;
  }
  const detail::PartRange range = data_->parts_of_body(body);
  for (std::uint32_t k = 0; k < range.count; ++k) {
    const kernels::BodyRecord<T>& part = data_->compounds.parts[range.first + k];
    out = copied<T>(data_->offset_blocks, part.place, kernels::vertex_count_of(part, data_->shapes.data()), out);
  }
}

// Instantiates the members that are defined in this file.
template class BasicScene<float>;
template class BasicScene<double>;

}  // namespace satchel
