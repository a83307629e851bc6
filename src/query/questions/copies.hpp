// Copies of bodies in a scene of their own.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include <satchel/options.hpp>
#include <satchel/scene.hpp>

#include "scene/data.hpp"
#include "scene/shapes/add_shapes.hpp"

namespace satchel::query {

/// A scene of copies of some bodies of another.
template <class T>
class Copies {
 public:
  const BasicScene<T>& scene() const { return scene_; }

  void clear() {
    scene_.clear();
    copied_.clear();
    shapes_.clear();
    poses_.clear();
    last_ = no_body;
  }
  /// The same, but keeps the copies of shapes, for other bodies of the same scene.
  void clear_bodies() {
    detail::SceneAccess::data(scene_).clear_bodies();
    shapes_.clear();
    poses_.clear();
    last_ = no_body;
  }
  /// Lists a body, to be made at this pose, and returns its number. Throws std::bad_alloc.
  BodyId add(const detail::SceneData<T>& from, BodyId body, const Pose& pose) {
    const auto [place, is_new] = copied_.try_emplace(from.body_shapes[body], ShapeId{0});
    if (is_new) {
      detail::SceneData<T>& to = detail::SceneAccess::data(scene_);
      place->second = detail::copy_shape(to, from, place->first);
      // That of shapes that are not copied counts, too: last bits of distances depend on it.
      to.straightest_corner = std::min(to.straightest_corner, from.straightest_corner);
    }
    shapes_.push_back(place->second);
    poses_.push_back(pose);
    return static_cast<BodyId>(poses_.size() - 1);
  }
  /// The same for a body at its own pose. Pairs are often grouped by such a body: then it is listed once.
  BodyId add_where_it_is(const detail::SceneData<T>& from, BodyId body) {
    if (body == last_) return last_number_;
    last_ = body;
    const kernels::BodyRecord<T>& record = from.bodies[body];
    return last_number_ = add(from, body, {record.x, record.y, from.rotations[body]});
  }
  /// Makes the convex parts of the shapes of the bodies listed. Errors name shapes of the other scene.
  Status make_parts(const Options& options) { return by_their_names(scene_.try_make_parts(shapes_, options)); }
  /// An error about a shape of `scene`, about that of which it is the copy.
  Status by_their_names(Status status) const noexcept {
    if (status.argument != Argument::shape) return status;
    for (const auto& [shape, copy] : copied_) {
      if (copy != status.index) continue;
      status.index = shape;
      break;
    }
    return status;
  }
  /// Makes the bodies listed.
  Status make() {
    made_.resize(poses_.size());
    return scene_.try_add_bodies(shapes_, poses_, made_);
  }

 private:
  BasicScene<T> scene_;
  std::unordered_map<ShapeId, ShapeId> copied_;  ///< by shape of the other scene: its copy
  std::vector<ShapeId> shapes_;
  std::vector<Pose> poses_;
  std::vector<BodyId> made_;
  BodyId last_ = no_body, last_number_ = 0;
};

}  // namespace satchel::query
