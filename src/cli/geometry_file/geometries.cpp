#include "cli/geometry_file/geometries.hpp"

#include <algorithm>
#include <string>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "cli/failure.hpp"
#include "cli/geometry_file/geos_reader.hpp"
#include "cli/output/text.hpp"
#include "cli/scene_file/shape_message.hpp"

namespace satchel::cli {
namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& where, const std::string& reason) {
  throw Failure(ExitStatus::bad_input, where.empty() ? reason : fmt::format("{}: {}", where, reason));
}

/// Calls work() and puts the name of the line or feature before the message of a failure.
template <class Work>
void named(FileForm form, std::size_t number, const Work& work) {
  try {
    work();
  } catch (const Failure& failure) {
    refuse(shape_name(form, number), failure.what());
  }
}

/// Brackets that nest deeper than this are refused, because the readers recurse.
constexpr int most_nested = 100;

[[noreturn]] void refuse_nesting() { refuse({}, fmt::format("brackets nest more than {} deep", most_nested)); }

void check_nesting(std::string_view wkt) {
  int depth = 0;
  for (const char c : wkt) {
    depth += (c == '(') - (c == ')');
    if (depth > most_nested) {
      refuse_nesting();
    }
  }
}

json parse_json(std::string_view text) {
  const auto check = [](int depth, json::parse_event_t, json&) {
    if (depth > most_nested) {
      refuse_nesting();
    }
    return true;
  };
  try {
    return json::parse(text, check);
  } catch (const json::exception& error) {
    const std::string message = error.what();  // "[json.exception...] parse error ..."
    const std::size_t bracket = message.find("] ");
    refuse({}, printable(bracket == std::string::npos ? message : message.substr(bracket + 2)));
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
    refuse({}, "the feature has no geometry; leave it out");
  }
  return *geometry;
}

/// Leaves x and y alone in all positions, because GEOS 3.11 takes no others.
void drop_heights(json& coordinates) {
  if (!coordinates.is_array() || coordinates.empty()) {
    return;
  }
  if (!coordinates[0].is_number()) {
    std::for_each(coordinates.begin(), coordinates.end(), drop_heights);
  } else if (coordinates.size() > 2) {
    coordinates.erase(coordinates.begin() + 2, coordinates.end());
  }
}

/// The geometry of an element as text for GEOS.
std::string geometry_text(const json& element) {
  json geometry = geometry_of(element);
  if (geometry.is_object() && geometry.contains("coordinates")) {
    drop_heights(geometry["coordinates"]);
  }
  return geometry.dump();
}

}  // namespace

Geometries read_wkt(std::string_view text) {
  Geometries result;
  GeosReader reader;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string geometry(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (geometry.find_first_not_of(" \t\r") != std::string::npos) {
      named(FileForm::wkt, line, [&] {
        check_nesting(geometry);
        reader.add_wkt(geometry, line, result);
      });
    }
  }
  return result;
}

Geometries read_geojson(std::string_view text) {
  const json document = parse_json(text);
  const std::string type = type_of(document);
  const char* const list = type == "FeatureCollection"    ? "features"
                           : type == "GeometryCollection" ? "geometries"
                                                          : nullptr;
  json::const_iterator elements = document.end();
  if (type.empty()) {
    refuse({}, "no GeoJSON; give an object with \"type\"");
  }
  if (list != nullptr) {
    elements = document.find(list);
    if (elements == document.end() || !elements->is_array()) {
      refuse({}, fmt::format("\"{}\" has to be an array", list));
    }
  }
  Geometries result;
  GeosReader reader;
  const std::size_t count = list == nullptr ? 1 : elements->size();
  for (std::size_t i = 0; i < count; ++i) {
    named(FileForm::geojson, i,
          [&] { reader.add_geojson(geometry_text(list == nullptr ? document : (*elements)[i]), i, result); });
  }
  return result;
}

}  // namespace satchel::cli
