// Cores of bodies in lanes: polygons, segments and points, without their radii.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/gather/load.hpp"

namespace {

/// The class of a core of up to the given number of vertices. Blocks of 6 and 8 vertices have the same layout and run.
constexpr unsigned core_class(std::size_t vertices) {
  using namespace satchel::kernels;
  return vertices == 1 ? point_class : vertices == 2 ? segment_class : vertices == 4 ? 0u : vertices == 8 ? 2u : 3u;
}

/// The number of values of a core's block, as a power of two.
constexpr int core_shift(std::size_t vertices) { return vertices <= 2 ? 2 : vertices == 4 ? 3 : vertices == 8 ? 4 : 5; }

/// W cores of up to C vertices in columns: 1, 2, 4, 8 or 16.
template <class L, std::size_t C>
struct CoreLanes {
  using Vector = typename L::Vector;
  static constexpr std::size_t count = C, edges = C > 1 ? C : 0;

  Vector x[C], y[C];
  Vector ex[C], ey[C];  ///< the first `edges` are used

  SATCHEL_INLINE explicit CoreLanes(std::size_t = C) {}

  template <class T = typename L::Scalar>
  SATCHEL_INLINE void load(const T* base, const std::uint32_t* blocks) {
    constexpr std::size_t capacity = C > 1 ? C : 2;
    Vector columns[2 * capacity];
    load_runs<L, 2 * capacity>(base, blocks, columns);
    for (std::size_t i = 0; i < C; ++i) {
      x[i] = columns[i];
      y[i] = columns[capacity + i];
    }
    for (std::size_t i = 0; i < edges; ++i) {
      const std::size_t next = i + 1 < C ? i + 1 : 0;
      ex[i] = x[next] - x[i];
      ey[i] = y[next] - y[i];
    }
  }
};

/// CoreLanes of a size that is known at run time.
template <class L>
struct AnyCoreLanes {
  using Vector = typename L::Vector;
  static constexpr std::size_t most = 16;

  Vector x[most], y[most];
  Vector ex[most], ey[most];  ///< the first `edges` are used
  std::size_t count, edges;

  SATCHEL_INLINE explicit AnyCoreLanes(std::size_t size) : count(size), edges(size > 1 ? size : 0) {}

  template <class T = typename L::Scalar>
  [[gnu::noinline]] void load(const T* base, const std::uint32_t* blocks) {
    switch (count) {
      case 1:
        return copy<1>(base, blocks);
      case 2:
        return copy<2>(base, blocks);
      case 4:
        return copy<4>(base, blocks);
      case 8:
        return copy<8>(base, blocks);
      default:
        return copy<most>(base, blocks);
    }
  }

 private:
  template <std::size_t C, class T = typename L::Scalar>
  SATCHEL_INLINE void copy(const T* base, const std::uint32_t* blocks) {
    CoreLanes<L, C> core;
    core.load(base, blocks);
    for (std::size_t i = 0; i < C; ++i) {
      x[i] = core.x[i];
      y[i] = core.y[i];
    }
    for (std::size_t i = 0; i < core.edges; ++i) {
      ex[i] = core.ex[i];
      ey[i] = core.ey[i];
    }
  }
};

template <class L, class Core, class V = typename L::Vector>
SATCHEL_INLINE void move_by(Core& core, const V& to_x, const V& to_y) {
  for (std::size_t i = 0; i < core.count; ++i) {
    core.x[i] = core.x[i] - to_x;
    core.y[i] = core.y[i] - to_y;
  }
}

/// The most extreme ey x - ex y over the vertices of each core.
/// @param more_extreme  L::min or L::max
template <class L, class Core, class MoreExtreme, class V = typename L::Vector>
SATCHEL_INLINE V extreme_along(const Core& core, const V& e_x, const V& e_y, MoreExtreme more_extreme) {
  V extreme = e_y * core.x[0] - e_x * core.y[0];
#pragma GCC unroll 16
  for (std::size_t i = 1; i < core.count; ++i) extreme = more_extreme(extreme, e_y * core.x[i] - e_x * core.y[i]);
  return extreme;
}
template <class L, class Core, class V = typename L::Vector>
SATCHEL_INLINE V lowest_along(const Core& core, const V& e_x, const V& e_y) {
  return extreme_along<L>(
      core, e_x, e_y, [](const V& p, const V& q) __attribute__((always_inline)) { return L::min(p, q); });
}
template <class L, class Core, class V = typename L::Vector>
SATCHEL_INLINE V highest_along(const Core& core, const V& e_x, const V& e_y) {
  return extreme_along<L>(
      core, e_x, e_y, [](const V& p, const V& q) __attribute__((always_inline)) { return L::max(p, q); });
}

}  // namespace
