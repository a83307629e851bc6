#include "cli/scene_file/scene_position.hpp"

#include <array>
#include <utility>

#include <fmt/core.h>

#include "cli/output/text.hpp"

namespace satchel::cli {
namespace {

constexpr std::array<std::pair<SceneSection, std::string_view>, 6> section_names{{
    {SceneSection::name, "name"},
    {SceneSection::units, "units"},
    {SceneSection::shapes, "shapes"},
    {SceneSection::bodies, "bodies"},
    {SceneSection::pairs, "pairs"},
    {SceneSection::motions, "motions"},
}};

std::string_view name_of(SceneSection wanted) {
  for (const auto& [section, name] : section_names) {
    if (section == wanted) {
      return name;
    }
  }
  return {};
}

const char* expected_in_shape(const std::string& member) {
  if (is_point(member)) {
    return "a point [x, y] of two numbers";
  }
  return member == "type" ? "a string" : member == "radius" ? "a number" : "an array of vertices [x, y]";
}

}  // namespace

bool is_point(std::string_view member) { return member == "center" || member == "a" || member == "b"; }

SceneSection scene_section(std::string_view key) {
  for (const auto& [section, name] : section_names) {
    if (name == key) {
      return section;
    }
  }
  return SceneSection::other;
}

std::string ScenePosition::where() const {
  if (depth < 2) {
    return std::string(name_of(section));
  }
  std::string text = fmt::format("{}[{}]", name_of(section), element);
  if (section == SceneSection::shapes && depth >= 3 && !member.empty()) {
    text +=
        depth >= 4 && !is_point(member) ? fmt::format(": {}[{}]", printable(member), vertex) : ": " + printable(member);
  }
  return text;
}

const char* ScenePosition::expected() const {
  switch (section) {
    case SceneSection::none:
      return "an object with shapes, bodies and pairs";
    case SceneSection::name:
    case SceneSection::units:
      return "a string";
    case SceneSection::shapes:
      switch (depth) {
        case 1:
          return "an array of shapes";
        case 2:
          return "an object with \"type\" and \"vertices\"";
        case 3:
          return expected_in_shape(member);
        default:
          return is_point(member) ? expected_in_shape(member) : "a vertex [x, y] of two numbers";
      }
    case SceneSection::bodies:
      return depth == 1 ? "an array of bodies" : "[shape, x, y, angle] (an index and three numbers)";
    case SceneSection::pairs:
      return depth == 1 ? "an array of pairs" : "[a, b] (the indices of two bodies)";
    case SceneSection::motions:
      return depth == 1 ? "an array of motions, one a body" : "[dx, dy, dangle] (three numbers)";
    case SceneSection::other:
      break;
  }
  return "anything";
}

bool ScenePosition::array_expected() const {
  switch (section) {
    case SceneSection::shapes:
      return depth == 1 || (depth == 3 && (member == "vertices" || is_point(member))) ||
             (depth == 4 && member == "vertices");
    case SceneSection::bodies:
    case SceneSection::pairs:
    case SceneSection::motions:
      return depth == 1 || depth == 2;
    default:
      return false;
  }
}

}  // namespace satchel::cli
