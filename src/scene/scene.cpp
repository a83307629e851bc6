// The public face of a scene: every check first, then room, then the change, which cannot fail any more.
#include <satchel/scene.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "scene/add_shapes.hpp"
#include "scene/data.hpp"
#include "scene/fail.hpp"
#include "scene/outward.hpp"
#include "scene/room.hpp"

namespace satchel {
namespace {

using detail::fail;
using detail::fail_size;
using detail::SceneData;
using kernels::Place;

// Kernels address records by 32 bits, in eighths of one.
constexpr std::size_t most_items = std::size_t{1} << 29;

template <class T>
void check_shape(const SceneData<T>& scene, ShapeId shape, std::size_t item, const char* kind) {
  if (shape < scene.shapes.size()) return;
  throw Error({ErrorCode::bad_shape, item}, std::string(kind) + ' ' + std::to_string(item) + ": shape " +
                                                std::to_string(shape) + " of " + std::to_string(scene.shapes.size()) +
                                                ": " + message(ErrorCode::bad_shape));
}

template <class T>
void check_body(const SceneData<T>& scene, BodyId body) {
  if (body >= scene.bodies.size()) fail(ErrorCode::bad_body, body, "body");
  if (scene.bodies[body].place.is_removed()) fail(ErrorCode::removed_body, body, "body");
}

template <class T>
bool needs_checks(const kernels::ShapeRecord<T>& shape) {
  return !shape.always_convex || shape.place.exact_only();
}

/// A core's Status as an Error: "polygon 3: vertex 2: ...".
/// `fewest`: of its vertices.
template <class T>
void check_core_or_fail(std::span<const BasicVec2<T>> vertices, std::size_t fewest, T radius, const std::string& item,
                        const std::size_t* index) {
  const Status status = detail::check_core(vertices, fewest, radius);
  if (status.ok()) return;
  if (status.code == ErrorCode::repeated_vertex && vertices.size() == 2) {
    throw Error(status, item + "its ends are one point, a repeated vertex; give two points, or use add_circle");
  }
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
  fail({status.code, index != nullptr ? *index : status.index}, text);
}

/// Checks and stores one shape. `item` begins its errors.
template <class T>
ShapeId add_core(SceneData<T>& scene, std::span<const BasicVec2<T>> vertices, std::size_t fewest, T radius,
                 const char* item) {
  check_core_or_fail(vertices, fewest, radius, item, nullptr);
  if (scene.shapes.size() >= most_items) fail({ErrorCode::too_many, 0}, "shapes");
  std::array<std::size_t, kernels::class_count> more{};
  more[detail::class_for(vertices.size())] = 1;
  detail::make_room_for_cores(scene, more);
  return detail::add_checked_core(scene, vertices, radius);
}

/// Lets a body be of a shape: its block and record. Room has been made; its vertices are placed afterwards.
template <class T>
void give_shape(SceneData<T>& scene, BodyId body, ShapeId id) noexcept {
  const kernels::ShapeRecord<T>& shape = scene.shapes[id];
  if (shape.place.is_compound()) return detail::give_compound(scene, body, id);
  const unsigned vertex_class = shape.place.vertex_class();
  kernels::BodyRecord<T>& record = scene.bodies[body];
  scene.set_place(body, Place::of(vertex_class, scene.offset_blocks.take(vertex_class), shape.place.variety()));
  record.shape = id;
  record.reach = shape.reach;
  record.radius = shape.radius;
  scene.inner[body] = shape.inner;
  ++scene.bodies_of_class[vertex_class];
  ++scene.bodies_of_kind[shape.place.kind()];
  scene.bodies_to_check += needs_checks(shape) ? 1 : 0;
}

template <class T>
void take_shape(SceneData<T>& scene, BodyId body) noexcept {
  const Place place = scene.bodies[body].place;
  if (place.is_compound()) return detail::take_compound(scene, body);
  const kernels::ShapeRecord<T>& shape = scene.shapes[scene.bodies[body].shape];
  scene.offset_blocks.give_back(place.vertex_class(), place.block());
  --scene.bodies_of_class[place.vertex_class()];
  --scene.bodies_of_kind[shape.place.kind()];
  scene.bodies_to_check -= needs_checks(shape) ? 1 : 0;
}

/// The body's index: the lowest removed one, else a new one. Room has been made.
template <class T>
BodyId take_index(SceneData<T>& scene) noexcept {
  if (!scene.removed.empty()) {
    std::pop_heap(scene.removed.begin(), scene.removed.end(), std::greater<>());
    const BodyId body = scene.removed.back();
    scene.removed.pop_back();
    return body;
  }
  scene.bodies.emplace_back();
  scene.boxes.emplace_back();
  scene.rotations.emplace_back();
  scene.kinds.emplace_back();
  scene.inner.emplace_back();
  return static_cast<BodyId>(scene.bodies.size() - 1);
}

/// Copies a block's first `count` vertices to the front of `out`, and returns what is left of it.
template <class T>
std::span<BasicVec2<T>> copied(const detail::Blocks<T>& blocks, Place place, std::size_t count,
                               std::span<BasicVec2<T>> out) {
  const T* const x = blocks.block(place);
  const T* const y = x + kernels::capacity_of(place.vertex_class());
  for (std::size_t i = 0; i < count; ++i) out[i] = {x[i], y[i]};
  return out.subspan(count);
}

void fail_unless_ok(Status status, const char* kind) {
  if (!status.ok()) fail(status.code, status.index, kind);
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

// ---- shapes --------------------------------------------------------------------------------------------------------

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
  const FpEnvironment environment;  // before any comparison: a caller may take denormals for zero
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
    check_core_or_fail<T>(polygon(i), 3, T(0), "polygon " + std::to_string(i) + ": ", &i);
  }
  std::array<std::size_t, kernels::class_count> more{};
  for (std::size_t i = 0; i < out.size(); ++i) ++more[detail::class_for(polygon(i).size())];
  detail::make_room_for_cores(*data_, more);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = detail::add_checked_core<T>(*data_, polygon(i), T(0));
}

// ---- bodies --------------------------------------------------------------------------------------------------------

template <class T>
BodyId BasicScene<T>::add_body(ShapeId shape, const Pose& pose) {
  BodyId body = 0;
  add_bodies({&shape, 1}, {&pose, 1}, {&body, 1});
  return body;
}

template <class T>
void BasicScene<T>::add_bodies(std::span<const ShapeId> shapes, std::span<const Pose> poses, std::span<BodyId> out) {
  const FpEnvironment environment;
  SceneData<T>& scene = *data_;
  if (poses.size() != shapes.size()) fail_size("poses", shapes.size(), poses.size());
  if (out.size() != shapes.size()) fail_size("out", shapes.size(), out.size());
  detail::Room more;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    check_shape(scene, shapes[i], i, "body");
    detail::add_room_for_body(scene, shapes[i], more);
  }
  const kernels::KernelTable& table = dispatch::active();
  fail_unless_ok(detail::check_poses(scene, table, poses, {out.data(), 0}, {}), "pose");
  if (shapes.size() > most_items - scene.bodies.size()) fail({ErrorCode::too_many, 0}, "bodies");
  if (!detail::has_room_for(scene, more)) fail({ErrorCode::too_many, 0}, "bodies");

  const std::size_t reused = std::min(shapes.size(), scene.removed.size());
  const std::size_t size = scene.bodies.size() + (shapes.size() - reused);
  detail::make_room(scene.bodies, size);
  detail::make_room(scene.boxes, size);
  detail::make_room(scene.rotations, size);
  detail::make_room(scene.kinds, size);
  detail::make_room(scene.inner, size);
  detail::make_room_for_bodies(scene, more);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    out[i] = take_index(scene);
    give_shape(scene, out[i], shapes[i]);
  }
  fail_unless_ok(detail::place_bodies(scene, table, poses, {out.data(), 0}, {}), "body");
}

template <class T>
void BasicScene<T>::remove_body(BodyId body) {
  check_body(*data_, body);
  detail::make_room(data_->removed, data_->removed.size() + 1);
  detail::make_room_to_give_back(*data_, body);
  take_shape(*data_, body);
  data_->set_place(body, Place::removed());
  data_->removed.push_back(body);
  std::push_heap(data_->removed.begin(), data_->removed.end(), std::greater<>());
}

template <class T>
void BasicScene<T>::set_shape(BodyId body, ShapeId shape) {
  const FpEnvironment environment;
  SceneData<T>& scene = *data_;
  check_body(scene, body);
  check_shape(scene, shape, body, "body");
  detail::Room more;
  detail::add_room_for_body(scene, shape, more);
  if (!detail::has_room_for(scene, more)) fail({ErrorCode::too_many, 0}, "bodies");
  const kernels::KernelTable& table = dispatch::active();
  detail::make_room_for_bodies(scene, more);
  detail::make_room_to_give_back(scene, body);
  const Pose at = pose(body);
  take_shape(scene, body);
  give_shape(scene, body, shape);
  fail_unless_ok(detail::place_bodies<T>(scene, table, {&at, 1}, {&body, 0}, {}), "body");
}

template <class T>
void BasicScene<T>::set_pose(BodyId body, const Pose& pose) {
  set_poses({&body, 1}, {&pose, 1});
}

template <class T>
void BasicScene<T>::set_poses(std::span<const Pose> poses, const Options& options) {
  const FpEnvironment environment;
  if (poses.size() != data_->bodies.size()) fail_size("poses", data_->bodies.size(), poses.size());
  const kernels::KernelTable& table = dispatch::active();
  fail_unless_ok(detail::check_poses(*data_, table, poses, {nullptr, 0}, options), "pose");
  fail_unless_ok(detail::place_bodies(*data_, table, poses, {nullptr, 0}, options), "pose");
}

template <class T>
void BasicScene<T>::set_poses(std::span<const BodyId> bodies, std::span<const Pose> poses, const Options& options) {
  const FpEnvironment environment;
  if (poses.size() != bodies.size()) fail_size("poses", bodies.size(), poses.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (data_->has_body(bodies[i])) continue;
    const ErrorCode code = bodies[i] < data_->bodies.size() ? ErrorCode::removed_body : ErrorCode::bad_body;
    fail({code, i}, "element " + std::to_string(i) + ", body " + std::to_string(bodies[i]));
  }
  const kernels::KernelTable& table = dispatch::active();
  fail_unless_ok(detail::check_poses(*data_, table, poses, {bodies.data(), 0}, options), "pose");
  fail_unless_ok(detail::place_bodies(*data_, table, poses, {bodies.data(), 0}, options), "pose");
}

template <class T>
void BasicScene<T>::clear() noexcept {
  SceneData<T>& scene = *data_;
  scene.shapes.clear();
  scene.local_blocks.clear();
  scene.edge_fans.clear();
  scene.clear_bodies();
  scene.compounds.clear_shapes();
}

// ---- what is there -------------------------------------------------------------------------------------------------

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
void BasicScene<T>::reserve(std::size_t shapes, std::size_t bodies, std::size_t vertices) {
  data_->shapes.reserve(shapes);
  data_->bodies.reserve(bodies);
  data_->boxes.reserve(bodies);
  data_->rotations.reserve(bodies);
  data_->kinds.reserve(bodies);
  data_->inner.reserve(bodies);
  if (vertices == 0) return;
  const unsigned vertex_class = detail::class_for(vertices);
  if (bodies > data_->bodies.size()) data_->offset_blocks.make_room_for(vertex_class, bodies - data_->bodies.size());
  if (shapes > data_->shapes.size()) data_->local_blocks.make_room_for(vertex_class, shapes - data_->shapes.size());
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
  return data_->bodies[body].shape;
}

template <class T>
Pose BasicScene<T>::pose(BodyId body) const {
  check_body(*data_, body);
  const kernels::BodyRecord<T>& record = data_->bodies[body];
  return {record.x, record.y, data_->rotations[body].cos, data_->rotations[body].sin};
}

template <class T>
Box BasicScene<T>::bounding_box(BodyId body) const {
  const FpEnvironment environment;
  check_body(*data_, body);
  const kernels::BodyRecord<T>& at = data_->bodies[body];
  const kernels::OffsetBox<T>& box = data_->boxes[body];
  const auto beyond = [&](T extent) {
    return detail::sum_up(static_cast<double>(extent), static_cast<double>(at.radius));
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
  const std::size_t count = data_->shapes[record.shape].count;
  if (out.size() != count) fail_size("out", count, out.size());
  if (!record.place.is_compound()) {
    (void)copied<T>(data_->offset_blocks, record.place, count, out);
    return;
  }
  const detail::PartRange range = data_->parts_of_body(body);
  for (std::uint32_t k = 0; k < range.count; ++k) {
    const kernels::BodyRecord<T>& part = data_->compounds.parts[range.first + k];
    out = copied<T>(data_->offset_blocks, part.place, data_->shapes[part.shape].count, out);
  }
}

template class BasicScene<float>;
template class BasicScene<double>;

}  // namespace satchel
