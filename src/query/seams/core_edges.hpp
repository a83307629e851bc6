// The edges of a core: their neighbours, their vectors.
#pragma once

#include <cstdint>

#include <satchel/types.hpp>

#include "exact/resolve.hpp"

namespace satchel::query {

inline double cross(const Vec2d& a, const Vec2d& b) { return a.x * b.y - a.y * b.x; }
inline double dot(const Vec2d& a, const Vec2d& b) { return a.x * b.x + a.y * b.y; }

template <class T>
std::uint32_t next_in(const exact::Core<T>& core, std::uint32_t edge) {
  return edge + 1 == core.count ? 0 : edge + 1;
}
template <class T>
std::uint32_t before_in(const exact::Core<T>& core, std::uint32_t edge) {
  return edge == 0 ? core.count - 1 : edge - 1;
}

/// The edge of a core from vertex `edge` to the next.
template <class T>
Vec2d edge_of(const exact::Core<T>& core, std::uint32_t edge) {
  const std::uint32_t to = next_in(core, edge);
  return {static_cast<double>(core.x[to]) - static_cast<double>(core.x[edge]),
          static_cast<double>(core.y[to]) - static_cast<double>(core.y[edge])};
}

}  // namespace satchel::query
