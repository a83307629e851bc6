// The one driver of calls on a list of pairs: checks, chunks, threads, memory errors, statistics.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <new>
#include <span>

#include <satchel/error.hpp>
#include <satchel/options.hpp>
#include <satchel/types.hpp>

#include "parallel/parallel.hpp"
#include "query/pipeline/batch.hpp"
#include "query/pipeline/check_pairs.hpp"
#include "query/pipeline/scenes.hpp"

namespace satchel::query {

/// The options of a call on so many pairs: threads cost more than they bring where there are few.
inline Options options_for(std::size_t pairs, const Options& options) {
  Options how = options;
  if (pairs <= 2 * long_chunk) how.max_threads = 1;
  return how;
}

/// Runs work(k) for each k below `count`, on any threads; std::bad_alloc out of it ends in no_memory.
template <class Work>
Status for_each_task(std::size_t count, const Options& options, const Work& work) noexcept {
  std::atomic<bool> out_of_memory{false};
  const Status status = parallel::for_each_chunk(count, options, [&](std::size_t k) noexcept {
    try {
      work(k);
    } catch (const std::bad_alloc&) {
      out_of_memory.store(true, std::memory_order_relaxed);
    }
  });
  if (!status.ok()) return status;
  return out_of_memory.load(std::memory_order_relaxed) ? Status{ErrorCode::no_memory, 0} : Status{};
}

/// Checks the pairs before anything is written, makes a Batch of the call and gives it to run(batch, progress), whose
/// units are pairs; counts the pairs if that returns ok.
template <class Query, class Run>
Status with_batch(const Scenes<typename Query::Scalar>& scenes, const kernels::KernelTable& table,
                  std::span<const Pair> pairs, const Options& options, const Run& run) {
  bool some_swapped = false;
  parallel::Progress progress(options, pairs.size());
  const Status bad = check_pairs(scenes.a, scenes.b, pairs, table, progress.options(), some_swapped);
  if (!bad.ok()) return with_body(bad, scenes.a, scenes.one, pairs);
  Batch<Query> batch(scenes.a, scenes.b, pairs.size(), scenes.one && some_swapped, table, options.stats);
  const Status status = progress.finish(run(batch, progress));
  if (status.ok()) batch.count(pairs.size());
  return status;
}

/// The whole call: check, then work(batch, chunk of pairs, place of its first pair) for each chunk, on any threads.
/// @param most  the most pairs of a chunk, if work cannot take more
template <class Query, class Work>
Status for_each_chunk(const Scenes<typename Query::Scalar>& scenes, const kernels::KernelTable& table,
                      std::span<const Pair> pairs, const Options& options, std::size_t most,
                      const Work& work) noexcept {
  return with_batch<Query>(scenes, table, pairs, options, [&](Batch<Query>& batch, parallel::Progress& progress) {
    const Options how = options_for(pairs.size(), progress.options());
    progress.begin(pairs.size());
    const std::size_t size = std::min(most, batch.chunk_pairs(pairs.size(), how));
    return for_each_task((pairs.size() + size - 1) / size, how, [&](std::size_t chunk) {
      const std::size_t begin = chunk * size;
      work(batch, pairs.subspan(begin, std::min(size, pairs.size() - begin)), begin);
    });
  });
}

}  // namespace satchel::query
