// The codes of C++ and of C, and how one status becomes the other.
#pragma once

#include <satchel/c/status.h>

#include <satchel/error.hpp>

namespace satchel::c {

constexpr satchel_status ok{};

/// The frozen number of a code.
constexpr satchel_code code_of(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::ok:
      return SATCHEL_OK;
    case ErrorCode::not_finite:
      return SATCHEL_NOT_FINITE;
    case ErrorCode::out_of_range:
      return SATCHEL_OUT_OF_RANGE;
    case ErrorCode::too_few_vertices:
      return SATCHEL_TOO_FEW_VERTICES;
    case ErrorCode::too_many_vertices:
      return SATCHEL_TOO_MANY_VERTICES;
    case ErrorCode::repeated_vertex:
      return SATCHEL_REPEATED_VERTEX;
    case ErrorCode::closed_ring:
      return SATCHEL_CLOSED_RING;
    case ErrorCode::equal_ends:
      return SATCHEL_EQUAL_ENDS;
    case ErrorCode::collinear:
      return SATCHEL_COLLINEAR;
    case ErrorCode::clockwise:
      return SATCHEL_CLOCKWISE;
    case ErrorCode::not_convex:
      return SATCHEL_NOT_CONVEX;
    case ErrorCode::not_simple:
      return SATCHEL_NOT_SIMPLE;
    case ErrorCode::meets_itself:
      return SATCHEL_MEETS_ITSELF;
    case ErrorCode::bad_hole:
      return SATCHEL_BAD_HOLE;
    case ErrorCode::bad_radius:
      return SATCHEL_BAD_RADIUS;
    case ErrorCode::unsupported:
      return SATCHEL_UNSUPPORTED;
    case ErrorCode::bad_rotation:
      return SATCHEL_BAD_ROTATION;
    case ErrorCode::bad_starts:
      return SATCHEL_BAD_STARTS;
    case ErrorCode::size_mismatch:
      return SATCHEL_SIZE_MISMATCH;
    case ErrorCode::no_parts:
      return SATCHEL_NO_PARTS;
    case ErrorCode::nested_compound:
      return SATCHEL_NESTED_COMPOUND;
    case ErrorCode::bad_shape:
      return SATCHEL_BAD_SHAPE;
    case ErrorCode::bad_body:
      return SATCHEL_BAD_BODY;
    case ErrorCode::removed_body:
      return SATCHEL_REMOVED_BODY;
    case ErrorCode::too_many:
      return SATCHEL_TOO_MANY;
    case ErrorCode::bad_margin:
      return SATCHEL_BAD_MARGIN;
    case ErrorCode::too_many_pairs:
      return SATCHEL_TOO_MANY_PAIRS;
    case ErrorCode::no_room:
      return SATCHEL_NO_ROOM;
    case ErrorCode::overlapping_parts:
      return SATCHEL_OVERLAPPING_PARTS;
    case ErrorCode::bad_threshold:
      return SATCHEL_BAD_THRESHOLD;
    case ErrorCode::bad_box:
      return SATCHEL_BAD_BOX;
    case ErrorCode::bad_ray:
      return SATCHEL_BAD_RAY;
    case ErrorCode::unknown_isa:
      return SATCHEL_UNKNOWN_ISA;
    case ErrorCode::unavailable_isa:
      return SATCHEL_UNAVAILABLE_ISA;
    case ErrorCode::cancelled:
      return SATCHEL_CANCELLED;
    case ErrorCode::no_memory:
      return SATCHEL_NO_MEMORY;
    case ErrorCode::internal:
      return SATCHEL_INTERNAL;
    case ErrorCode::bad_edge:
      return SATCHEL_BAD_EDGE;
    case ErrorCode::bad_neighbour:
      return SATCHEL_BAD_NEIGHBOUR;
    case ErrorCode::bad_angle:
      return SATCHEL_BAD_ANGLE;
    case ErrorCode::bad_distance:
      return SATCHEL_BAD_DISTANCE;
    case ErrorCode::other_scene:
      return SATCHEL_OTHER_SCENE;
    case ErrorCode::changed_scene:
      return SATCHEL_CHANGED_SCENE;
    case ErrorCode::left_out:
      return SATCHEL_LEFT_OUT;
  }
  return SATCHEL_INTERNAL;
}

constexpr satchel_status status_of(const Status& status) noexcept {
  return {code_of(status.code), static_cast<std::int32_t>(status.argument),
          status.index,         {status.numbers[0], status.numbers[1], status.numbers[2], status.numbers[3]},
          status.value,         status.value_y};
}

/// A status of a code of this interface alone. @param parameter  counted from 1
constexpr satchel_status own_status(satchel_code code, unsigned parameter, std::uint64_t first = 0,
                                    std::uint64_t second = 0) noexcept {
  return {code, SATCHEL_ARGUMENT_NONE, parameter, {first, second, 0, 0}, 0, 0};
}
/// The same of a member of the parameter's struct.
constexpr satchel_status own_status(satchel_code code, unsigned parameter, satchel_argument member) noexcept {
  return {code, member, parameter, {}, 0, 0};
}

}  // namespace satchel::c
