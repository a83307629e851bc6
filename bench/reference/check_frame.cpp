#include "reference/check_frame.hpp"

#include <algorithm>

#include "reference/all_pairs.hpp"
#include "reference/reference.hpp"

namespace satchel_bench {
namespace {

using satchel::Pair;

/// Leaves the pair placed.
double margin_of(Reference& reference, Pair pair) {
  reference.place(pair);
  return 1e-5 * reference.extent() + 0x1p-21 * reference.magnitude();
}

std::string about(const char* what, Pair pair) {
  return what + (" bodies " + std::to_string(pair.a)) + " and " + std::to_string(pair.b);
}

}  // namespace

std::vector<Pair> overlapping_pairs(const Workload& workload) {
  Reference reference(workload);
  std::vector<Pair> pairs = pairs_of_boxes(boxes_in_double(workload));
  std::erase_if(pairs, [&](Pair pair) {
    const double margin = margin_of(reference, pair);
    return reference.separation_of_parts(pair) >= -margin;
  });
  return pairs;
}

std::string wrong_contacts(const Workload& workload, std::span<const Pair> overlaps, std::span<const Pair> pairs,
                           std::span<const std::uint8_t> hits, double skin) {
  Reference reference(workload);
  std::vector<Pair> yes, all;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Pair pair{std::min(pairs[i].a, pairs[i].b), std::max(pairs[i].a, pairs[i].b)};
    if (pair.a == pair.b || pair.b >= workload.poses.size()) return about("has no such pair:", pair);
    all.push_back(pair);
    if (hits[i] == 0) continue;
    yes.push_back(pair);
    const double margin = margin_of(reference, pair);
    if (!(reference.separation_of_parts(pair) <= skin + margin))
      return about("says yes of", pair) + ", which are apart";
  }
  std::sort(all.begin(), all.end());
  if (const auto twice = std::adjacent_find(all.begin(), all.end()); twice != all.end()) {
    return about("finds twice", *twice);
  }
  std::sort(yes.begin(), yes.end());
  for (const Pair pair : overlaps) {
    if (!std::binary_search(yes.begin(), yes.end(), pair)) return about("misses", pair) + ", which overlap";
  }
  return {};
}

}  // namespace satchel_bench
