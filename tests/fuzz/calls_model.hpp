// A scene of C and what is known about it: how each shape was added, and where each body is. From that a scene can be built
// anew, without the history.
#pragma once

#include <satchel/satchel.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "target.hpp"

namespace satchel::fuzz {

template <auto destroy>
struct Destroy {
  template <class Handle>
  void operator()(Handle* handle) const {
    destroy(handle);
  }
};
using SceneHandle = std::unique_ptr<satchel_scene, Destroy<satchel_scene_destroy>>;
using IndexHandle = std::unique_ptr<satchel_index, Destroy<satchel_index_destroy>>;
using KeptHandle = std::unique_ptr<satchel_kept_pairs, Destroy<satchel_kept_pairs_destroy>>;

inline std::string text_of(satchel_status status) {
  return std::to_string(status.code) + " " + satchel_message(status);
}
inline void require_ok(satchel_status status, const char* what) {
  if (status.code != SATCHEL_OK) require(false, std::string(what) + ": " + text_of(status));
}

inline SceneHandle new_scene(satchel_precision precision) {
  satchel_scene* scene = nullptr;
  require_ok(satchel_scene_create(precision, &scene), "create");
  return SceneHandle(scene);
}

/// Adds a shape to a scene whose shapes before have these ids; its own is written.
using AddShape = std::function<satchel_status(satchel_scene*, const std::vector<std::uint32_t>& ids, std::uint32_t*)>;

struct ModelBody {
  bool is_there = false;
  std::uint32_t shape = 0, generation = 0;
  satchel_pose pose{0, 0, 1, 0};
};

inline bool same_pose(const satchel_pose& p, const satchel_pose& q) {
  return p.x == q.x && p.y == q.y && p.cos == q.cos && p.sin == q.sin;
}

struct Model {
  satchel_precision precision;
  std::vector<AddShape> shapes;    ///< that were added by the caller, in order
  std::vector<std::uint32_t> ids;  ///< of these
  std::vector<ModelBody> bodies;
  std::vector<std::uint32_t> generations;  ///< of the next body at an index; they go on when the scene is cleared

  std::size_t body_count() const {
    return static_cast<std::size_t>(
        std::count_if(bodies.begin(), bodies.end(), [](const auto& b) { return b.is_there; }));
  }
  /// What a call about this body has to say of it.
  satchel_code error_of(std::uint32_t body) const {
    if (body >= bodies.size()) return SATCHEL_BAD_BODY;
    return bodies[body].is_there ? SATCHEL_OK : SATCHEL_REMOVED_BODY;
  }
  /// The index of the next body.
  std::uint32_t next_body() const {
    const auto free = std::find_if(bodies.begin(), bodies.end(), [](const auto& b) { return !b.is_there; });
    return static_cast<std::uint32_t>(free - bodies.begin());
  }
  void add(const ModelBody& body) {
    const std::uint32_t at = next_body();
    if (at == bodies.size()) bodies.emplace_back();
    if (at == generations.size()) generations.push_back(0);
    bodies[at] = body;
    bodies[at].is_there = true;
    bodies[at].generation = generations[at]++;
  }
  void clear() {
    shapes.clear();
    ids.clear();
    bodies.clear();
  }

  /// A scene with the same shapes, but for parts of outlines, and the same bodies at the same indices.
  SceneHandle built_anew(bool with_parts) const {
    SceneHandle scene = new_scene(precision);
    std::vector<std::uint32_t> now;
    for (const AddShape& add : shapes) {
      std::uint32_t id = 0;
      require_ok(add(scene.get(), now, &id), "a shape is refused, added anew");
      now.push_back(id);
    }
    std::vector<std::uint32_t> removed;
    for (std::uint32_t body = 0; body < bodies.size(); ++body) {
      const ModelBody& its = bodies[body];
      std::uint32_t id = 0;
      const std::size_t shape = place_of(its.is_there ? its.shape : ids.at(0));
      const satchel_pose origin{0, 0, 1, 0};
      require_ok(satchel_add_body(scene.get(), now[shape], its.is_there ? &its.pose : &origin, &id),
                 "a body, added anew");
      require(id == body, "another index");
      if (!its.is_there) removed.push_back(body);
    }
    for (const std::uint32_t body : removed) require_ok(satchel_remove_body(scene.get(), body), "remove");
    if (with_parts) require_ok(satchel_make_parts(scene.get(), nullptr, 0, nullptr), "parts, made anew");
    return scene;
  }
  std::size_t place_of(std::uint32_t id) const {
    const auto found = std::find(ids.begin(), ids.end(), id);
    require(found != ids.end(), "a body of a shape that nobody added");
    return static_cast<std::size_t>(found - ids.begin());
  }
};

}  // namespace satchel::fuzz
