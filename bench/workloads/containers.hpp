// Octagons in and around larger ones: about a third lie within.
#pragma once

#include "workloads/question.hpp"
#include "workloads/workload.hpp"

namespace satchel_bench {

inline constexpr Question octagons_in_octagons{"within", "octagons_in_octagons", "pair", 16'384};
/// Body 2 i is a, body 2 i + 1 is b of pair i. All numbers are values of floats.
const Workload& containers();

}  // namespace satchel_bench
