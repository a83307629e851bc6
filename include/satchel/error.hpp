// Error codes, and how functions report them.
//
// Every check of input is made before anything is written. Functions that can fail throw `Error`. Calls on pairs, scenes
// and rings, and functions that change a scene, also have the form try_NAME, which never throws and returns a `Status`;
// `message(status)` is the text that NAME throws.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include <satchel/export.hpp>

namespace satchel {

/// The reason of an error. `message(ErrorCode)` describes it in words.
enum class ErrorCode : std::uint8_t {
  ok,
  not_finite,         ///< a NaN or an infinity
  out_of_range,       ///< a number outside the range of the scene's precision
  too_few_vertices,   ///< a polygon of fewer than three vertices
  too_many_vertices,  ///< a polygon of more than 131,072 vertices
  repeated_vertex,    ///< a vertex equal to the one before it
  closed_ring,        ///< the last vertex repeats the first
  equal_ends,         ///< a capsule or a segment whose ends are one point
  collinear,          ///< a vertex on the straight line through its neighbours
  clockwise,          ///< the vertices of a polygon or of an outer boundary run clockwise
  not_convex,         ///< some turns are left turns, some right turns
  not_simple,         ///< all turns are left turns, but the polygon goes around more than once (a pentagram)
  meets_itself,       ///< an outline that crosses or touches itself
  bad_hole,           ///< a hole that is counter-clockwise, not inside the outer ring, or inside another hole
  bad_radius,         ///< negative, not finite or out of range
  unsupported,        ///< a body with a radius, where the answer is a polygon
  bad_rotation,       ///< cos^2 + sin^2 is off 1 by more than 1e-6
  bad_starts,         ///< `starts` does not begin at 0, decreases, or ends elsewhere than at the number of vertices
  size_mismatch,      ///< spans whose lengths have to be equal are not
  no_parts,           ///< a compound without parts
  nested_compound,    ///< a part that is a compound itself, or an outline
  bad_shape,          ///< no shape has this index
  bad_body,           ///< no body has this index
  removed_body,       ///< the body of this index has been removed
  too_many,           ///< more bodies, shapes, parts, queries or pairs than indices can number; more images than 2^20
  bad_margin,         ///< negative or not finite
  too_many_pairs,     ///< more candidate pairs than the caller's limit
  no_room,            ///< the caller's memory holds fewer elements than were found; the status says how many are needed
  overlapping_parts,  ///< a compound whose parts overlap, where their areas are to be added
  bad_threshold,      ///< not a number from 0 to 1
  bad_box,            ///< a minimum larger than the maximum
  bad_ray,            ///< a direction of (0, 0), or a max_time that is negative or not a number
  unknown_isa,        ///< not the name of an instruction set that Satchel knows
  unavailable_isa,    ///< this machine or this build does not have the instruction set
  cancelled,          ///< the work was cancelled before it was done; outputs are unspecified
  no_memory,          ///< an allocation failed; outputs are unspecified
  internal,           ///< an exception of the caller's executor; outputs are unspecified
  bad_edge,           ///< no edge of the body has this index
  bad_neighbour,      ///< the point beyond the end of an edge is equal to this end
  bad_angle,          ///< a motion that turns a body by more than the limit
  bad_distance,       ///< a largest distance that is negative or not a number
  other_scene,        ///< an index, used with a scene that it was not built of
  changed_scene,      ///< an index, used with its scene after that has changed
  left_out,           ///< a body that changed, which the list of changed bodies leaves out
  bad_outline,        ///< rings that bound no region
  cannot_rotate,      ///< an outline whose rings touch or nearly touch, or a trusted one, at a pose that turns it
  needs_parts         ///< a body that is an outline without convex parts, which the question needs
};

/// The error and the valid input in words, without the name of the item: "vertices turn clockwise; ...".
[[nodiscard]] SATCHEL_API const char* message(ErrorCode code) noexcept;

/// The argument of a call that a `Status` is about, as far as its message names it. The comments say what `numbers` are.
/// If the code is size_mismatch, they are the number of elements expected and the number given; if it is needs_parts,
/// numbers[2] is the shape that has none. New ones go to the end.
enum class Argument : std::uint8_t {
  none,               ///< the message is the message of the code
  pair,               ///< pair `index` of a call on one scene; numbers[0]: the body that does not exist. If the code
                      ///< is out_of_range, the origin of its image is, or (of two scenes, too) numbers[1]: its image
                      ///< along x (1) or y (2), where the world does not repeat; value: that image
  pair_in_scene_a,    ///< pair `index` of a call on two scenes; numbers[0]: the body, which scene_a does not have
  pair_in_scene_b,    ///< as above, for scene_b. If the code is out_of_range, the origin of the body's image is
  pairs,              ///< the pairs found; numbers[0]: their limit
  results,            ///< the span of one result a pair
  parts,              ///< the span of the deciding parts
  motions,            ///< the motion of body `index`, or all motions
  motions_a,          ///< as above, for scene_a
  motions_b,          ///< as above, for scene_b
  poses,              ///< pose `index`. If the code is out_of_range, numbers[1]: 1 if images are too many periods away,
                      ///< 2 if the origin of one is out of range
  margin,             ///< value: the margin; numbers[0]: not 0 if it is that of body numbers[1]: 1, 2 of scene_a, 3 of
                      ///< scene_b
  tolerance,          ///< value: the tolerance
  filters,            ///< the filters of bodies
  worlds,             ///< the worlds of bodies
  point,              ///< point `index`
  box,                ///< box `index`
  ray,                ///< ray `index`
  hits,               ///< the span of one hit a ray, shape or mover
  movers_shapes,      ///< numbers[0]: the mover
  movers_poses,       ///< numbers[0]: the mover; numbers[1]: the step
  movers_present,     ///< the flags of movers
  obstacles_shapes,   ///< numbers[0]: the obstacle
  obstacles_poses,    ///< numbers[0]: the obstacle; numbers[1]: the step
  obstacles_present,  ///< the flags of obstacles
  steps,              ///< numbers[0]: the steps of the movers; numbers[1]: of the obstacles
  isa,                ///< the environment variable SATCHEL_ISA
  points,             ///< the points; numbers[0]: how many
  coordinate,         ///< a coordinate of point `index`, or a period; numbers[0]: 0 for x, 1 for y, 2 for the period
                      ///< along x, 3 along y; value: the coordinate
  found,              ///< the list found; if the code is no_room, numbers are the elements needed and those given

  // Arguments of functions that change a scene or read it.
  polygon,        ///< the polygon to add; numbers[0]: its vertex, or how many it has; numbers[1]: 1 if it is not convex
                  ///< and runs clockwise
  circle,         ///< as above
  capsule,        ///< as above
  segment,        ///< as above
  box_shape,      ///< as above; its half-extents, if the code is not_finite or out_of_range
  polygons,       ///< polygon `index` of several; numbers as for `polygon`
  starts,         ///< start `index`
  radii,          ///< radius `index`
  shapes,         ///< the shapes of a scene, or the span of one shape a body
  bodies,         ///< the bodies of a scene, or the span of bodies
  out,            ///< the span of results
  compound,       ///< the compound to add
  compound_part,  ///< part `index` of the compound to add; numbers[0]: 1 if it is an outline
  inner_edges,    ///< the marks of the edges of a compound
  shape,          ///< shape `index`; numbers[0]: 1 if it is one of scene_a, 2 of scene_b
  body,           ///< body `index`; numbers[0]: 1 if it is one of scene_a, 2 of scene_b; numbers[1]: 1 if its images
                  ///< are out of range, too many periods away. If the code is too_many:
                  ///< numbers[0], numbers[1]: two bodies; value: the number of images at which they may meet
  body_shape,     ///< body `index` of a list; numbers[0]: its shape; numbers[1]: the number of shapes in the scene
  body_element,   ///< element `index` of a list of bodies; numbers[0]: the body
  x_y_angle,      ///< the span of x, y, angle: pose `index`; numbers[0]: 0 x, 1 y, 2 angle; value: the number
  angle,          ///< value: the angle
  threshold,      ///< value: the threshold
  scores,         ///< score `index`
  classes,        ///< the classes of bodies

  // Arguments of `clean_ring` and `convex_parts`. If the code is meets_itself, (value, value_y) is the place.
  ring,     ///< the points of a ring; numbers[0]: how many; numbers[1]: how many without repetitions. If the code is
            ///< meets_itself, the numbers are the points from and to which the two edges lead
  outline,  ///< the rings of an outline; numbers[0]: the ring; numbers[1]: its vertex, or how many it has, or 1 if it is
            ///< a hole that runs counter-clockwise. If the code is meets_itself, the numbers are ring and edge, twice

  chain,       ///< the chain to add; numbers[0]: its point, or how many it has
  link,        ///< link `index`; numbers[0]: its body; numbers[1]: its edge
  candidates,  ///< candidate `index` of those to push out of; numbers[0]: the body; numbers[1]: 1 if it is pushed itself
  container,   ///< pair `index` of containment; numbers[0]: body b; numbers[1]: 1 if it is one of scene_b
  max_angle,   ///< value: the limit of a turn

  index,          ///< the index, and the scene that it is used with
  moved,          ///< body `index`, which changed
  query_filters,  ///< the filters of queries
  query_worlds,   ///< the worlds of queries
  ignored,        ///< the bodies that queries ignore
  max_distance,   ///< value: the largest distance
  query_shape,    ///< query `index`; numbers[0]: its shape; numbers[1]: the number of shapes
  outlines,  ///< outline `index` of several. If the code is bad_outline: numbers[0]: the OutlineFault; numbers[1]: the
  ///< rings of its two edges; numbers[2], numbers[3]: the points of each edge; two numbers each, the second in
  ///< the upper 32 bits; (value, value_y): the place. Other codes: numbers[0]: the ring; numbers[1]: the point
  ring_starts,           ///< start `index` of a ring
  polygon_starts,        ///< start `index` of a polygon
  outline_starts,        ///< start `index` of an outline
  relation,              ///< pair `index` of `relate`; numbers[0]: the body; numbers[1]: 1 if it is one of scene_b
  movers_velocities,     ///< numbers[0]: the mover; numbers[1]: the step; numbers[2]: not 0 if only the product with
                         ///< the horizon is out of range: 1 too large, 2 too small
  obstacles_velocities,  ///< numbers[0]: the obstacle; the others as above
  horizon,               ///< value: the horizon
  reference,             ///< the reference point of poses; value: the number
  query_motions          ///< the motion of query `index`, or all of them
};

/// The outcome of a call. `index` is the index of the offending item (vertex, polygon, body, pair, ...); 0 if `ok`.
struct [[nodiscard]] Status {
  ErrorCode code = ErrorCode::ok;
  std::size_t index = 0;
  Argument argument = Argument::none;
  std::array<std::uint64_t, 4> numbers{};  ///< that the message needs; what they are depends on `argument`
  double value = 0, value_y = 0;           ///< likewise

  [[nodiscard]] bool ok() const noexcept { return code == ErrorCode::ok; }
};

/// The item, what is wrong with it and what is right: the text of the `Error` that the throwing form of a call throws.
[[nodiscard]] SATCHEL_API std::string message(const Status& status);

/// Throws the `Error` of a status that is not ok, with the text `message(status)`.
[[noreturn]] SATCHEL_API void throw_error(const Status& status);

/// What NAME does with the status of `try_NAME`.
inline void throw_unless_ok(const Status& status) {
  if (!status.ok()) throw_error(status);
}

/// Thrown by every function that refuses its input or cannot finish. The text of `what()` is the item, then the message
/// of the code; `code()` and `index()` are for programs.
class SATCHEL_API Error : public std::runtime_error {
 public:
  Error(const Status& status, const std::string& text);
  ~Error() override;

  [[nodiscard]] ErrorCode code() const noexcept { return status_.code; }
  [[nodiscard]] std::size_t index() const noexcept { return status_.index; }
  [[nodiscard]] const Status& status() const noexcept { return status_; }

 private:
  Status status_;
};

}  // namespace satchel
