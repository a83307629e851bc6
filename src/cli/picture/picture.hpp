// The contents of a picture, in world coordinates. The draw_ files draw them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <satchel/results.hpp>
#include <satchel/types.hpp>

#include "cli/picture/geometry.hpp"
#include "cli/picture/inset.hpp"
#include "cli/scene_file/read_scene.hpp"

namespace satchel::cli {

struct Arrow {
  Vec2d tail, vector;
};

struct Picture {
  std::string name;
  std::string units;
  std::vector<Vec2d> vertices;
  std::vector<std::size_t> ring_starts{0};  ///< ring k has the vertices [ring_starts[k], ring_starts[k + 1])
  std::vector<std::size_t> starts{0};       ///< body i has the rings [starts[i], starts[i + 1]); a removed one none
  std::vector<Verdict> worst;               ///< by body: the worst verdict of its pairs; disjoint without pairs
  std::array<std::size_t, 3> body_counts{};
  std::array<std::size_t, 3> pair_counts{};
  double typical_size = 1;    ///< the median, over the bodies, of the square root of the area
  std::vector<Arrow> arrows;  ///< for each overlapping pair a's MTV, in true length, from the middle of the overlap
  std::optional<Inset> inset;
  std::vector<std::vector<Vec2d>> intersections;  ///< polygons to shade

  [[nodiscard]] std::size_t body_slots() const { return worst.size(); }
  [[nodiscard]] std::size_t body_count() const { return body_counts[0] + body_counts[1] + body_counts[2]; }
  [[nodiscard]] Outline ring(std::size_t k) const {
    return Outline(vertices).subspan(ring_starts[k], ring_starts[k + 1] - ring_starts[k]);
  }
  [[nodiscard]] std::size_t vertex_count(BodyId body) const {
    return ring_starts[starts[body + 1]] - ring_starts[starts[body]];
  }
  [[nodiscard]] double body_area(BodyId body) const {
    double sum = 0;
    for (std::size_t k = starts[body]; k < starts[body + 1]; ++k) {
      sum += area(ring(k));
    }
    return sum;
  }
};

/// The bodies, and shaded polygons in which pairs intersect.
template <class T>
Picture make_picture_of_areas(const SceneFile<T>& file, std::span<const Pair> pairs, std::span<const Verdict> verdicts);

/// The bodies, the MTVs of overlapping pairs, and one of these pairs from near.
/// @param parts  the deciding parts of the contacts; empty if there are no compounds
template <class T>
Picture make_picture(const SceneFile<T>& file, std::span<const Pair> pairs,
                     const std::vector<BasicContact<T>>& contacts, std::span<const PartPair> parts);

}  // namespace satchel::cli
