// One pair per lane: contacts. K says what kind of pairs: polygon_pairs.hpp, box_pairs.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/contact.hpp"
#include "kernels/prefetch.hpp"
#include "kernels/settle.hpp"

namespace {

/// Calls step(position, live, pairs in lanes, K of them) for each W pairs of the job.
template <class L, class K, class Step, class T = typename L::Scalar>
SATCHEL_INLINE void for_each_bundle(const PairJob<T>& job, Step step) {
  using satchel::kernels::block_shift;
  StagedPairs<T, K::radii> staged;
  Prefetcher<T> prefetcher(job);
  // A few lines at a time, between the pieces of the work: the core has room for some sixteen requests under way.
  const auto ask = [&]() __attribute__((always_inline)) {
    if (job.prefetch) prefetcher.ask_for(L::width < 4 ? 1 : L::width / 4);
  };
  for (std::size_t i = 0; i < job.count; i += staged.size) {
    const std::size_t count = job.count - i < staged.size ? job.count - i : staged.size;
    staged.template look_up<L, block_shift(K::class_a), block_shift(K::class_b)>(job, job.pairs + i, count);
    for (std::size_t j = 0; j < count; j += L::width) {
      const std::size_t live = count - j < L::width ? count - j : L::width;
      const PairLanes<L> pairs = staged.template lanes<L>(j, job.some_turned);
      ask();
      const K kernel(job, staged.blocks_a + j, staged.blocks_b + j, pairs, ask);
      ask();
      step(i + j, live, pairs, kernel);
      ask();
    }
  }
}

/// Writes the contacts of pairs first, first + 1, ... of the job, `live` of them, four T each.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void store_contacts(const PairJob<T>& job, std::size_t first, std::size_t live, const Contacts<L>& found,
                                   BasicContact<T>* contacts) {
  static_assert(sizeof(BasicContact<T>) == 4 * sizeof(T));
  const auto store_at = [&](const auto& place) __attribute__((always_inline)) {
    T* rows[L::width];
    for (std::size_t lane = 0; lane < L::width; ++lane) rows[lane] = reinterpret_cast<T*>(place(lane));
    for (std::size_t k = 0; k < 4; k += L::row) {
      T* at[L::width];
      for (std::size_t lane = 0; lane < L::width; ++lane) at[lane] = rows[lane] + k;
      store_columns<L>(at, found.columns + k);
    }
  };
  if (live < L::width) {
    BasicContact<T> spill[L::width];  // where the lanes go that have no pair
    store_at([&](std::size_t lane) {
      if (lane >= live) return spill + lane;
      return contacts + (job.slots != nullptr ? job.slots[first + lane] : first + lane);
    });
  } else if (job.slots != nullptr) {
    store_at([&](std::size_t lane) { return contacts + job.slots[first + lane]; });
  } else {
    store_at([&](std::size_t lane) { return contacts + first + lane; });
  }
}

template <class L, class K, class T = typename L::Scalar>
std::size_t collide_lanes(const PairJob<T>& job, BasicContact<T>* contacts) {
  std::size_t uncertain = 0;
  for_each_bundle<L, K>(
      job, [&](std::size_t i, std::size_t live, const PairLanes<L>& pairs, const K& kernel)
               __attribute__((always_inline)) {
                 const Contacts<L> found = contacts_of<L>(kernel.axis(pairs), pairs);
                 store_contacts<L>(job, i, live, found, contacts);
                 uncertain = append_uncertain(job.uncertain, uncertain, i, found.certain, live);
               });
  return uncertain == 0 ? 0 : settle<L, K>(job, uncertain, contacts);
}

}  // namespace
