// The files that a question about pairs is asked of: one scene, or two layers, whose bodies a and b of pairs are.
#pragma once

#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/options.hpp>
#include <satchel/scene_pair.hpp>

#include "cli/scene_file/read_scene.hpp"

namespace satchel::cli {

template <class T>
struct Layers {
  SceneFile<T> a;
  std::optional<SceneFile<T>> b;  ///< none: bodies a and b are of one scene

  [[nodiscard]] BasicScenePair<T> scenes() const {
    return b ? BasicScenePair<T>(a.scene, b->scene) : BasicScenePair<T>(a.scene);
  }
  [[nodiscard]] const SceneFile<T>& second() const { return b ? *b : a; }
  [[nodiscard]] bool has_compounds() const { return a.has_compounds() || (b && b->has_compounds()); }
  /// The file that an error of the library is about.
  [[nodiscard]] const std::string& path_of(const Status& status) const {
    return status.argument == Argument::pair_in_scene_b && b ? b->path : a.path;
  }
};

/// Makes the convex parts of all outlines; refuses one that has none.
template <class T>
void make_parts(SceneFile<T>& file, unsigned threads) {
  std::vector<ShapeId> shapes(file.scene.shape_count());
  std::iota(shapes.begin(), shapes.end(), ShapeId{0});
  file.scene.make_parts(shapes, {.max_threads = threads});
}
template <class T>
void make_parts(Layers<T>& layers, unsigned threads) {
  make_parts(layers.a, threads);
  if (layers.b) {
    make_parts(*layers.b, threads);
  }
}

/// Calls ask(), which asks the library about the scenes of `of`. If a body is an outline without the convex parts that
/// the question needs, makes the parts and calls ask() again. This is the only place where the tool makes parts because
/// of a question.
/// @param of  a SceneFile or Layers
template <class Files, class Ask>
auto with_parts(Files& of, unsigned threads, const Ask& ask) {
  try {
    return ask();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::needs_parts) {
      throw;
    }
  }
  make_parts(of, threads);
  return ask();
}

}  // namespace satchel::cli
