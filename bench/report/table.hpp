// Figures as plain text: a table per query and counter, a row per workload, a column per engine.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace satchel_bench {

/// What engines compute, in a few words, because times of different computations do not compare directly. Keys: query
/// and engine.
using Notes = std::map<std::pair<std::string, std::string>, std::string>;

/// The median; 0 if there are no values.
double median(std::vector<double> values);

class Table {
 public:
  /// Adds one repetition's value. `benchmark` is query/workload/engine, followed by /threads:N if N is not 1.
  void add(const std::string& benchmark, const std::string& counter, double value);

  /// Sets a median of repetitions that is computed elsewhere.
  void set_median(const std::string& benchmark, const std::string& counter, double value);

  /// All tables in the order in which their figures were added. Beside an engine's figure stands its ratio to
  /// Satchel's, and below each table the notes on its engines.
  std::string text(const Notes& notes) const;

 private:
  struct Figure {
    std::vector<double> runs;
    double median = -1;
    double value() const { return median >= 0 ? median : satchel_bench::median(runs); }
  };

  /// One table.
  struct Section {
    std::string query, counter;
    std::vector<std::string> rows, columns;
    std::map<std::pair<std::string, std::string>, Figure> figures;  // keys: row and column
  };

  /// A figure and its ratio to Satchel's as text; empty if there is none.
  struct Cell {
    std::string figure, ratio;
  };

  Figure& figure(const std::string& benchmark, const std::string& counter);
  static Cell cell(const Section& section, const std::string& row, const std::string& column);
  static std::vector<std::string> column_text(const Section& section, const std::string& column);
  static std::string text_of(const Section& section, const Notes& notes);
  static std::string notes_on(const Section& section, const Notes& notes);

  std::vector<Section> sections_;
};

}  // namespace satchel_bench
