// A long call cut into slices, so that it can be timed and shows how far it is.
#pragma once

#include <cstddef>
#include <functional>

namespace satchel::cli {

/// Calls work(first, count) for one slice of the `total` items after the other; returns the seconds spent in it.
double in_slices(std::size_t total, const std::function<void(std::size_t first, std::size_t count)>& work);

}  // namespace satchel::cli
