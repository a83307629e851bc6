// Benchmarks points/lidar/ENGINE and rays/lidar/ENGINE: bodies at points and on rays, as for sensors and pointers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <satchel/cast_rays.hpp>
#include <satchel/find_bodies.hpp>

#include "questions.hpp"
#include "workload.hpp"

namespace satchel_bench {

/// Boxes on a plane, random points, and rays in all directions from places outside of all bodies. All numbers are
/// values of floats.
struct Probes {
  Workload workload;
  std::vector<satchel::Vec2d> points;
  std::vector<satchel::Ray> rays;  // with unit directions
};

/// Checks a sample of the answers by brute force in double. @return  the first error, or empty
std::string wrong_points(const Probes& probes, std::vector<satchel::FoundBody> found);
/// @param times  one per ray; infinity: no hit
std::string wrong_rays(const Probes& probes, const std::vector<double>& times);

/// Each is defined in engines/, in the file of its name.
std::unique_ptr<QuestionEngine> make_satchel_points(const Probes& probes);
std::unique_ptr<QuestionEngine> make_satchel_rays(const Probes& probes);
std::unique_ptr<QuestionEngine> make_box2d_points(const Probes& probes);
std::unique_ptr<QuestionEngine> make_box2d_rays(const Probes& probes);

/// Registers the benchmarks, which make their data when they run.
void register_probe_benchmarks();

}  // namespace satchel_bench
