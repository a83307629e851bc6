// NearestFeatures of the contacts that facing parts found (contact_distances.hpp).
//
//   reference: the body with the best edge, which is its edge k - 1 or k, with the vertices before and after the edge
//   tip: the lowest over that edge among the other body's vertices k - 1, k, k + 1, with its neighbours
//
// This tip is the lowest of all vertices by more than rounding: see facing.hpp.
#pragma once

#include <cstddef>

#include "kernels/facing/facing.hpp"
#include "kernels/features/contact_distances.hpp"

namespace {

template <class L>
struct FacingFeatures {
  using T = typename L::Scalar;
  using V = typename L::Vector;
  using F = DecidingFeatures<T>;

  static SATCHEL_INLINE NearestFeatures<L> features(const FacingPart<L>& a, const FacingPart<L>& b,
                                                    const FacingEdges<L>& edges) {
    NearestFeatures<L> chosen;
    chosen.of_b = edges.is_of_b();
    const auto is_second = edges.is_second(a, b);
    Points<L> reference[5], other[5];
    for (std::size_t i = 0; i < 5; ++i) {
      const Points<L> vertex_a{a.x[i], a.y[i]}, vertex_b{b.x[i], b.y[i]};
      reference[i] = select<L>(chosen.of_b, vertex_b, vertex_a);
      other[i] = select<L>(chosen.of_b, vertex_a, vertex_b);
    }
    constexpr typename F::Vertex along[4] = {F::before_start, F::start, F::end, F::after_end};
    for (std::size_t i = 0; i < 4; ++i) {
      chosen.vertices[along[i]] = select<L>(is_second, reference[i + 1], reference[i]);
    }

    const Points<L> edge = chosen.vertices[F::end] - chosen.vertices[F::start];
    V height[3];
    for (std::size_t i = 0; i < 3; ++i) height[i] = edge.y * other[i + 1].x - edge.x * other[i + 1].y;
    const V low = L::min(height[0], height[1]);
    const auto past_first = height[0] > height[1], is_third = low > height[2];
    constexpr typename F::Vertex around[3] = {F::before_tip, F::tip, F::after_tip};
    for (std::size_t i = 0; i < 3; ++i) {
      chosen.vertices[around[i]] = select<L>(is_third, other[i + 2], select<L>(past_first, other[i + 1], other[i]));
    }
    chosen.tied = (height[0] == height[1]) | (low == height[2]);
    return chosen;
  }
};

}  // namespace
