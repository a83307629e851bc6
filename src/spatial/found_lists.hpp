// Answers queries with lists: each chunk of queries makes a list; the lists follow each other in the result.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <type_traits>
#include <vector>

#include <satchel/output.hpp>

#include "parallel/parallel.hpp"
#include "scene/fail.hpp"

namespace satchel::spatial {

/// Writes a list to the caller's memory.
template <class Item>
Status write_list(std::size_t count, const Output<Item>& found, const std::vector<std::vector<Item>>& lists) {
  Item* next = found.resize(count);
  if (next == nullptr && count != 0) return detail::room_error(count, found.room());
  for (const std::vector<Item>& list : lists) next = std::copy(list.begin(), list.end(), next);
  return {};
}

/// A list is of at most this many queries.
constexpr std::size_t queries_per_list = 256;

/// Sorts the items of each query, in a list in the order of the queries.
template <class Item>
void sort_within_queries(std::vector<Item>& list) {
  for (auto first = list.begin(); first != list.end();) {
    const auto last = std::find_if(first + 1, list.end(), [&](const Item& item) { return item.query != first->query; });
    if (last - first > 1) std::sort(first, last);
    first = last;
  }
}

/// Calls find(begin, end, list) for chunks of queries, in parallel; it appends what it finds for these queries to the
/// list, and may throw bad_alloc. It returns nothing, or a Status: that of the first chunk which is not ok ends the call.
/// Writes all lists to `found`, in the order of the queries.
template <class Item, class Find>
Status find_lists(std::size_t queries, const Output<Item>& found, const Options& options, const Find& find) noexcept {
  try {
    const std::size_t chunks = (queries + queries_per_list - 1) / queries_per_list;
    using List = std::vector<Item>;
    std::vector<List> lists(chunks);
    constexpr bool may_refuse = !std::is_void_v<std::invoke_result_t<Find, std::size_t, std::size_t, List&>>;
    std::vector<Status> refusals(may_refuse ? chunks : 0);
    std::atomic<bool> out_of_memory{false};
    const Status status = parallel::for_each_chunk(chunks, options, [&](std::size_t chunk) noexcept {
      const std::size_t begin = chunk * queries_per_list, end = std::min(queries, begin + queries_per_list);
      try {
        if constexpr (may_refuse) {
          refusals[chunk] = find(begin, end, lists[chunk]);
        } else {
          find(begin, end, lists[chunk]);
        }
      } catch (const std::exception&) {
        out_of_memory.store(true, std::memory_order_relaxed);
      }
    });
    if (!status.ok()) return status;
    if (out_of_memory.load(std::memory_order_relaxed)) return {ErrorCode::no_memory, 0};
    for (const Status& refusal : refusals) {
      if (!refusal.ok()) return refusal;
    }
    std::size_t count = 0;
    for (const std::vector<Item>& list : lists) count += list.size();
    return write_list(count, found, lists);
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

}  // namespace satchel::spatial
