// Google Benchmark's own report, and after a console run a table: a row a workload, a column an engine.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace satchel_bench {

class Report final : public benchmark::BenchmarkReporter {
 public:
  /// Passes everything on to `inner`, which has the format that the command line asked for.
  explicit Report(benchmark::BenchmarkReporter& inner) : inner_(inner) {}

  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;

 private:
  /// ns of each repetition, and the median if that is reported.
  struct Figure {
    std::vector<double> runs;
    double median = -1;
    double value() const;
  };

  void print_table() const;

  benchmark::BenchmarkReporter& inner_;
  std::vector<std::string> rows_, columns_;  // query/workload and engine, in the order of their coming
  std::map<std::pair<std::string, std::string>, Figure> figures_;
};

}  // namespace satchel_bench
