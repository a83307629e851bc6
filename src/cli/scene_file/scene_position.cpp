#include "cli/scene_file/scene_position.hpp"

#include <array>
#include <utility>

#include <fmt/core.h>

#include "cli/support/text.hpp"

namespace satchel::cli {
namespace {

constexpr std::array<std::pair<SceneSection, std::string_view>, 7> section_names{{
    {SceneSection::name, "name"},
    {SceneSection::units, "units"},
    {SceneSection::shapes, "shapes"},
    {SceneSection::bodies, "bodies"},
    {SceneSection::pairs, "pairs"},
    {SceneSection::motions, "motions"},
    {SceneSection::link_tolerance, "link_tolerance"},
}};

constexpr std::array<std::pair<std::string_view, SceneValue>, 13> members_of_scene{{
    {"type", SceneValue::type},
    {"vertices", SceneValue::vertices},
    {"holes", SceneValue::holes},
    {"rings", SceneValue::rings},
    {"polygons", SceneValue::polygons},
    {"center", SceneValue::point},
    {"a", SceneValue::point},
    {"b", SceneValue::point},
    {"radius", SceneValue::number},
    {"half_width", SceneValue::number},
    {"half_height", SceneValue::number},
    {"closed", SceneValue::flag},
    {"one_sided", SceneValue::flag},
}};

std::string_view name_of(SceneSection wanted) {
  for (const auto& [section, name] : section_names) {
    if (section == wanted) {
      return name;
    }
  }
  return {};
}

const char* list_text(SceneSection section) {
  switch (section) {
    case SceneSection::shapes:
      return "an array of shapes";
    case SceneSection::bodies:
      return "an array of bodies";
    case SceneSection::motions:
      return "an array of motions, one a body";
    default:
      return "an array of pairs";
  }
}

const char* row_text(SceneSection section) {
  switch (section) {
    case SceneSection::bodies:
      return "[shape, x, y, angle] (an index and three numbers)";
    case SceneSection::motions:
      return "[dx, dy, dangle] (three numbers)";
    default:
      return "[a, b] (the indices of two bodies)";
  }
}

}  // namespace

SceneSection scene_section(std::string_view key) {
  for (const auto& [section, name] : section_names) {
    if (name == key) {
      return section;
    }
  }
  return SceneSection::other;
}

SceneValue member_value(std::string_view member) {
  for (const auto& [name, value] : members_of_scene) {
    if (name == member) {
      return value;
    }
  }
  return SceneValue::anything;
}

void ScenePosition::open(SceneValue inside) {
  open_.push_back(expected);
  expected = inside;
}

void ScenePosition::close() {
  expected = open_.back();
  open_.pop_back();
}

std::string ScenePosition::where() const {
  std::string text(name_of(section));
  for (const SceneValue value : open_) {
    switch (value) {
      case SceneValue::list:
        text += fmt::format("[{}]", element);
        break;
      case SceneValue::shape:
        text += member.empty() ? "" : ": " + printable(member);
        break;
      case SceneValue::polygons:
        text += fmt::format("[{}]", polygon);
        break;
      case SceneValue::holes:
      case SceneValue::rings:
      case SceneValue::polygon:
        text += fmt::format("[{}]", ring);
        break;
      case SceneValue::vertices:
      case SceneValue::hole:
      case SceneValue::ring:
        text += fmt::format("[{}]", vertex);
        break;
      default:
        break;
    }
  }
  return text;
}

const char* ScenePosition::expected_text() const {
  switch (expected == SceneValue::coordinate ? container() : expected) {
    case SceneValue::scene:
      return "an object with shapes, bodies and pairs";
    case SceneValue::text:
    case SceneValue::type:
      return "a string";
    case SceneValue::list:
      return list_text(section);
    case SceneValue::shape:
      return "an object with \"type\" and its members";
    case SceneValue::number:
    case SceneValue::setting:
      return "a number";
    case SceneValue::flag:
      return "true or false";
    case SceneValue::point:
      return "a point [x, y] of two numbers";
    case SceneValue::vertices:
    case SceneValue::hole:
    case SceneValue::ring:
      return "an array of vertices [x, y]";
    case SceneValue::vertex:
      return "a vertex [x, y] of two numbers";
    case SceneValue::holes:
      return "an array of holes, each an array of vertices [x, y]";
    case SceneValue::rings:
    case SceneValue::polygon:
      return "an array of rings, each an array of vertices [x, y]";
    case SceneValue::polygons:
      return "an array of polygons, each an array of rings";
    case SceneValue::row:
      return row_text(section);
    case SceneValue::coordinate:
    case SceneValue::anything:
      break;
  }
  return "anything";
}

}  // namespace satchel::cli
