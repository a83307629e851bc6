#include "report.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace satchel_bench {
namespace {

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// "query/workload/engine" at its second slash; what follows the engine (/threads:2) stays with it.
std::pair<std::string, std::string> split(const std::string& name) {
  const std::size_t first = name.find('/');
  const std::size_t second = first == std::string::npos ? first : name.find('/', first + 1);
  if (second == std::string::npos) return {name, ""};
  return {name.substr(0, second), name.substr(second + 1)};
}

}  // namespace

double Report::Figure::value() const {
  if (median >= 0) return median;
  if (runs.empty()) return 0;
  std::vector<double> sorted = runs;
  std::sort(sorted.begin(), sorted.end());
  return 0.5 * (sorted[(sorted.size() - 1) / 2] + sorted[sorted.size() / 2]);
}

bool Report::ReportContext(const Context& context) { return inner_.ReportContext(context); }

void Report::ReportRuns(const std::vector<Run>& runs) {
  inner_.ReportRuns(runs);
  for (const Run& run : runs) {
    auto counter = run.counters.find("ns_per_pair");
    if (counter == run.counters.end()) counter = run.counters.find("ns_per_body");
    if (counter == run.counters.end()) continue;
    // Repetitions asked for on the command line leave run_name as it was registered.
    const auto key = split(run.run_name.function_name);
    add_once(rows_, key.first);
    add_once(columns_, key.second);
    Figure& figure = figures_[key];
    if (run.run_type == Run::RT_Iteration) figure.runs.push_back(counter->second.value);
    if (run.aggregate_name == "median") figure.median = counter->second.value;
  }
}

void Report::Finalize() {
  inner_.Finalize();
  if (dynamic_cast<benchmark::ConsoleReporter*>(&inner_) != nullptr && !figures_.empty()) print_table();
}

void Report::print_table() const {
  std::size_t width = 8;
  for (const std::string& row : rows_) width = std::max(width, row.size());
  std::printf("\nns per pair (set_poses, memory: per body); in brackets how many times satchel's\n\n%-*s",
              static_cast<int>(width), "workload");
  for (const std::string& column : columns_) std::printf("  %18s", column.c_str());
  for (const std::string& row : rows_) {
    std::printf("\n%-*s", static_cast<int>(width), row.c_str());
    const auto own = figures_.find({row, "satchel"});
    for (const std::string& column : columns_) {
      const auto figure = figures_.find({row, column});
      if (figure == figures_.end()) {
        std::printf("  %18s", "");
      } else if (own == figures_.end() || column == "satchel") {
        std::printf("  %9.2f         ", figure->second.value());
      } else {
        std::printf("  %9.2f (%5.3gx)", figure->second.value(), figure->second.value() / own->second.value());
      }
    }
  }
  std::printf("\n");
}

}  // namespace satchel_bench
