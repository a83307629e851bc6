// Searches a tree for the overlaps of groups of boxes, by chunks of query groups that run in parallel.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>

#include <satchel/error.hpp>
#include <satchel/options.hpp>
#include <satchel/types.hpp>

#include "format/kernel_table.hpp"
#include "parallel/parallel.hpp"

namespace satchel::broad_phase {

constexpr std::size_t groups_per_chunk = 64;
constexpr std::size_t hits_at_once = 2048;  ///< found pairs that a kernel buffers before they are taken
constexpr std::size_t search_chunks(std::size_t groups) { return (groups + groups_per_chunk - 1) / groups_per_chunk; }

/// What one task of a search has on its stack: found pairs, and the function that takes them.
template <class Take>
struct HitBuffer {
  const Take& take;
  ErrorCode error = ErrorCode::ok;
  std::array<BodyId, hits_at_once + 256> a, b;

  explicit HitBuffer(const Take& take_pair) : take(take_pair) {}
  /// Makes a job put what it finds here.
  void serve(kernels::OverlapJob& job) {
    job.capacity = a.size();
    job.a = a.data();
    job.b = b.data();
    job.take = take_hits;
    job.context = this;
  }

  static bool take_hits(void* context, std::size_t hits) noexcept {
    return static_cast<HitBuffer*>(context)->take_all(hits);
  }
  bool take_all(std::size_t hits) noexcept try {
    const Take taking = take;  // its members stay in registers, because nothing else points to it
    for (std::size_t i = 0; i < hits; ++i) {
      if constexpr (requires { taking.prefetch(a[i], b[i]); }) {
        constexpr std::size_t ahead = 32;
        if (i + ahead < hits) taking.prefetch(a[i + ahead], b[i + ahead]);
      }
      if (const ErrorCode refused = taking(a[i], b[i]); refused != ErrorCode::ok) {
        error = refused;
        return false;
      }
    }
    return true;
  } catch (const std::exception&) {  // of vectors
    error = ErrorCode::no_memory;
    return false;
  }
};

/// Runs a job, of which queries, targets, target_range and one_tree are set, over all query groups.
/// @param task  task(chunk, search) for each chunk of query groups, on any thread; it calls search(take) once, which calls
///              take(a, b) -> ErrorCode for each overlap, in an order that depends on the job alone. Both may throw what
///              std::vector throws.
template <class Task>
Status search_in_chunks(const kernels::KernelTable& table, const kernels::OverlapJob& job, const Options& run,
                        const Task& task) {
  const std::size_t groups = job.queries.group_count;
  if (groups == 0 || job.targets.group_count == 0) return {};
  std::atomic<ErrorCode> error{ErrorCode::ok};
  const auto search_chunk = [&](std::size_t chunk) noexcept {
    if (error.load(std::memory_order_relaxed) != ErrorCode::ok) return;
    const auto search = [&](const auto& take) {
      HitBuffer buffer(take);
      kernels::OverlapJob part = job;
      part.range = {static_cast<std::uint32_t>(chunk * groups_per_chunk),
                    static_cast<std::uint32_t>(std::min(groups, (chunk + 1) * groups_per_chunk))};
      buffer.serve(part);
      table.find_overlaps(part);
      if (buffer.error != ErrorCode::ok) error.store(buffer.error, std::memory_order_relaxed);
    };
    try {
      task(chunk, search);
    } catch (const std::exception&) {
      error.store(ErrorCode::no_memory, std::memory_order_relaxed);
    }
  };
  const Status status = parallel::for_each_chunk(search_chunks(groups), run, search_chunk);
  if (!status.ok()) return status;
  return {error.load(std::memory_order_relaxed), 0};
}

}  // namespace satchel::broad_phase
