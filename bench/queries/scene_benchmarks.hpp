// Benchmarks collide/scene_NAME/ENGINE and pairs/scene_NAME/ENGINE: the recorded scenes in the folder that the
// environment variable SATCHEL_SCENES names.
#pragma once

#include "harness/stage.hpp"

namespace satchel_bench {

/// Registers the scenes with a benchmark that matches the program's filter, and reads only their files. Skips a file
/// that is no workload, with a note on standard error. The stage must outlive the benchmarks.
void register_scene_benchmarks(Stage& stage);

}  // namespace satchel_bench
