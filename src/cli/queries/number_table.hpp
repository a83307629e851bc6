// Reads a CSV file of numbers. No quotes with commas inside, no dialects: libraries for CSV read strings, or round
// numbers in their own way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satchel::cli {

/// The columns of a CSV file that a command asked for, in the order in which it named them.
class NumberTable {
 public:
  /// Reads a text: a line of column names, then one row a line. The columns may stand in any order, among others, which
  /// are not read (`ignored`). Empty lines are skipped. Throws `Failure` (bad input) that names the file, the line and the column.
  /// @param path     the name in messages
  /// @param columns  names of the needed columns; they have to outlive the table
  NumberTable(std::string_view text, std::string path, std::span<const std::string_view> columns);

  /// The names of the columns that are not read.
  [[nodiscard]] std::span<const std::string> ignored() const { return ignored_; }

  [[nodiscard]] std::size_t rows() const { return lines_.size(); }
  [[nodiscard]] double at(std::size_t row, std::size_t column) const {
    return numbers_[row * columns_.size() + column];
  }

  /// The index in this place: 0, 1, 2, ... Throws `Failure` (bad input) for any other number.
  [[nodiscard]] std::uint32_t index(std::size_t row, std::size_t column) const;

  /// The line of a row, from 1.
  [[nodiscard]] std::size_t line(std::size_t row) const { return lines_[row]; }

  /// Throws `Failure` (bad input): "rays.csv: line 3: reason".
  [[noreturn]] void refuse(std::size_t row, std::string_view reason) const { refuse_line(lines_[row], reason); }

 private:
  [[noreturn]] void refuse_line(std::size_t line, std::string_view reason) const;
  void read_names(std::string_view line, std::size_t line_number);
  void read_row(std::string_view line, std::size_t line_number);

  std::string path_;
  std::span<const std::string_view> columns_;
  std::vector<std::string> ignored_;
  std::vector<std::size_t> places_;  // column k is field places_[k] of a line
  std::size_t fields_ = 0;           // in each line
  std::vector<double> numbers_;      // row after row
  std::vector<std::size_t> lines_;   // by row
};

/// Reads a file. Throws `Failure`: file, or as the constructor of `NumberTable`.
NumberTable read_numbers(const std::string& path, std::span<const std::string_view> columns);

}  // namespace satchel::cli
