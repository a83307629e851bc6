// Recorded scenes as workloads: scene JSON, version 1, polygons only.
#pragma once

#include <filesystem>
#include <string>

#include "workload.hpp"

namespace satchel_bench {

/// Whether this build can read scene files at all (it needs nlohmann-json).
bool can_read_scenes();

/// Reads a scene. Throws std::runtime_error with the reason where the file cannot be read or is no workload: other
/// shapes than polygons without radius, or no pairs.
Workload read_scene(const std::filesystem::path& file);

/// As read_scene, but only what the plan says; the plan reads the file again when it is built.
WorkloadPlan plan_scene(const std::string& name, const std::filesystem::path& file);

}  // namespace satchel_bench
