// Queries that are shapes at poses: their checks, and the bodies that they are while they are asked.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <satchel/error.hpp>

#include "scene/checks.hpp"
#include "scene/data.hpp"
#include "scene/fail.hpp"
#include "scene/used_shapes.hpp"

namespace satchel::spatial {

/// Shapes at poses; one shape is that of all poses.
struct ShapesAtPoses {
  std::span<const ShapeId> shapes;
  std::span<const Pose> poses;

  ShapeId shape(std::size_t query) const { return shapes[shapes.size() == 1 ? 0 : query]; }
};

/// The first refused query, or ok.
template <class T>
Status check_queries(const detail::SceneData<T>& scene, const ShapesAtPoses& queries) noexcept {
  const std::size_t count = queries.poses.size();
  if (count >= std::numeric_limits<std::uint32_t>::max()) return {ErrorCode::too_many, count};
  if (queries.shapes.size() != count && queries.shapes.size() != 1) {
    return detail::size_error(Argument::shapes, count, queries.shapes.size());
  }
  for (std::size_t i = 0; i < queries.shapes.size(); ++i) {
    if (queries.shapes[i] < scene.shapes.size()) continue;
    return {ErrorCode::bad_shape, i, Argument::query_shape, {queries.shapes[i], scene.shapes.size()}};
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (const ErrorCode code = detail::pose_error<T>(queries.poses[i]); code != ErrorCode::ok) {
      return {code, i, Argument::poses};
    }
    if (!detail::may_turn(scene, queries.shape(i), queries.poses[i])) {
      return {ErrorCode::cannot_rotate, i, Argument::poses};
    }
  }
  return {};
}

/// The bodies of some consecutive queries, in a scene of their own: body k is query first + k. A task reuses it.
template <class T>
class PlacedQueries {
 public:
  /// Places the queries [begin, end). Throws std::bad_alloc.
  void place(const detail::UsedShapes<T>& shapes, const ShapesAtPoses& queries, std::size_t begin, std::size_t end) {
    if (!has_shapes_) scene_ = shapes.scene;
    has_shapes_ = true;
    detail::SceneAccess::data(scene_).clear_bodies();
    ids_.clear();
    for (std::size_t i = begin; i < end; ++i) ids_.push_back(shapes.copy_of(queries.shape(i)));
    bodies_.resize(end - begin);
    if (!scene_.try_add_bodies(ids_, queries.poses.subspan(begin, end - begin), bodies_).ok()) throw std::bad_alloc();
  }

  const BasicScene<T>& scene() const { return scene_; }

 private:
  BasicScene<T> scene_;
  bool has_shapes_ = false;
  std::vector<ShapeId> ids_;
  std::vector<BodyId> bodies_;
};

}  // namespace satchel::spatial
