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
double OutlineRings<T>::signed_area(std::size_t ring) const {
  const std::span<const BasicVec2<T>> points =
      std::span(vertices).subspan(starts[ring], starts[ring + 1] - starts[ring]);
  double twice = 0;
  for (std::size_t i = 2; i < points.size(); ++i) {
    const double ax = double{points[i - 1].x} - double{points[0].x}, ay = double{points[i - 1].y} - double{points[0].y};
    const double bx = double{points[i].x} - double{points[0].x}, by = double{points[i].y} - double{points[0].y};
    twice += ax * by - ay * bx;
  }
  return twice / 2;
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

template struct OutlineRings<float>;
template void add_ring(OutlineRings<float>&, std::span<const BasicVec2<float>>, bool, bool, RingChanges&);
template struct OutlineRings<double>;
template void add_ring(OutlineRings<double>&, std::span<const BasicVec2<double>>, bool, bool, RingChanges&);

}  // namespace satchel::cli
