// Finds the overlaps of trees, and makes a list of pairs of them.
#pragma once

#include <cstddef>

#include <satchel/error.hpp>
#include <satchel/options.hpp>
#include <satchel/output.hpp>
#include <satchel/types.hpp>

#include "broad_phase/pair_sorter.hpp"
#include "broad_phase/search.hpp"
#include "format/kernel_table.hpp"
#include "parallel/progress.hpp"

namespace satchel::broad_phase {

/// The list to make.
struct PairList {
  const Output<Pair>& pairs;
  std::size_t slots_a, slots_b;  ///< every a, and every b, of a pair is less
  std::uint32_t max_pairs;
  bool sorted;  ///< or in the order of the search
};

/// Runs a job over all query groups. Of one tree it takes each overlap as the pair with a < b.
/// @param accepts   accepts(pair) -> bool: whether an overlap is a pair. On any thread
/// @param progress  of the call; gets stages of 2 (slots_a + slots_b), for the search, and slots_a + slots_b
template <class Accepts>
Status collect_pairs(const kernels::KernelTable& table, const kernels::OverlapJob& job, const PairList& list,
                     const Accepts& accepts, PairSorter& sorter, parallel::Progress& progress) {
  progress.begin(2 * (list.slots_a + list.slots_b));
  if (list.sorted) {
    sorter.begin(list.slots_a, list.max_pairs);
  } else {
    sorter.begin_unsorted(search_chunks(job.queries.group_count), list.max_pairs);
  }
  const auto search = [&](std::size_t chunk, const auto& find_overlaps) {
    const PairSorter::Loan writer(sorter);
    find_overlaps([&sorter, &to = *writer, accepts, chunk, block_shift = sorter.block_shift(), sorted = list.sorted,
                   one_tree = job.one_tree](BodyId p, BodyId q) {
      const Pair pair = one_tree ? Pair{std::min(p, q), std::max(p, q)} : Pair{p, q};
      if (!accepts(pair)) return ErrorCode::ok;
      const std::size_t block = sorted ? pair.a >> block_shift : chunk;
      return to.add(sorter, pair, block) ? ErrorCode::ok : ErrorCode::too_many_pairs;
    });
  };
  const Status status = search_in_chunks(table, job, progress.options(), search);
  if (!status.ok()) return status;
  progress.begin(list.slots_a + list.slots_b);
  return progress.finish(sorter.finish(list.pairs, list.slots_b, progress.options()));
}

}  // namespace satchel::broad_phase
