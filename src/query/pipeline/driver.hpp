// The driver of all calls on a list of pairs: checks the pairs, cuts them into chunks, spreads the chunks over threads,
// turns memory errors into a Status, and counts pairs for statistics.
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
#include "query/stages/scenes.hpp"

namespace satchel::query {

/// The options of a call on this number of pairs: one thread for few pairs, because starting threads costs more than
/// they save.
inline Options options_for(std::size_t pairs, const Options& options) {
  Options how = options;
  if (pairs <= 2 * long_chunk) how.max_threads = 1;
  return how;
}

/// parallel::for_each_chunk for work(chunk) that may throw std::bad_alloc, which becomes no_memory.
template <class Work>
Status for_each_throwing_chunk(std::size_t chunks, const Options& options, const Work& work) noexcept {
  std::atomic<bool> out_of_memory{false};
  const Status status = parallel::for_each_chunk(chunks, options, [&](std::size_t chunk) noexcept {
    try {
      work(chunk);
    } catch (const std::bad_alloc&) {
      out_of_memory.store(true, std::memory_order_relaxed);
    }
  });
  if (!status.ok()) return status;
  return out_of_memory.load(std::memory_order_relaxed) ? Status{ErrorCode::no_memory, 0} : Status{};
}

/// Checks the pairs before anything is written, makes the call's Batch, and calls run(batch, progress), which decides
/// the pairs and returns a Status; progress counts pairs. Adds the pairs to the statistics if the Status is ok.
template <class Query, class Run>
Status with_batch(const Scenes<typename Query::Scalar>& scenes, const kernels::KernelTable& table,
                  std::span<const Pair> pairs, const Options& options, const Run& run) {
  bool some_swapped = false;
  parallel::Progress progress(options, pairs.size(), scenes.max_threads);
  const Status bad = check_pairs(scenes.a, scenes.b, pairs, table, progress.options(), some_swapped);
  if (!bad.ok()) return name_bad_body(bad, scenes.a, scenes.is_one_scene, pairs);
  if constexpr (!Query::verdicts_alone) {
    const Status lacking = check_has_parts(scenes.a, scenes.b, scenes.is_one_scene, pairs);
    if (!lacking.ok()) return lacking;
  }
  Batch<Query> batch(scenes.a, scenes.b, pairs.size(), scenes.is_one_scene && some_swapped, table, options.stats);
  const Status status = progress.finish(run(batch, progress));
  if (status.ok()) batch.count(pairs.size());
  return status;
}

/// A whole call: checks the pairs, then calls work(batch, chunk, begin) for each chunk of pairs, on any threads;
/// `begin` is the index of the chunk's first pair in the call. work may throw std::bad_alloc.
/// @param most  the largest number of pairs that work takes in one chunk
template <class Query, class Work>
Status for_each_chunk_of_pairs(const Scenes<typename Query::Scalar>& scenes, const kernels::KernelTable& table,
                               std::span<const Pair> pairs, const Options& options, std::size_t most,
                               const Work& work) noexcept {
  return with_batch<Query>(scenes, table, pairs, options, [&](Batch<Query>& batch, parallel::Progress& progress) {
    const Options how = options_for(pairs.size(), progress.options());
    progress.begin(pairs.size());
    const std::size_t size = std::min(most, batch.chunk_pairs(pairs.size(), how));
    return for_each_throwing_chunk((pairs.size() + size - 1) / size, how, [&](std::size_t chunk) {
      const std::size_t begin = chunk * size;
      work(batch, pairs.subspan(begin, std::min(size, pairs.size() - begin)), begin);
    });
  });
}

}  // namespace satchel::query
