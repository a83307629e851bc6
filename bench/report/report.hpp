// Google Benchmark's own report, and the table after a run on the console.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "report/table.hpp"

namespace satchel_bench {

class Report final : public benchmark::BenchmarkReporter {
 public:
  /// Forwards everything to `inner`, which writes the format of the command line. The notes stand below the tables.
  Report(benchmark::BenchmarkReporter& inner, Notes notes) : inner_(inner), notes_(std::move(notes)) {}

  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;

  /// Number of benchmarks that ended with an error.
  std::size_t errors() const { return errors_; }

 private:
  /// A counter of a run. Interleaved repetitions end in any order, so the table sorts runs by their registration.
  struct Figure {
    std::int64_t family, instance;
    std::string benchmark, counter;
    double value;
    bool is_median;
  };

  benchmark::BenchmarkReporter& inner_;
  Notes notes_;
  std::vector<Figure> figures_;
  std::size_t errors_ = 0;
};

}  // namespace satchel_bench
