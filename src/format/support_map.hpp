// The part of a small polygon that about faces a direction: a guess in 32 bits, which kernels check (facing_rows.hpp).
//
// Directions are divided into octants, counter-clockwise from (1, 0) on, and each octant into halves. For each octant,
// a support map holds the vertex k around which the part lies for directions in the first half, and whether the part
// lies around the next vertex for directions in the second half. Rotating the bits by four rotates the map by 45
// degrees. The rest of a body's rotation is rounded to a quarter of 45 degrees; a shape has one map for each quarter
// (scene/shapes/support_maps.hpp).
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

  /// The map of the polygon rotated by whole octants, four bits each.
  constexpr SupportMap rotated(std::uint32_t shift) const {
    return {(bits << (shift & 31u)) | (bits >> ((32u - shift) & 31u))};
  }
  /// The vertex for a direction; the number of vertices stands for vertex 0.
  /// @param shift, is_second  of its Octant
  constexpr std::uint32_t vertex(std::uint32_t shift, std::uint32_t is_second) const {
    const std::uint32_t field = bits >> shift;
    return (field & 7u) + ((field >> 3) & is_second);
  }
};

/// The octant of a direction (x, y). Has no branches, so that compilers vectorize loops over directions.
template <class T>
struct Octant {
  using Bits = std::conditional_t<sizeof(T) == sizeof(float), std::uint32_t, std::uint64_t>;  ///< as wide as T

  Bits shift;  ///< 4 times the octant's number: position of its bits in a support map
  Bits is_reversed;  ///< 1 if the octant runs from the diagonal to the axis, else 0
  T ax, ay;    ///< |x|, |y|

  inline __attribute__((always_inline)) Octant(T x, T y) : ax(x < 0 ? -x : x), ay(y < 0 ? -y : y) {
    const Bits steep = ay > ax ? 1 : 0, left = x < 0 ? 1 : 0, down = y < 0 ? 1 : 0;
    shift = (4 * steep) ^ (12 * (left ^ down)) ^ (16 * down);
    is_reversed = steep ^ left ^ down;
  }

  /// 1 if the tangent of the angle between the direction and its axis exceeds `tangent` <= 1, else 0.
  inline __attribute__((always_inline)) Bits is_beyond(T tangent) const {
    return Bits{ax > tangent * ay ? 1u : 0u} & Bits{ay > tangent * ax ? 1u : 0u};
  }
  /// 1 for directions in the second half of the octant, else 0.
  inline __attribute__((always_inline)) Bits is_second() const {
    return is_reversed ^ is_beyond(T(0.4142));  // 22.5 degrees
  }
};

/// The maps of a shape for rotations by less than an octant: one for the middle of each quarter of an octant.
struct SupportMaps {
  static constexpr unsigned quarters = 4;
  SupportMap of_quarter[quarters];
};

/// The maps that up to `size` rotations take.
struct MapRotations {
  static constexpr std::size_t size = 64;

  std::uint64_t shift[size], quarter[size];

  /// Has no branches, so that the compiler vectorizes the loop; one body at a time, it would take as long as placing.
  /// The map depends on cos / sin and on signs, so cos^2 + sin^2 does not matter.
  inline __attribute__((always_inline)) void look_up(const Pose* poses, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const Octant<double> octant(poses[i].rotation.cos, poses[i].rotation.sin);
      shift[i] = octant.shift;
      const std::uint64_t beyond =  // 11.25, 22.5 and 33.75 degrees
          octant.is_beyond(0.1989) + octant.is_beyond(0.4142) + octant.is_beyond(0.6682);
      quarter[i] = beyond ^ ((SupportMaps::quarters - 1) * octant.is_reversed);
    }
  }
  inline __attribute__((always_inline)) SupportMap of(const SupportMaps& maps, std::size_t i) const {
    return maps.of_quarter[quarter[i]].rotated(static_cast<std::uint32_t>(shift[i]));
  }
};

}  // namespace satchel::kernels
