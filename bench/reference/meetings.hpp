// The reference for two layers of outlines: which pairs may meet, their distances, and the area that each has in common, by
// widths of sections integrated over x, in double; independent of engines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <satchel/types.hpp>

#include "workloads/rings.hpp"

namespace satchel_bench {

/// The area that two geometries have in common. A point belongs to a geometry if it lies in an odd number of its rings.
double common_area(const RingData& a, std::size_t of_a, const RingData& b, std::size_t of_b);
/// The distance of the boundaries of two geometries that have no area in common.
double distance_between(const RingData& a, std::size_t of_a, const RingData& b, std::size_t of_b);

struct Meetings {
  std::vector<satchel::Pair> pairs;  ///< those whose bounding boxes meet, sorted: of layer a, of layer b
  std::vector<double> areas;         ///< of pair i, what both have in common
  std::vector<double> distances;     ///< of pair i; 0 if it has an area
  std::vector<satchel::Pair> met;    ///< pairs with an area, and
  std::vector<double> met_areas;     ///< those areas
  std::vector<satchel::Pair> apart;  ///< pairs without an area, and
  std::vector<double> apart_by;      ///< their distances
  std::vector<double> areas_of_a, areas_of_b;
};

Meetings meetings_of(const Layers& layers);
/// The meetings of `parcel_layers()`, computed once.
const Meetings& parcel_meetings();

// Each function returns the first error in its answers, or an empty string. Where the area in common is below `least_area`, either answer is right.
inline constexpr double least_area = 1e-6;
/// Checks a list of pairs that meet, in any order.
std::string wrong_meetings(const Meetings& truth, std::vector<satchel::Pair> hits);
/// Checks whether each of `truth.pairs` meets.
std::string wrong_verdicts(const Meetings& truth, const std::vector<std::uint8_t>& meets);
/// Checks whether each of `truth.pairs` overlaps by the letter of OGC: both also have points outside of the other.
std::string wrong_overlaps(const Meetings& truth, const std::vector<std::uint8_t>& overlaps);
/// Checks the distance of each of `truth.pairs`; negative ones count as 0.
std::string wrong_distances(const Meetings& truth, const std::vector<double>& distances);
/// Checks the distance of each of `truth.apart`.
std::string wrong_gaps(const Meetings& truth, const std::vector<double>& distances);
/// Checks the area of each of `truth.met`.
std::string wrong_areas(const Meetings& truth, const std::vector<double>& areas);

}  // namespace satchel_bench
