// Where in a scene file the reader is: for messages, and for what may come next.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace satchel::cli {

enum class SceneSection { none, name, units, shapes, bodies, pairs, motions, other };

/// The section of this key; `other` for those that are passed over ("source", and what others may add).
SceneSection scene_section(std::string_view key);

/// Whether this member of a shape is a point: [x, y].
bool is_point(std::string_view member);

struct ScenePosition {
  SceneSection section = SceneSection::none;
  /// 1: in the scene; 2: in the list of shapes, bodies or pairs; 3: in one of these; 4: in a point or a list of
  /// vertices; 5: in a vertex.
  int depth = 0;
  std::size_t element = 0;  ///< of the list
  std::string member;       ///< of the shape
  std::size_t vertex = 0;

  [[nodiscard]] std::string where() const;  ///< "shapes[1]: vertices[2]"
  [[nodiscard]] const char* expected() const;
  [[nodiscard]] bool array_expected() const;
};

}  // namespace satchel::cli
