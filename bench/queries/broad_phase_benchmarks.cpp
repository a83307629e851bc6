#include "queries/broad_phase_benchmarks.hpp"

#include <satchel/scene.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>

#include "engines/satchel/scene.hpp"
#include "harness/broad_phase_engine.hpp"
#include "harness/threads.hpp"
#include "harness/timing.hpp"
#include "reference/all_pairs.hpp"
#include "reference/check_frame.hpp"
#include "reference/check_pairs.hpp"
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

/// The workload's bodies in the first frame.
Workload first_frame(const Workload& workload) {
  Workload frame;
  frame.shapes = workload.shapes;
  frame.body_shapes = workload.body_shapes;
  frame.poses = moved_a_little(workload.poses);
  return frame;
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

  /// Checks an engine's pairs against those of the same boxes, of an engine with boxes of its own to within its slack.
  std::string verify(const Workload& workload, const BroadPhaseEntry& entry) {
    if (is_frame(entry)) return verify_frame(workload);
    if (expected_.empty()) {
      if (const std::string error = wrong_boxes_of(workload, boxes_); !error.empty())
        return "cannot be judged: " + error;
      expected_ = pairs_of_boxes(boxes_);
    }
    return wrong_pairs(boxes_, expected_, engine_->pairs(), engine_->slack());
  }

  /// Checks an engine's first frame against the reference.
  std::string verify_frame(const Workload& workload) {
    const Workload frame = first_frame(workload);
    if (!overlaps_) overlaps_ = overlapping_pairs(frame);
    std::vector<std::uint8_t> hits;
    for (std::size_t i = 0; i < engine_->pairs().size(); ++i) hits.push_back(engine_->hit(i) ? 1 : 0);
    return wrong_contacts(frame, *overlaps_, engine_->pairs(), hits, engine_->skin());
  }

  std::string workload_, engine_name_;
  std::vector<Box> boxes_;
  std::vector<Pair> expected_;
  std::optional<std::vector<Pair>> overlaps_;  // of the first frame, deeper than rounding
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
