// Writes SVG elements. Coordinates of the page: x to the right, y down, in pixels.
#pragma once

#include <string>
#include <string_view>

#include <pugixml.hpp>

#include "cli/picture/geometry.hpp"
#include "cli/support/output_file.hpp"

namespace satchel::cli {

/// A coordinate as text, rounded to a hundredth of a pixel.
std::string page_number(double value);

/// The `d` attribute of a path. Points are rounded to hundredths, and then written as differences, which are short;
/// since rounded points are subtracted, errors do not accumulate.
class PathData {
 public:
  void move_to(const Vec2d& point) { add('M', point); }
  void line_to(const Vec2d& point) { add('l', point); }
  void close() { text_ += 'z'; }
  void polygon(Outline points);

  [[nodiscard]] const std::string& text() const { return text_; }
  void clear() { text_.clear(); }

 private:
  void add(char command, const Vec2d& point);

  std::string text_;
  long long x_ = 0, y_ = 0;  // the last point, in hundredths
};

/// Adds an arrow as a polygon, so that one path can hold thousands of arrows. Short arrows are slimmer, in true length;
/// the shortest are darts without a shaft.
void add_arrow(PathData& path, const Vec2d& tail, const Vec2d& vector, double shaft_width);

pugi::xml_node add_group(pugi::xml_node parent, const char* css_class);
pugi::xml_node add_path(pugi::xml_node parent, const PathData& path);
pugi::xml_node add_line(pugi::xml_node parent, const Vec2d& from, const Vec2d& to);
pugi::xml_node add_rectangle(pugi::xml_node parent, const Vec2d& corner, const Vec2d& size);
/// @param anchor  "start", "middle" or "end"
pugi::xml_node add_text(pugi::xml_node parent, const Vec2d& at, const std::string& text, const char* anchor = "start");
void set_class(pugi::xml_node node, const char* css_class);

void write_document(OutputFile& out, const pugi::xml_document& document);

}  // namespace satchel::cli
