// Which part of a small polygon faces a direction, about: a guess in 32 bits, which kernels check (facing_rows.hpp).
//
// Directions are told apart by octants, counter-clockwise from (1, 0) on, and these by halves. Of each octant a support
// map holds the vertex k around which the part lies when its first half is faced, and whether that is the next one when
// the second half is. So a map turns by 45 degrees when its bits turn by four. What is left of a body's rotation is
// rounded to a quarter of that, for which its shape has four maps (scene/support_maps.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <satchel/pose.hpp>

namespace satchel::kernels {

/// Octant o in bits 4 o to 4 o + 3: the vertex in the lowest three, and above them whether to go on in the second half.
struct SupportMap {
  std::uint32_t bits;

  /// The same of the polygon turned by octants, so many bits' worth.
  constexpr SupportMap turned(std::uint32_t shift) const {
    return {(bits << (shift & 31u)) | (bits >> ((32u - shift) & 31u))};
  }
  /// The vertex for a direction; the number of vertices stands for vertex 0.
  /// @param shift, is_second  of its Octant
  constexpr std::uint32_t vertex(std::uint32_t shift, std::uint32_t is_second) const {
    const std::uint32_t field = bits >> shift;
    return (field & 7u) + ((field >> 3) & is_second);
  }
};

/// Where a direction (x, y) lies. Written without branches, so that loops over directions become vectors.
template <class T>
struct Octant {
  using Bits = std::conditional_t<sizeof(T) == sizeof(float), std::uint32_t, std::uint64_t>;  ///< as wide as T

  Bits shift;  ///< 4 times its number: that of its bits in a support map
  Bits turns;  ///< 1 where it is gone through from the diagonal to the axis, else 0
  T ax, ay;    ///< |x|, |y|

  inline __attribute__((always_inline)) Octant(T x, T y) : ax(x < 0 ? -x : x), ay(y < 0 ? -y : y) {
    const Bits steep = ay > ax ? 1 : 0, left = x < 0 ? 1 : 0, down = y < 0 ? 1 : 0;
    shift = (4 * steep) ^ (12 * (left ^ down)) ^ (16 * down);
    turns = steep ^ left ^ down;
  }

  /// 1 where it lies farther from its axis than this tangent, up to 1, says; else 0.
  inline __attribute__((always_inline)) Bits is_beyond(T tangent) const {
    return Bits{ax > tangent * ay ? 1u : 0u} & Bits{ay > tangent * ax ? 1u : 0u};
  }
  /// 1 in the second half, else 0.
  inline __attribute__((always_inline)) Bits is_second() const { return turns ^ is_beyond(T(0.4142)); }  // 22.5 degrees
};

/// The maps of a shape, for what is left of a rotation by whole octants: the middles of four quarters of an octant.
struct SupportMaps {
  static constexpr unsigned quarters = 4;
  SupportMap of_quarter[quarters];
};

/// Which map rotations take, some at a time.
struct MapTurns {
  static constexpr std::size_t size = 64;

  std::uint64_t shift[size], quarter[size];

  /// A loop without branches, which becomes vectors: body by body this would take as long as placing does. The
  /// map depends on the ratio of cosine and sine and on signs, so cos^2 + sin^2 does not matter.
  inline __attribute__((always_inline)) void look_up(const Pose* poses, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const Octant<double> octant(poses[i].rotation.cos, poses[i].rotation.sin);
      shift[i] = octant.shift;
      const std::uint64_t beyond =  // 11.25, 22.5 and 33.75 degrees
          octant.is_beyond(0.1989) + octant.is_beyond(0.4142) + octant.is_beyond(0.6682);
      quarter[i] = beyond ^ ((SupportMaps::quarters - 1) * octant.turns);
    }
  }
  inline __attribute__((always_inline)) SupportMap of(const SupportMaps& maps, std::size_t i) const {
    return maps.of_quarter[quarter[i]].turned(static_cast<std::uint32_t>(shift[i]));
  }
};

}  // namespace satchel::kernels
