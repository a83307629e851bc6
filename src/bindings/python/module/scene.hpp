// The Scene of Python: one of either precision, and who uses it at the moment.
#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <thread>
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
  explicit Use(const char* thing, bool is_scene = false) : thing_(thing), is_scene_(is_scene) {}

  /// Raise RuntimeError if another thread's call changes the thing (or, for `begin_change`, reads it). Reading waits for
  /// quiet changes.
  void begin_read();
  void begin_change();
  /// For a change that no caller asked for, and that alters no answer: waits for the calls of other threads. Raises as
  /// `begin_change` in a call that `progress` or a signal's handler makes, as it might wait for the call around it.
  void begin_quiet_change();
  bool is_used() noexcept {
    forget_parent();
    return changes_ || readers_ != 0;
  }
  void end_read() noexcept;
  void end_change() noexcept;

 private:
  void forget_parent() noexcept;  // calls of the parent's other threads do not go on in a child
  void begin_changing(bool is_quiet) noexcept;
  [[noreturn]] void refuse_change() const;

  const char* thing_;
  bool is_scene_;
  int readers_ = 0, waiting_ = 0;  ///< waiting_: quiet changes that wait for the readers
  bool changes_ = false, is_quiet_ = false;
  std::thread::id changer_;
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
  mutable Use use{"scene", true};

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
  struct Quietly {};
  Changing(PyScene& scene, Quietly) : use_(scene.use), limit_(scene.max_threads) { use_.begin_quiet_change(); }
  ~Changing() { use_.end_change(); }
  Changing(const Changing&) = delete;
  Changing& operator=(const Changing&) = delete;

 private:
  Use& use_;
  SceneLimit limit_;
};

/// Makes the convex parts of all outlines of a scene that have some, for a question. It waits for the calls of other threads.
/// Raises satchel.Error if the shape that the question needs them of has none, and makes none then.
void make_missing_parts(const PyScene& scene, const NeedsParts& needed);

/// Returns ask(). If that needs convex parts of outlines of one of the scenes, makes them and asks again.
template <class Ask, class... Scenes>
auto with_parts(const Ask& ask, const Scenes&... scenes) {
  const PyScene* const all[] = {&scenes...};
  for (std::size_t times = 0; times <= std::size(all); ++times) {
    std::optional<NeedsParts> needed;
    try {
      return ask();
    } catch (const NeedsParts& error) {
      needed.emplace(error);
    }
    for (std::size_t k = 0; k < std::size(all); ++k) {
      if (needed->is_about(k)) make_missing_parts(*all[k], *needed);
    }
  }
  return ask();
}

/// Calls work(scene) with the scene of its precision, for reading; again, if it needs convex parts.
template <class Work>
auto read(const PyScene& self, const Work& work) {
  return with_parts(
      [&] {
        const Reading reading(self);
        return std::visit(work, self.scene);
      },
      self);
}
template <class Work>
auto change(PyScene& self, Work&& work) {
  const Changing changing(self);
  return std::visit(std::forward<Work>(work), self.scene);
}

/// Calls work(scene_a, scene_b) with two scenes of one precision, for reading; again, if it needs convex parts. Refuses
/// scenes of different precision.
template <class Work>
auto read(const PyScene& a, const PyScene& b, const Work& work) {
  return with_parts(
      [&] {
        const Reading reading_a(a), reading_b(b);
        if (a.is_double() != b.is_double()) {
          fail_type(std::string("the scenes have different dtypes: ") + (a.is_double() ? "float64" : "float32") +
                    " and " + (b.is_double() ? "float64" : "float32") + "; wanted two of one dtype");
        }
        if (a.is_double()) return work(std::get<0>(a.scene), std::get<0>(b.scene));
        return work(std::get<1>(a.scene), std::get<1>(b.scene));
      },
      a, b);
}

void bind_scene(Module& m);

}  // namespace satchel::python
