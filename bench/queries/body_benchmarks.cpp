#include "queries/body_benchmarks.hpp"

#include <satchel/scene.hpp>

#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>

#include "engines/satchel/scene.hpp"
#include "harness/timing.hpp"

namespace satchel_bench {
namespace {

using satchel::Pose;

void count(benchmark::State& state, double ns, std::size_t bodies) {
  state.counters["ns_per_body"] = ns / static_cast<double>(bodies);
  state.counters["bodies"] = static_cast<double>(bodies);
}

/// Moves every body and rotates it by a right angle, which keeps all numbers values of floats.
std::vector<Pose> moved(const std::vector<Pose>& poses) {
  std::vector<Pose> result = poses;
  for (Pose& pose : result) pose = {pose.x + 0.5, pose.y - 0.25, {-pose.rotation.sin, pose.rotation.cos}};
  return result;
}

/// The vertices of a shape, or of its parts one after another.
std::vector<satchel::Vec2> vertices_of(const Shape& shape) {
  if (shape.parts.empty()) return shape.vertices;
  std::vector<satchel::Vec2> vertices;
  for (const std::vector<satchel::Vec2>& part : shape.parts) vertices.insert(vertices.end(), part.begin(), part.end());
  return vertices;
}

/// Compares the placed vertices with a rotation in double.
void verify_placed(const satchel::Scene& scene, const Workload& workload, const std::vector<Pose>& poses) {
  std::vector<satchel::Vec2> offsets;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const auto body = static_cast<satchel::BodyId>(i);
    const std::vector<satchel::Vec2> vertices = vertices_of(workload.shape_of(body));
    offsets.resize(vertices.size());
    scene.placed_offsets(body, offsets);
    bool right = scene.pose(body) == poses[i];
    for (std::size_t k = 0; k < vertices.size(); ++k) {
      const double vx = vertices[k].x, vy = vertices[k].y;
      const double x = poses[i].rotation.cos * vx - poses[i].rotation.sin * vy,
                   y = poses[i].rotation.sin * vx + poses[i].rotation.cos * vy;
      const double margin = 1e-6 * (std::abs(vx) + std::abs(vy));
      right = right && std::abs(offsets[k].x - x) <= margin && std::abs(offsets[k].y - y) <= margin;
    }
    if (!right) throw std::runtime_error("satchel misplaces body " + std::to_string(i));
  }
}

/// Sets two lists of poses alternately, so that every call changes all bodies.
void time_set_poses(benchmark::State& state, const Workload& workload) {
  satchel::Scene scene = make_scene<float>(workload);
  const std::vector<Pose> there = moved(workload.poses);
  const satchel::Options one_thread{.max_threads = 1};
  scene.set_poses(there, one_thread);
  verify_placed(scene, workload, there);

  bool back = true;
  const double ns = mean_ns(state, [&] {
    scene.set_poses(back ? workload.poses : there, one_thread);
    back = !back;
  });
  count(state, ns, workload.poses.size());
}

/// Builds a scene without `reserve`; its bytes include spare capacity.
void time_building(benchmark::State& state, const Workload& workload) {
  verify_placed(make_scene<float>(workload), workload, workload.poses);
  std::optional<satchel::Scene> scene;
  const double ns = mean_ns(
      state, [&] { scene.reset(); }, [&] { scene.emplace(make_scene<float>(workload)); });
  count(state, ns, workload.poses.size());
  state.counters["bytes_per_body"] =
      static_cast<double>(scene->body_memory_bytes()) / static_cast<double>(workload.poses.size());
}

void register_one(const std::string& name, const WorkloadPlan& plan, Stage& stage,
                  void (*time)(benchmark::State&, const Workload&)) {
  register_benchmark(name, [plan, &stage, time](benchmark::State& state) { time(state, stage.set(plan)); });
}

}  // namespace

void register_body_benchmarks(const std::vector<WorkloadPlan>& plans, Stage& stage) {
  for (const WorkloadPlan& plan : plans) {
    if (plan.tags.has(Tag::set_poses)) {
      register_one("set_poses/" + plan.name + "/satchel", plan, stage, time_set_poses);
    }
    if (plan.tags.has(Tag::memory)) register_one("memory/octagons/satchel", plan, stage, time_building);
  }
}

}  // namespace satchel_bench
