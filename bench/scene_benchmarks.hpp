// collide/scene_NAME/ENGINE, pairs/scene_NAME/ENGINE: the recorded scenes in the folder that the environment's
// SATCHEL_SCENES names.
#pragma once

#include "stage.hpp"

namespace satchel_bench {

/// Registers the scenes that have a benchmark matching the program's filter; only these files are read. One that is no
/// workload is left out with a note on standard error. The stage outlives the benchmarks.
void register_scene_benchmarks(Stage& stage);

}  // namespace satchel_bench
