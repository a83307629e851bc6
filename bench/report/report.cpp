#include "report/report.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

namespace satchel_bench {
namespace {

/// Whether a run failed. Google Benchmark 1.8 has another member for it than 1.7.
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
    // Repetitions from the command line do not change run_name, which stays as registered.
    const std::string& name = run.run_name.function_name;
    for (const auto& [counter, value] : run.counters) {
      if (!counter.starts_with("ns_per_") && !counter.ends_with("_per_ns")) continue;
      const bool is_median = run.aggregate_name == "median";
      if (run.run_type != Run::RT_Iteration && !is_median) continue;
      figures_.push_back({run.family_index, run.per_family_instance_index, name, counter, value.value, is_median});
    }
  }
}

void Report::Finalize() {
  inner_.Finalize();
  if (dynamic_cast<benchmark::ConsoleReporter*>(&inner_) == nullptr || figures_.empty()) return;
  std::stable_sort(figures_.begin(), figures_.end(), [](const Figure& p, const Figure& q) {
    return std::pair(p.family, p.instance) < std::pair(q.family, q.instance);
  });
  Table table;
  for (const Figure& figure : figures_) {
    if (figure.is_median) {
      table.set_median(figure.benchmark, figure.counter, figure.value);
    } else {
      table.add(figure.benchmark, figure.counter, figure.value);
    }
  }
  std::fputs(table.text(notes_).c_str(), stdout);
  if (errors_ > 0) std::printf("\n%zu benchmarks ended with an error: see above\n", errors_);
}

}  // namespace satchel_bench
