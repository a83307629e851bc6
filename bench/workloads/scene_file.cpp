#include "workloads/scene_file.hpp"

#include <algorithm>
#include <stdexcept>

#include "workloads/shapes.hpp"

#if SATCHEL_BENCH_JSON
#include <fstream>
#include <nlohmann/json.hpp>
#endif

namespace satchel_bench {

#if SATCHEL_BENCH_JSON
namespace {

using Json = nlohmann::json;

/// Cuts a concave outline into parts. An outline that touches itself gets none.
void cut(Shape& shape) {
  try {
    const satchel::ConvexParts parts = satchel::convex_parts(shape.vertices);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      shape.parts.emplace_back(parts.vertices.begin() + parts.starts[k], parts.vertices.begin() + parts.starts[k + 1]);
    }
    shape.inner_edges = parts.inner_edges;
    shape.from_ring = true;
  } catch (const satchel::Error&) {
  }
}

Shape read_shape(const Json& json) {
  if (json.at("type") == "concave") {
    Shape shape;
    for (const Json& v : json.at("vertices")) shape.vertices.push_back({v.at(0).get<float>(), v.at(1).get<float>()});
    cut(shape);
    if (shape.parts.empty()) shape.vertices.clear();  // marks the shape: its pairs are skipped
    return shape;
  }
  if (json.at("type") != "polygon") throw std::runtime_error("it has a " + json.at("type").get<std::string>());
  if (json.value("radius", 0.0) != 0.0) throw std::runtime_error("it has a rounded polygon");
  Shape shape;
  for (const Json& v : json.at("vertices")) shape.vertices.push_back({v.at(0).get<float>(), v.at(1).get<float>()});
  return shape;
}

}  // namespace

bool can_read_scenes() { return true; }

Workload read_scene(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("it cannot be opened");
  const Json scene = Json::parse(in);
  if (!scene.contains("pairs") || scene["pairs"].empty()) throw std::runtime_error("it has no pairs");
  Workload workload;
  for (const Json& shape : scene.at("shapes")) workload.shapes.push_back(read_shape(shape));
  for (const Json& body : scene.at("bodies")) {
    workload.body_shapes.push_back(body.at(0).get<satchel::ShapeId>());
    if (workload.body_shapes.back() >= workload.shapes.size()) throw std::runtime_error("a body has no shape");
    workload.poses.push_back(
        satchel::Pose::at(body.at(1).get<double>(), body.at(2).get<double>(), body.at(3).get<double>()));
  }
  for (const Json& pair : scene["pairs"]) {
    workload.pairs.push_back({pair.at(0).get<satchel::BodyId>(), pair.at(1).get<satchel::BodyId>()});
    const auto [a, b] = workload.pairs.back();
    if (std::max(a, b) >= workload.poses.size()) throw std::runtime_error("a pair has no body");
    if (workload.shape_of(a).vertices.empty() || workload.shape_of(b).vertices.empty()) workload.pairs.pop_back();
  }
  // A square stands for each shape that could not be cut and has no pairs.
  for (Shape& shape : workload.shapes) {
    if (shape.vertices.empty()) shape = box(1, 1);
  }
  return workload;
}
#else
bool can_read_scenes() { return false; }

Workload read_scene(const std::filesystem::path&) { throw std::runtime_error("this build cannot read scenes"); }
#endif

WorkloadPlan plan_scene(const std::string& name, const std::filesystem::path& file) {
  const Workload workload = read_scene(file);
  WorkloadPlan plan{.name = name, .bodies = workload.poses.size(), .build = [file] { return read_scene(file); }};
  for (const Shape& shape : workload.shapes) {
    plan.max_vertices = std::max(plan.max_vertices, shape.vertices.size());
    if (!shape.parts.empty()) plan.tags.add(Tag::concave);
  }
  return plan;
}

}  // namespace satchel_bench
