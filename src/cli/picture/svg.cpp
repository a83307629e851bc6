#include "cli/picture/svg.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace satchel::cli {
namespace {

long long hundredths(double value) { return std::llround(value * 100); }

/// Appends a number of hundredths without unnecessary characters: "12.3", ".5", "-4".
void append_hundredths(std::string& text, long long value) {
  if (value < 0) {
    text += '-';
    value = -value;
  }
  const long long whole = value / 100;
  const long long rest = value % 100;
  if (whole != 0 || rest == 0) {
    text += fmt::format_int(whole).str();
  }
  if (rest != 0) {
    text += '.';
    text += static_cast<char>('0' + rest / 10);
    if (rest % 10 != 0) {
      text += static_cast<char>('0' + rest % 10);
    }
  }
}

}  // namespace

std::string page_number(double value) {
  std::string text;
  append_hundredths(text, hundredths(value));
  return text;
}

void PathData::add(char command, const Vec2d& point) {
  const long long x = hundredths(point.x);
  const long long y = hundredths(point.y);
  const bool relative = command == 'l';
  const long long dy = relative ? y - y_ : y;
  text_ += command;
  append_hundredths(text_, relative ? x - x_ : x);
  if (dy >= 0) {  // a minus sign needs no space before it
    text_ += ' ';
  }
  append_hundredths(text_, dy);
  x_ = x;
  y_ = y;
}

void PathData::polygon(Outline points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    i == 0 ? move_to(points[i]) : line_to(points[i]);
  }
  if (!points.empty()) {
    close();
  }
}

void add_arrow(PathData& path, const Vec2d& tail, const Vec2d& vector, double shaft_width) {
  const double size = length(vector);
  if (!(size > 0)) {
    return;
  }
  const Vec2d along = (1 / size) * vector;
  const Vec2d across{-along.y, along.x};
  const Vec2d tip = tail + vector;
  if (size < 7) {  // too short for a shaft
    const Vec2d half_base = std::min(0.3 * size, 1.5) * across;
    path.move_to(tail + half_base);
    path.line_to(tip);
    path.line_to(tail - half_base);
    path.close();
    return;
  }
  const double head = std::min(5 * shaft_width, 0.6 * size);
  const double half_head = 0.38 * head;
  const double half_shaft = std::min(shaft_width / 2, 0.4 * half_head);
  const Vec2d neck = tip - head * along;
  path.move_to(tail + half_shaft * across);
  path.line_to(neck + half_shaft * across);
  path.line_to(neck + half_head * across);
  path.line_to(tip);
  path.line_to(neck - half_head * across);
  path.line_to(neck - half_shaft * across);
  path.line_to(tail - half_shaft * across);
  path.close();
}

pugi::xml_node add_group(pugi::xml_node parent, const char* css_class) {
  pugi::xml_node group = parent.append_child("g");
  set_class(group, css_class);
  return group;
}

pugi::xml_node add_path(pugi::xml_node parent, const PathData& path) {
  pugi::xml_node node = parent.append_child("path");
  node.append_attribute("d").set_value(path.text().c_str());
  return node;
}

pugi::xml_node add_line(pugi::xml_node parent, const Vec2d& from, const Vec2d& to) {
  pugi::xml_node node = parent.append_child("line");
  node.append_attribute("x1").set_value(page_number(from.x).c_str());
  node.append_attribute("y1").set_value(page_number(from.y).c_str());
  node.append_attribute("x2").set_value(page_number(to.x).c_str());
  node.append_attribute("y2").set_value(page_number(to.y).c_str());
  return node;
}

pugi::xml_node add_rectangle(pugi::xml_node parent, const Vec2d& corner, const Vec2d& size) {
  pugi::xml_node node = parent.append_child("rect");
  node.append_attribute("x").set_value(page_number(corner.x).c_str());
  node.append_attribute("y").set_value(page_number(corner.y).c_str());
  node.append_attribute("width").set_value(page_number(size.x).c_str());
  node.append_attribute("height").set_value(page_number(size.y).c_str());
  return node;
}

pugi::xml_node add_text(pugi::xml_node parent, const Vec2d& at, const std::string& text, const char* anchor) {
  pugi::xml_node node = parent.append_child("text");
  node.append_attribute("x").set_value(page_number(at.x).c_str());
  node.append_attribute("y").set_value(page_number(at.y).c_str());
  if (std::string_view(anchor) != "start") {
    node.append_attribute("text-anchor").set_value(anchor);
  }
  node.text().set(text.c_str());
  return node;
}

void set_class(pugi::xml_node node, const char* css_class) { node.append_attribute("class").set_value(css_class); }

void write_document(OutputFile& out, const pugi::xml_document& document) {
  struct Writer final : pugi::xml_writer {
    explicit Writer(OutputFile& target) : file(target) {}
    void write(const void* data, std::size_t size) override { file.write({static_cast<const char*>(data), size}); }
    OutputFile& file;
  };
  Writer writer(out);
  document.save(writer, "", pugi::format_indent);
}

}  // namespace satchel::cli
