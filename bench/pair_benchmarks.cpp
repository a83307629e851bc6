#include "pair_benchmarks.hpp"

#include <benchmark/benchmark.h>

#include <chrono>
#include <exception>

#include "threads.hpp"
#include "traffic.hpp"

namespace satchel_bench {
namespace {

using Clock = std::chrono::steady_clock;

const char* query_name(Query query) {
  switch (query) {
    case Query::collide:
      return "collide";
    case Query::classify:
      return "classify";
    case Query::manifold:
      return "manifold";
    case Query::distance:
      return "distance";
    case Query::sweep:
      return "sweep";
  }
  return "";
}

std::string benchmark_name(Query query, const std::string& workload, const std::string& engine) {
  return std::string(query_name(query)) + '/' + workload + '/' + engine;
}

bool knows_concave_shapes(const EngineEntry& entry) {
  return entry.name.starts_with("satchel") || entry.name == "geos";
}

bool knows_round_shapes(const EngineEntry& entry) { return entry.name.starts_with("satchel") || entry.name == "box2d"; }

bool takes_part(const EngineEntry& entry, Query query, const WorkloadPlan& plan) {
  if (plan.max_vertices > entry.max_vertices || plan.bodies > entry.max_bodies) return false;
  if (plan.concave && !knows_concave_shapes(entry)) return false;
  if (plan.round && !knows_round_shapes(entry)) return false;
  if (query != Query::collide && (plan.batch != 0 || plan.sweep)) return false;
  if (entry.name == "bytes") return query == Query::collide && plan.bound;
  if (plan.sweep && entry.name != "satchel" && entry.name != "box2d") return false;
  // Queries that follow from contacts are measured on scenes that fit into the cache.
  const bool follows = query != Query::collide && query != Query::classify;
  if (follows && (!plan.name.ends_with("_l2") || plan.round)) return false;
  if (entry.query == query) return true;
  // Box2D has no faster function for a verdict than its manifold.
  if (entry.name == "box2d" && entry.query == Query::collide && query == Query::classify && !plan.ngon) return true;
  // For many vertices the only peers compute verdicts alone; their times stand beside full answers.
  return (plan.ngon || plan.concave) && query == Query::collide && !entry.name.starts_with("satchel") &&
         entry.name != "box2d_overlap";
}

/// Times one call per whole batch of the list. Each call has other pairs, as in a program, and one reading of the clock
/// covers all calls.
void time_pairs(benchmark::State& state, Engine& engine, std::size_t pairs, std::size_t batch, std::size_t hits) {
  const std::size_t calls = pairs / batch;
  Clock::duration total{};
  for (auto _ : state) {
    const Clock::time_point start = Clock::now();
    for (std::size_t call = 0; call < calls; ++call) engine.run(call * batch, batch);
    benchmark::ClobberMemory();  // counts the results in the engine's memory as read
    total += Clock::now() - start;
  }
  const double ns = std::chrono::duration<double, std::nano>(total).count() / static_cast<double>(state.iterations());
  state.counters["ns_per_pair"] = ns / static_cast<double>(calls * batch);
  state.counters["pairs"] = static_cast<double>(batch);
  state.counters["hits"] = static_cast<double>(hits);
  if (batch != pairs) state.counters["ns_per_call"] = ns / static_cast<double>(calls);
}

void count_traffic(benchmark::State& state, const Traffic& traffic) {
  state.counters["bytes_per_pair"] = traffic.bytes;
  state.counters["line_bytes_apart"] = traffic.lines_apart;
  state.counters["line_bytes_once"] = traffic.lines_once;
  state.counters["ops_per_pair"] = traffic.operations;
}

void register_one(const std::string& name, const WorkloadPlan& plan, const EngineEntry& entry, unsigned threads,
                  Stage& stage) {
  benchmark::RegisterBenchmark(name.c_str(), [plan, entry, threads, &stage](benchmark::State& state) {
    try {
      Engine& engine = stage.set(plan, entry, threads);
      const std::size_t pairs = stage.set(plan).pairs.size();
      time_pairs(state, engine, pairs, plan.batch == 0 ? pairs : plan.batch, stage.hits());
      for (const auto& [counter, value] : engine.counts()) state.counters[counter] = value;
      if (plan.bound && (entry.name == "satchel" || entry.name == "bytes"))
        count_traffic(state, traffic_of(stage.set(plan)));
    } catch (const std::exception& error) {
      state.SkipWithError(error.what());
    }
  });
}

}  // namespace

std::vector<std::string> pair_benchmark_names(const std::string& workload) {
  std::vector<std::string> names;
  for (const EngineEntry& entry : engines()) {
    names.push_back(benchmark_name(entry.query, workload, entry.name));
    if (knows_concave_shapes(entry)) names.push_back(benchmark_name(Query::collide, workload, entry.name));
  }
  return names;
}

void register_pair_benchmarks(const WorkloadPlan& plan, Stage& stage) {
  for (const Query query : all_queries) {
    for (const EngineEntry& entry : engines()) {
      if (!takes_part(entry, query, plan)) continue;
      const std::string name = benchmark_name(query, plan.name, entry.name);
      register_one(name, plan, entry, 1, stage);
      if (!plan.threads || !entry.threads || query != Query::collide) continue;
      for (const unsigned threads : several_threads()) {
        register_one(name + "/threads:" + std::to_string(threads), plan, entry, threads, stage);
      }
    }
  }
}

}  // namespace satchel_bench
