// A batch call from the inside: check, then chunk by chunk sort pairs into kernel classes, run, resolve, store.
//
//   for each chunk of 2,048 pairs, on any thread:
//     group the pairs by class pair (not where the whole scene is of one class)
//     for each group: the kernel writes results and lists the pairs it could not certify
//     resolve those, and the pairs of `exact_only` bodies, in src/exact
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include <satchel/error.hpp>
#include <satchel/options.hpp>
#include <satchel/types.hpp>

#include "exact/resolve.hpp"
#include "kernels/layout.hpp"
#include "parallel/parallel.hpp"
#include "query/check_pairs.hpp"
#include "query/class_sort.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// The two queries that share this path differ in their kernels and in what they store.
template <class T>
struct CollideQuery {
  using Scalar = T;
  using Result = BasicContact<T>;
  static const auto& lanes(const kernels::Kernels<T>& k) { return k.collide; }
  static auto for_long(const kernels::Kernels<T>& k) { return k.collide_long; }

  static Result resolve(const exact::Core<T>& a, const exact::Core<T>& b, bool flipped, exact::Stage& stage) {
    Result contact = exact::resolve_contact(a, b, stage);
    if (flipped) {  // + 0: no -0 leaves
      contact.normal_x = T(0) - contact.normal_x + T(0);
      contact.normal_y = T(0) - contact.normal_y + T(0);
      contact.feature ^= 1u << 3;
    }
    return contact;
  }
};

template <class T>
struct ClassifyQuery {
  using Scalar = T;
  using Result = Verdict;
  static const auto& lanes(const kernels::Kernels<T>& k) { return k.classify; }
  static auto for_long(const kernels::Kernels<T>& k) { return k.classify_long; }

  static Result resolve(const exact::Core<T>& a, const exact::Core<T>& b, bool, exact::Stage& stage) {
    return exact::resolve_verdict(a, b, stage);
  }
};

/// One call's view of its scenes.
template <class Query>
class Batch {
  using T = typename Query::Scalar;
  using Result = typename Query::Result;
  using Scene = detail::SceneData<T>;

 public:
  Batch(const Scene& a, const Scene& b, bool one_scene, const kernels::KernelTable& table)
      : a_(a), b_(b), kernels_(table.kernels<T>()) {
    job_.bodies_a = a.bodies.data();
    job_.bodies_b = b.bodies.data();
    job_.shapes_a = a.shapes.data();
    job_.shapes_b = b.shapes.data();
    for (unsigned k = 0; k < kernels::class_count; ++k) {
      job_.blocks_a[k] = a.offset_blocks.first(k);
      job_.blocks_b[k] = b.offset_blocks.first(k);
    }
    job_.lower_index_first = one_scene;
    const unsigned class_a = a.uniform_class(), class_b = b.uniform_class();
    uniform_ = class_a < kernels::lane_class_count && class_b < kernels::lane_class_count;
    if (uniform_) uniform_kernel_ = Query::lanes(kernels_)[class_a][class_b];
    job_.prefetch = a.body_memory_bytes() > cache_bytes || b.body_memory_bytes() > cache_bytes;
  }

  /// Runs one chunk of at most chunk_pairs pairs. May throw std::bad_alloc (hulls of large bodies).
  void run(std::span<const Pair> pairs, Result* results) {
    std::array<std::uint32_t, chunk_pairs> uncertain;
    kernels::PairJob<T> job = job_;
    job.uncertain = uncertain.data();
    if (uniform_) {
      job.pairs = pairs.data();
      job.slots = nullptr;
      job.count = pairs.size();
      resolve(job, uniform_kernel_(job, results), results);
      return;
    }
    SortedChunk sorted;
    constexpr std::size_t ahead = 32;
    sorted.sort(pairs.data(), pairs.size(), [&](std::size_t i) {
      if (job.prefetch && i + ahead < pairs.size()) {
        __builtin_prefetch(&a_.bodies[pairs[i + ahead].a]);
        __builtin_prefetch(&b_.bodies[pairs[i + ahead].b]);
      }
      const Pair pair = pairs[i];
      const bool flip = flipped(pair);
      return group_of(a_.bodies[flip ? pair.b : pair.a].place, b_.bodies[flip ? pair.a : pair.b].place);
    });
    for (unsigned group = 0; group < group_count; ++group) {
      const std::uint32_t begin = sorted.begin[group];
      job.count = sorted.begin[group + 1] - begin;
      if (job.count == 0) continue;
      job.pairs = sorted.pairs.data() + begin;
      job.slots = sorted.slots.data() + begin;
      std::size_t left;
      if (group < lane_groups) {
        const unsigned ka = group / kernels::lane_class_count, kb = group % kernels::lane_class_count;
        left = Query::lanes(kernels_)[ka][kb](job, results);
      } else if (group == long_group) {
        left = Query::for_long(kernels_)(job, results);
      } else {
        for (std::size_t i = 0; i < job.count; ++i) uncertain[i] = static_cast<std::uint32_t>(i);
        left = job.count;
      }
      resolve(job, left, results);
    }
  }

  std::uint64_t decided_by_double() const { return by_double_.load(std::memory_order_relaxed); }
  std::uint64_t decided_exactly() const { return exactly_.load(std::memory_order_relaxed); }

 private:
  /// Scenes beyond this are taken to lie outside the second-level cache.
  static constexpr std::size_t cache_bytes = std::size_t{1} << 20;

  bool flipped(Pair pair) const { return job_.lower_index_first && pair.b < pair.a; }

  exact::Core<T> core_of(const Scene& scene, BodyId id) const {
    const kernels::BodyRecord<T>& body = scene.bodies[id];
    const T* const x = scene.offset_blocks.block(body.place);
    return {x, x + kernels::capacity_of(body.place.vertex_class()), scene.shapes[body.shape].count, body.x, body.y,
            !body.place.exact_only()};
  }

  /// Decides the pairs that the kernel left open, in exact arithmetic.
  void resolve(const kernels::PairJob<T>& job, std::size_t count, Result* results) {
    if (count == 0) return;
    std::uint64_t exactly = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint32_t i = job.uncertain[k];
      const Pair pair = job.pairs[i];
      const bool flip = flipped(pair);
      exact::Stage stage{};
      results[job.slots != nullptr ? job.slots[i] : i] =
          Query::resolve(core_of(a_, flip ? pair.b : pair.a), core_of(b_, flip ? pair.a : pair.b), flip, stage);
      exactly += stage == exact::Stage::expansions ? 1 : 0;
    }
    by_double_.fetch_add(count - exactly, std::memory_order_relaxed);
    exactly_.fetch_add(exactly, std::memory_order_relaxed);
  }

  const Scene& a_;
  const Scene& b_;
  const kernels::Kernels<T>& kernels_;
  kernels::PairJob<T> job_{};
  bool uniform_ = false;
  std::size_t (*uniform_kernel_)(const kernels::PairJob<T>&, Result*) = nullptr;
  std::atomic<std::uint64_t> by_double_{0}, exactly_{0};
};

/// The whole call. Checks everything before it writes anything.
template <class Query>
Status run_batch(const detail::SceneData<typename Query::Scalar>& a, const detail::SceneData<typename Query::Scalar>& b,
                 bool one_scene, const kernels::KernelTable& table, std::span<const Pair> pairs,
                 std::span<typename Query::Result> results, const Options& options) noexcept {
  if (results.size() != pairs.size()) return {ErrorCode::size_mismatch, results.size()};
  // Below some tens of microseconds threads cost more than they bring.
  constexpr std::size_t fewest_parallel_pairs = 8 * chunk_pairs;
  Options how = options;
  if (pairs.size() < fewest_parallel_pairs) how.max_threads = 1;
  const Status bad = check_pairs(a, b, pairs, table, how);
  if (!bad.ok()) return bad;

  Batch<Query> batch(a, b, one_scene, table);
  std::atomic<bool> out_of_memory{false};
  const std::size_t chunks = (pairs.size() + chunk_pairs - 1) / chunk_pairs;
  const Status status = parallel::for_each_chunk(chunks, how, [&](std::size_t chunk) noexcept {
    const std::size_t begin = chunk * chunk_pairs;
    try {
      batch.run(pairs.subspan(begin, std::min(chunk_pairs, pairs.size() - begin)), results.data() + begin);
    } catch (const std::bad_alloc&) {
      out_of_memory.store(true, std::memory_order_relaxed);
    }
  });
  if (!status.ok()) return status;
  if (out_of_memory.load(std::memory_order_relaxed)) return {ErrorCode::no_memory, 0};
  if (options.stats != nullptr) {
    Stats& stats = *options.stats;
    stats.pairs += pairs.size();
    stats.decided_by_double += batch.decided_by_double();
    stats.decided_exactly += batch.decided_exactly();
    stats.decided_by_lanes += pairs.size() - batch.decided_by_double() - batch.decided_exactly();
  }
  return {};
}

}  // namespace satchel::query
