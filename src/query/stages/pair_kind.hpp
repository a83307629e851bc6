// Kinds of pairs: each kind has its kernels. A pair's kind follows from the kinds of its two bodies.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <satchel/options.hpp>

#include "format/layout.hpp"

namespace satchel::query {

constexpr unsigned lane_classes = kernels::lane_class_count;
constexpr unsigned core_count =
    2 + lane_classes;  ///< cores of rounded bodies: points, segments, polygons by lane class

/// The kinds of pairs, A before B in evaluation order.
enum class PairKind : std::uint8_t {
  /// Two polygons of up to 16 vertices: this and the next ones, by lane class (polygons_of).
  polygons = 0,
  boxes = polygons + lane_classes * lane_classes,  ///< two centred boxes
  long_polygons,                                   ///< two polygons of more than 16 vertices
  half_long,                                       ///< one of more than 16, one of fewer
  exact,                                           ///< some body that no kernel's error bound holds for
  circles,                                         ///< two circles around their own origins
  small_polygons,                                  ///< of up to 8 vertices, where one kernel takes all classes
  rounded_boxes,                                   ///< two centred boxes of which one has a radius
  small_rounded,                                   ///< small_polygons of which one has a radius
  /// Others of which one has a radius, or one or two vertices: this and the next ones, by core (rounded_of).
  rounded,
  compound_a = rounded + core_count * core_count,  ///< A is a compound
  compound_b,                                      ///< B is
  compounds,                                       ///< both are
};
constexpr unsigned index(PairKind kind) { return static_cast<unsigned>(kind); }
constexpr unsigned pair_kinds = index(PairKind::compounds) + 1;
constexpr unsigned compound_kinds = 3;                          ///< the last ones
constexpr unsigned convex_kinds = pair_kinds - compound_kinds;  ///< the first ones
constexpr unsigned lane_kinds = index(PairKind::boxes);         ///< those of PairKind::polygons

constexpr PairKind polygons_of(unsigned class_a, unsigned class_b) {
  return static_cast<PairKind>(class_a * lane_classes + class_b);
}
constexpr PairKind rounded_of(unsigned core_a, unsigned core_b) {
  return static_cast<PairKind>(index(PairKind::rounded) + core_a * core_count + core_b);
}

constexpr bool is_polygons(PairKind kind) { return kind < PairKind::boxes; }
constexpr bool is_rounded(PairKind kind) { return kind >= PairKind::rounded && kind < PairKind::compound_a; }
constexpr bool is_compound(PairKind kind) { return kind >= PairKind::compound_a; }
constexpr bool has_long_polygon(PairKind kind) {
  return kind == PairKind::long_polygons || kind == PairKind::half_long;
}

/// The lane classes of PairKind::polygons; the cores of PairKind::rounded.
struct Classes {
  unsigned a, b;
};
constexpr Classes classes_of(PairKind kind) {
  if (is_polygons(kind)) return {index(kind) / lane_classes, index(kind) % lane_classes};
  const unsigned number = index(kind) - index(PairKind::rounded);
  return {number / core_count, number % core_count};
}

/// The kernels tell cores apart by the binary logarithm of the vertices in a block.
constexpr unsigned core_size(unsigned core) {
  constexpr unsigned sizes[core_count] = {0, 1, 2, 3, 3, 4};
  return sizes[core];
}

/// Whether PairKind::small_polygons has the pairs of this kind too, where there is a kernel for it.
constexpr bool is_part_of_small_polygons(PairKind kind) {
  return is_polygons(kind) && classes_of(kind).a < 3 && classes_of(kind).b < 3;
}
/// The same of PairKind::small_rounded. Two blocks of four vertices have no more than their facing parts.
constexpr bool is_part_of_small_rounded(PairKind kind) {
  if (!is_rounded(kind)) return false;
  const auto is_small = [](unsigned core) { return core >= 2 && core < 5; };
  const auto [a, b] = classes_of(kind);
  return is_small(a) && is_small(b) && (a != 2 || b != 2);
}

/// The kind of a pair by the kinds of its bodies (kernels::Kind), in evaluation order.
class KindTable {
 public:
  constexpr KindTable() : KindTable(false, false) {}
  /// @param merges, merges_rounded  whether pairs are small_polygons, small_rounded as far as they may be
  constexpr KindTable(bool merges, bool merges_rounded) : kinds_{} {
    for (unsigned a = 0; a < kernels::kind_count; ++a) {
      for (unsigned b = 0; b < kernels::kind_count; ++b) {
        const PairKind kind = by_class(a, b);
        kinds_[a][b] = merges && is_part_of_small_polygons(kind)          ? PairKind::small_polygons
                       : merges_rounded && is_part_of_small_rounded(kind) ? PairKind::small_rounded
                                                                          : kind;
      }
    }
  }

  constexpr PairKind operator()(std::uint8_t body_a, std::uint8_t body_b) const { return kinds_[body_a][body_b]; }

 private:
  static constexpr std::size_t row = 32;  ///< a power of two: rows are found by a shift

  static constexpr PairKind by_class(unsigned a, unsigned b) {
    using namespace kernels;
    if (a == compound_kind && b == compound_kind) return PairKind::compounds;
    if (a == compound_kind) return PairKind::compound_a;
    if (b == compound_kind) return PairKind::compound_b;
    if (a == exact_kind || b == exact_kind) return PairKind::exact;
    if (a == circle_kind && b == circle_kind) return PairKind::circles;
    if (has_radius(a) || has_radius(b)) {
      if (is_box(a) && is_box(b)) return PairKind::rounded_boxes;
      const unsigned core_a = core_of(a), core_b = core_of(b);
      return core_a == core_count || core_b == core_count ? PairKind::exact : rounded_of(core_a, core_b);
    }
    if (a == long_kind && b == long_kind) return PairKind::long_polygons;
    if (a == long_kind || b == long_kind) return PairKind::half_long;
    if (a == box_kind && b == box_kind) return PairKind::boxes;
    const auto lane_class = [](unsigned kind) { return kind == box_kind ? 0u : kind; };
    return polygons_of(lane_class(a), lane_class(b));
  }

  static constexpr bool has_radius(unsigned body) {
    return body >= kernels::circle_kind && body <= kernels::long_rounded_kind;
  }
  static constexpr bool is_box(unsigned body) { return body == kernels::box_kind || body == kernels::rounded_box_kind; }
  /// core_count where there are more than 16 vertices.
  static constexpr unsigned core_of(unsigned body) {
    using namespace kernels;
    if (body == circle_kind || body == point_kind) return 0;
    if (body == segment_kind) return 1;
    if (is_box(body)) return 2;
    if (body < lane_class_count) return 2 + body;
    return body >= rounded_kind && body < long_rounded_kind ? 2 + body - rounded_kind : core_count;
  }

  PairKind kinds_[kernels::kind_count][row];
};
inline constexpr KindTable kind_by_class;  ///< with no class merged
inline constexpr KindTable merging_tables[2][2] = {{kind_by_class, {false, true}}, {{true, false}, {true, true}}};

/// Where statistics count the pairs of a kind.
constexpr PairClass counted_as(PairKind kind) {
  if (is_polygons(kind)) {
    constexpr PairClass of_larger[] = {PairClass::up_to_4, PairClass::up_to_6, PairClass::up_to_8, PairClass::up_to_16};
    static_assert(std::size(of_larger) == lane_classes);
    return of_larger[std::max(classes_of(kind).a, classes_of(kind).b)];
  }
  if (kind == PairKind::boxes) return PairClass::boxes;
  if (has_long_polygon(kind)) return PairClass::many_vertices;
  if (kind == PairKind::exact) return PairClass::exact;
  return is_compound(kind) ? PairClass::compounds : PairClass::rounded;
}

}  // namespace satchel::query
