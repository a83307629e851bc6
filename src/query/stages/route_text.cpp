// The routes of the instruction set in use, as text: `satchel info --routes`.
#include <satchel/isa.hpp>

#include <string>
#include <string_view>

#include "dispatch/dispatch.hpp"
#include "format/kernel_table.hpp"
#include "query/stages/route.hpp"

namespace satchel {
namespace {

using query::PairKind;

std::string name_of(PairKind kind) {
  constexpr std::string_view classes[query::lane_classes] = {"4", "6", "8", "16"};
  constexpr std::string_view cores[query::core_count] = {"point",     "segment",   "polygon 4",
                                                         "polygon 6", "polygon 8", "polygon 16"};
  if (query::is_polygons(kind)) {
    const auto [a, b] = query::classes_of(kind);
    return "polygons up to " + std::string(classes[a]) + ", " + std::string(classes[b]);
  }
  if (query::is_rounded(kind)) {
    const auto [a, b] = query::classes_of(kind);
    return "rounded " + std::string(cores[a]) + ", " + std::string(cores[b]);
  }
  switch (kind) {
    case PairKind::boxes:
      return "boxes";
    case PairKind::long_polygons:
      return "polygons above 16, 16";
    case PairKind::half_long:
      return "polygons above 16, up to 16";
    case PairKind::exact:
      return "beyond error bounds";
    case PairKind::circles:
      return "circles";
    case PairKind::small_polygons:
      return "polygons up to 8, any classes";
    case PairKind::rounded_boxes:
      return "rounded boxes";
    case PairKind::small_rounded:
      return "rounded polygons up to 8, any classes";
    case PairKind::compound_a:
      return "compound, convex";
    case PairKind::compound_b:
      return "convex, compound";
    default:
      return "compounds";
  }
}

std::string stages_of(query::Route route) {
  std::string text;
  for (std::size_t k = 0; k < query::stage_count; ++k) {
    const auto stage = static_cast<query::Stage>(k);
    if (route.has(stage)) text += (text.empty() ? "" : " > ") + std::string(name(stage));
  }
  return text;
}

}  // namespace

std::string describe_routes() {
  const kernels::KernelTable& table = dispatch::active();
  std::string text = "instruction set,precision,question,pairs,stages\n";
  constexpr std::string_view questions[query::question_count] = {"verdicts", "contacts", "hits and manifolds"};
  for (const bool in_double : {false, true}) {
    const kernels::FacingKernels facing_kernels =
        in_double ? table.collide.of_double.facing_kernels : table.collide.of_float.facing_kernels;
    for (std::size_t question = 0; question < query::question_count; ++question) {
      const query::Routes& routes = query::routes_of_table(static_cast<query::Question>(question), facing_kernels);
      for (unsigned kind = 0; kind < query::pair_kinds; ++kind) {
        const auto pairs = static_cast<PairKind>(kind);
        if ((pairs == PairKind::small_polygons || pairs == PairKind::small_rounded) &&
            facing_kernels != kernels::FacingKernels::of_rows) {
          continue;
        }
        text += std::string(table.name) + (in_double ? ",double," : ",float,") + std::string(questions[question]) +
                ",\"" + name_of(pairs) + "\"," + stages_of(routes[kind]) + "\n";
      }
    }
  }
  return text;
}

}  // namespace satchel
