// Recorded scenes as workloads: scene JSON, version 1, polygons only.
#pragma once

#include <filesystem>
#include <string>

#include "workloads/workload.hpp"

namespace satchel_bench {

/// Whether this build can read scene files, which needs nlohmann-json.
bool can_read_scenes();

/// Reads a scene. Throws std::runtime_error with the reason if the file cannot be read or is no workload, because it
/// has shapes other than polygons without radius, or no pairs.
Workload read_scene(const std::filesystem::path& file);

/// Reads what a plan needs; throws as read_scene. The plan reads the file again when its workload is built.
WorkloadPlan plan_scene(const std::string& name, const std::filesystem::path& file);

}  // namespace satchel_bench
