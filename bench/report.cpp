#include "report.hpp"

#include <cstdio>
#include <string>

namespace satchel_bench {
namespace {

/// Google Benchmark 1.8 has another member for it.
template <class Run>
bool failed(const Run& run) {
  if constexpr (requires { run.error_occurred; }) {
    return run.error_occurred;
  } else {
    return run.skipped != decltype(run.skipped){};
  }
}

}  // namespace

bool Report::ReportContext(const Context& context) { return inner_.ReportContext(context); }

void Report::ReportRuns(const std::vector<Run>& runs) {
  inner_.ReportRuns(runs);
  for (const Run& run : runs) {
    errors_ += failed(run) ? 1 : 0;
    // Repetitions asked for on the command line leave run_name as it was registered.
    const std::string& name = run.run_name.function_name;
    for (const auto& [counter, value] : run.counters) {
      if (!counter.starts_with("ns_per_") && !counter.ends_with("_per_ns")) continue;
      if (run.run_type == Run::RT_Iteration) table_.add(name, counter, value.value);
      if (run.aggregate_name == "median") table_.set_median(name, counter, value.value);
    }
  }
}

void Report::Finalize() {
  inner_.Finalize();
  if (dynamic_cast<benchmark::ConsoleReporter*>(&inner_) == nullptr || table_.empty()) return;
  std::fputs(table_.text().c_str(), stdout);
  if (errors_ > 0) std::printf("\n%zu benchmarks ended with an error: see above\n", errors_);
}

}  // namespace satchel_bench
