// The position of the parser in a scene file: for messages, and to decide which event may come next.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace satchel::cli {

enum class SceneSection { none, name, units, shapes, bodies, pairs, motions, other };

/// The section of a key; `other` for keys that are skipped ("source", and keys of other programs).
SceneSection scene_section(std::string_view key);

/// Whether this member of a shape is a point: [x, y].
bool is_point(std::string_view member);

struct ScenePosition {
  SceneSection section = SceneSection::none;
  /// 1: in the scene; 2: in the list of shapes, bodies or pairs; 3: in one element of this list; 4: in a point or a
  /// list of vertices; 5: in a vertex.
  int depth = 0;
  std::size_t element = 0;  ///< index in the list
  std::string member;       ///< the present member of the shape
  std::size_t vertex = 0;

  [[nodiscard]] std::string where() const;  ///< "shapes[1]: vertices[2]"
  [[nodiscard]] const char* expected() const;
  [[nodiscard]] bool array_expected() const;
};

}  // namespace satchel::cli
