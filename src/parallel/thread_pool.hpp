// Threads of the library's own, where it is built without oneTBB.
#pragma once

#include <cstddef>

namespace satchel::parallel {

/// The number of tasks that can run at once: the threads of the machine.
std::size_t pool_workers() noexcept;

/// Calls task(data, i) for each i in [0, tasks) on the calling thread and on threads of the pool; returns when all calls
/// have returned. The calling thread runs no task of another call. Threads start when they are first needed, and wait
/// until the process ends. If one cannot start, or after a fork, the others and the calling thread do the work.
void run_in_pool(std::size_t tasks, void (*task)(void* data, std::size_t i), void* data) noexcept;

}  // namespace satchel::parallel
