#include "results.hpp"

#include <satchel/areas.hpp>
#include <satchel/broad_phase.hpp>
#include <satchel/index.hpp>
#include <satchel/manifold.hpp>
#include <satchel/periodic.hpp>
#include <satchel/push_out.hpp>
#include <satchel/trajectories.hpp>

namespace satchel::python {

using namespace nb::literals;

namespace {

template <class Result>
bool take(const std::string& wanted, const char* name, nb::handle cls, nb::handle dtype) {
  if (wanted != name) return false;
  if (nb::cast<std::size_t>(dtype.attr("itemsize")) != sizeof(Result)) {
    throw std::runtime_error(wanted + " has another size than in C++");
  }
  result_type<Result> = {reinterpret_cast<PyTypeObject*>(cls.inc_ref().ptr()),
                         reinterpret_cast<PyArray_Descr*>(dtype.inc_ref().ptr())};
  return true;
}

}  // namespace

void bind_results(Module& m) {
  m.def("_set_error_class", [](nb::object cls) { set_error_class(std::move(cls)); });
  m.def(
      "_as_array",
      [](nb::handle value, const char* name) {
        return any_array(value, {name, {}, "numbers"});
      },
      "value"_a, "name"_a);
  // Integers of any type as uint32: (n,), or rows of so many columns.
  m.def(
      "_as_ids",
      [](nb::handle value, const char* name, std::ptrdiff_t columns, const char* wanted) {
        return ids(value, {name, columns == 0 ? Shape{-1} : Shape{-1, columns}, wanted}).owner;
      },
      "value"_a, "name"_a, "columns"_a, "wanted"_a);
  m.def("_set_result_type", [](const char* text, nb::handle cls, nb::handle dtype) {
    const std::string name = text;
    if (take<Contact>(name, "contact float32", cls, dtype) || take<Contactd>(name, "contact float64", cls, dtype) ||
        take<Hit>(name, "hit float32", cls, dtype) || take<Hitd>(name, "hit float64", cls, dtype) ||
        take<Manifold>(name, "manifold float32", cls, dtype) || take<Manifoldd>(name, "manifold float64", cls, dtype) ||
        take<Distance>(name, "distance float32", cls, dtype) || take<Distanced>(name, "distance float64", cls, dtype) ||
        take<Overlap>(name, "overlap float32", cls, dtype) || take<Overlapd>(name, "overlap float64", cls, dtype) ||
        take<Impact>(name, "impact float32", cls, dtype) || take<Impactd>(name, "impact float64", cls, dtype) ||
        take<FoundBody>(name, "found body", cls, dtype) || take<FoundImage>(name, "found image", cls, dtype) ||
        take<RayHit>(name, "ray hit", cls, dtype) || take<ImagePair>(name, "image pair", cls, dtype) ||
        take<ImageHit>(name, "image hit float32", cls, dtype) ||
        take<ImageHitd>(name, "image hit float64", cls, dtype) ||
        take<PartManifold>(name, "part manifold float32", cls, dtype) ||
        take<PartManifoldd>(name, "part manifold float64", cls, dtype) || take<PushOut>(name, "push out", cls, dtype) ||
        take<ShapeHit>(name, "shape hit", cls, dtype) || take<FoundShapeHit>(name, "found shape hit", cls, dtype) ||
        take<FoundRayHit>(name, "found ray hit", cls, dtype) || take<NearBody>(name, "near body float32", cls, dtype) ||
        take<NearBodyd>(name, "near body float64", cls, dtype) || take<FirstHit>(name, "first hit", cls, dtype) ||
        take<BodyAtPose>(name, "body at pose", cls, dtype) ||
        take<TrajectoryHit>(name, "trajectory hit", cls, dtype) || take<Clearance>(name, "clearance", cls, dtype) ||
        take<CollisionTime>(name, "collision time", cls, dtype) ||
        take<Filter>(name, "filter", cls, dtype)) {
      return;
    }
    throw std::runtime_error("no result " + name);
  });
}

}  // namespace satchel::python
