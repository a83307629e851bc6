// How shapes are added to a Scene, one and many.
#include <cmath>
#include <limits>

#include <satchel/ring.hpp>

#include "docs.hpp"
#include "bindings/numbers.hpp"
#include "scene_parts.hpp"
#include "shapely_rings.hpp"

namespace satchel::python {

using namespace nb::literals;

namespace {

template <class T>
BasicVec2<T> point(nb::handle value, const char* name) {
  return floats<T>(value, {name, {2}, "(2,): x, y"}).template as<BasicVec2<T>>()[0];
}

// One radius for each of n shapes: an array, a number for all, or none.
template <class T>
Input<T> radii_of(nb::handle radii, std::size_t count, const char* name) {
  if (radii.is_none()) return {};
  const std::string wanted = "(" + std::to_string(count) + ",): one for each shape, or one for all";
  if (!is_scalar(radii)) return lengths<T>(radii, {name, {static_cast<std::ptrdiff_t>(count)}, wanted.c_str()}, "bad_radius");
  const Input<T> one = lengths<T>(radii, {name, {}, wanted.c_str()}, "bad_radius");
  Input<T> all;
  all.owner = new_array(type_number<T>, {static_cast<std::ptrdiff_t>(count)});
  std::fill_n(data_of<T>(all.owner), count, *one.data);
  all.data = data_of<T>(all.owner);
  all.size = all.rows = count;
  return all;
}

template <class T>
nb::object add_polygons(PyScene& self, BasicScene<T>& scene, std::span<const BasicVec2<T>> vertices,
                        std::span<const std::uint32_t> starts, std::span<const T> radii) {
  const std::size_t count = starts.empty() ? 0 : starts.size() - 1;
  const nb::object array = new_array(NPY_UINT32, {static_cast<std::ptrdiff_t>(count)});
  const std::span<ShapeId> out(data_of<ShapeId>(array), count);
  const Changing changing(self);
  Status status;
  {
    const nb::gil_scoped_release release;
    status = scene.try_add_polygons(vertices, starts, out, radii);
  }
  check(status);
  return array;
}

template <class T>
nb::object add_polygons_of(PyScene& self, BasicScene<T>& scene, nb::handle coords, nb::handle offsets, nb::handle radii,
                           bool rings) {
  if (offsets.is_none()) {
    if (rings) fail_type("offsets is None; rings=True needs the offsets of the rings");
    const Input<T> grid = floats<T>(coords, {"coords", {-1, -1, 2}, "(k, n, 2): k polygons of n vertices; or (n, 2) and offsets"});
    const std::size_t size = static_cast<std::size_t>(PyArray_DIMS(array_of(grid.owner))[1]);
    std::vector<std::uint32_t> starts(grid.rows + 1);
    for (std::size_t i = 0; i < starts.size(); ++i) starts[i] = static_cast<std::uint32_t>(i * size);
    return add_polygons<T>(self, scene, grid.template as<BasicVec2<T>>(), starts, radii_of<T>(radii, grid.rows, "radii").span());
  }
  const Input<T> points = floats<T>(coords, {"coords", {-1, 2}, "(n, 2): the vertices of all polygons"});
  const Input<std::uint32_t> starts = ids(offsets, {"offsets", {-1}, "(k + 1,): where each polygon begins, and the end"});
  if (starts.size == 0) check_offsets("offsets", starts.span(), points.rows);
  const std::size_t count = starts.size == 0 ? 0 : starts.size - 1;
  const Input<T> around = radii_of<T>(radii, count, "radii");
  if (!rings) return add_polygons<T>(self, scene, points.template as<BasicVec2<T>>(), starts.span(), around.span());
  const OpenRings<T> open =
      opened<T>(points.template as<BasicVec2<T>>(), starts.span(), [](std::size_t k, std::span<const BasicVec2<T>> ring) {
        try {
          return clean_ring(ring).vertices;
        } catch (const Error& error) {
          fail_ring(error.status(), k, error.what());
        }
      });
  return add_polygons<T>(self, scene, open.vertices, open.starts, around.span());
}

// Adds n shapes by add(scene, i, id), all or none: a scene of its own tries them first.
// @param kind    of a shape, in messages
// @param points  the argument that is at fault if the radius is not
template <class T, class Add>
nb::object add_each(PyScene& self, BasicScene<T>& scene, std::size_t count, const char* kind, const char* points,
                    const Add& add) {
  BasicScene<T> rehearsal;
  ShapeId id = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 4096 == 4095) check_signals();
    if (const Status status = add(rehearsal, i, id); !status.ok()) {
      try {
        check(status);
      } catch (nb::python_error& error) {
        const std::string text = std::string(kind) + " " + std::to_string(i) + ": " + text_of(error.value());
        const std::string code = text_of(error.value().attr("code"));
        const char* const argument = status.code == ErrorCode::bad_radius ? "radii" : points;
        fail(code.c_str(), argument, static_cast<std::ptrdiff_t>(i), text);
      }
    }
  }
  const nb::object array = new_array(NPY_UINT32, {static_cast<std::ptrdiff_t>(count)});
  ShapeId* const out = data_of<ShapeId>(array);
  const Changing changing(self);
  for (std::size_t i = 0; i < count; ++i) check(add(scene, i, out[i]));
  return array;
}

}  // namespace

void bind_shapes(Class<PyScene>& cls) {
  cls.def(
      "add_polygon",
      [](PyScene& self, nb::handle vertices, double radius) {
        return std::visit(
            [&]<class T>(BasicScene<T>& scene) {
              const Input<T> points = floats<T>(vertices, {"vertices", {-1, 2}, "(n, 2): x, y of each vertex"});
              ShapeId id = 0;
              const Changing changing(self);
              check(scene.try_add_polygon(points.template as<BasicVec2<T>>(), narrow_radius<T>(radius), id));
              return id;
            },
            self.scene);
      },
      docs::add_polygon, "vertices"_a, "radius"_a = 0.0);
  cls.def(
      "add_polygons",
      [](PyScene& self, nb::handle coords, nb::handle offsets, nb::handle radii, bool rings) {
        return std::visit(
            [&]<class T>(BasicScene<T>& scene) { return add_polygons_of<T>(self, scene, coords, offsets, radii, rings); },
            self.scene);
      },
      docs::add_polygons, "coords"_a, "offsets"_a = nb::none(), nb::kw_only(), "radii"_a = nb::none(), "rings"_a = false);
  cls.def(
      "add_box",
      [](PyScene& self, double half_width, double half_height, double radius) {
        return change(self, [&]<class T>(BasicScene<T>& scene) {
          ShapeId id = 0;
          check(scene.try_add_box(narrow_length<T>(half_width), narrow_length<T>(half_height), narrow_radius<T>(radius), id));
          return id;
        });
      },
      docs::add_box, "half_width"_a, "half_height"_a, "radius"_a = 0.0);
  cls.def(
      "add_boxes",
      [](PyScene& self, nb::handle half_extents, nb::handle radii) {
        return std::visit(
            [&]<class T>(BasicScene<T>& scene) {
              const Input<T> half = floats<T>(half_extents, {"half_extents", {-1, 2}, "(n, 2): half width, half height"});
              std::vector<BasicVec2<T>> vertices(4 * half.rows);
              std::vector<std::uint32_t> starts(half.rows + 1);
              for (std::size_t i = 0; i < half.rows; ++i) {
                const T w = half.data[2 * i], h = half.data[2 * i + 1];
                if (!(w > 0 && h > 0 && std::isfinite(w) && std::isfinite(h))) {
                  fail(std::isfinite(w) && std::isfinite(h) ? "out_of_range" : "not_finite", "half_extents", static_cast<std::ptrdiff_t>(i),
                       "half_extents[" + std::to_string(i) + "] is (" + repr_text(nb::float_(double(w))) + ", " +
                           repr_text(nb::float_(double(h))) + "); wanted two finite numbers above 0");
                }
                vertices[4 * i] = {-w, -h}, vertices[4 * i + 1] = {w, -h};
                vertices[4 * i + 2] = {w, h}, vertices[4 * i + 3] = {-w, h};
                starts[i + 1] = static_cast<std::uint32_t>(4 * (i + 1));
              }
              const Input<T> around = radii_of<T>(radii, half.rows, "radii");
              return add_polygons<T>(self, scene, vertices, starts, around.span());
            },
            self.scene);
      },
      "Boxes about the local origin, all or none: half_extents is (n, 2), half width and half height. Returns (n,) uint32.\n\n"
      "`radii` round and enlarge them: (n,), or one for all.",
      "half_extents"_a, nb::kw_only(), "radii"_a = nb::none());
  cls.def(
      "add_circle",
      [](PyScene& self, nb::handle center, double radius) {
        return std::visit(
            [&]<class T>(BasicScene<T>& scene) {
              const BasicVec2<T> at = point<T>(center, "center");
              ShapeId id = 0;
              const Changing changing(self);
              check(scene.try_add_circle(at, narrow_radius<T>(radius), id));
              return id;
            },
            self.scene);
      },
      docs::add_circle, "center"_a, "radius"_a);
  cls.def(
      "add_circles",
      [](PyScene& self, nb::handle centers, nb::handle radii) {
        return std::visit(
            [&]<class T>(BasicScene<T>& scene) {
              const Input<T> at = floats<T>(centers, {"centers", {-1, 2}, "(n, 2): x, y of each center"});
              const Input<T> around = radii_of<T>(radii, at.rows, "radii");
              return add_each<T>(self, scene, at.rows, "circle", "centers", [&](BasicScene<T>& to, std::size_t i, ShapeId& id) {
                return to.try_add_circle({at.data[2 * i], at.data[2 * i + 1]}, around.size == 0 ? T(0) : around.data[i], id);
              });
            },
            self.scene);
      },
      "Circles in the local frame, all or none: centers is (n, 2), radii (n,), or one for all. Returns (n,) uint32.",
      "centers"_a, "radii"_a);
  cls.def(
      "add_capsule",
      [](PyScene& self, nb::handle p, nb::handle q, double radius) {
        return std::visit(
            [&]<class T>(BasicScene<T>& scene) {
              const BasicVec2<T> from = point<T>(p, "p"), to = point<T>(q, "q");
              ShapeId id = 0;
              const Changing changing(self);
              check(scene.try_add_capsule(from, to, narrow_radius<T>(radius), id));
              return id;
            },
            self.scene);
      },
      docs::add_capsule, "p"_a, "q"_a, "radius"_a);
  cls.def(
      "add_segment",
      [](PyScene& self, nb::handle p, nb::handle q) {
        return std::visit(
            [&]<class T>(BasicScene<T>& scene) {
              const BasicVec2<T> from = point<T>(p, "p"), to = point<T>(q, "q");
              ShapeId id = 0;
              const Changing changing(self);
              check(scene.try_add_segment(from, to, id));
              return id;
            },
            self.scene);
      },
      docs::add_segment, "p"_a, "q"_a);
  cls.def(
      "add_capsules",
      [](PyScene& self, nb::handle ends, nb::handle radii) {
        return std::visit(
            [&]<class T>(BasicScene<T>& scene) {
              const Input<T> at = floats<T>(ends, {"ends", {-1, 2, 2}, "(n, 2, 2): the two ends of each capsule"});
              const Input<T> around = radii_of<T>(radii, at.rows, "radii");
              return add_each<T>(self, scene, at.rows, "capsule", "ends", [&](BasicScene<T>& to, std::size_t i, ShapeId& id) {
                const BasicVec2<T>* const end = reinterpret_cast<const BasicVec2<T>*>(at.data) + 2 * i;
                return to.try_add_capsule(end[0], end[1], around.size == 0 ? T(0) : around.data[i], id);
              });
            },
            self.scene);
      },
      "Capsules in the local frame, all or none: ends is (n, 2, 2), radii (n,), or one for all. Returns (n,) uint32.",
      "ends"_a, "radii"_a);
  cls.def(
      "add_compound",
      [](PyScene& self, nb::handle parts, nb::handle inner_edges) {
        const Input<std::uint32_t> list = ids(parts, {"parts", {-1}, "(n,): the shapes that are parts"});
        Input<std::uint8_t> marks;
        if (!inner_edges.is_none()) marks = flags(inner_edges, {"inner_edges", {-1}, "(vertices of all parts,)"});
        return change(self, [&](auto& scene) {
          ShapeId id = 0;
          check(scene.try_add_compound(list.span(), marks.span(), id));
          if (marks.size != 0) self.inner_edges[id].assign(marks.data, marks.data + marks.size);
          return id;
        });
      },
      docs::add_compound, "parts"_a, "inner_edges"_a = nb::none());

  // What shapes are.
  cls.def("parts", [](const PyScene& self, nb::handle shape) {
    const std::uint32_t id = id_of(shape, "shape");
    return read(self, [&](const auto& scene) {
      check_shape(scene, id);
      const std::size_t count = scene.part_count(id);
      const nb::object array = new_array(NPY_UINT32, {static_cast<std::ptrdiff_t>(count)});
      scene.parts(id, {data_of<ShapeId>(array), count});
      return array;
    });
  }, docs::parts, "shape"_a);
  cls.def("vertex_count", [](const PyScene& self, nb::handle shape) {
    const std::uint32_t id = id_of(shape, "shape");
    return read(self, [&](const auto& scene) {
      check_shape(scene, id);
      return scene.vertex_count(id);
    });
  }, docs::vertex_count, "shape"_a);
  cls.def("radius", [](const PyScene& self, nb::handle shape) {
    const std::uint32_t id = id_of(shape, "shape");
    return read(self, [&](const auto& scene) {
      check_shape(scene, id);
      return static_cast<double>(scene.radius(id));
    });
  }, docs::radius, "shape"_a);
  cls.def("local_vertices", [](const PyScene& self, nb::handle shape) {
    const std::uint32_t id = id_of(shape, "shape");
    return read(self, [&]<class T>(const BasicScene<T>& scene) {
      check_shape(scene, id);
      const std::size_t count = scene.vertex_count(id);
      const nb::object array = new_array(type_number<T>, {static_cast<std::ptrdiff_t>(count), 2});
      scene.local_vertices(id, {data_of<BasicVec2<T>>(array), count});
      return array;
    });
  }, docs::local_vertices, "shape"_a);
}

}  // namespace satchel::python
