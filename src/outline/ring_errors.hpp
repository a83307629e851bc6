// The limit and the errors that clean_ring and convex_parts share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <satchel/error.hpp>

#include "format/layout.hpp"
#include "outline/simple_rings.hpp"

namespace satchel::outline {

/// The most vertices of a polygon and of an outline with its holes.
constexpr std::size_t most_vertices = kernels::vertices_of(kernels::polygon_class_count - 1);

/// Two edges that meet; the place is rounded to T.
template <class T>
Status meeting_error(const Meeting& meeting, std::size_t index, Argument argument,
                     const std::array<std::uint64_t, 4>& numbers) noexcept {
  return {ErrorCode::meets_itself,
          index,
          argument,
          numbers,
          static_cast<double>(static_cast<T>(meeting.x)),
          static_cast<double>(static_cast<T>(meeting.y))};
}

}  // namespace satchel::outline
