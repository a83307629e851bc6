// WKT: POLYGON and MULTIPOLYGON, with Z, M or ZM, a geometry a line.
//
//   line         = tag [Z | M | ZM] (EMPTY | body)
//   POLYGON      = (ring, ring, ...)               ring = EMPTY | (point, point, ...)
//   MULTIPOLYGON = (EMPTY | POLYGON body, ...)     point = x y [z] [m]
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

#include <fmt/core.h>

#include "cli/geometry_file/geometries.hpp"
#include "cli/raw_scene/shape_message.hpp"
#include "cli/support/failure.hpp"
#include "cli/support/text.hpp"

namespace satchel::cli {
namespace {

/// Tags, and the names of their geometries in messages.
constexpr std::array<std::pair<std::string_view, std::string_view>, 16> types{{
    {"POLYGON", "Polygon"},
    {"MULTIPOLYGON", "MultiPolygon"},
    {"POINT", "Point"},
    {"LINESTRING", "LineString"},
    {"LINEARRING", "LinearRing"},
    {"MULTIPOINT", "MultiPoint"},
    {"MULTILINESTRING", "MultiLineString"},
    {"GEOMETRYCOLLECTION", "GeometryCollection"},
    {"CIRCULARSTRING", "CircularString"},
    {"COMPOUNDCURVE", "CompoundCurve"},
    {"CURVEPOLYGON", "CurvePolygon"},
    {"MULTICURVE", "MultiCurve"},
    {"MULTISURFACE", "MultiSurface"},
    {"POLYHEDRALSURFACE", "PolyhedralSurface"},
    {"TIN", "TIN"},
    {"TRIANGLE", "Triangle"},
}};

/// Reads one line.
class WktLine {
 public:
  /// @param text  ends with a NUL behind it, as that of a std::string does
  WktLine(const std::string& text, Geometries& out) : text_(text), out_(out) {}

  void read() {
    const bool many = read_tag();
    read_dimensions();
    if (!skip_word("EMPTY")) {
      many ? list([&] { polygon(); }) : rings();
    }
    if (!at_end()) {
      refuse("text behind the geometry; give one geometry a line");
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& reason) const {
    const std::string_view rest = std::string_view(text_).substr(at_, 20);
    throw Failure(ExitStatus::bad_input, rest.empty()
                                             ? fmt::format("at its end: {}", reason)
                                             : fmt::format("column {}, {}: {}", at_ + 1, in_quotes(rest), reason));
  }

  // ---- words and signs ---------------------------------------------------------------------------------------------

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) {
      ++at_;
    }
  }
  bool at_end() {
    skip_blanks();
    return at_ == text_.size();
  }
  /// The word that is next, in capitals; empty: there is none.
  std::string next_word() {
    skip_blanks();
    std::string word;
    for (std::size_t i = at_; i < text_.size() && std::isalpha(static_cast<unsigned char>(text_[i])) != 0; ++i) {
      word += static_cast<char>(std::toupper(static_cast<unsigned char>(text_[i])));
    }
    return word;
  }
  bool skip_word(std::string_view wanted) {
    if (next_word() != wanted) {
      return false;
    }
    at_ += wanted.size();
    return true;
  }
  bool skip_sign(char sign) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != sign) {
      return false;
    }
    ++at_;
    return true;
  }

  // ---- the geometry ------------------------------------------------------------------------------------------------

  /// Whether it is a MULTIPOLYGON. The tag may have its dimensions at its end: POLYGONZ.
  bool read_tag() {
    const std::string word = next_word();
    for (const auto& [tag, name] : types) {
      const std::string_view behind = word.starts_with(tag) ? std::string_view(word).substr(tag.size()) : "?";
      if (!behind.empty() && behind != "Z" && behind != "M" && behind != "ZM") {
        continue;
      }
      if (tag != "POLYGON" && tag != "MULTIPOLYGON") {
        refuse_geometry(std::string(name));
      }
      at_ += tag.size();
      return tag == "MULTIPOLYGON";
    }
    refuse("no geometry; a line begins with POLYGON or MULTIPOLYGON");
  }

  void read_dimensions() {
    for (const auto& [word, numbers] : {std::pair("ZM", 4u), std::pair("Z", 3u), std::pair("M", 3u)}) {
      if (skip_word(word)) {
        numbers_ = numbers;
        return;
      }
    }
  }

  /// A list in brackets of what item() reads.
  template <class Item>
  void list(const Item& item) {
    if (!skip_sign('(')) {
      refuse("\"(\" has to be here");
    }
    do {
      item();
    } while (skip_sign(','));
    if (!skip_sign(')')) {
      refuse("\",\" or \")\" has to be here");
    }
  }

  void polygon() {
    if (skip_word("EMPTY")) {
      out_.add_empty_polygon();
    } else {
      rings();
    }
  }

  void rings() {
    bool hole = false;
    list([&] {
      out_.begin_ring();
      if (!skip_word("EMPTY")) {
        list([&] { point(); });
      } else if (!hole) {
        refuse("the outer ring of a polygon is empty; leave the polygon out");
      }
      out_.end_ring(hole);
      hole = true;
    });
  }

  void point() {
    std::array<double, 4> numbers{};
    skip_blanks();
    const std::size_t start = at_;
    unsigned count = 0;
    while (skip_blanks(), at_ < text_.size() && text_[at_] != ',' && text_[at_] != ')' && count <= numbers.size()) {
      const double value = number();
      if (count < numbers.size()) {
        numbers[count] = value;
      }
      ++count;
    }
    if (numbers_ == 0 && count >= 2 && count <= numbers.size()) {
      numbers_ = count;
    }
    if (count != numbers_ || count == 0) {
      at_ = start;
      refuse(numbers_ == 0 ? fmt::format("{} where a point x y has to be", count_text(count, "number", "numbers"))
                           : fmt::format("{} where a point has {}", count_text(count, "number", "numbers"), numbers_));
    }
    out_.points.push_back({numbers[0], numbers[1]});
  }

  double number() {
    const char* const begin = text_.c_str() + at_;
    char* end = nullptr;
    const double value = std::strtod(begin, &end);
    const std::string_view digits(begin, static_cast<std::size_t>(end - begin));
    const bool ends = *end == '\0' || *end == ' ' || *end == '\t' || *end == '\r' || *end == ',' || *end == ')';
    if (digits.empty() || !ends || digits.find_first_of("xX(") != std::string_view::npos) {
      refuse("a number has to be here");
    }
    if (std::isinf(value) && digits.find_first_of("0123456789") != std::string_view::npos) {
      refuse("the number is out of the range of double");
    }
    at_ += digits.size();
    return value;
  }

  const std::string& text_;
  Geometries& out_;
  std::size_t at_ = 0;
  unsigned numbers_ = 0;  ///< of each point; 0: not known yet
};

}  // namespace

Geometries read_wkt(std::string_view text, bool skip_invalid) {
  Geometries result;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string geometry(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (geometry.find_first_not_of(" \t\r") == std::string::npos) {
      continue;
    }
    try {
      WktLine(geometry, result).read();
      result.end_geometry(line);
    } catch (const NoArea& refused) {
      if (!skip_invalid) {
        throw Failure(refused.status(), fmt::format("{}: {}", shape_name(FileForm::wkt, line), refused.what()));
      }
      result.leave_out(line, refused.what());
    } catch (const Failure& failure) {
      throw Failure(failure.status(), fmt::format("{}: {}", shape_name(FileForm::wkt, line), failure.what()));
    }
  }
  return result;
}

}  // namespace satchel::cli
