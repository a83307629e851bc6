// Cuts a long call into slices, for its time and a progress bar.
#pragma once

#include <cstddef>
#include <functional>

namespace satchel::cli {

/// Calls work(first, count) for consecutive slices of `total` items; returns the seconds spent in these calls.
double in_slices(std::size_t total, const std::function<void(std::size_t first, std::size_t count)>& work);

}  // namespace satchel::cli
