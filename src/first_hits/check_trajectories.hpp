// Checks the input of `first_hits`.
#pragma once

#include <cstddef>

#include <satchel/error.hpp>
#include <satchel/first_hits.hpp>
#include <satchel/options.hpp>

#include "format/kernel_table.hpp"
#include "scene/data.hpp"

namespace satchel::trajectories {

/// The Status with which `satchel::first_hits` refuses its input, or ok.
/// @param hits  the number of results
template <class T>
Status check(const detail::SceneData<T>& scene, const kernels::KernelTable& table, const Trajectories& movers,
             const Trajectories& obstacles, std::size_t hits, const Options& options) noexcept;

}  // namespace satchel::trajectories
