// Rays, points and boxes that a call asks about.
#pragma once

#include <span>

#include <satchel/cast_rays.hpp>

#include "arrays.hpp"

namespace satchel::python {

/// Rays: (n, 5), or (n, 4) without the greatest time.
class RaysArgument {
 public:
  explicit RaysArgument(nb::handle value);
  /// One ray.
  RaysArgument(nb::handle origin, nb::handle direction, double max_time);

  std::span<const Ray> span() const { return numbers_.as<Ray>(); }
  std::size_t size() const { return numbers_.rows; }
  NamedArrays inputs() const { return {{numbers_.owner, "rays"}}; }

 private:
  void take(nb::object rows);

  Input<double> numbers_;
};

/// What is asked of exits, and of rays that begin in a body.
/// @param from_inside  a str
RayOptions ray_options(nb::handle from_inside, bool exits);

/// Points: (n, 2), or a column of Arrow, which is told by its interfaces. (A table of coordinates has them, too.)
inline Input<double> points_of(nb::handle value) {
  constexpr Form form{"points", {-1, 2}, "(n, 2): x, y"};
  const bool is_column = (nb::hasattr(value, "__arrow_c_array__") || nb::hasattr(value, "__arrow_c_stream__") ||
                          nb::hasattr(value, "to_arrow")) &&
                         !nb::hasattr(value, "columns");
  if (!is_column) return floats<double>(value, form);
  return floats<double>(nb::module_::import_("satchel._arrow").attr("points_of_argument")(value, form.name), form);
}
inline Input<double> boxes_of(nb::handle value) {
  return floats<double>(value, {"boxes", {-1, 4}, "(n, 4): min x, min y, max x, max y"});
}

}  // namespace satchel::python
