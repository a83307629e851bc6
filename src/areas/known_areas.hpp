// The areas of outlines that a list of pairs has again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <satchel/types.hpp>

#include "areas/region_area.hpp"

namespace satchel::areas {

/// Keeps the areas of the last bodies that were asked for: of the bodies whose numbers have the same remainder, those of two.
template <class T>
class KnownAreas {
 public:
  using Block = kernels::OutlineBlock<const T>;

  /// rough_area_of(block), of the body's block. May throw bad_alloc.
  double rough(BodyId body, const Block& block) { return entry(body, block).rough; }
  /// lead(area_of(block)). May throw bad_alloc.
  double precise(BodyId body, const Block& block) {
    Entry& known = entry(body, block);
    if (known.precise < 0) known.precise = lead(area_of(block));
    return known.precise;
  }

 private:
  static constexpr std::size_t most_sets = 128;
  struct Entry {
    BodyId body = no_body;
    double rough = 0, precise = -1;  ///< -1: not known
  };
  struct Set {
    Entry entries[2];
    unsigned newest = 0;
  };

  Entry& entry(BodyId body, const Block& block) {
    if (sets_.empty()) sets_.resize(most_sets);
    Set& set = sets_[body % most_sets];
    if (set.entries[set.newest].body != body) {
      set.newest = 1 - set.newest;
      Entry& other = set.entries[set.newest];
      if (other.body != body) other = {body, rough_area_of(block), -1};
    }
    return set.entries[set.newest];
  }

  std::vector<Set> sets_;
};

}  // namespace satchel::areas
