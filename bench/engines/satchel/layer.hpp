// A layer of outlines as the library takes it, and a check that instruction sets agree.
#pragma once

#include <satchel/satchel.hpp>

#include <stdexcept>
#include <string>
#include <vector>

#include "workloads/rings.hpp"

namespace satchel_bench {

inline const satchel::Options one_thread{.max_threads = 1};

/// A layer as the library takes it.
struct Coordinates {
  explicit Coordinates(const RingData& data) : rings(data.ring_starts), polygons(data.polygon_starts) {
    for (std::size_t i = 0; i < data.points.size(); i += 2) points.push_back({data.points[i], data.points[i + 1]});
  }

  void add_to(satchel::Scened& scene, std::vector<satchel::ShapeId>& shapes, bool trusted = false) const {
    shapes.resize(polygons.size() - 1);
    scene.add_outlines({points, rings, polygons, {}}, shapes, {.trusted = trusted, .options = one_thread});
  }

  /// Body i is outline i, where its coordinates say.
  satchel::Scened scene() const {
    satchel::Scened scene;
    std::vector<satchel::ShapeId> shapes;
    add_to(scene, shapes);
    const std::vector<satchel::Pose> poses(shapes.size());
    std::vector<satchel::BodyId> bodies(shapes.size());
    scene.add_bodies(shapes, poses, bodies);
    return scene;
  }

  std::vector<satchel::Vec2d> points;
  std::vector<std::uint32_t> rings, polygons;
};

/// Throws unless these answers are the same bits on each instruction set of this machine. Once for each engine.
template <class Answers>
void require_same_bits(Answers answers) {
  static bool checked = false;
  if (checked) return;
  const auto expected = answers();
  for (const std::string_view isa : satchel::available_isas()) {
    satchel::force_isa(isa);
    const bool same = answers() == expected;
    satchel::force_isa("");
    if (!same) throw std::runtime_error("satchel answers otherwise on " + std::string(isa));
  }
  checked = true;
}

}  // namespace satchel_bench
