// Google Benchmark's own report, and after a console run the table.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

namespace satchel_bench {

class Report final : public benchmark::BenchmarkReporter {
 public:
  /// Passes everything on to `inner`, which has the format that the command line asked for.
  explicit Report(benchmark::BenchmarkReporter& inner) : inner_(inner) {}

  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;

  /// Benchmarks that ended with an error.
  std::size_t errors() const { return errors_; }

 private:
  /// A counter of a run. With interleaved repetitions runs end in any order: the table has them as they were
  /// registered.
  struct Figure {
    std::int64_t family, instance;
    std::string benchmark, counter;
    double value;
    bool is_median;
  };

  benchmark::BenchmarkReporter& inner_;
  std::vector<Figure> figures_;
  std::size_t errors_ = 0;
};

}  // namespace satchel_bench
