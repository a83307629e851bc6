// GeoJSON (RFC 7946): Polygons and MultiPolygons. A large file takes no more memory than its coordinates.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
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

/// The name of the list of a collection, by the type of the document; null: it has none.
const char* list_of(const std::string& type) {
  return type == "FeatureCollection" ? "features" : type == "GeometryCollection" ? "geometries" : nullptr;
}

/// Reads a text as a stream of events. Keeps what geometries are made of; an element of the list of a collection is
/// added when it ends and then forgotten, if the type of the document stands before the list. Refuses members that stand
/// twice, of which a parser keeps one.
class GeoJsonReader final : public nlohmann::json_sax<json> {
 public:
  explicit GeoJsonReader(bool skip_invalid) : skip_invalid_(skip_invalid) {}

  Geometries finish() {
    const std::string type = type_of(root_);
    if (type.empty()) {
      refuse("no GeoJSON; give an object with \"type\"");
    }
    const char* const list = list_of(type);
    if (list == nullptr) {
      add_element(root_);
      return std::move(result_);
    }
    const auto elements = root_.find(list);
    if (elements == root_.end() || !elements->is_array()) {
      refuse(fmt::format("\"{}\" has to be an array", list));
    }
    for (const json& element : *elements) {
      add_element(element);
    }
    return std::move(result_);
  }

  bool null() override { return value(nullptr); }
  bool boolean(bool it) override { return value(it); }
  bool binary(binary_t& it) override { return value(json::binary(it)); }
  bool number_integer(std::int64_t it) override { return value(it); }
  bool number_unsigned(std::uint64_t it) override { return value(it); }
  bool number_float(double it, const std::string&) override { return value(it); }
  bool string(std::string& it) override { return value(std::move(it)); }
  bool start_object(std::size_t) override { return open(json::object()); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(std::string& name) override {
    constexpr std::array<std::string_view, 5> read{"type", "features", "geometries", "geometry", "coordinates"};
    const auto found = std::find(read.begin(), read.end(), name);
    is_read_ = found != read.end();
    if (is_read_) {
      const unsigned bit = 1u << (found - read.begin());
      if ((seen_.back() & bit) != 0) {
        refuse(fmt::format("{} stands twice in one object", in_quotes(name)));
      }
      seen_.back() |= bit;
      key_ = std::move(name);
    }
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const json::exception& error) override {
    const std::string message = error.what();  // "[json.exception...] parse error ..."
    const std::size_t bracket = message.find("] ");
    refuse(printable(bracket == std::string::npos ? message : message.substr(bracket + 2)));
  }

 private:
  /// Whether the next value is one of a member that is not read, or inside of one.
  [[nodiscard]] bool is_passed_over() const {
    return passed_over_ != 0 || (!open_.empty() && open_.back()->is_object() && !is_read_);
  }
  [[nodiscard]] bool is_in_list() const { return list_ != nullptr && open_.back() == list_; }

  /// Keeps a value in the array or object that is open. Returns where it is.
  json* keep(json&& it) {
    if (open_.empty()) {
      return &(root_ = std::move(it));
    }
    if (is_in_list()) {
      return &(element_ = std::move(it));
    }
    json& parent = *open_.back();
    if (parent.is_object()) {
      return &(parent[key_] = std::move(it));
    }
    parent.push_back(std::move(it));
    return &parent.back();
  }

  bool value(json&& it) {
    if (!is_passed_over()) {
      keep(std::move(it));
      if (!open_.empty() && is_in_list()) {
        add_element(element_);
      }
    }
    return true;
  }

  bool open(json&& it) {
    constexpr std::size_t most_nested = 100;  // the destructor of a document recurses
    if (seen_.size() == most_nested) {
      refuse(fmt::format("brackets nest more than {} deep", most_nested));
    }
    const bool passed_over = is_passed_over();
    seen_.push_back(0);
    if (passed_over) {
      ++passed_over_;
      return true;
    }
    const bool is_member_of_root = open_.size() == 1 && root_.is_object();
    open_.push_back(keep(std::move(it)));
    const char* const list = is_member_of_root ? list_of(type_of(root_)) : nullptr;
    if (list != nullptr && key_ == list && open_.back()->is_array()) {
      list_ = open_.back();
    }
    return true;
  }

  bool close() {
    seen_.pop_back();
    if (passed_over_ != 0) {
      --passed_over_;
      return true;
    }
    if (open_.back() == list_) {
      list_ = nullptr;
    }
    open_.pop_back();
    if (!open_.empty() && is_in_list()) {
      add_element(element_);
    }
    return true;
  }

  void add_element(const json& element) {
    const std::size_t i = count_++;
    const auto name = [&] { return shape_name(FileForm::geojson, i); };
    try {
      add_geometry(geometry_of(element), result_);
      result_.end_geometry(i);
    } catch (const NoArea& refused) {
      if (!skip_invalid_) {
        throw Failure(refused.status(), fmt::format("{}: {}", name(), refused.what()));
      }
      result_.leave_out(i, refused.what());
    } catch (const Failure& failure) {
      throw Failure(failure.status(), fmt::format("{}: {}", name(), failure.what()));
    }
  }

  bool skip_invalid_;
  Geometries result_;
  std::size_t count_ = 0;        // of elements
  json root_, element_;          // element_: the present one of list_
  std::vector<json*> open_;      // arrays and objects that are kept, the outermost first
  const json* list_ = nullptr;   // the list of the collection, which stays empty; null: it is not open
  std::vector<unsigned> seen_;   // of each open array and object: which members it has had
  std::size_t passed_over_ = 0;  // how many of the open ones are not kept
  std::string key_;
  bool is_read_ = false;  // the present member is
};

}  // namespace

Geometries read_geojson(std::string_view text, bool skip_invalid) {
  GeoJsonReader reader(skip_invalid);
  json::sax_parse(text.begin(), text.end(), &reader);
  return reader.finish();
}

}  // namespace satchel::cli
