// The text of messages: which item is refused, what is wrong with it, and what would be right.
//
// One file, because the messages are to agree in their words.
#include <satchel/error.hpp>
#include <satchel/outlines.hpp>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <satchel/isa.hpp>
#include <string_view>

namespace satchel {
namespace {

/// The name of an argument whose items are numbered, or whose length may be wrong.
const char* name_of(Argument argument) noexcept {
  switch (argument) {
    case Argument::results:
      return "results";
    case Argument::parts:
      return "parts";
    case Argument::motions:
    case Argument::query_motions:
      return "motions";
    case Argument::motions_a:
      return "motions_a";
    case Argument::motions_b:
      return "motions_b";
    case Argument::poses:
      return "poses";
    case Argument::filters:
      return "filters";
    case Argument::worlds:
      return "worlds";
    case Argument::hits:
      return "hits";
    case Argument::movers_shapes:
      return "movers: shapes";
    case Argument::obstacles_shapes:
      return "obstacles: shapes";
    case Argument::movers_poses:
      return "movers: poses";
    case Argument::movers_present:
      return "movers: present";
    case Argument::obstacles_poses:
      return "obstacles: poses";
    case Argument::obstacles_present:
      return "obstacles: present";
    case Argument::movers_velocities:
      return "movers: velocities";
    case Argument::obstacles_velocities:
      return "obstacles: velocities";
    case Argument::starts:
      return "starts";
    case Argument::radii:
      return "radii";
    case Argument::shapes:
      return "shapes";
    case Argument::bodies:
      return "bodies";
    case Argument::out:
      return "out";
    case Argument::inner_edges:
      return "inner_edges";
    case Argument::x_y_angle:
      return "x_y_angle";
    case Argument::query_filters:
      return "query_filters";
    case Argument::query_worlds:
      return "query_worlds";
    case Argument::ignored:
      return "ignored";
    case Argument::scores:
      return "scores";
    case Argument::classes:
      return "classes";
    case Argument::candidates:
      return "candidates";
    case Argument::margin:
      return "margins";
    default:
      return "arguments";
  }
}

/// The shape that is refused, and which of its numbers: "polygon 3: vertex 2".
std::string shape_item(const std::string& shape, const Status& status) {
  const std::string number = std::to_string(status.numbers[0]);
  switch (status.code) {
    case ErrorCode::equal_ends:
      return shape;
    case ErrorCode::too_few_vertices:
    case ErrorCode::too_many_vertices:
      return shape + ": " + number + " vertices";
    case ErrorCode::bad_radius:
      return shape + ": radius";
    case ErrorCode::clockwise:
      return shape + ": vertices";
    case ErrorCode::not_convex:
      if (status.numbers[1] != 0) {
        return shape + ": the vertices run clockwise (clean_ring reverses them), and vertex " + number;
      }
      return shape + ": vertex " + number;
    default:
      return shape + ": vertex " + number;
  }
}

/// The shortest text that is read as the same number.
template <class T>
std::string text(T number) {
  char digits[32];
#if defined(__cpp_lib_to_chars)
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
#else  // libc++ 14
  const auto read = [&] {
    return sizeof(T) == sizeof(float) ? T(std::strtof(digits, nullptr)) : T(std::strtod(digits, nullptr));
  };
  const auto value = static_cast<double>(number);
  int precision = -1;
  do {
    std::snprintf(digits, sizeof digits, "%.*e", ++precision, value);
  } while (precision < 16 && read() != number);
  const char* const e = std::strchr(digits, 'e');
  if (e == nullptr) return digits;  // infinity, or no number
  // Without an exponent, unless that is longer.
  const int exponent = std::atoi(e + 1);
  char plain[32];
  const int length = std::snprintf(plain, sizeof plain, "%.*f", std::max(precision - exponent, 0), value);
  return length <= static_cast<int>(std::strlen(digits)) ? plain : digits;
#endif
}

/// "meet at (x, y)". Places in a float scene are floats, and get their digits.
std::string place_text(const Status& status) {
  const auto short_text = [](double number) {
    const auto as_float = static_cast<float>(number);
    return static_cast<double>(as_float) == number ? text(as_float) : text(number);
  };
  return "meet at (" + short_text(status.value) + ", " + short_text(status.value_y) + ")";
}

/// The item of an error of `clean_ring`.
std::string ring_item(const Status& status) {
  const auto number = [&](std::size_t i) { return std::to_string(status.numbers[i]); };
  switch (status.code) {
    case ErrorCode::not_finite:
    case ErrorCode::out_of_range:
      return "ring: point " + std::to_string(status.index);
    case ErrorCode::too_few_vertices:
      return "ring: " + number(0) + " points, " + number(1) + " without repetitions";
    case ErrorCode::collinear:
      return "ring: all " + number(1) + " points are collinear";
    case ErrorCode::too_many_vertices:
      return "ring: " + number(1) + " vertices";
    case ErrorCode::meets_itself:
      return "ring: the edge from point " + number(0) + " to " + number(1) + " and the edge from point " + number(2) +
             " to " + number(3) + ' ' + place_text(status);
    default:
      return "ring";
  }
}

/// The item of an error of `convex_parts`. Ring 0, the outer boundary, is the outline; the others are named.
std::string outline_item(const Status& status) {
  const auto number = [&](std::size_t i) { return std::to_string(status.numbers[i]); };
  const std::string ring = status.numbers[0] == 0 ? "outline" : "outline: ring " + number(0);
  switch (status.code) {
    case ErrorCode::not_finite:
    case ErrorCode::out_of_range:
    case ErrorCode::repeated_vertex:
    case ErrorCode::closed_ring:
      return ring + ": vertex " + number(1);
    case ErrorCode::too_few_vertices:
    case ErrorCode::too_many_vertices:
      return ring + ": " + number(1) + " vertices";
    case ErrorCode::meets_itself:
      if (status.numbers[0] == status.numbers[2]) {
        return ring + ": edges " + number(1) + " and " + number(3) + ' ' + place_text(status);
      }
      return "outline: edge " + number(1) + " of ring " + number(0) + " and edge " + number(3) + " of ring " +
             number(2) + ' ' + place_text(status);
    default:
      return ring;
  }
}

const char* words_of(OutlineFault fault) noexcept {
  switch (fault) {
    case OutlineFault::too_few_points:
      return "a ring needs at least three different points";
    case OutlineFault::no_area:
      return "all points of the ring are collinear";
    case OutlineFault::spike:
      return "the second edge turns back on the first; leave the spike out";
    case OutlineFault::edges_cross:
      return "the edges cross";
    case OutlineFault::boundaries_cross:
      return "the boundaries cross at a vertex";
    case OutlineFault::shared_edge:
      return "the edges overlap along a length; merge the polygons (option even_odd), or give them as two outlines";
    case OutlineFault::hole_equals_shell:
      return "two rings of the polygon are the same curve";
    case OutlineFault::self_touch:
      return "the ring touches itself in a point; give the loop as a ring of its own, a hole";
    case OutlineFault::hole_outside:
      return "the hole lies outside of the outer ring of its polygon";
    case OutlineFault::several_shells:
      return "the polygon has two outer rings; give two polygons";
    case OutlineFault::hole_in_hole:
      return "the hole lies in another hole of its polygon";
    case OutlineFault::empty:
      return "it has no points, or all its edges cancel; leave it out";
    case OutlineFault::nested_shells:
      return "the polygon lies inside another one, and in no hole of it";
    default:
      return "the rings bound no region";
  }
}

/// The item of an error of `add_outlines`.
std::string outlines_item(const Status& status) {
  const std::string outline = "outline " + std::to_string(status.index);
  if (status.code != ErrorCode::bad_outline) {
    return outline + ": ring " + std::to_string(status.numbers[0]) + ", point " + std::to_string(status.numbers[1]);
  }
  if (static_cast<OutlineFault>(status.numbers[0]) == OutlineFault::empty) return outline;
  const auto edge = [&](std::uint64_t ring, std::uint64_t points) {
    return "ring " + std::to_string(ring) + ", points " + std::to_string(points & 0xffffffff) + " to " +
           std::to_string(points >> 32);
  };
  const std::string first = edge(status.numbers[1] & 0xffffffff, status.numbers[2]);
  const std::string second = edge(status.numbers[1] >> 32, status.numbers[3]);
  return outline + ": " + first + (first == second ? "" : ", and " + second) + ", at (" + text(status.value) + ", " +
         text(status.value_y) + ")";
}

/// The item of trajectories that is refused.
std::string trajectory_item(const Status& status) {
  const std::string first = std::to_string(status.numbers[0]), second = std::to_string(status.numbers[1]);
  if (status.code == ErrorCode::bad_starts) return "start " + first;
  if (status.code == ErrorCode::bad_radius) return "clearance " + text(status.value) + " of body " + first;
  if (status.code == ErrorCode::bad_shape || status.code == ErrorCode::needs_parts) return "body " + first;
  return "body " + first + ", step " + second;
}

/// " of scene_a" (1), " of scene_b" (2), or nothing (0).
const char* scene_text(std::uint64_t scene) noexcept {
  return scene == 0 ? "" : scene == 1 ? " of scene_a" : " of scene_b";
}

std::string available_text() {
  std::string text = "; available:";
  for (const std::string_view isa : available_isas()) {
    text += ' ';
    text += isa;
  }
  return text;
}

/// The item that a status is about; empty: none.
std::string item_of(const Status& status) {
  const std::string index = std::to_string(status.index), first = std::to_string(status.numbers[0]),
                    second = std::to_string(status.numbers[1]);
  if (status.argument == Argument::steps) return "steps: " + first + " of the movers, " + second + " of the obstacles";
  if (status.code == ErrorCode::size_mismatch && status.argument != Argument::none) {
    return std::string(name_of(status.argument)) + ": " + first + " elements expected, " + second + " given";
  }
  switch (status.argument) {
    case Argument::index:
      return "index";
    case Argument::moved:
      return "body " + index;
    case Argument::max_distance:
      return "max_distance " + text(status.value);
    case Argument::query_shape:
      return "query " + index + ": shape " + first + " of " + second;
    case Argument::pair:
      if (status.code == ErrorCode::out_of_range && status.numbers[1] != 0) {
        return "pair " + index + (status.numbers[1] == 1 ? ": image_x = " : ": image_y = ") + text(status.value);
      }
      if (status.code == ErrorCode::out_of_range) return "pair " + index + ": the origin of its image";
      return "pair " + index + " names body " + first;
    case Argument::pair_in_scene_a:
      return "pair " + index + " names body " + first + " of scene_a";
    case Argument::pair_in_scene_b:
      if (status.code == ErrorCode::out_of_range) {
        return "pair " + index + ": the origin of the image of body " + first + " of scene_b";
      }
      return "pair " + index + " names body " + first + " of scene_b";
    case Argument::pairs:
      return "more than " + first + " pairs";
    case Argument::query_motions:
      return "motion " + index;
    case Argument::motions:
      return "motion of body " + index;
    case Argument::motions_a:
      return "motion of body " + index + " of scene_a";
    case Argument::motions_b:
      return "motion of body " + index + " of scene_b";
    case Argument::poses:
      return "pose " + index;
    case Argument::margin:
      return "margin " + text(status.value) + (status.numbers[0] != 0 ? " of body " + second : "") +
             (status.numbers[0] > 1 ? scene_text(status.numbers[0] - 1) : "");
    case Argument::tolerance:
      return "tolerance " + text(status.value);
    case Argument::point:
      return "point " + index;
    case Argument::box:
      return "box " + index;
    case Argument::ray:
      return "ray " + index;
    case Argument::movers_shapes:
    case Argument::movers_poses:
      return "movers: " + trajectory_item(status);
    case Argument::obstacles_shapes:
    case Argument::obstacles_poses:
      return "obstacles: " + trajectory_item(status);
    case Argument::movers_velocities:
      return "movers: velocity of " + trajectory_item(status);
    case Argument::obstacles_velocities:
      return "obstacles: velocity of " + trajectory_item(status);
    case Argument::horizon:
      return "horizon " + text(status.value);
    case Argument::reference:
      return "reference " + text(status.value);
    case Argument::points:
      return first + " points";
    case Argument::coordinate:
      if (status.numbers[0] >= 2) return (status.numbers[0] == 2 ? "period x = " : "period y = ") + text(status.value);
      return "point " + index + ": " + (status.numbers[0] == 0 ? "x" : "y") + " = " + text(status.value);
    case Argument::found:
      return status.code == ErrorCode::no_room ? first + " elements found, room for " + second : std::string();
    case Argument::polygon:
      return shape_item("polygon", status);
    case Argument::circle:
      return shape_item("circle", status);
    case Argument::capsule:
      return shape_item("capsule", status);
    case Argument::segment:
      return shape_item("segment", status);
    case Argument::box_shape:
      if (status.code == ErrorCode::not_finite || status.code == ErrorCode::out_of_range) {
        return "box: half-extents";
      }
      return shape_item("box", status);
    case Argument::polygons:
      return shape_item("polygon " + index, status);
    case Argument::starts:
      return "start " + index;
    case Argument::radii:
      return "radius " + index;
    case Argument::shapes:
      return "shapes";
    case Argument::bodies:
      return "bodies";
    case Argument::compound:
      return "compound";
    case Argument::compound_part:
      return "compound: part " + index;
    case Argument::shape:
      return "shape " + index + scene_text(status.numbers[0]);
    case Argument::body:
      if (status.code == ErrorCode::too_many) {
        const std::string images = text(status.value) + " images";
        if (status.numbers[2] != 0)
          return "body " + first + " of scene_a and body " + second + " of scene_b at " + images;
        return first == second ? "body " + first + " and its own " + images
                               : "bodies " + first + " and " + second + " at " + images;
      }
      return "body " + index + scene_text(status.numbers[0]);
    case Argument::body_shape:
      return "body " + index + ": shape " + first + " of " + second;
    case Argument::body_element:
      return "element " + index + ", body " + first;
    case Argument::x_y_angle: {
      const char* const part = status.numbers[0] == 0 ? ": x = " : status.numbers[0] == 1 ? ": y = " : ": angle = ";
      return "pose " + index + part + text(status.value);
    }
    case Argument::angle:
      return "angle " + text(status.value);
    case Argument::threshold:
      return "threshold " + text(status.value);
    case Argument::scores:
      return "score " + index;
    case Argument::ring:
      return ring_item(status);
    case Argument::outline:
      return outline_item(status);
    case Argument::outlines:
      return outlines_item(status);
    case Argument::ring_starts:
      return "ring start " + index;
    case Argument::polygon_starts:
      return "polygon start " + index;
    case Argument::outline_starts:
      return "outline start " + index;
    case Argument::chain:
      return status.code == ErrorCode::too_few_vertices || status.code == ErrorCode::too_many
                 ? "chain: " + first + " points"
                 : "chain: point " + first;
    case Argument::link:
      return "link " + index + ": body " + first + ", edge " + second;
    case Argument::candidates:
      return "candidate " + index + " is body " + first;
    case Argument::relation:
    case Argument::container:
      return "pair " + index + ": body " + first + (status.numbers[1] != 0 ? " of scene_b" : "");
    case Argument::max_angle:
      return "max_angle " + text(status.value);
    case Argument::isa: {
      const char* const wanted = std::getenv("SATCHEL_ISA");
      return std::string("environment variable SATCHEL_ISA '") + (wanted != nullptr ? wanted : "") + "'";
    }
    default:
      return {};
  }
}

/// What is wrong with a period. These words go on from the number.
const char* words_for_period(const Status& status) noexcept {
  if (status.code == ErrorCode::not_finite) return "is not finite; give a finite number, or 0 for none along this axis";
  if (status.value < 0) return "is negative; give a length above 0, or 0 for none along this axis";
  return "is out of range; give 0, for none along this axis, or 2^-200 to 2^60 (double scene: to 2^200)";
}

/// What is wrong with the item, and what is right: the message of the code, but for items that need other words.
const char* words_for(const Status& status) noexcept {
  const auto is = [&](Argument argument, ErrorCode code) { return status.argument == argument && status.code == code; };
  if (is(Argument::box_shape, ErrorCode::out_of_range)) {
    return "not larger than 0, or out of range; give numbers from 2^-149 to 2^60 (double scene: 2^-200 to 2^200)";
  }
  if (status.code == ErrorCode::bad_outline) return words_of(static_cast<OutlineFault>(status.numbers[0]));
  if (is(Argument::ring, ErrorCode::too_few_vertices)) return "a ring needs at least three different points";
  if (is(Argument::ring, ErrorCode::collinear)) return "a ring has to enclose an area";
  if (is(Argument::outline, ErrorCode::clockwise)) {
    return "the vertices run clockwise, as those of a hole do; give the outer boundary counter-clockwise (clean_ring "
           "does)";
  }
  if (is(Argument::outline, ErrorCode::bad_hole) && status.numbers[1] != 0) {
    return "the vertices run counter-clockwise; those of a hole run clockwise (clean_ring of clockwise winding)";
  }
  if (is(Argument::compound_part, ErrorCode::nested_compound) && status.numbers[0] != 0) {
    return "an outline is not convex and does not nest; give its convex parts instead (make_parts, then parts)";
  }
  if (is(Argument::chain, ErrorCode::too_few_vertices)) {
    return "a chain needs at least two points, a closed one three";
  }
  if (is(Argument::chain, ErrorCode::repeated_vertex)) return "it is equal to the one before it; leave it out";
  if (is(Argument::link, ErrorCode::unsupported)) {
    return "a compound cannot be linked; link convex bodies, or make one body of the segments (add_chain)";
  }
  if (is(Argument::candidates, ErrorCode::bad_body) && status.numbers[1] != 0) {
    return "no body can be pushed out of itself; leave it out of its candidates";
  }
  if (is(Argument::relation, ErrorCode::unsupported)) {
    return "it is no area that edges bound; give outlines, or polygons without radius";
  }
  if (is(Argument::container, ErrorCode::unsupported)) {
    return "it is neither convex nor an outline; give a convex body or an outline, not a compound of several parts";
  }
  if (is(Argument::max_angle, ErrorCode::bad_angle)) return "the limit is not a number from 0 to 2^30";
  if (is(Argument::movers_poses, ErrorCode::bad_starts) || is(Argument::obstacles_poses, ErrorCode::bad_starts)) {
    return "the starts are wrong; they begin at 0, never decrease and end at the number of poses";
  }
  if (is(Argument::horizon, ErrorCode::bad_distance)) return "it is not a finite number above 0";
  if (status.code == ErrorCode::bad_angle &&
      (is(Argument::movers_velocities, status.code) || is(Argument::obstacles_velocities, status.code))) {
    return "within the horizon the body turns by more than 64 radians; give a shorter horizon";
  }
  if (status.code == ErrorCode::out_of_range && status.numbers[2] != 0 &&
      (is(Argument::movers_velocities, status.code) || is(Argument::obstacles_velocities, status.code))) {
    return status.numbers[2] == 1
               ? "within the horizon its motion is out of range, above 2^60 (double scene: 2^200); give a shorter "
                 "horizon"
               : "within the horizon its motion is out of range, below 2^-200 and not 0; give a longer horizon, or no "
                 "velocity";
  }
  if (is(Argument::movers_shapes, ErrorCode::bad_radius) || is(Argument::obstacles_shapes, ErrorCode::bad_radius)) {
    return "it is negative or not finite, or the radius with it is out of range; give 0 or more";
  }
  if (is(Argument::pair, ErrorCode::out_of_range) && status.numbers[1] != 0) {
    return "the world does not repeat along this axis; give 0, or a period";
  }
  if (is(Argument::body, ErrorCode::out_of_range) && status.numbers[1] != 0) {
    return "its images beside bodies are out of range, 2^30 periods away or more; give larger periods, or origins "
           "within one period";
  }
  if (is(Argument::poses, ErrorCode::out_of_range) && status.numbers[1] == 1) {
    return "images beside it are out of range, 2^30 - 1 periods away or more; give larger periods, or a pose nearer to "
           "the bodies";
  }
  if (is(Argument::poses, ErrorCode::out_of_range) && status.numbers[1] == 2) {
    return "the origin of an image beside it is out of range; give a pose that is a body's reach within the range";
  }
  if (is(Argument::poses, ErrorCode::too_many)) {
    return "one body may meet it at more than 2^20 images; give larger periods";
  }
  if (is(Argument::body, ErrorCode::too_many)) {
    return "at most 2^20 (1048576) images of a pair are listed; give larger periods, or smaller bodies";
  }
  if (status.argument == Argument::coordinate && status.numbers[0] >= 2) return words_for_period(status);
  if (is(Argument::outline, ErrorCode::internal)) return "it could not be triangulated";
  if (is(Argument::shape, ErrorCode::internal)) {
    return "it has no convex parts: it was added as trusted, and is not valid; add it without";
  }
  return message(status.code);
}

}  // namespace

std::string message(const Status& status) {
  std::string text = item_of(status);
  const std::string_view words = words_for(status);
  if (!text.empty()) text += words.starts_with("is ") ? " " : ": ";
  text += words;
  if (status.argument == Argument::isa) text += available_text();
  return text;
}

void throw_error(const Status& status) { throw Error(status, message(status)); }

Error::Error(const Status& status, const std::string& text) : std::runtime_error(text), status_(status) {}
Error::~Error() = default;

}  // namespace satchel
