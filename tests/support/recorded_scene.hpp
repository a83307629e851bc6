// Recorded scene files, as tests read them: polygons, circles and capsules, pairs and motions.
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <satchel/satchel.hpp>
#include <string>

#include "generators.hpp"

namespace satchel::test {

/// The scene of a file; nothing where it has a shape that is not convex. Without pairs: those of the broad phase.
inline std::optional<World> recorded_scene(const std::filesystem::path& path, bool polygons_alone = false) {
  std::ifstream file(path);
  const nlohmann::json json = nlohmann::json::parse(file);
  const auto point = [](const nlohmann::json& p) { return Vec2{p.at(0).get<float>(), p.at(1).get<float>()}; };
  World world;
  for (const auto& shape : json.at("shapes")) {
    const std::string type = shape.at("type");
    const float radius = shape.value("radius", 0.0f);
    if (type == "concave" || (polygons_alone && (type != "polygon" || radius > 0))) return {};
    if (type == "circle") {
      world.scene.add_circle(point(shape.at("center")), radius);
    } else if (type == "capsule") {
      world.scene.add_capsule(point(shape.at("a")), point(shape.at("b")), radius);
    } else {
      Polygon polygon;
      for (const auto& v : shape.at("vertices")) polygon.push_back(point(v));
      world.scene.add_polygon(polygon, radius);
    }
  }
  for (const auto& body : json.at("bodies")) {
    world.scene.add_body(body.at(0).get<ShapeId>(),
                         Pose::at(body.at(1).get<double>(), body.at(2).get<double>(), body.at(3).get<double>()));
  }
  if (!json.contains("pairs")) {
    find_pairs(world.scene, world.pairs);
    return world;
  }
  for (const auto& pair : json.at("pairs")) {
    world.pairs.push_back({pair.at(0).get<BodyId>(), pair.at(1).get<BodyId>()});
  }
  return world;
}

}  // namespace satchel::test
