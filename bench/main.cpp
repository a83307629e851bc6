// satchel_bench: Satchel against other engines, on the same pairs in the same run. See README.md.
#include <benchmark/benchmark.h>
#include <satchel/error.hpp>
#include <satchel/isa.hpp>
#include <satchel/version.hpp>

#include <cstdio>
#include <string>

#include "body_benchmarks.hpp"
#include "broad_phase_benchmarks.hpp"
#include "crowds.hpp"
#include "engines.hpp"
#include "pair_benchmarks.hpp"
#include "probes.hpp"
#include "report.hpp"
#include "scene_benchmarks.hpp"
#include "stage.hpp"
#include "trajectories.hpp"
#include "workloads.hpp"

namespace {

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "g++ " __VERSION__;
#else
  return "unknown";
#endif
}

void add_context() {
  benchmark::AddCustomContext("satchel", std::string(satchel::version()));
  benchmark::AddCustomContext("isa", std::string(satchel::active_isa()));
  benchmark::AddCustomContext("compiler", compiler());
  for (const auto& [peer, version] : satchel_bench::peer_versions()) benchmark::AddCustomContext(peer, version);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  try {
    add_context();  // also where a wrong SATCHEL_ISA shows
  } catch (const satchel::Error& error) {
    std::fprintf(stderr, "satchel_bench: %s\n", error.what());
    return 1;
  }

  satchel_bench::Stage stage;
  const auto plans = satchel_bench::synthetic_workloads();
  for (const auto& plan : plans) satchel_bench::register_pair_benchmarks(plan, stage);
  satchel_bench::register_body_benchmarks(plans, stage);
  for (const auto& plan : satchel_bench::crowds()) satchel_bench::register_broad_phase_benchmarks(plan, stage);
  satchel_bench::register_scene_benchmarks(stage);

  satchel_bench::register_trajectory_benchmarks();
  satchel_bench::register_probe_benchmarks();

  satchel_bench::Report report(*benchmark::CreateDefaultDisplayReporter());
  benchmark::RunSpecifiedBenchmarks(&report);
  benchmark::Shutdown();
}
