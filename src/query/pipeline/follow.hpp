// A batch call that asks more of each pair than its contact: the contacts first, as `collide` finds them, then what
// follows from them.
//
//   check
//   for each chunk of pairs, on any thread:
//     leave out, where the question allows that, pairs that discs tell to be apart
//     collide into a buffer on the stack
//     the question's own step reads contacts and writes results
//
// So every question agrees with `collide` on who touches whom, and is as fast as it is where a contact settles it. A
// question has a public header, a kernel file with its table (src/kernels/tables), a file of entry points here, and a
// subcommand of the tool.
#pragma once

#include <cstring>
#include <new>

#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "query/pipeline/batch.hpp"
#include "scene/fail.hpp"

namespace satchel::query {

/// The most pairs of a step.
template <class T>
constexpr std::size_t most_at_a_step = kernels::most_contacts<T>;

/// The bodies of a call. Of one scene: both are the same.
template <class T>
struct Scenes {
  const detail::SceneData<T>& a;
  const detail::SceneData<T>& b;
  bool one;

  Scenes(const BasicScene<T>& scene)
      : a(detail::SceneAccess::data(scene)), b(detail::SceneAccess::data(scene)), one(true) {}
  Scenes(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b)
      : a(detail::SceneAccess::data(scene_a)), b(detail::SceneAccess::data(scene_b)), one(false) {}
};

/// @param step    step(batch, job, contacts, parts, results): the chunk's pairs are job.pairs[0 ... job.count), at most
///                most_at_a_step; their results are results[job.slots[i]], or, slots being null, results[i];
///                job.uncertain has room for all of them. parts: which parts decided the contacts; null: there are no
///                compounds. May throw std::bad_alloc.
/// @param within  pairs that are farther apart than this may be left out, and results are 0 bytes before `step`; null:
///                none may
/// @tparam Query  CollideQuery; or CollideForDistances, if the results are distances: job.distances_too then tells the
///                step which ones are there
template <class T, class Query = CollideQuery<T>, class Result, class Step>
Status follow_contacts(const Scenes<T>& scenes, const kernels::KernelTable& table, std::span<const Pair> pairs,
                       std::span<Result> results, const Options& options, const Step& step,
                       const T* within = nullptr) noexcept {
  if (results.size() != pairs.size()) return {ErrorCode::size_mismatch, 0};
  bool some_turned = false;
  const Status bad = check_pairs(scenes.a, scenes.b, pairs, table, options, some_turned);
  if (!bad.ok()) return bad;

  Batch<Query> batch(scenes.a, scenes.b, pairs.size(), scenes.one && some_turned, table, options.stats);
  const std::size_t chunk_pairs = std::min(most_at_a_step<T>, batch.chunk_pairs());
  const std::size_t chunks = (pairs.size() + chunk_pairs - 1) / chunk_pairs;
  Options how = options;
  if (pairs.size() <= 2 * long_chunk) how.max_threads = 1;  // threads cost more than they bring
  const bool has_compounds = scenes.a.compounds.bodies != 0 || scenes.b.compounds.bodies != 0;
  std::atomic<bool> out_of_memory{false};
  const Status status = parallel::for_each_chunk(chunks, how, [&](std::size_t chunk) noexcept {
    const std::size_t begin = chunk * chunk_pairs, count = std::min(chunk_pairs, pairs.size() - begin);
    BasicContact<T> contacts[most_at_a_step<T>];
    PartPair parts_room[most_at_a_step<T>];
    PartPair* const parts = has_compounds ? parts_room : nullptr;
    std::uint32_t uncertain[most_at_a_step<T>];
    constexpr bool some_by_the_way = std::is_same_v<Query, CollideForDistances<T>>;
    std::uint8_t found[some_by_the_way ? most_at_a_step<T> : 1];
    kernels::PairJob<T> job = batch.job();
    job.pairs = pairs.data() + begin;
    job.slots = nullptr;
    job.count = count;
    job.uncertain = uncertain;
    kernels::DistancesToo<T> distances_too;
    if constexpr (some_by_the_way) {
      if (!has_compounds) {  // of these, parts are asked
        std::fill_n(found, count, std::uint8_t{0});
        distances_too = {contacts, results.data() + begin, found};
        job.distances_too = &distances_too;
      }
    }
    Pair near_pairs[most_at_a_step<T>];
    std::uint32_t near_places[most_at_a_step<T>];
    if (within != nullptr) {
      std::memset(static_cast<void*>(results.data() + begin), 0, count * sizeof(Result));
      NearPairs<T> near(near_pairs, near_places);
      if (batch.leave_out_far(pairs.subspan(begin, count), *within, near)) {
        job.pairs = near.pairs().data();
        job.slots = near.places().data();
        job.count = near.pairs().size();
      }
    }
    try {
      batch.run({job.pairs, job.count}, contacts, parts, job.distances_too);
      step(batch, job, contacts, parts, results.data() + begin);
    } catch (const std::bad_alloc&) {
      out_of_memory.store(true, std::memory_order_relaxed);
    }
  });
  if (!status.ok()) return status;
  if (out_of_memory.load(std::memory_order_relaxed)) return {ErrorCode::no_memory, 0};
  batch.count(pairs.size());
  return {};
}

/// Runs call(table) with the kernels that are in force, in the library's floating-point environment.
template <class Call>
Status with_kernels(const Call& call) noexcept {
  const FpEnvironment environment;
  Status status;
  const kernels::KernelTable* const table = dispatch::active(status);
  return table == nullptr ? status : call(*table);
}

/// Throws what the nothrow form of a call on pairs returned, unless it is ok.
template <class T>
void throw_unless_ok(Status status, const Scenes<T>& scenes, std::span<const Pair> pairs, std::size_t results) {
  switch (status.code) {
    case ErrorCode::ok:
      return;
    case ErrorCode::size_mismatch:
      detail::fail_size("results", pairs.size(), results);
    case ErrorCode::bad_body:
    case ErrorCode::removed_body:
      fail_pair(status, scenes.a, scenes.one, pairs);
    default:
      (void)dispatch::active();  // throws with the reason where no kernels are in force
      throw Error(status, message(status.code));
  }
}

}  // namespace satchel::query
