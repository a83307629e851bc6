#include "cli/scene_file/outline_rings.hpp"

#include <algorithm>
#include <numeric>

#include <satchel/ring.hpp>

namespace satchel::cli {

template <class T>
std::pair<std::size_t, std::size_t> OutlineRings<T>::place(std::size_t vertex) const {
  const auto after = std::upper_bound(starts.begin(), starts.end(), vertex);
  return {static_cast<std::size_t>(after - starts.begin()) - 1, indices[vertex]};
}

template <class T>
void add_ring(OutlineRings<T>& outline, std::span<const BasicVec2<T>> vertices, bool hole, bool clean,
              RingChanges& changes) {
  if (clean) {
    const BasicRing<T> ring = clean_ring(vertices, hole ? Winding::clockwise : Winding::counter_clockwise);
    outline.vertices.insert(outline.vertices.end(), ring.vertices.begin(), ring.vertices.end());
    outline.indices.insert(outline.indices.end(), ring.indices.begin(), ring.indices.end());
    changes.rings += 1;
    changes.closed += ring.closed;
    changes.reversed += ring.reversed;
    changes.repeated += ring.repeated;
    changes.collinear += ring.collinear;
  } else {
    outline.vertices.insert(outline.vertices.end(), vertices.begin(), vertices.end());
    outline.indices.resize(outline.vertices.size());
    std::iota(outline.indices.begin() + outline.starts.back(), outline.indices.end(), 0u);
  }
  outline.starts.push_back(static_cast<std::uint32_t>(outline.vertices.size()));
}

#define SATCHEL_INSTANTIATE(T)     \
  template struct OutlineRings<T>; \
  template void add_ring(OutlineRings<T>&, std::span<const BasicVec2<T>>, bool, bool, RingChanges&);
SATCHEL_INSTANTIATE(float)
SATCHEL_INSTANTIATE(double)
#undef SATCHEL_INSTANTIATE

}  // namespace satchel::cli
