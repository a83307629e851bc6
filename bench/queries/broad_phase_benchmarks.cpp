#include "queries/broad_phase_benchmarks.hpp"

#include <satchel/scene.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>

#include "engines/satchel/scene.hpp"
#include "harness/broad_phase_engine.hpp"
#include "harness/threads.hpp"
#include "harness/timing.hpp"
#include "reference/check_pairs.hpp"
#include "reference/reference.hpp"
#include "workloads/moving.hpp"

namespace satchel_bench {
namespace {

using satchel::Box;
using satchel::Pair;

std::string benchmark_name(const BroadPhaseEntry& entry, const std::string& workload) {
  return entry.query + '/' + workload + '/' + entry.engine;
}

bool is_frame(const BroadPhaseEntry& entry) { return entry.query != "pairs"; }

std::vector<Box> boxes_of(const Workload& workload) {
  const satchel::Scene scene = make_scene<float>(workload);
  std::vector<Box> boxes(scene.body_slots());
  for (std::size_t i = 0; i < boxes.size(); ++i) boxes[i] = scene.bounding_box(static_cast<satchel::BodyId>(i));
  return boxes;
}

struct FrameCheck {
  std::string error;
  std::size_t overlaps = 0;  // deeper than rounding
};

/// Checks each answer of an engine's first frame against the reference.
FrameCheck check_frame(const Workload& workload, const BroadPhaseEngine& engine) {
  Workload frame;
  frame.shapes = workload.shapes;
  frame.body_shapes = workload.body_shapes;
  frame.poses = moved_a_little(workload.poses);
  Reference reference(frame);
  FrameCheck check;
  const std::span<const Pair> pairs = engine.pairs();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    reference.place(pairs[i]);
    const double margin = 1e-5 * reference.extent() + 0x1p-21 * reference.magnitude();
    const double separation = reference.separation_of_parts(pairs[i]);
    const bool overlaps = separation<-margin, apart = separation> engine.skin() + margin;
    if (engine.hit(i) ? apart : overlaps) {
      check.error = "is wrong about bodies " + std::to_string(pairs[i].a) + " and " + std::to_string(pairs[i].b);
      return check;
    }
    check.overlaps += overlaps ? 1 : 0;
  }
  return check;
}

/// Satchel's engine of a query, on one thread: the measure of the peers.
std::unique_ptr<BroadPhaseEngine> make_satchel(const std::string& query, const Crowd& crowd) {
  for (const BroadPhaseEntry& entry : Registered<BroadPhaseEntry>::all()) {
    if (entry.query == query && entry.engine == "satchel") return entry.make(crowd, 1);
  }
  throw std::runtime_error("satchel has no engine for " + query);
}

/// What is in memory besides the workload: its boxes, the expected pairs, and one engine.
class BroadStage {
 public:
  BroadPhaseEngine& set(const Workload& workload, const BroadPhaseEntry& entry, unsigned threads) {
    const std::string name = entry.query + '/' + entry.engine + std::to_string(threads);
    if (workload_ != workload.name) {
      clear();
      boxes_ = boxes_of(workload);
      workload_ = workload.name;
    }
    if (engine_name_ == name) return *engine_;
    engine_.reset();
    engine_name_.clear();
    engine_ = entry.make({workload, boxes_}, threads);
    engine_->run();
    if (const std::string error = verify(workload, entry); !error.empty()) {
      engine_.reset();
      throw std::runtime_error(entry.engine + ' ' + error);
    }
    engine_name_ = name;
    return *engine_;
  }

 private:
  void clear() {
    engine_.reset();
    engine_name_.clear();
    workload_.clear();
    boxes_ = {};
    expected_ = {};
    overlaps_.reset();
  }

  /// Checks Satchel's pairs by brute force for a sample of bodies, and a peer's pairs against Satchel's.
  std::string verify(const Workload& workload, const BroadPhaseEntry& entry) {
    if (is_frame(entry)) return verify_frame(workload, entry.query);
    if (entry.engine == "satchel") return wrong_of_sample(boxes_, engine_->pairs());
    if (expected_.empty()) {
      const auto satchel = make_satchel("pairs", {workload, boxes_});
      satchel->run();
      expected_.assign(satchel->pairs().begin(), satchel->pairs().end());
    }
    return wrong_pairs(boxes_, expected_, engine_->pairs(), engine_->slack());
  }

  /// Checks an engine's frame against the reference, and its number of overlaps against that of Satchel.
  std::string verify_frame(const Workload& workload, const std::string& query) {
    if (!overlaps_) {
      const auto satchel = make_satchel(query, {workload, boxes_});
      satchel->run();
      const FrameCheck check = check_frame(workload, *satchel);
      if (!check.error.empty()) return "cannot be judged: satchel " + check.error;
      overlaps_ = check.overlaps;
    }
    const FrameCheck check = check_frame(workload, *engine_);
    if (!check.error.empty() || check.overlaps == *overlaps_) return check.error;
    return "finds " + std::to_string(check.overlaps) + " overlaps, not " + std::to_string(*overlaps_);
  }

  std::string workload_, engine_name_;
  std::vector<Box> boxes_;
  std::vector<Pair> expected_;
  std::optional<std::size_t> overlaps_;  // of the next frame, deeper than rounding
  std::unique_ptr<BroadPhaseEngine> engine_;
};

BroadStage& broad_stage() {
  static BroadStage stage;
  return stage;
}

void time_engine(benchmark::State& state, BroadPhaseEngine& engine, std::size_t bodies) {
  engine.run();  // the second set of poses: memory reaches its final size
  const double ns = mean_ns(state, [&] { engine.run(); });
  const auto count = static_cast<double>(bodies);
  state.counters["ns_per_body"] = ns / count;
  state.counters["bodies"] = count;
  state.counters["pairs"] = static_cast<double>(engine.pairs().size());
  std::size_t hits = 0;
  for (std::size_t i = 0; i < engine.pairs().size(); ++i) hits += engine.hit(i) ? 1 : 0;
  if (hits > 0) state.counters["hits"] = static_cast<double>(hits);
  if (engine.bytes() > 0) state.counters["bytes_per_body"] = static_cast<double>(engine.bytes()) / count;
}

void register_one(const std::string& name, const WorkloadPlan& plan, const BroadPhaseEntry& entry, unsigned threads,
                  Stage& stage) {
  register_benchmark(name, [plan, &entry, threads, &stage](benchmark::State& state) {
    const Workload& workload = stage.set(plan);
    time_engine(state, broad_stage().set(workload, entry, threads), workload.poses.size());
  });
}

}  // namespace

std::vector<std::string> broad_phase_benchmark_names(const std::string& workload) {
  std::vector<std::string> names;
  for (const BroadPhaseEntry& entry : Registered<BroadPhaseEntry>::all())
    names.push_back(benchmark_name(entry, workload));
  return names;
}

void register_broad_phase_benchmarks(const WorkloadPlan& plan, Stage& stage) {
  for (const BroadPhaseEntry& entry : Registered<BroadPhaseEntry>::all()) {
    if (plan.bodies > entry.max_bodies) continue;
    if (is_frame(entry) && plan.max_vertices > entry.max_vertices) continue;
    const std::string name = benchmark_name(entry, plan.name);
    register_one(name, plan, entry, 1, stage);
    if (!entry.threads || !plan.tags.has(Tag::threads)) continue;
    for (const unsigned threads : several_threads()) {
      register_one(name + "/threads:" + std::to_string(threads), plan, entry, threads, stage);
    }
  }
}

}  // namespace satchel_bench
