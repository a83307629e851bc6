// class Scene: bodies, poses, and what a scene holds. Shapes: scene_shapes.cpp; pickles: scene_state.cpp.
#include "scene.hpp"

#include <nanobind/stl/string.h>

#include <limits>

#include "call.hpp"
#include "docs.hpp"
#include "poses.hpp"
#include "scene_parts.hpp"

namespace satchel::python {

using namespace nb::literals;

std::uint32_t id_of(nb::handle value, const char* name) { return *ids(value, {name, {}, "one index"}).data; }

namespace {

constexpr const char* poses_wanted = "(n, 3): x, y, angle, or (n, 4): x, y, cos, sin";

Pose pose_of(nb::handle value) {
  if (value.is_none()) return {};
  const PosesArgument pose(value, "pose", 1, "(3,): x, y, angle, or (4,): x, y, cos, sin");
  return pose.span()[0];
}

// The bodies that are listed, or all; checked, so that nothing is written if one of them is no body.
template <class T>
Input<std::uint32_t> bodies_of(const BasicScene<T>& scene, nb::handle bodies, const Form& form) {
  if (bodies.is_none()) return all_bodies(scene);
  const Input<std::uint32_t> list = ids(bodies, form);
  for (const BodyId body : list.span()) check_body(scene, body);
  return list;
}

// A row of numbers for each of the bodies: those listed, or all.
template <std::size_t columns, class Fill>
nb::object rows_of_bodies(const PyScene& self, nb::handle bodies, nb::handle out, const Fill& fill) {
  return read(self, [&](const auto& scene) {
    const bool is_one = is_scalar(bodies);
    const Input<std::uint32_t> list =
        bodies_of(scene, bodies, is_one ? Form{"bodies", {}, "one body"} : Form{"bodies", {-1}, "(n,)"});
    const nb::object array = is_one ? result(out, NPY_FLOAT64, {columns})
                                    : result(out, NPY_FLOAT64, {static_cast<std::ptrdiff_t>(list.size), columns});
    if (!out.is_none()) refuse_overlap(array, list.owner, "bodies");
    double* row = data_of<double>(array);
    for (const std::uint32_t body : list.span()) {
      fill(scene, body, row);
      row += columns;
    }
    return array;
  });
}

void bind_bodies(Class<PyScene>& cls) {
  cls.def(
      "add_body",
      [](PyScene& self, nb::handle shape, nb::handle pose) {
        const std::uint32_t id = id_of(shape, "shape");
        const Pose at = pose_of(pose);
        BodyId body = 0;
        change(self, [&](auto& scene) { check(scene.try_add_body(id, at, body)); });
        return body;
      },
      docs::add_body, "shape"_a, "pose"_a = nb::none());
  cls.def(
      "add_bodies",
      [](PyScene& self, nb::handle shapes, nb::handle poses, nb::handle out) {
        const PosesArgument at(poses, "poses", 2, poses_wanted);
        const Input<std::uint32_t> list = repeated_ids(shapes, at.length(0), "shapes");
        const nb::object bodies = result(out, NPY_UINT32, {static_cast<std::ptrdiff_t>(list.size)});
        refuse_overlap(bodies, list.owner, "shapes");
        const std::span<BodyId> span(data_of<BodyId>(bodies), list.size);
        const Changing changing(self);
        std::visit([&](auto& scene) {
          check(add_bodies(scene, list.span(), at.span(), span));
        }, self.scene);
        return bodies;
      },
      docs::add_bodies, "shapes"_a, "poses"_a, nb::kw_only(), "out"_a = nb::none());
  cls.def("remove_body", [](PyScene& self, nb::handle body) {
    const std::uint32_t id = id_of(body, "body");
    change(self, [&](auto& scene) { check(scene.try_remove_body(id)); });
  }, docs::remove_body, "body"_a);
  cls.def("set_shape", [](PyScene& self, nb::handle body, nb::handle shape) {
    const std::uint32_t id = id_of(body, "body"), other = id_of(shape, "shape");
    change(self, [&](auto& scene) { check(scene.try_set_shape(id, other)); });
  }, docs::set_shape, "body"_a, "shape"_a);
  cls.def("set_pose", [](PyScene& self, nb::handle body, nb::handle pose) {
    const std::uint32_t id = id_of(body, "body");
    const Pose at = pose_of(pose);
    change(self, [&](auto& scene) { check(scene.try_set_pose(id, at)); });
  }, docs::set_pose, "body"_a, "pose"_a);
  cls.def(
      "set_poses",
      [](PyScene& self, nb::handle poses, nb::handle bodies, nb::handle threads, nb::handle progress) {
        PosesArgument at(poses, "poses", 2, poses_wanted, PosesArgument::Later{});
        Input<std::uint32_t> list;
        const bool are_listed = !bodies.is_none();
        if (are_listed) list = ids(bodies, {"bodies", {-1}, "(n,): a body for each pose"});
        const Changing changing(self);
        Call call({threads, nb::none(), progress});
        std::visit([&](auto& scene) {
          check(at.try_convert(are_listed ? std::vector<std::uint8_t>() : present_rows(scene, at.length(0))));
          call.run([&](const Options& options) {
            return are_listed ? scene.try_set_poses(list.span(), at.span(), options) : scene.try_set_poses(at.span(), options);
          });
        }, self.scene);
      },
      docs::set_poses, "poses"_a, "bodies"_a = nb::none(), nb::kw_only(), "threads"_a = nb::none(), "progress"_a = nb::none());
}

void bind_contents(Class<PyScene>& cls) {
  cls.def_prop_ro("dtype", [](const PyScene& self) {
    return nb::steal(reinterpret_cast<PyObject*>(PyArray_DescrFromType(self.is_double() ? NPY_FLOAT64 : NPY_FLOAT32)));
  }, "The precision of vertices and results: float64 or float32.");
  const auto number = [&cls](const char* name, const char* doc, auto get) {
    cls.def_prop_ro(name, [get](const PyScene& self) { return read(self, get); }, doc);
  };
  cls.def_prop_rw(
      "max_threads",
      [](const PyScene& self) {
        return self.max_threads == 0 ? nb::object(nb::none()) : nb::object(nb::int_(self.max_threads));
      },
      [](PyScene& self, nb::handle limit) {
        self.max_threads = limit.is_none() ? 0 : thread_number(limit, "max_threads");
      },
      nb::arg().none(),
      "The most threads of calls on this scene that are given no ``threads=``; None: as many as without a scene.\n\n"
      "A `num_threads` block goes before it, SATCHEL_THREADS comes after it. Of two scenes the first's counts, or the "
      "second's "
      "if the first has none. Copies have it, pickles do not.");
  number("shape_count", "Number of shapes.", [](const auto& scene) { return scene.shape_count(); });
  number("body_count", docs::body_count, [](const auto& scene) { return scene.body_count(); });
  number("body_slots", docs::body_slots, [](const auto& scene) { return scene.body_slots(); });
  number("memory_bytes", docs::memory_bytes, [](const auto& scene) { return scene.memory_bytes(); });
  number("revision", docs::revision, [](const auto& scene) { return scene.revision(); });
  number("identity", docs::identity, [](const auto& scene) { return scene.identity(); });
  cls.def_prop_ro("revisions", [](const PyScene& self) {
    return read(self, [](const auto& scene) {
      const SceneRevisions revisions = scene.revisions();
      nb::dict result;
      result["all"] = revisions.all;
      result["shapes"] = revisions.shapes;
      result["bodies"] = revisions.bodies;
      result["poses"] = revisions.poses;
      return result;
    });
  }, docs::revisions);
  cls.def("generation", [](const PyScene& self, nb::handle body) {
    const std::uint32_t id = id_of(body, "body");
    return read(self, [&](const auto& scene) {
      if (id >= scene.body_slots()) check({ErrorCode::bad_body, id, Argument::body});
      return scene.generation(id);
    });
  }, docs::generation, "body"_a);
  cls.def("has_shape", [](const PyScene& self, nb::handle shape) {
    const std::uint32_t id = id_of(shape, "shape");
    return read(self, [&](const auto& scene) { return scene.has_shape(id); });
  }, docs::has_shape, "shape"_a);
  cls.def("has_body", [](const PyScene& self, nb::handle body) {
    const std::uint32_t id = id_of(body, "body");
    return read(self, [&](const auto& scene) { return scene.has_body(id); });
  }, docs::has_body, "body"_a);
  cls.def("bodies", [](const PyScene& self) {
    return read(self, [](const auto& scene) { return all_bodies(scene).owner; });
  }, "The indices of all bodies, ascending: (body_count,) uint32.");
  cls.def("shape", [](const PyScene& self, nb::handle body) {
    const std::uint32_t id = id_of(body, "body");
    return read(self, [&](const auto& scene) {
      check_body(scene, id);
      return scene.shape(id);
    });
  }, "The shape of a body.", "body"_a);
  cls.def("shapes", [](const PyScene& self, nb::handle bodies, nb::handle out) {
    return read(self, [&](const auto& scene) {
      const Input<std::uint32_t> list = bodies_of(scene, bodies, {"bodies", {-1}, "(n,)"});
      const nb::object array = result(out, NPY_UINT32, {static_cast<std::ptrdiff_t>(list.size)});
      if (!out.is_none()) refuse_overlap(array, list.owner, "bodies");
      std::uint32_t* to = data_of<std::uint32_t>(array);
      for (const std::uint32_t body : list.span()) *to++ = scene.shape(body);
      return array;
    });
  }, "The shapes of the listed bodies, or of all: (n,) uint32, a copy. `out` is an array to write into.", "bodies"_a = nb::none(),
     nb::kw_only(), "out"_a = nb::none());
  cls.def("poses", [](const PyScene& self, nb::handle bodies, nb::handle out) {
    return rows_of_bodies<4>(self, bodies, out, [](const auto& scene, BodyId body, double* row) {
      const Pose pose = scene.pose(body);
      row[0] = pose.x, row[1] = pose.y, row[2] = pose.rotation.cos, row[3] = pose.rotation.sin;
    });
  }, "The poses of the listed bodies, or of all: (n, 4) float64, x, y, cos, sin; a copy. One body's is (4,).\n\n"
     "`out` is an array to write into.", "bodies"_a = nb::none(), nb::kw_only(), "out"_a = nb::none());
  cls.def("bounding_boxes", [](const PyScene& self, nb::handle bodies, nb::handle out) {
    return rows_of_bodies<4>(self, bodies, out, [](const auto& scene, BodyId body, double* row) {
      const Box box = scene.bounding_box(body);
      row[0] = box.min_x, row[1] = box.min_y, row[2] = box.max_x, row[3] = box.max_y;
    });
  }, "Boxes that contain the listed bodies, or all: (n, 4) float64, min x, min y, max x, max y; a copy. One body's is (4,).\n\n"
     "Rounded outward, radius included, world frame. `out` is an array to write into.", "bodies"_a = nb::none(),
     nb::kw_only(), "out"_a = nb::none());
  cls.def("to_world", [](const PyScene& self, nb::handle bodies, nb::handle points, nb::handle out) {
    return read(self, [&]<class T>(const BasicScene<T>& scene) {
      const Input<std::uint32_t> list = bodies_of(scene, bodies, {"bodies", {-1}, "(n,): a body for each point"});
      const Input<T> from = floats<T>(points, {"points", {-1, 2}, "(n, 2): a point for each body"});
      if (from.rows != list.size) {
        fail("size_mismatch", "points", -1, "there are " + std::to_string(from.rows) + " points and " + std::to_string(list.size) + " bodies; wanted as many");
      }
      const nb::object array = result(out, NPY_FLOAT64, {static_cast<std::ptrdiff_t>(list.size), 2});
      if (!out.is_none()) {
        refuse_overlap(array, list.owner, "bodies");
        refuse_overlap(array, from.owner, "points");
      }
      double* to = data_of<double>(array);
      for (std::size_t i = 0; i < list.size; ++i) {
        const Pose pose = scene.pose(list.data[i]);
        to[2 * i] = pose.x + double(from.data[2 * i]);
        to[2 * i + 1] = pose.y + double(from.data[2 * i + 1]);
      }
      return array;
    });
  }, "Points in the world, (n, 2) float64: points[i], which is relative to the origin of bodies[i], plus that origin.\n\n"
     "It places the witness points of `distances` and the points of `manifolds`, whose axes are those of the world. `out` is an "
     "array to write into.", "bodies"_a, "points"_a, nb::kw_only(), "out"_a = nb::none());
  cls.def("placed_offsets", [](const PyScene& self, nb::handle body) {
    const std::uint32_t id = id_of(body, "body");
    return read(self, [&]<class T>(const BasicScene<T>& scene) {
      check_body(scene, id);
      const std::size_t count = scene.vertex_count(scene.shape(id));
      const nb::object array = new_array(type_number<T>, {static_cast<std::ptrdiff_t>(count), 2});
      scene.placed_offsets(id, {data_of<BasicVec2<T>>(array), count});
      return array;
    });
  }, docs::placed_offsets, "body"_a);
  cls.def("clear", [](PyScene& self) {
    change(self, [](auto& scene) { scene.clear(); });
    self.inner_edges.clear();
    self.chains.clear();
  }, docs::clear);
  cls.def("reserve", [](PyScene& self, nb::handle shapes, nb::handle bodies, nb::handle vertices_per_shape) {
    const auto number = [](nb::handle value, const char* name) {
      return static_cast<std::size_t>(whole_number(value, name, std::numeric_limits<Py_ssize_t>::max()));
    };
    const SceneCapacity room{number(shapes, "shapes"), number(bodies, "bodies"), number(vertices_per_shape, "vertices_per_shape")};
    change(self, [&](auto& scene) { check(scene.try_reserve(room)); });
  }, docs::reserve, nb::kw_only(), "shapes"_a = 0, "bodies"_a = 0, "vertices_per_shape"_a = 0);
  cls.def("__repr__", [](const PyScene& self) {
    return read(self, [&](const auto& scene) {
      return std::string("satchel.Scene(dtype=") + (self.is_double() ? "float64" : "float32") + "): " +
             std::to_string(scene.shape_count()) + " shapes, " + std::to_string(scene.body_count()) + " bodies, " +
             std::to_string(scene.memory_bytes()) + " bytes";
    });
  });
  const auto copy = [](const PyScene& self) { return read(self, [&](const auto&) { return PyScene(self); }); };
  cls.def("__copy__", copy);
  cls.def("__deepcopy__", [copy](const PyScene& self, nb::handle) { return copy(self); });
  cls.def("copy", copy, "A scene of the same shapes and bodies, with an identity of its own; a plain Scene, also of an object of a subclass.");
}

// Which precision a dtype names: True for float64.
bool is_double(nb::handle dtype) {
  PyArray_Descr* descr = nullptr;
  if (PyArray_DescrConverter(dtype.ptr(), &descr) == 0) {
    PyErr_Clear();
  } else {
    const nb::object owner = nb::steal(reinterpret_cast<PyObject*>(descr));
    if (descr->type_num == NPY_FLOAT64) return true;
    if (descr->type_num == NPY_FLOAT32) return false;
  }
  fail_type("dtype is " + repr_text(dtype) + "; wanted np.float64 or np.float32");
}

}  // namespace

void bind_scene(Module& m) {
  Class<PyScene> cls(m, "Scene", nb::is_weak_referenceable(), docs::type_BasicScene);
  cls.def("__init__", [](PyScene* self, nb::handle dtype) { new (self) PyScene(dtype.is_none() || is_double(dtype)); },
          "dtype"_a = nb::none());
  // The limit of threads of a call on one scene or two, for the tests.
  m.def(
      "_limit_of_call", [](const PyScene& scene) { return read(scene, [](const auto&) { return thread_limit(); }); },
      "scene"_a);
  m.def(
      "_limit_of_call",
      [](const PyScene& scene_a, const PyScene& scene_b) {
        return read(scene_a, scene_b, [](const auto&, const auto&) { return thread_limit(); });
      },
      "scene_a"_a, "scene_b"_a);
  bind_shapes(cls);
  bind_seams(cls);
  bind_outlines_of_scene(cls);
  bind_placed_rings(cls);
  bind_bodies(cls);
  bind_contents(cls);
  bind_state(cls);
}

}  // namespace satchel::python
