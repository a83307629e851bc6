// The rings of a polygon or an outline in the form of the library, and where their vertices stand in the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <satchel/types.hpp>

#include "cli/raw_scene/raw_scene.hpp"
#include "cli/scene_file/ring_changes.hpp"

namespace satchel::cli {

template <class T>
struct OutlineRings {
  std::vector<BasicVec2<T>> vertices;
  std::vector<std::uint32_t> starts{0};  ///< ring k has the vertices [starts[k], starts[k + 1])
  std::vector<std::uint32_t> indices;    ///< vertices[i] is point indices[i] of its ring in the file

  /// The ring of a vertex and the vertex's index in the file's ring.
  [[nodiscard]] std::pair<std::size_t, std::size_t> place(std::size_t vertex) const;
  /// The area of a ring, rounded; negative if it is clockwise.
  [[nodiscard]] double signed_area(std::size_t ring) const;
};

/// Adds a ring. With `clean` the library's `clean_ring` is applied, and what it changed is added to `changes`. Throws
/// `Error` (index: of the vertex in the file's ring).
template <class T>
void add_ring(OutlineRings<T>& outline, std::span<const BasicVec2<T>> vertices, bool hole, bool clean,
              RingChanges& changes);

}  // namespace satchel::cli
