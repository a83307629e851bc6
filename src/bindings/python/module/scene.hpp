// The Scene of Python: one of either precision, and who uses it at the moment.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <variant>
#include <vector>

#include <satchel/scene.hpp>

#include "call.hpp"

namespace satchel::python {

/// Who uses a scene, or an index, at the moment. Changed and read under the interpreter lock alone.
class Use {
 public:
  /// @param thing  in messages
  explicit Use(const char* thing) : thing_(thing) {}

  /// Raise RuntimeError if another thread's call changes the thing (or, for `begin_change`, reads it).
  void begin_read();
  void begin_change();
  bool is_used() noexcept {
    forget_parent();
    return changes_ || readers_ != 0;
  }
  void end_read() noexcept { --readers_; }
  void end_change() noexcept { changes_ = false; }

 private:
  void forget_parent() noexcept;  // calls of the parent's other threads do not go on in a child

  const char* thing_;
  int readers_ = 0;
  bool changes_ = false;
  std::uint64_t fork_epoch_ = 0;
};

/// A chain as it was given.
struct Chain {
  std::vector<Vec2d> points;
  bool closed, one_sided;
  std::optional<Vec2d> before, after;
};

struct PyScene {
  explicit PyScene(bool is_double) {
    if (!is_double) scene.emplace<Scene>();
  }

  std::variant<Scened, Scene> scene;
  /// The flags of compounds that have some, and chains, as they were given: pickles need them.
  std::unordered_map<ShapeId, std::vector<std::uint8_t>> inner_edges;
  std::unordered_map<ShapeId, Chain> chains;
  unsigned max_threads = 0;  ///< of its calls, by default; 0: none of its own
  mutable Use use{"scene"};

  PyScene(const PyScene& other)
      : scene(other.scene), inner_edges(other.inner_edges), chains(other.chains), max_threads(other.max_threads) {}
  PyScene(PyScene&&) = default;

  bool is_double() const noexcept { return scene.index() == 0; }
};

/// Holds a scene, or an index, for reading or for a change, until the end of the scope.
class Reading {
 public:
  explicit Reading(Use& use, unsigned max_threads = 0) : use_(use), limit_(max_threads) { use_.begin_read(); }
  explicit Reading(const PyScene& scene) : Reading(scene.use, scene.max_threads) {}
  ~Reading() { use_.end_read(); }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

 private:
  Use& use_;
  SceneLimit limit_;
};
class Changing {
 public:
  explicit Changing(Use& use, unsigned max_threads = 0) : use_(use), limit_(max_threads) { use_.begin_change(); }
  explicit Changing(PyScene& scene) : Changing(scene.use, scene.max_threads) {}
  ~Changing() { use_.end_change(); }
  Changing(const Changing&) = delete;
  Changing& operator=(const Changing&) = delete;

 private:
  Use& use_;
  SceneLimit limit_;
};

/// Calls work(scene) with the scene of its precision, for reading.
template <class Work>
auto read(const PyScene& self, Work&& work) {
  const Reading reading(self);
  return std::visit(std::forward<Work>(work), self.scene);
}
template <class Work>
auto change(PyScene& self, Work&& work) {
  const Changing changing(self);
  return std::visit(std::forward<Work>(work), self.scene);
}

/// Calls work(scene_a, scene_b) with two scenes of one precision, for reading. Refuses scenes of different precision.
template <class Work>
auto read(const PyScene& a, const PyScene& b, Work&& work) {
  const Reading reading_a(a), reading_b(b);
  if (a.is_double() != b.is_double()) {
    fail_type(std::string("the scenes have different dtypes: ") + (a.is_double() ? "float64" : "float32") + " and " +
              (b.is_double() ? "float64" : "float32") + "; wanted two of one dtype");
  }
  if (a.is_double()) return work(std::get<0>(a.scene), std::get<0>(b.scene));
  return work(std::get<1>(a.scene), std::get<1>(b.scene));
}

void bind_scene(Module& m);

}  // namespace satchel::python
