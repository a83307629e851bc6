// satchel_bench: Satchel against other engines, on the same pairs in the same run. See README.md.
#include <benchmark/benchmark.h>
#include <satchel/error.hpp>

#include <cstdio>

#include "body_benchmarks.hpp"
#include "bounds.hpp"
#include "broad_phase_benchmarks.hpp"
#include "context.hpp"
#include "crowds.hpp"
#include "pair_benchmarks.hpp"
#include "probes.hpp"
#include "report.hpp"
#include "scene_benchmarks.hpp"
#include "stage.hpp"
#include "trajectories.hpp"
#include "workloads.hpp"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  try {
    satchel_bench::add_context();  // throws if SATCHEL_ISA is wrong
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
  satchel_bench::register_bound_benchmarks();

  satchel_bench::register_trajectory_benchmarks();
  satchel_bench::register_probe_benchmarks();

  satchel_bench::Report report(*benchmark::CreateDefaultDisplayReporter());
  benchmark::RunSpecifiedBenchmarks(&report);
  benchmark::Shutdown();
}
