// Checking a list of pairs before anything is written.
#pragma once

#include <span>

#include <satchel/error.hpp>
#include <satchel/types.hpp>

#include "format/kernel_table.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// The first pair that names a body that does not exist, or ok. One pass over the list, at memory speed: bodies are
/// looked at only where some have been removed.
/// @param some_swapped  whether some pair has b < a
template <class T>
Status check_pairs(const detail::SceneData<T>& a, const detail::SceneData<T>& b, std::span<const Pair> pairs,
                   const kernels::KernelTable& table, const Options& options, bool& some_swapped) noexcept;

}  // namespace satchel::query
