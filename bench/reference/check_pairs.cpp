#include "reference/check_pairs.hpp"

#include <algorithm>
#include <vector>

#include "workloads/random.hpp"

namespace satchel_bench {

using satchel::Box;
using satchel::Pair;

double gap(const Box& a, const Box& b) {
  return std::max({a.min_x - b.max_x, b.min_x - a.max_x, a.min_y - b.max_y, b.min_y - a.max_y});
}

std::string wrong_of_sample(std::span<const Box> boxes, std::span<const Pair> pairs) {
  Random random(5);
  const std::size_t bodies_asked = std::min<std::size_t>(200, boxes.size());
  for (std::size_t k = 0; k < bodies_asked; ++k) {
    const std::size_t a = random.below(boxes.size());
    for (std::size_t b = a + 1; b < boxes.size(); ++b) {
      const Pair pair{static_cast<satchel::BodyId>(a), static_cast<satchel::BodyId>(b)};
      if ((gap(boxes[a], boxes[b]) <= 0) != std::binary_search(pairs.begin(), pairs.end(), pair)) {
        return "is wrong about bodies " + std::to_string(a) + " and " + std::to_string(b);
      }
    }
  }
  return {};
}

std::string wrong_pairs(std::span<const Box> boxes, std::span<const Pair> expected, std::span<const Pair> found,
                        double slack) {
  std::vector<Pair> sorted(found.begin(), found.end());
  for (Pair& pair : sorted) pair = {std::min(pair.a, pair.b), std::max(pair.a, pair.b)};
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
