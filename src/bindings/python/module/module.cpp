// The module satchel._core.
#define SATCHEL_IMPORTS_NUMPY
#include "numpy_api.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <satchel/isa.hpp>
#include <satchel/version.hpp>

#include "bindings.hpp"
#include "call.hpp"
#include "docs.hpp"
#include "questions.hpp"
#include "results.hpp"
#include "scene.hpp"

namespace satchel::python {
namespace {

void bind_isas(Module& m) {
  using namespace nb::literals;
  m.def("active_isa", [] {
    try {
      return std::string(active_isa());
    } catch (const Error& error) {
      fail(error, "SATCHEL_ISA");
    }
  }, docs::active_isa);
  m.def("available_isas", [] {
    nb::list names;
    for (const std::string_view name : available_isas()) names.append(std::string(name));
    return names;
  }, docs::available_isas);
  m.def("force_isa", [](const std::string& name) {
    try {
      force_isa(name);
    } catch (const Error& error) {
      fail(error, "name");
    }
  }, docs::force_isa, "name"_a);
  m.def("describe_routes", [] {
    try {
      return describe_routes();
    } catch (const Error& error) {
      fail(error, "SATCHEL_ISA");
    }
  }, docs::describe_routes);
}

}  // namespace
}  // namespace satchel::python

NB_MODULE(_core, module) {
  using namespace satchel::python;
  Module m(module);
  if (PyArray_ImportNumPyAPI() < 0) throw nb::python_error();
  watch_forks();
  bind_results(m);
  bind_call(m);
  bind_scene(m);
  bind_questions(m);
  bind_relate(m);
  bind_motions(m);
  bind_trajectories(m);
  bind_areas(m);
  bind_broad_phase(m);
  bind_spatial(m);
  bind_nearest(m);
  bind_index(m);
  bind_kept_pairs(m);
  bind_push_out(m);
  bind_outlines(m);
  bind_wkb(m);
  bind_isas(m);
  for (const char* name : {"Scene", "BroadPhase", "Index", "KeptPairs", "Stats"}) m.attr(name).attr("__module__") = "satchel";
  m.attr("__version__") = std::string(satchel::version());
}
