// What each engine computes, in a few words: engines that answer different questions are not simply faster or slower.
#pragma once

#include <string_view>

namespace satchel_bench {

/// Empty where nothing is known of it.
std::string_view engine_note(std::string_view query, std::string_view engine);

}  // namespace satchel_bench
