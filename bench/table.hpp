// Figures as plain text: a table a query and counter, a row a workload, a column an engine.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace satchel_bench {

/// The median; 0 of nothing.
double median(std::vector<double> values);

class Table {
 public:
  /// `benchmark` is query/workload/engine, with /threads:N where these are not one. Several values: one a repetition.
  void add(const std::string& benchmark, const std::string& counter, double value);

  /// The median of the repetitions, from who knows it already.
  void set_median(const std::string& benchmark, const std::string& counter, double value);

  /// All of it, in the order of its coming. Beside an engine's figure stands how many times satchel's it is, and below
  /// what each engine computes.
  std::string text() const;

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
    std::map<std::pair<std::string, std::string>, Figure> figures;  // by row and column
  };

  /// A figure and how many times satchel's it is, as text; empty where there is none.
  struct Cell {
    std::string figure, ratio;
  };

  Figure& figure(const std::string& benchmark, const std::string& counter);
  static Cell cell(const Section& section, const std::string& row, const std::string& column);
  static std::vector<std::string> column_text(const Section& section, const std::string& column);
  static std::string text_of(const Section& section);
  static std::string notes(const Section& section);

  std::vector<Section> sections_;
};

}  // namespace satchel_bench
