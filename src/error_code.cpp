// What is wrong and what would be right, for each code.
#include <satchel/error.hpp>

namespace satchel {

const char* message(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::ok:
      return "no error";
    case ErrorCode::not_finite:
      return "a number is not finite; give finite numbers";
    case ErrorCode::out_of_range:
      return "a number is out of range; the range of a float scene is 0 or 2^-149 to 2^60 in magnitude (origins from "
             "2^-200), of a double scene 0 or 2^-200 to 2^200, of an angle up to 2^30 radians";
    case ErrorCode::too_few_vertices:
      return "fewer than three vertices; a polygon needs at least three";
    case ErrorCode::too_many_vertices:
      return "more than 131072 vertices; a polygon has at most so many";
    case ErrorCode::repeated_vertex:
      return "a vertex is repeated: equal to the one before it; leave it out (clean_ring does)";
    case ErrorCode::closed_ring:
      return "the last vertex repeats the first; rings close by themselves: leave it out (clean_ring does)";
    case ErrorCode::equal_ends:
      return "the ends are one point; give two different points, or use add_circle";
    case ErrorCode::collinear:
      return "a vertex is collinear with its neighbours, no turn to the left; leave it out (clean_ring does)";
    case ErrorCode::clockwise:
      return "the vertices run clockwise; give them counter-clockwise (clean_ring does)";
    case ErrorCode::not_convex:
      return "the polygon is not convex (concave) here; cut it by convex_parts, or take its convex_hull, which is "
             "another, larger shape";
    case ErrorCode::not_simple:
      return "the polygon winds round more than once: it crosses itself; each turn has to be to the left, once around";
    case ErrorCode::meets_itself:
      return "the outline crosses or touches itself; no two of its edges may meet but neighbours, in their vertex";
    case ErrorCode::bad_hole:
      return "a hole has to lie inside the outer ring and outside of all other holes";
    case ErrorCode::bad_radius:
      return "the radius is negative, not finite or out of range; give 0 or more";
    case ErrorCode::unsupported:
      return "the body has a radius, so that arcs bound the intersection; give polygons without radius";
    case ErrorCode::bad_rotation:
      return "cos^2 + sin^2 is off 1 by more than 1e-6; give a rotation, cosine and sine of one angle (1 and 0 for "
             "none)";
    case ErrorCode::bad_starts:
      return "the starts are wrong; they begin at 0, never decrease and end at the number of items";
    case ErrorCode::size_mismatch:
      return "spans that belong together differ in length; give one element for each item";
    case ErrorCode::no_parts:
      return "a compound without parts; give at least one shape";
    case ErrorCode::nested_compound:
      return "a part is a compound itself; compounds do not nest, give its parts instead";
    case ErrorCode::bad_shape:
      return "there is no shape of this index; give an index that adding a shape to this scene returned";
    case ErrorCode::bad_body:
      return "there is no body of this index; give an index below body_slots()";
    case ErrorCode::removed_body:
      return "the body of this index has been removed; give the index of a body that exists";
    case ErrorCode::too_many:
      return "more items than an index can name; split the work into several calls or scenes";
    case ErrorCode::bad_margin:
      return "the margin is negative or not finite; give 0 or more";
    case ErrorCode::too_many_pairs:
      return "more candidate pairs than max_pairs; raise it if the memory is there, or look for bodies in one spot";
    case ErrorCode::no_room:
      return "more elements were found than there is room for; give room for as many";
    case ErrorCode::overlapping_parts:
      return "parts of the compound overlap, so their areas do not add up; give parts that do not overlap "
             "(convex_parts makes such)";
    case ErrorCode::bad_threshold:
      return "the threshold is not a number from 0 to 1";
    case ErrorCode::bad_box:
      return "a minimum of the box is larger than its maximum; give them the other way round";
    case ErrorCode::bad_ray:
      return "the direction is (0, 0), or max_time is negative or not a number; give a direction, and a time of 0 or "
             "more";
    case ErrorCode::bad_edge:
      return "the body has no edge of this index; a polygon has as many edges as vertices, a segment or a capsule edge "
             "0 "
             "alone, a circle none";
    case ErrorCode::bad_neighbour:
      return "the point beyond the end of the edge is equal to this end; give the next point of the surface";
    case ErrorCode::bad_distance:
      return "the largest distance is negative or not a number; give 0 or more, or infinity";
    case ErrorCode::other_scene:
      return "the scene is not the one that the index was built of; build an index of this scene (a copy of a scene is "
             "another scene)";
    case ErrorCode::changed_scene:
      return "the scene has changed since the index was built or updated; call update first";
    case ErrorCode::left_out:
      return "it has changed, and the list leaves it out; list every body that changed, or call update without a list";
    case ErrorCode::bad_outline:
      return "the rings bound no region; rings may touch in points, but not cross, overlap or touch themselves";
    case ErrorCode::cannot_rotate:
      return "its rings touch or nearly touch, so that rounding could make them cross when they turn, or nobody knows, "
             "for it was added as trusted; turn its vertices before it is added, or turn it by right angles only";
    case ErrorCode::needs_parts:
      return "it is an outline without convex parts, which this question needs; make_parts of its shape makes them, or "
             "says why it has none";
    case ErrorCode::bad_angle:
      return "the body turns by more than max_angle; take shorter steps, or raise max_angle";
    case ErrorCode::unknown_isa:
      return "no instruction set has this name; use scalar, sse4.2, avx2, avx512, neon64 or wasm";
    case ErrorCode::unavailable_isa:
      return "this machine or this build does not have the instruction set";
    case ErrorCode::cancelled:
      return "the work was cancelled before it was done; outputs are unspecified";
    case ErrorCode::no_memory:
      return "out of memory; outputs are unspecified";
    case ErrorCode::internal:
      return "the executor threw an exception; outputs are unspecified";
  }
  return "unknown error";
}

}  // namespace satchel
