// The entry points of `collide_hits`.
//
//   for each wave of chunks:
//     in parallel, each chunk: leave out what discs tell to be apart, collide the others into a buffer of the task, keep
//       the hits in the chunk's own buffer
//     sum up how many each has; make room
//     in parallel, each chunk: copy its hits to their place
//
// The chunks do not depend on the threads and are put together in order, so neither do the hits.
#include <satchel/hits.hpp>

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "query/pipeline/batch.hpp"
#include "query/pipeline/check_pairs.hpp"
#include "scene/fail.hpp"

namespace satchel {
namespace {

using detail::SceneAccess;
template <class T>
using CollideBatch = query::Batch<query::CollideQuery<T>>;

/// Contacts of one chunk, of which the hits are kept. Buffers never shrink: what a vector grows by it fills with zeros.
template <class T>
struct ChunkHits {
  std::vector<Pair> near_pairs;
  std::vector<std::uint32_t> near_places;
  std::vector<BasicContact<T>> contacts;
  std::vector<BasicHit<T>> hits;
  std::size_t count = 0;  ///< of the hits; what lies behind them is none
  std::size_t first = 0;  ///< where they go

  std::span<const BasicHit<T>> found() const { return {hits.data(), count}; }

  void collide(CollideBatch<T>& batch, std::span<const Pair> pairs, std::size_t begin, std::size_t size) {
    if (hits.size() < size) {
      near_pairs.resize(size);
      near_places.resize(size);
      contacts.resize(size);
      hits.resize(size);
    }
    query::NearPairs<T> near(near_pairs, near_places);
    std::span<const Pair> part = pairs.subspan(begin, size);
    const bool some_left_out = batch.leave_out_far(part, 0, near);
    if (some_left_out) part = near.pairs();
    batch.run(part, contacts.data());
    count = 0;
    for (std::size_t i = 0; i < part.size(); ++i) {
      const std::size_t place = begin + (some_left_out ? near_places[i] : i);
      hits[count] = {part[i], static_cast<std::uint32_t>(place), contacts[i]};
      count += verdict(contacts[i]) != Verdict::disjoint ? 1 : 0;  // if not, the next one is written over it
    }
  }
};

template <class T>
Status find_hits(const detail::SceneData<T>& a, const detail::SceneData<T>& b, bool one_scene,
                 const kernels::KernelTable& table, std::span<const Pair> pairs, std::vector<BasicHit<T>>& hits,
                 const Options& options) {
  if (pairs.size() > std::numeric_limits<std::uint32_t>::max()) return {ErrorCode::too_many, pairs.size()};
  bool some_turned = false;
  const Status bad = query::check_pairs(a, b, pairs, table, options, some_turned);
  if (!bad.ok()) return bad;

  CollideBatch<T> batch(a, b, pairs.size(), one_scene && some_turned, table, options.stats);
  const std::size_t chunk_pairs = batch.chunk_pairs();
  const std::size_t chunks = (pairs.size() + chunk_pairs - 1) / chunk_pairs;
  Options how = options;
  if (pairs.size() <= 2 * query::long_chunk) how.max_threads = 1;  // threads cost more than they bring
  const std::size_t tasks = parallel::task_count(chunks, how);
  constexpr std::size_t chunks_per_task = 8;  // so that none waits long for the slowest of a wave
  std::vector<ChunkHits<T>> wave(tasks == 1 ? 1 : std::min(chunks, tasks * chunks_per_task));

  hits.clear();
  for (std::size_t begin = 0; begin < chunks; begin += wave.size()) {
    const std::size_t count = std::min(wave.size(), chunks - begin);
    std::atomic<bool> out_of_memory{false};
    Status status = parallel::for_each_chunk(count, how, [&](std::size_t k) noexcept {
      const std::size_t first = (begin + k) * chunk_pairs;
      try {
        wave[k].collide(batch, pairs, first, std::min(chunk_pairs, pairs.size() - first));
      } catch (const std::bad_alloc&) {
        out_of_memory.store(true, std::memory_order_relaxed);
      }
    });
    if (!status.ok()) return status;
    if (out_of_memory.load(std::memory_order_relaxed)) return {ErrorCode::no_memory, 0};

    std::size_t total = hits.size();
    for (std::size_t k = 0; k < count; ++k) {
      wave[k].first = total;
      total += wave[k].count;
    }
    if (total > hits.capacity()) hits.reserve(std::max(total, 2 * hits.capacity()));
    if (count == 1) {
      const auto found = wave[0].found();
      hits.insert(hits.end(), found.begin(), found.end());
      continue;
    }
    hits.resize(total);
    status = parallel::for_each_chunk(count, how, [&](std::size_t k) noexcept {
      std::ranges::copy(wave[k].found(), hits.begin() + static_cast<std::ptrdiff_t>(wave[k].first));
    });
    if (!status.ok()) return status;
  }
  batch.count(pairs.size());
  return {};
}

template <class T>
Status hits_nothrow(const BasicScene<T>& a, const BasicScene<T>& b, bool one_scene, std::span<const Pair> pairs,
                    std::vector<BasicHit<T>>& hits, const Options& options) noexcept {
  const FpEnvironment environment;
  Status status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  try {
    return find_hits(SceneAccess::data(a), SceneAccess::data(b), one_scene, *table, pairs, hits, options);
  } catch (const std::bad_alloc&) {
    return {ErrorCode::no_memory, 0};
  }
}

template <class T>
void hits_or_throw(const BasicScene<T>& a, const BasicScene<T>& b, bool one_scene, std::span<const Pair> pairs,
                   std::vector<BasicHit<T>>& hits, const Options& options) {
  (void)dispatch::active();  // throws with the reason where there is none
  const Status status = hits_nothrow(a, b, one_scene, pairs, hits, options);
  if (status.ok()) return;
  if (status.code != ErrorCode::bad_body && status.code != ErrorCode::removed_body) {
    throw Error(status, message(status.code));
  }
  query::fail_pair(status, a, one_scene, pairs);
}

}  // namespace

// The entry points of one precision.
#define SATCHEL_ENTRY_POINTS(T)                                                                                       \
  void collide_hits(const BasicScene<T>& scene, std::span<const Pair> pairs, std::vector<BasicHit<T>>& hits,          \
                    const Options& options) {                                                                         \
    hits_or_throw(scene, scene, true, pairs, hits, options);                                                          \
  }                                                                                                                   \
  void collide_hits(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,          \
                    std::vector<BasicHit<T>>& hits, const Options& options) {                                         \
    hits_or_throw(scene_a, scene_b, false, pairs, hits, options);                                                     \
  }                                                                                                                   \
  Status collide_hits(std::nothrow_t, const BasicScene<T>& scene, std::span<const Pair> pairs,                        \
                      std::vector<BasicHit<T>>& hits, const Options& options) noexcept {                              \
    return hits_nothrow(scene, scene, true, pairs, hits, options);                                                    \
  }                                                                                                                   \
  Status collide_hits(std::nothrow_t, const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,                     \
                      std::span<const Pair> pairs, std::vector<BasicHit<T>>& hits, const Options& options) noexcept { \
    return hits_nothrow(scene_a, scene_b, false, pairs, hits, options);                                               \
  }

SATCHEL_ENTRY_POINTS(float)
SATCHEL_ENTRY_POINTS(double)

#undef SATCHEL_ENTRY_POINTS

}  // namespace satchel
