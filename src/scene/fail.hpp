// Makes errors that several rooms return.
#pragma once

#include <cstddef>
#include <cstdint>

#include <satchel/error.hpp>
#include <satchel/types.hpp>

namespace satchel::detail {

/// A span of the wrong length.
constexpr Status size_error(Argument argument, std::size_t expected, std::size_t given,
                            std::size_t index = 0) noexcept {
  return {ErrorCode::size_mismatch, index, argument, {expected, given}};
}

/// A list longer than the caller's memory.
constexpr Status room_error(std::size_t needed, std::size_t given) noexcept {
  return {ErrorCode::no_room, 0, Argument::found, {needed, given}};
}

/// A margin or a tolerance that is negative or not finite.
constexpr Status margin_error(Argument argument, double value) noexcept {
  return {ErrorCode::bad_margin, 0, argument, {}, value};
}

/// The margin of a body, of one scene or (b has `slots_a` bodies before its own) of two.
constexpr Status margin_error(std::size_t margin, double value, bool is_one_scene, std::size_t slots_a) noexcept {
  const bool is_a = margin < slots_a;
  const std::uint64_t scene = is_one_scene ? 1 : is_a ? 2 : 3;
  return {ErrorCode::bad_margin,
          margin,
          Argument::margin,
          {scene, is_one_scene || is_a ? margin : margin - slots_a},
          value};
}

/// A period along x (axis 0) or y (1).
constexpr Status period_error(ErrorCode code, unsigned axis, double value) noexcept {
  return {code, 0, Argument::coordinate, {2 + axis}, value};
}

/// Two bodies that may meet at more images than are listed.
constexpr Status images_error(BodyId a, BodyId b, bool is_one_scene, double images) noexcept {
  return {ErrorCode::too_many, a, Argument::body, {a, b, is_one_scene ? 0u : 1u}, images};
}

/// A body or a pose whose images that matter are 2^30 periods away or more.
/// @param scene  of a body: 0 if there is one, 1 for scene_a, 2 for scene_b
constexpr Status far_images_error(Argument argument, std::size_t item, std::uint64_t scene = 0) noexcept {
  return {ErrorCode::out_of_range, item, argument, {scene, 1}};
}

/// A pair whose image has an origin outside the range of coordinates.
constexpr Status image_error(std::size_t pair, bool is_one_scene, std::uint32_t body) noexcept {
  return {ErrorCode::out_of_range, pair, is_one_scene ? Argument::pair : Argument::pair_in_scene_b, {body}};
}

/// A pair whose image is not 0 along an axis without period: along x (axis 0) or y (1).
constexpr Status image_number_error(std::size_t pair, unsigned axis, std::int32_t image) noexcept {
  return {ErrorCode::out_of_range, pair, Argument::pair, {0, 1 + axis}, static_cast<double>(image)};
}

}  // namespace satchel::detail
