// Rays, points and boxes against all bodies of a scene.
#include <limits>

#include <satchel/cast_rays.hpp>
#include <satchel/find_bodies.hpp>

#include "bindings.hpp"
#include "docs.hpp"
#include "found.hpp"
#include "scene.hpp"

namespace satchel::python {

using namespace nb::literals;

void bind_spatial(nb::module_& m) {
  m.def(
      "bodies_at_points",
      [](const PyScene& scene, nb::handle points, nb::handle out, nb::handle threads, nb::handle progress) {
        const Input<double> at = floats<double>(points, {"points", {-1, 2}, "(n, 2): x, y"});
        return read(scene, [&](const auto& s) {
          Call call({threads, nb::none(), progress});
          return find<FoundBody>(out, list_of<FoundBody>(), call, [&](const Output<FoundBody>& found, const Options& options) {
            return try_bodies_at_points(s, at.as<Vec2d>(), found, options);
          });
        });
      },
      docs::bodies_at_points, "scene"_a, "points"_a, nb::kw_only(), "out"_a = nb::none(), "threads"_a = nb::none(), "progress"_a = nb::none());
  m.def(
      "bodies_in_boxes",
      [](const PyScene& scene, nb::handle boxes, nb::handle out, nb::handle threads, nb::handle progress) {
        const Input<double> list = floats<double>(boxes, {"boxes", {-1, 4}, "(n, 4): min x, min y, max x, max y"});
        return read(scene, [&](const auto& s) {
          Call call({threads, nb::none(), progress});
          return find<FoundBody>(out, list_of<FoundBody>(), call, [&](const Output<FoundBody>& found, const Options& options) {
            return try_bodies_in_boxes(s, list.as<Box>(), found, options);
          });
        });
      },
      docs::bodies_in_boxes, "scene"_a, "boxes"_a, nb::kw_only(), "out"_a = nb::none(), "threads"_a = nb::none(), "progress"_a = nb::none());
  m.def(
      "cast_rays",
      [](const PyScene& scene, nb::handle rays, nb::handle out, nb::handle threads, nb::handle progress) {
        constexpr const char* wanted = "(n, 5): origin x, y, direction x, y, greatest time; or (n, 4) without that";
        Input<double> list = floats<double>(rays, {"rays", {-1, -1}, wanted});
        const std::ptrdiff_t columns = PyArray_DIMS(array_of(list.owner))[1];
        if (columns == 4) {
          const nb::object longer = new_array(NPY_FLOAT64, {static_cast<std::ptrdiff_t>(list.rows), 5});
          double* to = data_of<double>(longer);
          for (std::size_t i = 0; i < list.rows; ++i, to += 5) {
            std::copy_n(list.data + 4 * i, 4, to);
            to[4] = std::numeric_limits<double>::infinity();
          }
          list.owner = longer;
          list.data = data_of<double>(longer);
          list.size = 5 * list.rows;
        } else if (columns != 5) {
          fail("wrong_shape", "rays", -1, "rays has shape " + shape_text(list.owner) + "; wanted " + wanted);
        }
        nb::object array = results<RayHit>(out, list.rows);
        if (!out.is_none()) refuse_overlap(array, list.owner, "rays");
        return read(scene, [&](const auto& s) {
          Call call({threads, nb::none(), progress});
          call.run([&](const Options& options) { return try_cast_rays(s, list.as<Ray>(), span_of<RayHit>(array), options); });
          return array;
        });
      },
      docs::cast_rays, "scene"_a, "rays"_a, nb::kw_only(), "out"_a = nb::none(), "threads"_a = nb::none(), "progress"_a = nb::none());
}

}  // namespace satchel::python
