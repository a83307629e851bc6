// Box2D's collide functions for circles, capsules and rounded polygons.
#pragma once

#include <memory>

#include "harness/pair_engine.hpp"

namespace satchel_bench {

/// An engine for workloads with round shapes.
std::unique_ptr<PairEngine> make_box2d_round(const Workload& workload);

}  // namespace satchel_bench
