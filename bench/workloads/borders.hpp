// A partition of the plane: cells of 10,000 vertices each that share their borders to the bit, and districts of four cells.
#pragma once

#include <vector>

#include <satchel/types.hpp>

#include "workloads/question.hpp"
#include "workloads/rings.hpp"

namespace satchel_bench {

struct Borders {
  Layers layers;  ///< cells, a thousand; districts

  // Pairs whose bounding boxes meet, but for a cell with itself; sorted.
  std::vector<satchel::Pair> neighbours;  ///< two cells; all of these touch
  std::vector<satchel::Pair> in_districts;  ///< a cell and a district, which holds it, or touches it, or lies apart
};

inline constexpr Question verdicts_of_borders{"outlines", "verdicts_borders", "pair", 0};
inline constexpr Question within_borders{"outlines", "within_borders", "pair", 0};
const Borders& borders();

/// Whether a district of `borders()` holds a cell.
bool is_cell_of(satchel::BodyId cell, satchel::BodyId district);

}  // namespace satchel_bench
