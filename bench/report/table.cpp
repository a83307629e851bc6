#include "report/table.hpp"

#include <algorithm>
#include <cstdio>

namespace satchel_bench {
namespace {

struct Name {
  std::string query, row, engine;
};

/// Splits a name: "query/workload/engine/threads:2" belongs to the row "workload, threads:2".
Name split(const std::string& benchmark) {
  std::vector<std::string> parts(1);
  for (const char c : benchmark) {
    if (c == '/') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  parts.resize(std::max<std::size_t>(parts.size(), 3));
  Name name{parts[0], parts[1], parts[2]};
  for (std::size_t i = 3; i < parts.size(); ++i) name.row += ", " + parts[i];
  return name;
}

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// At least three digits: 4.05, 40.5, 405, 4051.
std::string three_digits(double value) {
  char text[64];
  const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string right(const std::string& text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

void align_left(std::vector<std::string>& texts) {
  std::size_t width = 0;
  for (const std::string& text : texts) width = std::max(width, text.size());
  for (std::string& text : texts) text.resize(width, ' ');
}

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return 0.5 * (values[(values.size() - 1) / 2] + values[values.size() / 2]);
}

Table::Figure& Table::figure(const std::string& benchmark, const std::string& counter) {
  const Name name = split(benchmark);
  auto section = std::find_if(sections_.begin(), sections_.end(),
                              [&](const Section& s) { return s.query == name.query && s.counter == counter; });
  if (section == sections_.end()) section = sections_.insert(section, Section{name.query, counter, {}, {}, {}});
  add_once(section->rows, name.row);
  add_once(section->columns, name.engine);
  return section->figures[{name.row, name.engine}];
}

void Table::add(const std::string& benchmark, const std::string& counter, double value) {
  figure(benchmark, counter).runs.push_back(value);
}

void Table::set_median(const std::string& benchmark, const std::string& counter, double value) {
  figure(benchmark, counter).median = value;
}

std::string Table::text(const Notes& notes) const {
  std::string text;
  for (const Section& section : sections_) text += '\n' + text_of(section, notes);
  return text;
}

Table::Cell Table::cell(const Section& section, const std::string& row, const std::string& column) {
  const auto figure = section.figures.find({row, column});
  if (figure == section.figures.end()) return {};
  const auto own = section.figures.find({row, "satchel"});
  const bool compared = column != "satchel" && own != section.figures.end() && own->second.value() > 0;
  return {three_digits(figure->second.value()),
          compared ? three_digits(figure->second.value() / own->second.value()) + 'x' : ""};
}

/// The lines of a column, all of one width: the engine's name, then a line per row.
std::vector<std::string> Table::column_text(const Section& section, const std::string& column) {
  std::vector<Cell> cells;
  std::size_t figure_width = 0, ratio_width = 0;
  for (const std::string& row : section.rows) {
    cells.push_back(cell(section, row, column));
    figure_width = std::max(figure_width, cells.back().figure.size());
    ratio_width = std::max(ratio_width, cells.back().ratio.size());
  }
  if (ratio_width > 0) ++ratio_width;  // a space
  const std::size_t width = std::max(column.size(), figure_width + ratio_width);
  std::vector<std::string> lines{right(column, width)};
  for (const Cell& c : cells) lines.push_back(right(c.figure + right(c.ratio, ratio_width), width));
  return lines;
}

std::string Table::text_of(const Section& section, const Notes& notes) {
  std::vector<std::string> lines{""};
  lines.insert(lines.end(), section.rows.begin(), section.rows.end());
  align_left(lines);
  for (const std::string& column : section.columns) {
    const std::vector<std::string> more = column_text(section, column);
    for (std::size_t i = 0; i < lines.size(); ++i) lines[i] += "   " + more[i];
  }

  std::string unit = section.counter;
  std::replace(unit.begin(), unit.end(), '_', ' ');
  const bool ratios = section.columns.size() > 1 &&
                      section.columns.end() != std::find(section.columns.begin(), section.columns.end(), "satchel");
  std::string text = section.query + ", " + unit + (ratios ? "; x: how many times satchel's\n\n" : "\n\n");
  for (const std::string& line : lines) text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  return text + notes_on(section, notes);
}

std::string Table::notes_on(const Section& section, const Notes& notes) {
  std::vector<std::string> names = section.columns;
  align_left(names);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto note = notes.find({section.query, section.columns[i]});
    if (note != notes.end()) text += "  " + names[i] + "  " + note->second + '\n';
  }
  return text.empty() ? text : '\n' + text;
}

}  // namespace satchel_bench
