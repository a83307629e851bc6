// A partition of the plane: cells of 10,000 vertices each that share their borders to the bit, and districts of four cells; and
// points over layers.
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
  std::vector<satchel::Pair>
      in_districts;  ///< one in seven cells and a district, which holds it, or touches it, or lies apart
};

inline constexpr Question verdicts_of_borders{"outlines", "verdicts_borders", "pair", 0};
inline constexpr Question within_borders{"outlines", "within_borders", "pair", 0};
const Borders& borders();

/// A layer, and points all over it.
struct PointsInLayer {
  const RingData& layer;
  std::vector<satchel::Vec2d> points;
};
inline constexpr Question points_in_parcels{"outlines", "points_parcels", "point", 500'000};
inline constexpr Question points_in_borders{"outlines", "points_borders", "point", 500'000};
const PointsInLayer& points_over_parcels();  // the first of parcel_layers()
const PointsInLayer& points_over_borders();  // the cells

/// Whether a district of `borders()` holds a cell.
bool is_cell_of(satchel::BodyId cell, satchel::BodyId district);

}  // namespace satchel_bench
