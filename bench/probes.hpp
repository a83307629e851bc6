// points/lidar/ENGINE and rays/lidar/ENGINE: what sensors and pointers ask of a scene.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <satchel/cast_rays.hpp>
#include <satchel/find_bodies.hpp>

#include "questions.hpp"
#include "workload.hpp"

namespace satchel_bench {

/// Boxes over a plane, points anywhere, and rays all around some places that lie in no body. Numbers are values of
/// floats.
struct Probes {
  Workload workload;
  std::vector<satchel::Vec2d> points;
  std::vector<satchel::Ray> rays;  // of unit direction
};

/// What is wrong with these answers, by brute force in double for some of the queries. Empty: nothing.
std::string wrong_points(const Probes& probes, std::vector<satchel::FoundBody> found);
/// @param times  one a ray; infinite: no hit
std::string wrong_rays(const Probes& probes, const std::vector<double>& times);

/// Each in the file of its name.
std::unique_ptr<QuestionEngine> make_satchel_points(const Probes& probes);
std::unique_ptr<QuestionEngine> make_satchel_rays(const Probes& probes);
std::unique_ptr<QuestionEngine> make_box2d_points(const Probes& probes);
std::unique_ptr<QuestionEngine> make_box2d_rays(const Probes& probes);

/// Registers the benchmarks; their data are made when they run.
void register_probe_benchmarks();

}  // namespace satchel_bench
