// Members of a scene that copy it, clear it, or read its shapes and bodies. Shapes and bodies are added in
// scene_shapes.cpp, scene_bodies.cpp and compounds.cpp.
#include <satchel/scene.hpp>

#include <atomic>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "parallel/fp_environment.hpp"
#include "scene/checks.hpp"
#include "scene/outward.hpp"
#include "scene/room.hpp"
#include "scene/shapes/add_shapes.hpp"

namespace satchel {
namespace {

using detail::check_body;
using detail::check_shape;
using detail::SceneAccess;
using detail::SceneData;
using detail::size_error;
using kernels::Place;

std::uint64_t new_identity() noexcept {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

/// A copy of a scene's data. Throws bad_alloc.
template <class T>
std::unique_ptr<SceneData<T>> copy_of(const std::unique_ptr<SceneData<T>>& data) {
  return data != nullptr ? std::make_unique<SceneData<T>>(*data) : nullptr;
}

/// Counts a change of shapes, bodies and poses.
template <class T>
void count_change_of_all(SceneRevisions& revisions, SceneData<T>* data) noexcept {
  ++revisions.all;
  ++revisions.shapes;
  ++revisions.bodies;
  ++revisions.poses;
  if (data != nullptr) data->journal.forget(revisions.all);
}

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
BasicScene<T>::BasicScene() noexcept : identity_(new_identity()) {}
template <class T>
BasicScene<T>::BasicScene(const BasicScene& other)
    : data_(copy_of(other.data_)),
      identity_(new_identity()),
      revisions_(other.revisions_),
      max_threads_(other.max_threads_) {}
template <class T>
BasicScene<T>::BasicScene(BasicScene&& other) noexcept
    : data_(std::move(other.data_)),
      identity_(std::exchange(other.identity_, new_identity())),
      revisions_(std::exchange(other.revisions_, {})),
      max_threads_(std::exchange(other.max_threads_, 0u)) {}
template <class T>
BasicScene<T>& BasicScene<T>::operator=(const BasicScene& other) {
  if (this == &other) return *this;
  data_ = copy_of(other.data_);
  max_threads_ = other.max_threads_;
  count_change_of_all(revisions_, data_.get());
  return *this;
}
template <class T>
BasicScene<T>& BasicScene<T>::operator=(BasicScene&& other) noexcept {
  if (this == &other) return *this;
  data_ = std::move(other.data_);
  max_threads_ = std::exchange(other.max_threads_, 0u);
  other.identity_ = new_identity();
  other.revisions_ = {};
  count_change_of_all(revisions_, data_.get());
  return *this;
}
template <class T>
BasicScene<T>::~BasicScene() = default;

template <class T>
Status BasicScene<T>::try_assign(const BasicScene& other) noexcept {
  try {
    *this = other;
    return {};
  } catch (const std::bad_alloc&) {
    return {ErrorCode::no_memory};
  }
}

template <class T>
void BasicScene<T>::clear() noexcept {
  if (shape_count() == 0) return;  // and so no body
  SceneData<T>& scene = *data_;
  scene.clear_bodies();
  scene.shapes.clear();
  scene.local_blocks.clear();
  scene.edge_fans.clear();
  scene.straightest_corner = std::numeric_limits<T>::infinity();
  scene.compounds.clear_shapes();
  count_change_of_all(revisions_, data_.get());
}

template <class T>
Status BasicScene<T>::try_reserve(const SceneCapacity& capacity) noexcept {
  using Counts = typename detail::Blocks<T>::Counts;
  return detail::change(data_, [&](SceneData<T>& scene) -> Status {
    if (capacity.shapes > detail::most_items) return {ErrorCode::too_many, 0, Argument::shapes};
    if (capacity.bodies > detail::most_items) return {ErrorCode::too_many, 0, Argument::bodies};
    const unsigned vertex_class = detail::class_for(capacity.vertices_per_shape);
    const auto blocks = [&](std::size_t all, std::size_t present) {
      Counts more{};
      if (capacity.vertices_per_shape > 0 && all > present) more[vertex_class] = all - present;
      return more;
    };
    const Counts of_shapes = blocks(capacity.shapes, scene.shapes.size());
    const Counts of_bodies = blocks(capacity.bodies, scene.body_count());
    if (!scene.local_blocks.has_indices_for(of_shapes)) return {ErrorCode::too_many, 0, Argument::shapes};
    if (!scene.offset_blocks.has_indices_for(of_bodies)) return {ErrorCode::too_many, 0, Argument::bodies};
    detail::make_room_for_cores(scene, of_shapes);
    scene.shapes.reserve(capacity.shapes);
    scene.bodies.reserve(capacity.bodies);
    scene.body_shapes.reserve(capacity.bodies);
    scene.boxes.reserve(capacity.bodies);
    scene.rotations.reserve(capacity.bodies);
    scene.kinds.reserve(capacity.bodies);
    scene.inner.reserve(capacity.bodies);
    scene.generations.reserve(capacity.bodies);
    scene.journal.make_room(capacity.bodies);
    scene.offset_blocks.make_room_for(of_bodies);
    return {};
  });
}

template <class T>
std::size_t BasicScene<T>::shape_count() const noexcept {
  return SceneAccess::data(*this).shapes.size();
}
template <class T>
std::size_t BasicScene<T>::body_count() const noexcept {
  return SceneAccess::data(*this).body_count();
}
template <class T>
std::size_t BasicScene<T>::body_slots() const noexcept {
  return SceneAccess::data(*this).bodies.size();
}
template <class T>
bool BasicScene<T>::has_body(BodyId body) const noexcept {
  return SceneAccess::data(*this).has_body(body);
}

template <class T>
std::size_t BasicScene<T>::memory_bytes() const noexcept {
  return data_ != nullptr ? data_->memory_bytes() : 0;
}
template <class T>
std::size_t BasicScene<T>::body_memory_bytes() const noexcept {
  return SceneAccess::data(*this).body_memory_bytes();
}

template <class T>
std::uint32_t BasicScene<T>::generation(BodyId body) const {
  const SceneData<T>& scene = SceneAccess::data(*this);
  if (body >= scene.bodies.size()) throw_error({ErrorCode::bad_body, body, Argument::body});
  return scene.generations[body];
}

template <class T>
ShapeId BasicScene<T>::shape(BodyId body) const {
  throw_unless_ok(check_body(SceneAccess::data(*this), body));
  return SceneAccess::data(*this).body_shapes[body];
}

template <class T>
Pose BasicScene<T>::pose(BodyId body) const {
  throw_unless_ok(check_body(SceneAccess::data(*this), body));
  return data_->pose(body);
}

template <class T>
Box BasicScene<T>::bounding_box(BodyId body) const {
  const FpEnvironment environment;
  throw_unless_ok(check_body(SceneAccess::data(*this), body));
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
  throw_unless_ok(check_shape(SceneAccess::data(*this), shape));
  return SceneAccess::data(*this).shapes[shape].count;
}

template <class T>
T BasicScene<T>::radius(ShapeId shape) const {
  throw_unless_ok(check_shape(SceneAccess::data(*this), shape));
  return SceneAccess::data(*this).shapes[shape].radius;
}

template <class T>
void BasicScene<T>::local_vertices(ShapeId shape, std::span<Vec2> out) const {
  throw_unless_ok(check_shape(SceneAccess::data(*this), shape));
  const kernels::ShapeRecord<T>& record = data_->shapes[shape];
  if (out.size() != record.count) throw_error(size_error(Argument::out, record.count, out.size()));
  if (record.place.is_outline()) return data_->compounds.outlines.copy_vertices(record.place, out.data());
  detail::for_each_part(*data_, record, [&](const kernels::ShapeRecord<T>& part) {
    out = copied(data_->local_blocks, part.place, part.count, out);
  });
}

template <class T>
void BasicScene<T>::placed_offsets(BodyId body, std::span<Vec2> out) const {
  throw_unless_ok(check_body(SceneAccess::data(*this), body));
  const kernels::BodyRecord<T>& record = data_->bodies[body];
  const std::size_t count = data_->shapes[data_->body_shapes[body]].count;
  if (out.size() != count) throw_error(size_error(Argument::out, count, out.size()));
  if (!record.place.is_compound()) {
    (void)copied<T>(data_->offset_blocks, record.place, count, out);
    return;
  }
  if (record.place.is_outline()) {
    const kernels::Place shape_place = data_->shapes[data_->body_shapes[body]].place;
    return data_->compounds.outlines.copy_offsets(record.place.block(), shape_place, out.data());
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
