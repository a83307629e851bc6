// The bits of BasicManifoldPoint::id, as results.hpp has them.
#pragma once

#include <cstdint>

namespace satchel::test {

inline std::uint32_t id_of_vertices(std::size_t of_a, std::size_t of_b) {
  return 2u | static_cast<std::uint32_t>(of_a & 0x7fffu) << 2 | static_cast<std::uint32_t>(of_b & 0x7fffu) << 17;
}
inline std::uint32_t id_of_vertex(bool of_b, std::size_t vertex, std::size_t edge) {
  return (of_b ? 1u : 0u) | static_cast<std::uint32_t>(vertex & 0x7fffu) << 2 |
         static_cast<std::uint32_t>(edge & 0x7fffu) << 17;
}

inline bool names_two_vertices(std::uint32_t id) { return (id & 2u) != 0; }

/// The id of the same point where a and b change places.
inline std::uint32_t mirrored_id(std::uint32_t id) {
  return names_two_vertices(id) ? id_of_vertices(id >> 17, id >> 2 & 0x7fffu) : id ^ 1u;
}

/// The share of the shorter of two faces within which their ends meet.
constexpr double share_of_meeting_vertices = 1.0 / 64;

}  // namespace satchel::test
