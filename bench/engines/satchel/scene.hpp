// A workload as a satchel::Scene.
#pragma once

#include <satchel/scene.hpp>

#include "workloads/workload.hpp"

namespace satchel_bench {

/// Makes a scene whose shape and body indices are those of the workload.
template <class T>
satchel::BasicScene<T> make_scene(const Workload& workload);

}  // namespace satchel_bench
