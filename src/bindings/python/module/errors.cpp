#include "errors.hpp"

#include <nanobind/stl/string.h>

#include <array>
#include <cstring>
#include <new>
#include <utility>

namespace satchel::python {
namespace {

PyObject* error_class = nullptr;

// The names of the enumerators, in their order.
constexpr std::array code_names{"ok",
                                "not_finite",
                                "out_of_range",
                                "too_few_vertices",
                                "too_many_vertices",
                                "repeated_vertex",
                                "closed_ring",
                                "equal_ends",
                                "collinear",
                                "clockwise",
                                "not_convex",
                                "not_simple",
                                "meets_itself",
                                "bad_hole",
                                "bad_radius",
                                "unsupported",
                                "bad_rotation",
                                "bad_starts",
                                "size_mismatch",
                                "no_parts",
                                "nested_compound",
                                "bad_shape",
                                "bad_body",
                                "removed_body",
                                "too_many",
                                "bad_margin",
                                "too_many_pairs",
                                "no_room",
                                "overlapping_parts",
                                "bad_threshold",
                                "bad_box",
                                "bad_ray",
                                "unknown_isa",
                                "unavailable_isa",
                                "cancelled",
                                "no_memory",
                                "internal",
                                "bad_edge",
                                "bad_neighbour",
                                "bad_angle",
                                "bad_distance",
                                "other_scene",
                                "changed_scene",
                                "left_out",
                                "bad_outline",
                                "cannot_rotate",
                                "needs_parts"};
static_assert(code_names.size() == static_cast<std::size_t>(ErrorCode::needs_parts) + 1);

constexpr std::array argument_names{"",
                                    "pairs",
                                    "pairs",
                                    "pairs",
                                    "pairs",
                                    "out",
                                    "parts",
                                    "motions",
                                    "motions_a",
                                    "motions_b",
                                    "poses",
                                    "margin",
                                    "tolerance",
                                    "filters",
                                    "worlds",
                                    "points",
                                    "boxes",
                                    "rays",
                                    "out",
                                    "shapes",
                                    "poses",
                                    "present",
                                    "obstacle_shapes",
                                    "obstacle_poses",
                                    "obstacle_present",
                                    "obstacle_poses",
                                    "SATCHEL_ISA",
                                    "points",
                                    "points",
                                    "out",
                                    "vertices",
                                    "circle",
                                    "capsule",
                                    "segment",
                                    "box",
                                    "coords",
                                    "offsets",
                                    "radii",
                                    "shapes",
                                    "bodies",
                                    "out",
                                    "parts",
                                    "parts",
                                    "inner_edges",
                                    "shape",
                                    "body",
                                    "shapes",
                                    "bodies",
                                    "poses",
                                    "angle",
                                    "threshold",
                                    "scores",
                                    "classes",
                                    "coords",
                                    "coords",
                                    "points",
                                    "links",
                                    "candidates",
                                    "pairs",
                                    "max_angle",
                                    "index",
                                    "moved",
                                    "query_filters",
                                    "query_worlds",
                                    "ignored",
                                    "max_distance",
                                    "shapes",
                                    "coords",
                                    "ring_offsets",
                                    "polygon_offsets",
                                    "geometry_offsets",
                                    "pairs",
                                    "velocities",
                                    "obstacle_velocities",
                                    "horizon",
                                    "reference",
                                    "motions"};
static_assert(argument_names.size() == static_cast<std::size_t>(Argument::query_motions) + 1);

// Words of C++ in messages, and those of Python.
constexpr std::pair<const char*, const char*> words[] = {
    {"spans that belong together", "arrays that belong together"},
    {"cosine and sine of one angle (1 and 0 for none)", "or x, y, angle"},
    {"clean_ring of clockwise winding", "clean_ring with clockwise=True"},
    {"body_slots()", "body_slots"},
    {"a float scene", "a float32 scene"},
    {"a double scene", "a float64 scene"},
    {"(double scene:", "(float64 scene:"},
};
std::string in_python(std::string text) {
  for (const auto& [of_cpp, of_python] : words) {
    if (const std::size_t place = text.find(of_cpp); place != text.npos) {
      text.replace(place, std::strlen(of_cpp), of_python);
    }
  }
  return text;
}

void set_error(const char* code, const std::string& argument, std::ptrdiff_t index, const std::string& text) {
  nb::object place = index < 0 ? nb::object(nb::none()) : nb::object(nb::int_(index));
  nb::object name = argument.empty() ? nb::object(nb::none()) : nb::object(nb::str(argument.c_str()));
  nb::object error = nb::handle(error_class)(in_python(text), code, name, place);
  PyErr_SetObject(error_class, error.ptr());
}

bool is_period(const Status& status) { return status.argument == Argument::coordinate && status.numbers[0] >= 2; }
// Bodies that meet at too many images.
bool are_images(const Status& status) {
  return status.argument == Argument::body && status.code == ErrorCode::too_many;
}

bool is_of_obstacles(const Status& status) {
  return status.argument == Argument::obstacles_shapes || status.argument == Argument::obstacles_poses;
}
// Whether first_hits refuses something of trajectories.
bool is_of_paths(const Status& status) {
  return status.argument == Argument::movers_shapes || status.argument == Argument::movers_poses ||
         is_of_obstacles(status);
}

const char* argument_of(const Status& status) {
  if (is_period(status) || are_images(status)) return "periods";
  if (is_of_paths(status) && status.code == ErrorCode::bad_starts) {
    return is_of_obstacles(status) ? "obstacle_starts" : "starts";
  }
  if (is_of_paths(status) && status.code == ErrorCode::bad_radius) {
    return is_of_obstacles(status) ? "obstacle_clearance" : "clearance";
  }
  if (status.argument == Argument::margin && status.numbers[0] != 0) return "margins";
  const std::size_t argument = static_cast<std::size_t>(status.argument);
  return argument < argument_names.size() ? argument_names[argument] : "";
}

// Those whose message names a single item, so that `index` means something.
std::ptrdiff_t index_of(const Status& status) {
  if (is_period(status) || are_images(status)) return -1;
  switch (status.code) {
    case ErrorCode::size_mismatch:
    case ErrorCode::cancelled:
    case ErrorCode::internal:
    case ErrorCode::too_many_pairs:
    case ErrorCode::bad_distance:
    case ErrorCode::other_scene:
    case ErrorCode::changed_scene:
      return -1;
    case ErrorCode::bad_margin:  // of one body, or of all
      return status.argument == Argument::margin && status.numbers[0] != 0 ? static_cast<std::ptrdiff_t>(status.index)
                                                                           : -1;
    case ErrorCode::bad_angle:
      return status.argument == Argument::max_angle ? -1 : static_cast<std::ptrdiff_t>(status.index);
    default:
      return static_cast<std::ptrdiff_t>(status.index);
  }
}

// Starts of rings, polygons and lists of bodies, which Python calls offsets.
std::string with_offsets(std::string text) {
  for (std::size_t at = text.find("start"); at != text.npos; at = text.find("start", at)) text.replace(at, 5, "offset");
  return text;
}

}  // namespace

void set_error_class(nb::object type) { error_class = type.release().ptr(); }

void fail(const char* code, const std::string& argument, std::ptrdiff_t index, const std::string& text) {
  set_error(code, argument, index, text);
  throw nb::python_error();
}

void check(const Status& status) {
  if (status.ok()) return;
  if (status.code == ErrorCode::no_memory) throw std::bad_alloc();
  const std::size_t code = static_cast<std::size_t>(status.code);
  const bool are_offsets = status.argument == Argument::starts || status.argument == Argument::ring_starts ||
                           status.argument == Argument::polygon_starts || status.argument == Argument::outline_starts;
  fail(code < code_names.size() ? code_names[code] : "error", argument_of(status), index_of(status),
       are_offsets ? with_offsets(message(status)) : message(status));
}

void fail_needs_parts(const Status& status, unsigned max_threads) {
  set_error(code_names[static_cast<std::size_t>(status.code)], argument_of(status), index_of(status), message(status));
  throw NeedsParts(status, max_threads);
}

void fail_ring(const Status& status, std::size_t index, const std::string& text) {
  fail_with(status, index, "ring " + std::to_string(index) + ": " + text);
}

void fail_with(const Status& status, std::size_t index, const std::string& text) {
  if (status.code == ErrorCode::no_memory) throw std::bad_alloc();
  fail(code_names[static_cast<std::size_t>(status.code)], "coords", static_cast<std::ptrdiff_t>(index), text);
}

void fail(const Error& error, const char* argument) {
  if (error.code() == ErrorCode::no_memory) throw std::bad_alloc();
  fail(code_names[static_cast<std::size_t>(error.code())], argument, index_of(error.status()), error.what());
}

void fail(const Status& status, const char* argument) {
  if (status.code == ErrorCode::no_memory) throw std::bad_alloc();
  fail(code_names[static_cast<std::size_t>(status.code)], argument, index_of(status), message(status));
}

void fail_type(const std::string& text) {
  PyErr_SetString(PyExc_TypeError, text.c_str());
  throw nb::python_error();
}

std::string text_of(const Status& status) { return in_python(message(status)); }

std::string repr_text(nb::handle value) { return nb::cast<std::string>(nb::repr(value)); }
std::string text_of(nb::handle value) { return nb::str(value).c_str(); }

}  // namespace satchel::python
