// GeoJSON (RFC 7946): Polygons and MultiPolygons.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "cli/geometry_file/geometries.hpp"
#include "cli/raw_scene/shape_message.hpp"
#include "cli/support/failure.hpp"
#include "cli/support/text.hpp"

namespace satchel::cli {
namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& reason) { throw Failure(ExitStatus::bad_input, reason); }

/// Parses a text, and refuses members that stand twice, of which a parser keeps one.
json parse_json(std::string_view text) {
  constexpr int most_nested = 100;  // the destructor of a document recurses
  constexpr std::array<std::string_view, 5> read_members{"type", "features", "geometries", "geometry", "coordinates"};
  std::vector<std::vector<std::string>> seen;  // of each open object
  const auto check = [&](int depth, json::parse_event_t event, const json& parsed) {
    if (depth > most_nested) {
      refuse(fmt::format("brackets nest more than {} deep", most_nested));
    }
    switch (event) {
      case json::parse_event_t::object_start:
        seen.emplace_back();
        break;
      case json::parse_event_t::object_end:
        seen.pop_back();
        break;
      case json::parse_event_t::key: {
        const std::string& key = parsed.get_ref<const std::string&>();
        if (std::find(read_members.begin(), read_members.end(), key) == read_members.end()) {
          break;
        }
        if (std::find(seen.back().begin(), seen.back().end(), key) != seen.back().end()) {
          refuse(fmt::format("{} stands twice in one object", in_quotes(key)));
        }
        seen.back().push_back(key);
        break;
      }
      default:
        break;
    }
    return true;
  };
  try {
    return json::parse(text, check);
  } catch (const json::exception& error) {
    const std::string message = error.what();  // "[json.exception...] parse error ..."
    const std::size_t bracket = message.find("] ");
    refuse(printable(bracket == std::string::npos ? message : message.substr(bracket + 2)));
  }
}

/// The type of a GeoJSON object; empty if it has none.
std::string type_of(const json& object) {
  const auto type = object.is_object() ? object.find("type") : object.end();
  return type != object.end() && type->is_string() ? type->get<std::string>() : std::string();
}

/// The geometry of an element of the list: of a Feature its geometry, else the element itself.
const json& geometry_of(const json& element) {
  if (type_of(element) != "Feature") {
    return element;
  }
  const auto geometry = element.find("geometry");
  if (geometry == element.end() || geometry->is_null()) {
    throw NoArea("the feature has no geometry; leave it out");
  }
  return *geometry;
}

/// Calls use(element, name of its place) for each element of an array.
template <class Use>
void for_each(const json& array, const std::string& place, const char* of, const Use& use) {
  if (!array.is_array()) {
    refuse(fmt::format("{}: an array of {} has to be here", place, of));
  }
  for (std::size_t i = 0; i < array.size(); ++i) {
    use(array[i], i);
  }
}

void add_polygon(const json& rings, const std::string& place, Geometries& out) {
  if (rings.is_array() && rings.empty()) {
    out.add_empty_polygon();
  }
  for_each(rings, place, "rings", [&](const json& ring, std::size_t k) {
    const std::string geometry_place = fmt::format("{}[{}]", place, k);
    out.begin_ring();
    for_each(ring, geometry_place, "positions", [&](const json& position, std::size_t i) {
      const auto is_number = [](const json& number) { return number.is_number(); };
      if (!position.is_array() || position.size() < 2 || !std::all_of(position.begin(), position.end(), is_number)) {
        refuse(fmt::format("{}[{}]: a position [x, y] of numbers has to be here", geometry_place, i));
      }
      out.points.push_back({position[0].get<double>(), position[1].get<double>()});
    });
    if (ring.empty() && k == 0 && rings.size() > 1) {
      refuse(fmt::format("{}: the outer ring of a polygon is empty; leave the polygon out", geometry_place));
    }
    out.end_ring(k != 0);
  });
}

void add_geometry(const json& geometry, Geometries& out) {
  const std::string type = type_of(geometry);
  if (type.empty()) {
    refuse("no geometry; give an object with \"type\" and \"coordinates\"");
  }
  if (type != "Polygon" && type != "MultiPolygon") {
    refuse_geometry(printable(type));
  }
  const auto coordinates = geometry.find("coordinates");
  if (coordinates == geometry.end()) {
    refuse("\"coordinates\" is missing");
  }
  if (type == "Polygon") {
    return add_polygon(*coordinates, "coordinates", out);
  }
  for_each(*coordinates, "coordinates", "polygons",
           [&](const json& polygon, std::size_t k) { add_polygon(polygon, fmt::format("coordinates[{}]", k), out); });
}

}  // namespace

Geometries read_geojson(std::string_view text, bool skip_invalid) {
  const json document = parse_json(text);
  const std::string type = type_of(document);
  const char* const list = type == "FeatureCollection"    ? "features"
                           : type == "GeometryCollection" ? "geometries"
                                                          : nullptr;
  json::const_iterator elements = document.end();
  if (type.empty()) {
    refuse("no GeoJSON; give an object with \"type\"");
  }
  if (list != nullptr) {
    elements = document.find(list);
    if (elements == document.end() || !elements->is_array()) {
      refuse(fmt::format("\"{}\" has to be an array", list));
    }
  }
  Geometries result;
  const std::size_t count = list == nullptr ? 1 : elements->size();
  for (std::size_t i = 0; i < count; ++i) {
    try {
      add_geometry(geometry_of(list == nullptr ? document : (*elements)[i]), result);
      result.end_geometry(i);
    } catch (const NoArea& refused) {
      if (!skip_invalid) {
        throw Failure(refused.status(), fmt::format("{}: {}", shape_name(FileForm::geojson, i), refused.what()));
      }
      result.leave_out(i, refused.what());
    } catch (const Failure& failure) {
      throw Failure(failure.status(), fmt::format("{}: {}", shape_name(FileForm::geojson, i), failure.what()));
    }
  }
  return result;
}

}  // namespace satchel::cli
