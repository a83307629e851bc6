#include "queries/scene_benchmarks.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "queries/broad_phase_benchmarks.hpp"
#include "queries/pair_benchmarks.hpp"
#include "workloads/scene_file.hpp"

namespace satchel_bench {
namespace {

namespace fs = std::filesystem;

/// Whether a name matches Google Benchmark's filter, an extended regular expression that may match anywhere in the
/// name; a leading '-' negates it.
bool matches_filter(const std::vector<std::string>& names) {
  std::string filter = benchmark::GetBenchmarkFilter();
  if (filter.empty() || filter == "all") return true;
  const bool negated = filter.front() == '-';
  if (negated) filter.erase(0, 1);
  try {
    const std::regex expression(filter, std::regex::extended);
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return std::regex_search(name, expression) != negated; });
  } catch (const std::regex_error&) {
    return false;  // Google Benchmark reports the error
  }
}

std::vector<fs::path> scene_files(const char* folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  if (error) std::fprintf(stderr, "SATCHEL_SCENES=%s: %s\n", folder, error.message().c_str());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

void register_scene_benchmarks(Stage& stage) {
  const char* folder = std::getenv("SATCHEL_SCENES");
  if (folder == nullptr || *folder == '\0') return;
  if (!can_read_scenes()) {
    std::fprintf(stderr, "SATCHEL_SCENES: this build cannot read scenes (nlohmann-json was not found)\n");
    return;
  }
  for (const fs::path& file : scene_files(folder)) {
    const std::string name = "scene_" + file.stem().string();
    if (!matches_filter(pair_benchmark_names(name)) && !matches_filter(broad_phase_benchmark_names(name))) continue;
    try {
      const WorkloadPlan plan = plan_scene(name, file);
      register_pair_benchmarks(plan, stage);
      register_broad_phase_benchmarks(plan, stage);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s is left out: %s\n", name.c_str(), error.what());
    }
  }
}

}  // namespace satchel_bench
