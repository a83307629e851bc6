#include "queries/pair_benchmarks.hpp"

#include "harness/threads.hpp"
#include "harness/timing.hpp"
#include "workloads/traffic.hpp"

namespace satchel_bench {
namespace {

std::string benchmark_name(const PairEntry& entry, const std::string& workload) {
  return entry.query + '/' + workload + '/' + entry.engine;
}

/// Times the calls for all whole batches of the list. Each call has other pairs, as in a program, and one reading of
/// the clock covers all calls.
/// @param counted  the number of pairs that all calls together stand for
void time_pairs(benchmark::State& state, PairEngine& engine, std::size_t pairs, std::size_t batch, std::size_t counted,
                std::size_t hits) {
  const std::size_t calls = pairs / batch;
  const double ns = mean_ns(state, [&] {
    for (std::size_t call = 0; call < calls; ++call) engine.run(call * batch, batch);
  });
  state.counters["ns_per_pair"] = ns / static_cast<double>(counted != 0 ? counted : calls * batch);
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

void register_one(const std::string& name, const WorkloadPlan& plan, const PairEntry& entry, unsigned threads,
                  Stage& stage) {
  register_benchmark(name, [plan, &entry, threads, &stage](benchmark::State& state) {
    PairEngine& engine = stage.set(plan, entry, threads);
    const std::size_t pairs = stage.pairs();
    time_pairs(state, engine, pairs, plan.pairs_of_call == 0 ? pairs : plan.pairs_of_call,
               stage.set(plan).counted_pairs, stage.hits());
    for (const auto& [counter, value] : engine.counts()) state.counters[counter] = value;
    const bool counted = entry.engine == "satchel" || entry.engine == "bytes";
    if (counted && plan.tags.has(Tag::memory_bound)) count_traffic(state, traffic_of(stage.set(plan)));
  });
}

}  // namespace

std::vector<std::string> pair_benchmark_names(const std::string& workload) {
  std::vector<std::string> names;
  for (const PairEntry& entry : Registered<PairEntry>::all()) names.push_back(benchmark_name(entry, workload));
  return names;
}

void register_pair_benchmarks(const WorkloadPlan& plan, Stage& stage) {
  for (const PairEntry& entry : Registered<PairEntry>::all()) {
    if (!entry.takes(plan)) continue;
    const std::string name = benchmark_name(entry, plan.name);
    register_one(name, plan, entry, 1, stage);
    if (!entry.threads || !plan.tags.has(Tag::threads)) continue;
    for (const unsigned threads : several_threads()) {
      register_one(name + "/threads:" + std::to_string(threads), plan, entry, threads, stage);
    }
  }
}

}  // namespace satchel_bench
