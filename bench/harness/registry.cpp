#include "harness/registry.hpp"

#include <iterator>
#include <string_view>
#include <tuple>

namespace satchel_bench {
namespace {

constexpr std::string_view known_queries[] = {"collide", "classify",      "manifold", "distance", "sweep", "pairs",
                                              "frame",   "first_hits",    "poses",    "points",   "rays",  "boxes",
                                              "nearest", "overlap_areas", "ious",     "nms",      "seams", "push_out",
                                              "within",  "valid",         "outlines"};

// Ratios in the tables are to Satchel, so it comes first.
constexpr std::string_view known_engines[] = {
    "satchel",  "satchel_double", "satchel_trusted", "textbook",          "bytes", "cgal",
    "box2d",    "by_hand",        "box2d_overlap",   "chipmunk",          "geos",  "embree",
    "embree16", "boost_geometry", "boost_rtree",     "sutherland_hodgman"};

template <std::size_t n>
auto place(const std::string_view (&known)[n], std::string_view name) {
  const auto at = std::find(std::begin(known), std::end(known), name) - std::begin(known);
  return std::pair(at, name);
}

}  // namespace

bool stands_before(const EntryName& a, const EntryName& b) {
  return std::tuple(place(known_queries, a.query), place(known_engines, a.engine)) <
         std::tuple(place(known_queries, b.query), place(known_engines, b.engine));
}

}  // namespace satchel_bench
