// The name and the size of a question: a query that is no list of pairs, with its input.
#pragma once

#include <cstddef>
#include <string_view>

namespace satchel_bench {

struct Question {
  std::string_view query, workload;
  std::string_view item;  // ITEM of the counter ns_per_ITEM
  std::size_t items;
};

}  // namespace satchel_bench
