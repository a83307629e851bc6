// Rays, points and boxes against all bodies of a scene.
#include <algorithm>
#include <limits>
#include <string>

#include <satchel/find_bodies.hpp>

#include "bindings.hpp"
#include "docs.hpp"
#include "found.hpp"
#include "queries.hpp"
#include "scene.hpp"

namespace satchel::python {

using namespace nb::literals;

RaysArgument::RaysArgument(nb::handle value) {
  constexpr const char* wanted = "(n, 5): origin x, y, direction x, y, greatest time; or (n, 4) without that";
  numbers_ = floats<double>(value, {"rays", {-1, -1}, wanted});
  const std::ptrdiff_t columns = PyArray_DIMS(array_of(numbers_.owner))[1];
  if (columns == 5 || (columns == 0 && numbers_.rows == 0)) return;
  if (columns != 4)
    fail("wrong_shape", "rays", -1, "rays has shape " + shape_text(numbers_.owner) + "; wanted " + wanted);
  nb::object longer = new_array(NPY_FLOAT64, {static_cast<std::ptrdiff_t>(numbers_.rows), 5});
  double* to = data_of<double>(longer);
  for (std::size_t i = 0; i < numbers_.rows; ++i, to += 5) {
    std::copy_n(numbers_.data + 4 * i, 4, to);
    to[4] = std::numeric_limits<double>::infinity();
  }
  take(std::move(longer));
}

RaysArgument::RaysArgument(nb::handle origin, nb::handle direction, double max_time) {
  const Input<double> from = floats<double>(origin, {"origin", {2}, "(2,): x, y"});
  const Input<double> along = floats<double>(direction, {"direction", {2}, "(2,): x, y"});
  nb::object row = new_array(NPY_FLOAT64, {1, 5});
  double* const to = data_of<double>(row);
  std::copy_n(from.data, 2, to);
  std::copy_n(along.data, 2, to + 2);
  to[4] = max_time;
  take(std::move(row));
}

RayOptions ray_options(nb::handle from_inside, bool exits) {
  const std::string start = nb::isinstance<nb::str>(from_inside) ? text_of(from_inside) : "";
  if (start != "solid" && start != "boundary") {
    fail("unknown_value", "from_inside", -1, "from_inside is neither 'solid' nor 'boundary'");
  }
  return {.from_inside = start == "solid" ? RayStart::solid : RayStart::boundary, .exits = exits};
}

void RaysArgument::take(nb::object rows) {
  numbers_.rows = static_cast<std::size_t>(PyArray_DIMS(array_of(rows))[0]);
  numbers_.size = 5 * numbers_.rows;
  numbers_.data = data_of<double>(rows);
  numbers_.owner = std::move(rows);
}

void bind_spatial(Module& m) {
  m.def(
      "bodies_at_points",
      [](const PyScene& scene, nb::handle points, nb::handle out, nb::handle threads, nb::handle progress) {
        const Input<double> at = points_of(points);
        return read(scene, [&](const auto& s) {
          Call call({threads, nb::none(), progress});
          return find<FoundBody>(out, {{at.owner, "points"}}, list_of<FoundBody>(), call,
                                 [&](const Output<FoundBody>& found, const Options& options) {
                                   return try_bodies_at_points(s, at.as<Vec2d>(), found, options);
                                 });
        });
      },
      docs::bodies_at_points, "scene"_a, "points"_a, nb::kw_only(), "out"_a = nb::none(), "threads"_a = nb::none(),
      "progress"_a = nb::none());
  m.def(
      "bodies_in_boxes",
      [](const PyScene& scene, nb::handle boxes, nb::handle out, nb::handle threads, nb::handle progress) {
        const Input<double> list = boxes_of(boxes);
        return read(scene, [&](const auto& s) {
          Call call({threads, nb::none(), progress});
          return find<FoundBody>(out, {{list.owner, "boxes"}}, list_of<FoundBody>(), call,
                                 [&](const Output<FoundBody>& found, const Options& options) {
                                   return try_bodies_in_boxes(s, list.as<Box>(), found, options);
                                 });
        });
      },
      docs::bodies_in_boxes, "scene"_a, "boxes"_a, nb::kw_only(), "out"_a = nb::none(), "threads"_a = nb::none(),
      "progress"_a = nb::none());
  m.def(
      "cast_rays",
      [](const PyScene& scene, nb::handle rays, nb::handle from_inside, bool exits, nb::handle out, nb::handle threads,
         nb::handle progress) {
        const RaysArgument list(rays);
        const RayOptions more = ray_options(from_inside, exits);
        nb::object array = results<RayHit>(out, list.size());
        if (!out.is_none()) refuse_overlap(array, list.inputs());
        return read(scene, [&](const auto& s) {
          Call call({threads, nb::none(), progress});
          call.run(
              [&](const Options& options) { return try_cast_rays(s, list.span(), span_of<RayHit>(array), options, more); });
          return array;
        });
      },
      docs::cast_rays, "scene"_a, "rays"_a, nb::kw_only(), "from_inside"_a = "solid", "exits"_a = false, "out"_a = nb::none(), "threads"_a = nb::none(),
      "progress"_a = nb::none());
}

}  // namespace satchel::python
