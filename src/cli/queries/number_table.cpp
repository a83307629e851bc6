#include "cli/queries/number_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "cli/support/decimal.hpp"
#include "cli/support/failure.hpp"
#include "cli/support/input_text.hpp"
#include "cli/support/text.hpp"

namespace satchel::cli {
namespace {

/// A field without the blanks around it, and without quotes.
std::string_view trimmed(std::string_view field) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = field.find_first_not_of(blanks);
  if (first == std::string_view::npos) {
    return {};
  }
  field = field.substr(first, field.find_last_not_of(blanks) - first + 1);
  const bool quoted = field.size() >= 2 && field.front() == '"' && field.back() == '"';
  return quoted ? field.substr(1, field.size() - 2) : field;
}

/// Calls work(field, k) for each field of a line; returns the number of fields.
template <class Work>
std::size_t for_each_field(std::string_view line, const Work& work) {
  for (std::size_t k = 0;; ++k) {
    const std::size_t comma = line.find(',');
    work(trimmed(line.substr(0, comma)), k);
    if (comma == std::string_view::npos) {
      return k + 1;
    }
    line.remove_prefix(comma + 1);
  }
}

}  // namespace

NumberTable::NumberTable(std::string_view text, std::string path, std::span<const std::string_view> columns)
    : path_(std::move(path)), columns_(columns) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (trimmed(line).empty()) {
      continue;
    }
    if (fields_ == 0) {
      read_names(line, number);
    } else {
      read_row(line, number);
    }
  }
  if (fields_ == 0) {
    refuse_line(1, fmt::format("the names of the columns are missing; begin with {}", fmt::join(columns_, ",")));
  }
}

void NumberTable::read_names(std::string_view line, std::size_t line_number) {
  constexpr std::size_t missing = std::numeric_limits<std::size_t>::max();
  places_.assign(columns_.size(), missing);
  fields_ = for_each_field(line, [&](std::string_view name, std::size_t k) {
    const auto found = std::find(columns_.begin(), columns_.end(), name);
    if (found == columns_.end()) {
      ignored_.emplace_back(name);
      return;
    }
    std::size_t& place = places_[static_cast<std::size_t>(found - columns_.begin())];
    if (place != missing) {
      refuse_line(line_number, fmt::format("the column {} stands twice", name));
    }
    place = k;
  });
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    if (places_[k] == missing) {
      refuse_line(line_number, fmt::format("the column {} is missing; this line names the columns {}", columns_[k],
                                           fmt::join(columns_, ",")));
    }
  }
}

void NumberTable::read_row(std::string_view line, std::size_t line_number) {
  const std::size_t first = numbers_.size();
  numbers_.resize(first + columns_.size());
  const std::size_t fields = for_each_field(line, [&](std::string_view field, std::size_t k) {
    const auto place = std::find(places_.begin(), places_.end(), k);
    if (place == places_.end()) {
      return;
    }
    const auto column = static_cast<std::size_t>(place - places_.begin());
    std::string_view digits = field;
    if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') {
      digits.remove_prefix(1);
    }
    double& number = numbers_[first + column];
    const auto [end, error] = decimal(digits.data(), digits.data() + digits.size(), number);
    if (error == std::errc::result_out_of_range) {
      refuse_line(line_number, fmt::format("{}: {} is out of the range of double", columns_[column], printable(field)));
    }
    if (error != std::errc() || end != digits.data() + digits.size()) {
      refuse_line(line_number, fmt::format("{}: {} is not a number", columns_[column], in_quotes(field)));
    }
  });
  if (fields != fields_) {
    refuse_line(line_number, fmt::format("{} where the first line names {}", count_text(fields, "field", "fields"),
                                         count_text(fields_, "column", "columns")));
  }
  lines_.push_back(line_number);
}

std::uint32_t NumberTable::index(std::size_t row, std::size_t column) const {
  const double value = at(row, column);
  if (!(value >= 0 && value <= std::numeric_limits<std::uint32_t>::max() && value == std::floor(value))) {
    refuse(row, fmt::format("{}: {} is not an index; indices are 0, 1, 2, ...", columns_[column], value));
  }
  return static_cast<std::uint32_t>(value);
}

void NumberTable::refuse_line(std::size_t line, std::string_view reason) const {
  throw Failure(ExitStatus::bad_input, fmt::format("{}: line {}: {}", path_, line, reason));
}

NumberTable read_numbers(const std::string& path, std::span<const std::string_view> columns) {
  return {input_text(path), path, columns};
}

}  // namespace satchel::cli
