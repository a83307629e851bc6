#include "cli/scene_file/shape_members.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "cli/support/failure.hpp"
#include "cli/support/text.hpp"

namespace satchel::cli {
namespace {

struct ShapeForm {
  std::string_view name;
  ShapeType type;
  std::array<std::string_view, 3> needed;  // empty names stand for none
  std::array<std::string_view, 2> optional;
  const char* members;    // in words
  const char* no_radius;  // the reason, if no radius but 0 is allowed; else null
};

constexpr std::array forms{
    ShapeForm{"polygon", ShapeType::polygon, {"vertices"}, {}, "a polygon has vertices and radius", nullptr},
    ShapeForm{"box",
              ShapeType::box,
              {"half_width", "half_height"},
              {},
              "a box has half_width, half_height and radius",
              nullptr},
    ShapeForm{"circle", ShapeType::circle, {"center", "radius"}, {}, "a circle has center and radius", nullptr},
    ShapeForm{"capsule", ShapeType::capsule, {"a", "b", "radius"}, {}, "a capsule has a, b and radius", nullptr},
    ShapeForm{"segment",
              ShapeType::segment,
              {"a", "b"},
              {},
              "a segment has a and b",
              "a segment has no radius; give a capsule"},
    ShapeForm{"concave",
              ShapeType::concave,
              {"vertices"},
              {"holes"},
              "a concave shape has vertices and holes",
              "a concave shape has no radius; leave it out, or give convex shapes with radii"},
    ShapeForm{"outline",
              ShapeType::outline,
              {},
              {"rings", "polygons"},
              "an outline has rings or polygons",
              "an outline has no radius; leave it out, or give convex shapes with radii"},
    ShapeForm{"chain",
              ShapeType::chain,
              {"vertices"},
              {"closed", "one_sided"},
              "a chain has vertices, closed and one_sided",
              "a chain has no radius"},
};

[[noreturn]] void fail(const std::string& reason) { throw Failure(ExitStatus::bad_input, reason); }

const ShapeForm& form_of(std::string_view type) {
  if (type.empty()) {
    fail("\"type\" is missing");
  }
  std::vector<std::string_view> names;
  for (const ShapeForm& form : forms) {
    if (form.name == type) {
      return form;
    }
    names.push_back(form.name);
  }
  fail(fmt::format("unknown type {}; the types are {}", in_quotes(type), fmt::join(names, ", ")));
}

}  // namespace

ShapeType check_members(std::string_view type, std::span<const std::string> members, bool rounded) {
  const ShapeForm& form = form_of(type);
  for (const std::string& member : members) {
    const bool known = member == "type" || member == "radius" ||
                       std::find(form.optional.begin(), form.optional.end(), member) != form.optional.end() ||
                       std::find(form.needed.begin(), form.needed.end(), member) != form.needed.end();
    if (member.empty() || !known) {
      fail(fmt::format("unknown member {}; {}", in_quotes(member), form.members));
    }
  }
  for (const std::string_view member : form.needed) {
    if (!member.empty() && std::find(members.begin(), members.end(), member) == members.end()) {
      fail(fmt::format("\"{}\" is missing", member));
    }
  }
  if (form.type == ShapeType::outline) {
    const auto has = [&](std::string_view member) {
      return std::find(members.begin(), members.end(), member) != members.end();
    };
    if (has("rings") == has("polygons")) {
      fail("give either \"rings\", those of one polygon, or \"polygons\", a list of such lists");
    }
  }
  if (rounded && form.no_radius != nullptr) {
    fail(form.no_radius);
  }
  return form.type;
}

}  // namespace satchel::cli
