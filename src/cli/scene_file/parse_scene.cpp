// Parses the file as a stream of events, not as a tree, for three reasons: a large scene takes no more memory than its
// numbers; each number is rounded once, from its text; a duplicate key is detected.
#include "cli/scene_file/parse_scene.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/failure.hpp"
#include "cli/scene_file/scene_position.hpp"
#include "cli/output/text.hpp"

namespace satchel::cli {
namespace {

using nlohmann::json;

struct Number {
  double value;
  std::string_view text;  // as in the file
};

[[noreturn]] void fail(const std::string& where, const std::string& reason) {
  throw Failure(ExitStatus::bad_input, where.empty() ? reason : fmt::format("{}: {}", where, reason));
}

template <class T>
class SceneReader final : public nlohmann::json_sax<json> {
 public:
  RawScene<T> finish() {
    for (const char* list : {"shapes", "bodies"}) {
      if (std::find(sections_.begin(), sections_.end(), list) == sections_.end()) {
        fail({}, fmt::format("\"{}\" is missing; a scene has shapes, bodies and pairs", list));
      }
    }
    return std::move(scene_);
  }

  // ---- events ------------------------------------------------------------------------------------------------------

  bool null() override { return skipping() || unexpected("null"); }
  bool boolean(bool value) override { return skipping() || unexpected(value ? "true" : "false"); }
  bool binary(binary_t&) override { return unexpected("binary data"); }

  bool number_integer(std::int64_t value) override {
    const std::string text = skipping() ? std::string() : fmt::format("{}", value);
    return number({static_cast<double>(value), text});
  }
  bool number_unsigned(std::uint64_t value) override {
    const fmt::format_int text(value);
    return number({static_cast<double>(value), {text.data(), text.size()}});
  }
  bool number_float(double value, const std::string& text) override { return number({value, text}); }

  bool string(std::string& value) override {
    if (skipping()) {
      return true;
    }
    if (at_.depth == 1 && (at_.section == SceneSection::name || at_.section == SceneSection::units)) {
      (at_.section == SceneSection::name ? scene_.name : scene_.units) = value;
      return true;
    }
    if (at_.depth == 3 && at_.member == "type") {
      shape_.type = value;
      return true;
    }
    return unexpected(in_quotes(value));
  }

  bool start_object(std::size_t) override {
    if (!skipping()) {
      if (at_.depth == 2 && at_.section == SceneSection::shapes) {
        shape_ = {};
        shape_.first_vertex = scene_.vertices.size();
      } else if (at_.depth != 0) {
        return unexpected("an object");
      }
    }
    return open();
  }

  bool key(std::string& name) override {
    if (at_.depth == 1) {
      begin_section(name);
    } else if (at_.depth == 3 && at_.section == SceneSection::shapes) {
      begin_member(name);
    }
    return true;
  }

  bool end_object() override {
    --at_.depth;
    if (at_.depth == 2 && at_.section == SceneSection::shapes) {
      foreign_value_ = false;
      finish_shape();
      ++at_.element;
    }
    return true;
  }

  bool start_array(std::size_t) override {
    if (!skipping()) {
      if (!at_.array_expected()) {
        return unexpected("an array");
      }
      row_size_ = 0;
      if (at_.depth == 3 && !is_point(at_.member)) {
        at_.vertex = 0;
      }
    }
    return open();
  }

  bool end_array() override {
    --at_.depth;
    if (skipping()) {
      return true;
    }
    if (at_.depth == 2) {
      finish_row();
      ++at_.element;
    } else if (at_.depth == 4) {
      finish_vertex();
    } else if (at_.depth == 3 && is_point(at_.member)) {
      finish_point();
    }
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const json::exception& error) override {
    // "[json.exception.parse_error.101] parse error at line 1, ...": keep the text behind the bracket
    const std::string text = error.what();
    const std::size_t bracket = text.find("] ");
    fail(error.id == 406 ? at_.where() : std::string(),
         printable(bracket == std::string::npos ? text : text.substr(bracket + 2)));
  }

 private:
  struct Shape {
    std::string type;
    std::vector<std::string> members;
    std::array<BasicVec2<T>, 2> points{};  // the center of a circle, or a and b of a capsule
    std::size_t first_vertex = 0;
    T radius = 0;
  };

  bool skipping() const { return at_.section == SceneSection::other || foreign_value_; }

  bool open() {
    ++at_.depth;
    return true;
  }

  [[noreturn]] bool unexpected(const std::string& found) const {
    fail(at_.where(), fmt::format("{} where {} has to be", found, at_.expected()));
  }

  // ---- the scene ---------------------------------------------------------------------------------------------------

  void begin_section(const std::string& name) {
    if (std::find(sections_.begin(), sections_.end(), name) != sections_.end()) {
      fail({}, fmt::format("{} stands twice", in_quotes(name)));
    }
    sections_.push_back(name);
    at_.element = 0;
    at_.member.clear();
    at_.section = scene_section(name);
    scene_.has_pairs = scene_.has_pairs || at_.section == SceneSection::pairs;
    scene_.has_motions = scene_.has_motions || at_.section == SceneSection::motions;
  }

  void begin_member(const std::string& name) {
    at_.member.clear();
    if (std::find(shape_.members.begin(), shape_.members.end(), name) != shape_.members.end()) {
      fail(at_.where(), fmt::format("{} stands twice", in_quotes(name)));
    }
    shape_.members.push_back(name);
    at_.member = name;
    foreign_value_ = name != "type" && name != "vertices" && name != "radius" && !is_point(name);
  }

  bool number(const Number& number) {
    if (skipping()) {
      return true;
    }
    if (at_.depth == 3 && at_.section == SceneSection::shapes && at_.member == "radius") {
      shape_.radius = nearest(number);
      return true;
    }
    const bool in_shape = at_.section == SceneSection::shapes;
    const bool in_row = in_shape ? at_.depth == 5 || (at_.depth == 4 && is_point(at_.member)) : at_.depth == 3;
    if (!in_row) {
      return unexpected(std::string(number.text));
    }
    if (row_size_ < row_.size()) {
      row_[row_size_] = in_shape ? double{nearest(number)} : number.value;
    }
    ++row_size_;
    return true;
  }

  void require_row(std::size_t size) const {
    if (row_size_ != size) {
      fail(at_.where(),
           fmt::format("{} where {} has to be", row_size_ == 1 ? "1 number" : fmt::format("{} numbers", row_size_),
                       at_.expected()));
    }
  }

  void finish_vertex() {
    require_row(2);
    scene_.vertices.push_back({static_cast<T>(row_[0]), static_cast<T>(row_[1])});
    ++at_.vertex;
  }

  void finish_point() {
    require_row(2);
    shape_.points[at_.member == "b" ? 1 : 0] = {static_cast<T>(row_[0]), static_cast<T>(row_[1])};
  }

  void finish_row() {
    switch (at_.section) {
      case SceneSection::bodies:
        return finish_body();
      case SceneSection::motions:
        require_row(3);
        scene_.motions.push_back({row_[0], row_[1], row_[2]});
        return;
      default:
        return finish_pair();
    }
  }

  void finish_body() {
    require_row(4);
    scene_.body_shapes.push_back(whole_index(row_[0], "shape"));
    scene_.x_y_angle.insert(scene_.x_y_angle.end(), row_.begin() + 1, row_.end());
  }

  void finish_pair() {
    require_row(2);
    const BodyId a = whole_index(row_[0], "body");
    scene_.pairs.push_back({a, whole_index(row_[1], "body")});
  }

  void finish_shape() {
    at_.member.clear();
    const std::string& type = shape_.type;
    if (type.empty()) {
      fail(at_.where(), "\"type\" is missing");
    }
    if (type == "polygon") {
      require_members({"vertices"}, "a polygon has vertices and radius");
    } else if (type == "concave") {
      require_members({"vertices"}, "a concave shape has vertices");
      if (shape_.radius != 0) {
        fail(at_.where(), "a concave shape has no radius; leave it out, or give convex shapes with radii");
      }
    } else if (type == "circle") {
      require_members({"center", "radius"}, "a circle has center and radius");
      scene_.vertices.push_back(shape_.points[0]);
    } else if (type == "capsule") {
      require_members({"a", "b", "radius"}, "a capsule has a, b and radius");
      scene_.vertices.insert(scene_.vertices.end(), shape_.points.begin(), shape_.points.end());
    } else {
      fail(at_.where(), fmt::format("unknown type {}; {}", in_quotes(type), types_taken));
    }
    const ShapeType shape_type = type == "polygon"   ? ShapeType::polygon
                                 : type == "concave" ? ShapeType::concave
                                 : type == "circle"  ? ShapeType::circle
                                                     : ShapeType::capsule;
    scene_.shapes.push_back(
        {shape_type, shape_.first_vertex, scene_.vertices.size() - shape_.first_vertex, shape_.radius});
  }

  /// Checks that a shape has the needed members; type and radius are always allowed.
  void require_members(std::initializer_list<const char*> needed, const char* known) const {
    for (const std::string& member : shape_.members) {
      if (member != "type" && member != "radius" && std::find(needed.begin(), needed.end(), member) == needed.end()) {
        fail(at_.where(), fmt::format("unknown member {}; {}", in_quotes(member), known));
      }
    }
    for (const char* member : needed) {
      if (std::find(shape_.members.begin(), shape_.members.end(), member) == shape_.members.end()) {
        fail(at_.where(), fmt::format("\"{}\" is missing", member));
      }
    }
  }

  // ---- numbers -----------------------------------------------------------------------------------------------------

  /// The nearest T, parsed from the text; a conversion from double would round twice.
  T nearest(const Number& number) const {
    T result = 0;
    const auto [end, error] = std::from_chars(number.text.data(), number.text.data() + number.text.size(), result);
    if (error == std::errc::result_out_of_range) {
      if (std::abs(number.value) > 1) {
        fail(at_.where(), fmt::format("{} is out of the range of {}", number.text, name_of_precision));
      }
      return static_cast<T>(number.value);  // underflow: 0 or the smallest number
    }
    return result;
  }

  std::uint32_t whole_index(double value, const char* of) const {
    if (!(value >= 0 && value <= std::numeric_limits<std::uint32_t>::max() && value == std::floor(value))) {
      fail(at_.where(), fmt::format("{} {} is not an index; indices are 0, 1, 2, ...", of, value));
    }
    return static_cast<std::uint32_t>(value);
  }

  static constexpr const char* types_taken = "it takes polygon, circle, capsule and concave";
  static constexpr const char* name_of_precision = sizeof(T) == sizeof(float) ? "float" : "double";

  RawScene<T> scene_;
  ScenePosition at_;
  std::vector<std::string> sections_;
  bool foreign_value_ = false;  // inside of the value of an unknown member
  Shape shape_;
  std::array<double, 4> row_{};
  std::size_t row_size_ = 0;
};

}  // namespace

template <class T>
RawScene<T> parse_scene(std::string_view text) {
  SceneReader<T> reader;
  json::sax_parse(text.begin(), text.end(), &reader);
  return reader.finish();
}

template RawScene<float> parse_scene(std::string_view text);
template RawScene<double> parse_scene(std::string_view text);

}  // namespace satchel::cli
