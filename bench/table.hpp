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

  bool empty() const { return sections_.empty(); }

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

  Figure& figure(const std::string& benchmark, const std::string& counter);
  static std::string text_of(const Section& section);

  std::vector<Section> sections_;
};

}  // namespace satchel_bench
