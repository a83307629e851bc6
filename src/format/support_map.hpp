// A table of a polygon of up to eight vertices: for each direction the vertex in the middle of the part that faces it
// (facing.hpp). It is a guess, in 32 bits, which kernels check (facing_rows.hpp); the vertex need not be the exact support.
//
// Directions are divided into octants, counter-clockwise from (1, 0) on, and each octant into halves. For each octant,
// the map holds the vertex for directions in the first half, and whether the next vertex takes its place in the second
// half. Rotating the bits left by four rotates the polygon by 45 degrees. The rest of a body's rotation is rounded to a
// quarter of 45 degrees; a shape has one map for each quarter (scene/shapes/support_maps.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <satchel/pose.hpp>

namespace satchel::kernels {

/// Octant o in bits 4 o to 4 o + 3: the vertex in the lowest three bits; above them 1 if the second half has the next
/// vertex.
struct SupportMap {
  std::uint32_t bits;

  /// The map of the polygon rotated counter-clockwise by whole octants.
  /// @param shift  4 times their number
  constexpr SupportMap rotated(std::uint32_t shift) const {
    return {(bits << (shift & 31u)) | (bits >> ((32u - shift) & 31u))};
  }
  /// The vertex for a direction. May be the number of vertices, which means vertex 0.
  /// @param shift, is_second  of the direction's Octant
  constexpr std::uint32_t vertex(std::uint32_t shift, std::uint32_t is_second) const {
    const std::uint32_t field = bits >> shift;
    return (field & 7u) + ((field >> 3) & is_second);
  }
};

/// The octant of a direction (x, y). Has no branches, so that compilers vectorize loops over directions.
template <class T>
struct Octant {
  using Bits = std::conditional_t<sizeof(T) == sizeof(float), std::uint32_t, std::uint64_t>;  ///< as wide as T

  Bits shift;        ///< 4 times the octant's number: position of its bits in a support map
  Bits is_reversed;  ///< 1 if the octant runs from the diagonal to the axis, else 0
  T ax, ay;          ///< |x|, |y|

  inline __attribute__((always_inline)) Octant(T x, T y) : ax(x < 0 ? -x : x), ay(y < 0 ? -y : y) {
    const Bits steep = ay > ax ? 1 : 0, left = x < 0 ? 1 : 0, down = y < 0 ? 1 : 0;
    // A reflection changes the octant's number o: at the diagonal to 1 ^ o, at the y axis to 3 ^ o, at the x axis to 7 ^ o.
    shift = (4 * steep) ^ (12 * left) ^ (28 * down);
    is_reversed = steep ^ left ^ down;
  }

  /// 1 if the tangent of the angle between the direction and the nearer axis exceeds `tangent` <= 1, else 0. Tests both axes,
  /// because a choice would be a branch.
  inline __attribute__((always_inline)) Bits is_beyond(T tangent) const {
    return Bits{ax > tangent * ay ? 1u : 0u} & Bits{ay > tangent * ax ? 1u : 0u};
  }
  /// 1 for directions in the second half of the octant, else 0.
  inline __attribute__((always_inline)) Bits is_second() const { return is_reversed ^ is_beyond(T(tangent_22_5)); }

  /// Tangents of 11.25, 22.5 and 33.75 degrees; a guess needs no more digits.
  static constexpr double tangent_11_25 = 0.1989, tangent_22_5 = 0.4142, tangent_33_75 = 0.6682;
};

/// The maps of a shape for rotations by less than an octant: one for the middle of each quarter of an octant.
struct SupportMaps {
  static constexpr unsigned quarters = 4;
  SupportMap of_quarter[quarters];
};

/// For each of up to `size` rotations: which of the SupportMaps of a shape it takes, and by how much that is rotated.
struct MapRotations {
  static constexpr std::size_t size = 64;

  std::uint64_t shift[size], quarter[size];  ///< as wide as the rotations' doubles, so that loops vectorize

  /// Has no branches, so that the compiler vectorizes the loop. The map depends on cos / sin and on signs, so
  /// cos^2 + sin^2 need not be 1.
  inline __attribute__((always_inline)) void look_up(const Pose* poses, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const Octant<double> octant(poses[i].rotation.cos, poses[i].rotation.sin);
      shift[i] = octant.shift;
      const std::uint64_t from_axis = octant.is_beyond(octant.tangent_11_25) + octant.is_beyond(octant.tangent_22_5) +
                                      octant.is_beyond(octant.tangent_33_75);
      quarter[i] = from_axis ^ ((SupportMaps::quarters - 1) * octant.is_reversed);  // reversed: 3 - from_axis
    }
  }
  inline __attribute__((always_inline)) SupportMap of(const SupportMaps& maps, std::size_t i) const {
    return maps.of_quarter[quarter[i]].rotated(static_cast<std::uint32_t>(shift[i]));
  }
};

}  // namespace satchel::kernels
