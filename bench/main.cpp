// satchel_bench: Satchel against other engines, on the same pairs in the same run. See README.md.
#include <benchmark/benchmark.h>
#include <satchel/error.hpp>

#include <cstdio>

#include "harness/stage.hpp"
#include "queries/body_benchmarks.hpp"
#include "queries/bounds.hpp"
#include "queries/broad_phase_benchmarks.hpp"
#include "queries/pair_benchmarks.hpp"
#include "queries/question_benchmarks.hpp"
#include "queries/scene_benchmarks.hpp"
#include "report/context.hpp"
#include "report/notes.hpp"
#include "report/report.hpp"
#include "workloads/crowds.hpp"
#include "workloads/ells.hpp"
#include "workloads/grids.hpp"
#include "workloads/meshes.hpp"

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
  auto plans = satchel_bench::synthetic_workloads();
  for (const auto& more : {satchel_bench::ells(), satchel_bench::meshes()}) {
    plans.insert(plans.end(), more.begin(), more.end());
  }
  for (const auto& plan : plans) satchel_bench::register_pair_benchmarks(plan, stage);
  satchel_bench::register_body_benchmarks(plans, stage);
  for (const auto& plan : satchel_bench::crowds()) satchel_bench::register_broad_phase_benchmarks(plan, stage);
  satchel_bench::register_scene_benchmarks(stage);
  satchel_bench::register_bound_benchmarks();
  satchel_bench::register_question_benchmarks();

  satchel_bench::Report report(*benchmark::CreateDefaultDisplayReporter(), satchel_bench::engine_notes());
  benchmark::RunSpecifiedBenchmarks(&report);
  benchmark::Shutdown();
}
