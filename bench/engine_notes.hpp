// What each engine computes, in a few words, because times of different computations do not compare directly.
#pragma once

#include <string_view>

namespace satchel_bench {

/// The note on an engine for a query; empty if there is none.
std::string_view engine_note(std::string_view query, std::string_view engine);

}  // namespace satchel_bench
