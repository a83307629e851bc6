// The stages that a pair of each kind goes through, one row a kind, for each question and instruction set. A stage
// decides the pairs that it can prove and leaves the others to the next one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "query/pipeline/pair_kind.hpp"

namespace satchel::query {

/// In the order in which a pair meets them.
enum class Stage : std::uint8_t {
  discs,         ///< bounding and inscribed discs, as long as they decide enough to pay
  outlines,      ///< outlines of compounds against each other
  parts,         ///< pairs of parts, each of which takes the way of its own kind
  facing_parts,  ///< edges that face the other body, as long as they prove enough to pay
  all_edges,     ///< the kernel of the kind
  doubles,       ///< the same in doubles, or the filter of the exact predicates
  exact,         ///< expansion arithmetic
};
constexpr std::size_t stage_count = 7;
constexpr std::string_view name(Stage stage) {
  constexpr std::string_view names[stage_count] = {"discs",     "outlines", "parts", "facing parts",
                                                   "all edges", "doubles",  "exact"};
  return names[static_cast<std::size_t>(stage)];
}

/// What a question wants to know of each pair.
enum class Question : std::uint8_t {
  verdicts,       ///< classify, first hits
  contacts,       ///< collide; distances and sweeps go on from contacts
  near_contacts,  ///< hits and manifolds go on from the contacts of bodies that are not far apart
};
constexpr std::size_t question_count = 3;

class Route {
 public:
  constexpr bool has(Stage stage) const { return (stages_ >> static_cast<unsigned>(stage) & 1u) != 0; }
  constexpr Route& add(Stage stage) {
    stages_ = static_cast<std::uint8_t>(stages_ | 1u << static_cast<unsigned>(stage));
    return *this;
  }

 private:
  std::uint8_t stages_ = 0;
};

/// Whether a kernel of facing parts takes the pairs of this kind. Where rows are permuted one takes all classes of up
/// to eight vertices; blocks of four vertices have no more than the facing part.
constexpr bool has_facing_kernel(PairKind kind, bool permutes_rows) {
  if (kind == PairKind::long_polygons) return true;
  if (kind == PairKind::small_polygons || kind == PairKind::small_rounded) return permutes_rows;
  if (is_rounded(kind)) return permutes_rows && is_part_of_small_rounded(kind);
  if (!is_polygons(kind)) return false;
  const auto [a, b] = classes_of(kind);
  if (a == 3 && b == 3) return true;
  return a < 3 && b < 3 && a + b > 0 && (a == b || !permutes_rows);
}

/// @param permutes_rows  as of the instruction set and precision: CollideKernels::permutes_rows
constexpr Route route_of(Question question, PairKind kind, bool permutes_rows) {
  Route route;
  const bool kernel_is_cheap = kind == PairKind::boxes || kind == PairKind::circles;  // hardly more than their discs
  if (question != Question::contacts && !kernel_is_cheap) route.add(Stage::discs);
  if (is_compound(kind)) {
    if (question == Question::verdicts) route.add(Stage::outlines);
    return route.add(Stage::parts).add(Stage::doubles).add(Stage::exact);
  }
  if (has_facing_kernel(kind, permutes_rows)) route.add(Stage::facing_parts);
  if (kind != PairKind::exact) route.add(Stage::all_edges);
  return route.add(Stage::doubles).add(Stage::exact);
}

/// The rows of one question and instruction set.
using Routes = std::array<Route, pair_kinds>;
constexpr Routes routes_of(Question question, bool permutes_rows) {
  Routes routes;
  for (unsigned kind = 0; kind < pair_kinds; ++kind) {
    routes[kind] = route_of(question, static_cast<PairKind>(kind), permutes_rows);
  }
  return routes;
}
/// By question, then by whether rows are permuted.
inline constexpr Routes route_tables[question_count][2] = {
    {routes_of(Question::verdicts, false), routes_of(Question::verdicts, true)},
    {routes_of(Question::contacts, false), routes_of(Question::contacts, true)},
    {routes_of(Question::near_contacts, false), routes_of(Question::near_contacts, true)}};

}  // namespace satchel::query
