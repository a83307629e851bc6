// The position of the parser in a scene file: which value may come next, and how messages name the place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace satchel::cli {

enum class SceneSection { none, name, units, shapes, bodies, pairs, motions, link_tolerance, other };

/// The section of a key; `other` for keys that are skipped ("source", and keys of other programs).
SceneSection scene_section(std::string_view key);

/// A kind of value in a scene file.
enum class SceneValue {
  scene,       ///< the whole file, an object
  text,        ///< a name or a unit
  list,        ///< the array of shapes, bodies, pairs or motions
  shape,       ///< an object
  type,        ///< the type of a shape
  number,      ///< a radius or a half-extent
  flag,        ///< true or false
  setting,     ///< a number of the whole scene
  point,       ///< an array of two coordinates
  vertices,    ///< an array of vertices
  vertex,      ///< an array of two coordinates
  holes,       ///< an array of holes
  hole,        ///< an array of vertices
  rings,       ///< an array of rings
  polygons,    ///< an array of polygons
  polygon,     ///< an array of rings
  ring,        ///< an array of vertices
  row,         ///< a body, a pair or a motion: an array of numbers
  coordinate,  ///< a number in a point, a vertex or a row
  anything     ///< a value of another program, which is skipped
};

/// The kind of the value of a shape's member; `anything` for unknown members.
SceneValue member_value(std::string_view member);

class ScenePosition {
 public:
  /// The kind of the value that comes next.
  SceneValue expected = SceneValue::scene;

  SceneSection section = SceneSection::none;
  std::size_t element = 0;  ///< index in the list of the section
  std::string member;       ///< the present member of the shape
  std::size_t polygon = 0;
  std::size_t ring = 0;    ///< index in the present holes, rings or polygon
  std::size_t vertex = 0;  ///< index in the present vertices, hole or ring

  /// Enters the array or object that was expected; `inside` is expected in it.
  void open(SceneValue inside);
  /// Leaves it; its kind is expected again.
  void close();
  /// The kind of the innermost open array or object.
  [[nodiscard]] SceneValue container() const { return open_.back(); }

  [[nodiscard]] std::string where() const;  ///< "shapes[1]: vertices[2]"
  [[nodiscard]] const char* expected_text() const;

 private:
  std::vector<SceneValue> open_;
};

}  // namespace satchel::cli
