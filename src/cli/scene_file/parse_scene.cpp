// Parses the file as a stream of events, not as a tree, for three reasons: a large scene takes no more memory than its
// numbers; each number is rounded once, from its text; a duplicate key is detected.
//
// One file, because it is one grammar.
#include "cli/scene_file/parse_scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <system_error>
#include <unordered_set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/scene_file/scene_position.hpp"
#include "cli/scene_file/shape_builder.hpp"
#include "cli/support/decimal.hpp"
#include "cli/support/failure.hpp"
#include "cli/support/rounding.hpp"
#include "cli/support/text.hpp"

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
      if (!sections_.contains(list)) {
        fail({}, fmt::format("\"{}\" is missing; a scene has shapes, bodies and pairs", list));
      }
    }
    return std::move(scene_);
  }

  // ---- events ------------------------------------------------------------------------------------------------------

  bool null() override { return skipping() || unexpected("null"); }
  bool boolean(bool value) override {
    if (at_.expected != SceneValue::flag) {
      return skipping() || unexpected(value ? "true" : "false");
    }
    shape_.set_flag(at_.member, value);
    return true;
  }
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
    switch (at_.expected) {
      case SceneValue::text:
        (at_.section == SceneSection::name ? scene_.name : scene_.units) = value;
        return true;
      case SceneValue::type:
        shape_.set_type(value);
        return true;
      case SceneValue::anything:
        return true;
      default:
        return unexpected(in_quotes(value));
    }
  }

  bool start_object(std::size_t) override {
    if (at_.expected == SceneValue::shape) {
      shape_.begin();
    } else if (at_.expected != SceneValue::scene && !skipping()) {
      return unexpected("an object");
    }
    at_.open(SceneValue::anything);  // `key` says more
    return true;
  }

  bool key(std::string& name) override {
    if (at_.container() == SceneValue::scene) {
      begin_section(name);
    } else if (at_.container() == SceneValue::shape) {
      begin_member(name);
    }
    return true;
  }

  bool end_object() override {
    at_.close();
    if (at_.expected == SceneValue::shape) {
      finish_shape();
      ++at_.element;
    }
    return true;
  }

  bool start_array(std::size_t) override {
    row_size_ = 0;
    switch (at_.expected) {
      case SceneValue::list:
        at_.open(at_.section == SceneSection::shapes ? SceneValue::shape : SceneValue::row);
        return true;
      case SceneValue::vertices:
      case SceneValue::hole:
      case SceneValue::ring:
        shape_.begin_ring(at_.expected == SceneValue::hole || (at_.expected == SceneValue::ring && at_.ring != 0));
        at_.vertex = 0;
        at_.open(SceneValue::vertex);
        return true;
      case SceneValue::holes:
      case SceneValue::rings:
      case SceneValue::polygon:
        at_.ring = 0;
        at_.open(at_.expected == SceneValue::holes ? SceneValue::hole : SceneValue::ring);
        return true;
      case SceneValue::polygons:
        at_.polygon = 0;
        at_.open(SceneValue::polygon);
        return true;
      case SceneValue::point:
      case SceneValue::vertex:
      case SceneValue::row:
        at_.open(SceneValue::coordinate);
        return true;
      case SceneValue::anything:
        at_.open(SceneValue::anything);
        return true;
      default:
        return unexpected("an array");
    }
  }

  bool end_array() override {
    at_.close();
    switch (at_.expected) {
      case SceneValue::row:
        finish_row();
        ++at_.element;
        break;
      case SceneValue::point:
        shape_.set_point(at_.member, finish_point());
        break;
      case SceneValue::vertex:
        shape_.add_vertex(finish_point());
        ++at_.vertex;
        break;
      case SceneValue::hole:
      case SceneValue::ring:
        ++at_.ring;
        break;
      case SceneValue::polygon:
        if (at_.ring == 0) {
          shape_.begin_ring(false);  // without points, so that polygons are counted as in the file
        }
        ++at_.polygon;
        break;
      default:
        break;
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
  bool skipping() const { return at_.expected == SceneValue::anything; }

  [[noreturn]] bool unexpected(const std::string& found) const {
    fail(at_.where(), fmt::format("{} where {} has to be", found, at_.expected_text()));
  }

  // ---- the scene ---------------------------------------------------------------------------------------------------

  void begin_section(const std::string& name) {
    if (!sections_.insert(name).second) {
      fail({}, fmt::format("{} stands twice", in_quotes(name)));
    }
    at_.element = 0;
    at_.section = scene_section(name);
    scene_.has_pairs = scene_.has_pairs || at_.section == SceneSection::pairs;
    scene_.has_motions = scene_.has_motions || at_.section == SceneSection::motions;
    switch (at_.section) {
      case SceneSection::name:
      case SceneSection::units:
        at_.expected = SceneValue::text;
        break;
      case SceneSection::link_tolerance:
        at_.expected = SceneValue::setting;
        break;
      case SceneSection::other:
        scene_.ignored_keys.push_back(name);
        at_.expected = SceneValue::anything;
        break;
      default:
        at_.expected = SceneValue::list;
    }
  }

  void begin_member(const std::string& name) {
    at_.member.clear();
    if (!shape_.add_member(name)) {
      fail(at_.where(), fmt::format("{} stands twice", in_quotes(name)));
    }
    at_.member = name;
    at_.expected = member_value(name);
  }

  bool number(const Number& number) {
    switch (at_.expected) {
      case SceneValue::coordinate: {
        const bool local = at_.container() != SceneValue::row;
        if (row_size_ < row_.size()) {
          row_[row_size_] = local ? double{nearest(number)} : number.value;
        }
        ++row_size_;
        return true;
      }
      case SceneValue::number:
        shape_.set_number(at_.member, nearest(number));
        return true;
      case SceneValue::setting:
        if (!(number.value >= 0)) {
          fail(at_.where(), fmt::format("{} where a number of 0 or more has to be", number.text));
        }
        scene_.has_links = true;
        scene_.link_tolerance = number.value;
        return true;
      case SceneValue::anything:
        return true;
      default:
        return unexpected(std::string(number.text));
    }
  }

  void require_row(std::size_t size) const {
    if (row_size_ != size) {
      fail(at_.where(),
           fmt::format("{} where {} has to be", row_size_ == 1 ? "1 number" : fmt::format("{} numbers", row_size_),
                       at_.expected_text()));
    }
  }

  BasicVec2<T> finish_point() const {
    require_row(2);
    return {static_cast<T>(row_[0]), static_cast<T>(row_[1])};
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
    try {
      shape_.finish(at_.element);
    } catch (const Failure& failure) {
      fail(at_.where(), failure.what());
    }
  }

  // ---- numbers -----------------------------------------------------------------------------------------------------

  /// The nearest T, parsed from the text; a conversion from double would round twice.
  T nearest(const Number& number) {
    T result = 0;
    const auto [end, error] = decimal(number.text.data(), number.text.data() + number.text.size(), result);
    if (error == std::errc::result_out_of_range) {
      if (std::abs(number.value) > 1) {
        fail(at_.where(), out_of_range_text<T>(number.text, number.value));
      }
      result = static_cast<T>(number.value);  // underflow: 0 or the smallest number
    }
    scene_.rounding = std::max(scene_.rounding, rounding_bound(number.value, result));
    return result;
  }

  std::uint32_t whole_index(double value, const char* of) const {
    if (!(value >= 0 && value <= std::numeric_limits<std::uint32_t>::max() && value == std::floor(value))) {
      fail(at_.where(), fmt::format("{} {} is not an index; indices are 0, 1, 2, ...", of, value));
    }
    return static_cast<std::uint32_t>(value);
  }

  RawScene<T> scene_;
  ScenePosition at_;
  std::unordered_set<std::string> sections_;
  ShapeBuilder<T> shape_{scene_};
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
