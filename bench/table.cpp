#include "table.hpp"

#include <algorithm>
#include <cstdio>

#include "engine_notes.hpp"

namespace satchel_bench {
namespace {

struct Name {
  std::string query, row, engine;
};

/// "query/workload/engine/threads:2" belongs to the row "workload, threads:2".
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

/// Some three digits: 4.05, 40.5, 405, 4051.
std::string three_digits(double value) {
  char text[64];
  const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string right(const std::string& text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

std::string left(const std::string& text, std::size_t width) {
  return text.size() < width ? text + std::string(width - text.size(), ' ') : text;
}

void end_line(std::string& text) {
  text.erase(text.find_last_not_of(' ') + 1);
  text += '\n';
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

std::string Table::text() const {
  std::string text;
  for (const Section& section : sections_) text += '\n' + text_of(section);
  return text;
}

std::string Table::text_of(const Section& section) {
  struct Cell {
    std::string figure, ratio;
  };
  std::map<std::pair<std::string, std::string>, Cell> cells;
  for (const auto& [key, figure] : section.figures) {
    Cell& cell = cells[key];
    cell.figure = three_digits(figure.value());
    const auto own = section.figures.find({key.first, "satchel"});
    if (key.second == "satchel" || own == section.figures.end() || own->second.value() <= 0) continue;
    cell.ratio = three_digits(figure.value() / own->second.value()) + 'x';
  }

  std::string unit = section.counter;
  std::replace(unit.begin(), unit.end(), '_', ' ');
  std::string text = section.query + ", " + unit;
  const bool ratios =
      std::any_of(cells.begin(), cells.end(), [](const auto& cell) { return !cell.second.ratio.empty(); });
  text += ratios ? "; x: how many times satchel's\n\n" : "\n\n";

  std::size_t label_width = 0;
  for (const std::string& row : section.rows) label_width = std::max(label_width, row.size());
  std::string header = left("", label_width);
  std::vector<std::string> lines;
  for (const std::string& row : section.rows) lines.push_back(left(row, label_width));
  for (const std::string& column : section.columns) {
    std::size_t figure_width = 0, ratio_width = 0;
    for (const std::string& row : section.rows) {
      figure_width = std::max(figure_width, cells[{row, column}].figure.size());
      ratio_width = std::max(ratio_width, cells[{row, column}].ratio.size());
    }
    const std::size_t gap = ratio_width > 0 ? 1 : 0, width = std::max(column.size(), figure_width + gap + ratio_width);
    header += "   " + right(column, width);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const Cell& cell = cells[{section.rows[i], column}];
      lines[i] += "   " + right(cell.figure + std::string(gap, ' ') + right(cell.ratio, ratio_width), width);
    }
  }
  text += header;
  end_line(text);
  for (const std::string& line : lines) {
    text += line;
    end_line(text);
  }

  std::size_t name_width = 0;
  for (const std::string& column : section.columns) name_width = std::max(name_width, column.size());
  std::string notes;
  for (const std::string& column : section.columns) {
    const std::string_view note = engine_note(section.query, column);
    if (!note.empty()) notes += "  " + left(column, name_width) + "  " + std::string(note) + '\n';
  }
  return notes.empty() ? text : text + '\n' + notes;
}

}  // namespace satchel_bench
