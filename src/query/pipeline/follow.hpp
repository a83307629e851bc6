// Calls that ask more of each pair than its contact: the contacts first, as `collide` finds them, then what follows
// from them.
//
//   for each chunk of pairs:
//     leave out, if the question allows it, pairs that discs tell to be apart
//     collide into a buffer on the stack
//     the question's own step reads contacts and writes results
//
// So every question agrees with `collide` on who touches whom. A question has a public header, a kernel file with its
// table (kernels/tables), a file in query/questions, and a subcommand of the tool.
#pragma once

#include <cstring>
#include <span>
#include <type_traits>

#include "query/pipeline/driver.hpp"

namespace satchel::query {

/// The most pairs of a step, and of a step in scenes with compounds.
template <class T>
constexpr std::size_t most_at_a_step = kernels::most_contacts<T>;
template <class T>
constexpr std::size_t most_compounds_at_a_step = compound_chunk<ContactQuery<T>>;

/// What a step is given: a chunk's pairs (job: its list, room for open positions), their contacts, and which parts
/// decided these (empty: there are no compounds). The result of pair i is results[job.slot(i)].
template <class T>
struct FoundContacts {
  kernels::PairJob<T>& job;
  BasicContact<T>* contacts;
  std::span<const PartPair> parts;
  std::span<const T> other_parts;     ///< for distances, as many: no part that did not decide has a smaller separation
  bool some_distances_found = false;  ///< some results are there already
  const std::uint8_t* distances_found = nullptr;  ///< if so: 1 for each of the pairs whose result is there
  const std::uint8_t* of_neighbours =
      nullptr;  ///< null: no bodies are linked; 1 for convex pairs whose points a neighbour has
};

/// How a question goes on from contacts.
template <class T>
struct FollowPolicy {
  bool leaves_out_far = false;  ///< pairs farther apart than `margin` may be left out; results are then 0 bytes
  T margin = 0;
};

/// The memory of a step, on the stack, for its chunk's pairs.
template <class T>
struct StepRoom {
  BasicContact<T>* contacts;
  PartPair* parts;
  T* other_parts;
  std::uint8_t* distances_found;
  std::uint32_t* open;
  std::span<Pair> near_pairs;
  std::span<std::uint32_t> near_positions;
};

template <class T, std::size_t most, class Work>
[[gnu::noinline]] void with_room_for(const Work& work) {
  static_assert(NearPairs<T>::room_for(most) == most);
  BasicContact<T> contacts[most];
  PartPair parts[most];
  T other_parts[most];
  std::uint8_t distances_found[most];
  Pair near_pairs[most];
  std::uint32_t open[most], near_positions[most];
  work(StepRoom<T>{contacts, parts, other_parts, distances_found, open, near_pairs, near_positions});
}

/// Calls work(room). Chunks with compounds are shorter, and what they call takes more of the stack.
template <class T, class Work>
void with_room(bool has_compounds, const Work& work) {
  constexpr std::size_t most = most_at_a_step<T>, most_compounds = most_compounds_at_a_step<T>;
  static_assert(most_compounds < most);
  has_compounds ? with_room_for<T, most_compounds>(work) : with_room_for<T, most>(work);
}

/// @param step  step(batch, found contacts, results of the chunk). May throw std::bad_alloc.
/// @tparam Result  BasicDistance: results that the contact kernels find by the way are there before `step`
template <class T, class Result, class Step>
Status follow_contacts(const Scenes<T>& scenes, const kernels::KernelTable& table, std::span<const Pair> pairs,
                       std::span<Result> results, const Options& options, const Step& step,
                       FollowPolicy<T> policy = {}) noexcept {
  if (results.size() != pairs.size()) return detail::size_error(Argument::results, pairs.size(), results.size());
  const auto follow = [&](Batch<ContactQuery<T>>& batch, std::span<const Pair> chunk, std::size_t begin,
                          const StepRoom<T>& room) {
    Result* const to = results.data() + begin;
    kernels::PairJob<T> job = batch.job();
    job.set_list({chunk.data(), nullptr, chunk.size()});
    job.open = room.open;
    if (policy.leaves_out_far) {
      std::memset(static_cast<void*>(to), 0, chunk.size() * sizeof(Result));
      NearPairs<T> near(room.near_pairs, room.near_positions);
      if (batch.leave_out_far(chunk, policy.margin, near)) {
        job.set_list({near.pairs().data(), near.positions().data(), near.pairs().size()});
      }
    }
    const std::span<PartPair> parts(room.parts, batch.has_compounds() ? job.count : 0);
    constexpr bool asks_for_others = std::is_same_v<Result, BasicDistance<T>>;
    const std::span<T> other_parts(room.other_parts, asks_for_others ? parts.size() : 0);
    FoundContacts<T> found{job, room.contacts, parts, other_parts};
    if constexpr (asks_for_others) {
      if (!batch.has_compounds() && !batch.has_links()) {  // those of compounds are those of their parts
        std::memset(room.distances_found, 0, job.count);
        batch.run({job.pairs, job.count}, {room.contacts, to, room.distances_found});
        found.some_distances_found = true;
        found.distances_found = room.distances_found;
        step(batch, found, to);
        return;
      }
    }
    if (batch.has_links()) found.of_neighbours = room.distances_found;
    batch.run({job.pairs, job.count}, room.contacts, {parts, other_parts}, room.distances_found);
    step(batch, found, to);
  };
  const auto work = [&](Batch<ContactQuery<T>>& batch, std::span<const Pair> chunk, std::size_t begin) {
    with_room<T>(batch.has_compounds(), [&](const StepRoom<T>& room) { follow(batch, chunk, begin, room); });
  };
  return for_each_chunk_of_pairs<ContactQuery<T>>(scenes, table, pairs, options, most_at_a_step<T>, work);
}

}  // namespace satchel::query
