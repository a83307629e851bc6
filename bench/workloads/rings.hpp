// Geometries as files have them, all valid: closed rings, polygon after polygon.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "workloads/question.hpp"

namespace satchel_bench {

struct RingData {
  std::vector<double> points;  ///< x and y by turns
  std::vector<std::uint32_t> ring_starts{0}, polygon_starts{0}, geometry_starts{0};

  std::size_t geometries() const { return geometry_starts.size() - 1; }
};

// `items` are points, closing points too.
inline constexpr Question parcels{"valid", "parcels", "point", 430'000};
inline constexpr Question winding_parcels{"valid", "winding_parcels", "point", 420'000};
inline constexpr Question combs{"valid", "combs", "point", 400'300};
inline constexpr Question islands{"valid", "islands", "point", 210'000};
inline constexpr Question long_ring{"valid", "ring_1m", "point", 1'000'001};
const RingData& parcel_rings();          // of parcels
const RingData& winding_parcel_rings();  // of winding_parcels
const RingData& comb_rings();            // of combs
const RingData& island_rings();          // of islands
const RingData& long_rings();            // of long_ring

/// Two layers of geometries of one polygon each.
struct Layers {
  RingData a, b;
};

// `items` are vertices without closing points, and parcels of the first layer; 0: pairs, which the check counts.
inline constexpr Question add_parcels{"outlines", "add_parcels", "vertex", 410'000};
inline constexpr Question join_parcels{"outlines", "join_parcels", "parcel", 20'000};
inline constexpr Question verdicts_of_parcels{"outlines", "verdicts_parcels", "pair", 0};
inline constexpr Question relate_parcels{"outlines", "relate_parcels", "pair", 0};
inline constexpr Question areas_of_parcels{"outlines", "areas_parcels", "pair", 0};
inline constexpr Question distances_of_parcels{"outlines", "distances_parcels", "pair", 0};
inline constexpr Question distances_of_parcels_apart{"outlines", "distances_parcels_apart", "pair", 0};
const Layers& parcel_layers();

}  // namespace satchel_bench
