// The stages that a pair of each kind goes through, one row a kind, for each question and instruction set. A stage
// decides the pairs that it can prove and leaves the others to the next one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "query/stages/pair_kind.hpp"

namespace satchel::query {

/// In the order in which a pair meets them.
enum class Stage : std::uint8_t {
  discs,         ///< bounding and inscribed discs, as long as they decide enough to pay
  outlines,      ///< edges of outlines, and of polygons beside them
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

/// Whether a kernel of facing parts takes the pairs of this kind.
constexpr bool has_facing_kernel(PairKind kind, kernels::FacingKernels kernels) {
  const bool of_rows = kernels == kernels::FacingKernels::of_rows;
  if (kind == PairKind::long_polygons) return kernels != kernels::FacingKernels::none;
  if (kind == PairKind::small_polygons || kind == PairKind::small_rounded) return of_rows;
  if (is_rounded(kind)) return of_rows && is_part_of_small_rounded(kind);
  return is_polygons(kind) && kernels::has_facing_kernel(classes_of(kind).a, classes_of(kind).b, kernels);
}

/// @param facing_kernels  of the instruction set and precision
constexpr Route route_of(Question question, PairKind kind, kernels::FacingKernels facing_kernels) {
  Route route;
  const bool kernel_is_cheap = kind == PairKind::boxes || kind == PairKind::circles;  // hardly more than their discs
  if (question != Question::contacts && !kernel_is_cheap) route.add(Stage::discs);
  if (is_compound(kind)) {
    if (question == Question::verdicts) route.add(Stage::outlines);
    return route.add(Stage::parts).add(Stage::doubles).add(Stage::exact);
  }
  if (has_facing_kernel(kind, facing_kernels)) route.add(Stage::facing_parts);
  if (kind != PairKind::exact) route.add(Stage::all_edges);
  return route.add(Stage::doubles).add(Stage::exact);
}

/// The rows of one question and instruction set.
using Routes = std::array<Route, pair_kinds>;
constexpr Routes routes_of(Question question, kernels::FacingKernels facing_kernels) {
  Routes routes;
  for (unsigned kind = 0; kind < pair_kinds; ++kind) {
    routes[kind] = route_of(question, static_cast<PairKind>(kind), facing_kernels);
  }
  return routes;
}
/// By question, then by FacingKernels.
using RoutesOfQuestion = std::array<Routes, 3>;
constexpr RoutesOfQuestion all_routes_of(Question question) {
  using enum kernels::FacingKernels;
  return {routes_of(question, none), routes_of(question, of_two_classes), routes_of(question, of_rows)};
}
inline constexpr RoutesOfQuestion route_tables[question_count] = {
    all_routes_of(Question::verdicts), all_routes_of(Question::contacts), all_routes_of(Question::near_contacts)};

constexpr const Routes& routes_of_table(Question question, kernels::FacingKernels facing_kernels) {
  return route_tables[static_cast<std::size_t>(question)][static_cast<std::size_t>(facing_kernels)];
}

}  // namespace satchel::query
