#include "reference/check_pairs.hpp"

#include <algorithm>
#include <vector>

namespace satchel_bench {

using satchel::Box;
using satchel::Pair;

double gap(const Box& a, const Box& b) {
  return std::max({a.min_x - b.max_x, b.min_x - a.max_x, a.min_y - b.max_y, b.min_y - a.max_y});
}

std::string wrong_pairs(std::span<const Box> boxes, std::span<const Pair> expected, std::span<const Pair> found,
                        double slack) {
  std::vector<Pair> sorted(found.begin(), found.end());
  for (Pair& pair : sorted) {
    pair = {std::min(pair.a, pair.b), std::max(pair.a, pair.b)};
    if (pair.a == pair.b || pair.b >= boxes.size()) return "finds a pair that is none";
  }
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return "finds a pair twice";
  if (!std::includes(sorted.begin(), sorted.end(), expected.begin(), expected.end())) return "misses a pair";
  for (const Pair pair : sorted) {
    if (gap(boxes[pair.a], boxes[pair.b]) > slack) {
      return "finds bodies " + std::to_string(pair.a) + " and " + std::to_string(pair.b) + ", which are apart";
    }
  }
  return {};
}

}  // namespace satchel_bench
