#include "poses.hpp"

#include <algorithm>

namespace satchel::python {

PosesArgument::PosesArgument(nb::handle value, const char* name, int axes, const char* wanted) {
  const Form form = axes == 1   ? Form{name, {-1}, wanted}
                    : axes == 2 ? Form{name, {-1, -1}, wanted}
                                : Form{name, {-1, -1, -1}, wanted};
  numbers_ = floats<double>(value, form);
  const npy_intp* const shape = PyArray_DIMS(array_of(numbers_.owner));
  const std::ptrdiff_t columns = shape[axes - 1];
  std::size_t count = 1;
  for (int axis = 0; axis + 1 < axes; ++axis) {
    lengths_[axis] = static_cast<std::size_t>(shape[axis]);
    count *= lengths_[axis];
  }
  if (columns == 4) {
    poses_ = numbers_.as<Pose>();
  } else if (columns == 3) {
    computed_ = new_array(NPY_FLOAT64, {static_cast<std::ptrdiff_t>(count), 4});
    const std::span<Pose> poses(data_of<Pose>(computed_), count);
    check(try_poses_at(numbers_.span(), poses));
    poses_ = poses;
  } else {
    fail("wrong_shape", name, -1, std::string(name) + " has shape " + shape_text(numbers_.owner) + "; wanted " + wanted);
  }
}

Input<std::uint32_t> repeated_ids(nb::handle value, std::size_t count, const char* name) {
  const std::string wanted = "(" + std::to_string(count) + ",): one for each pose, or one for all";
  if (!is_scalar(value)) return ids(value, {name, {static_cast<std::ptrdiff_t>(count)}, wanted.c_str()});
  const Input<std::uint32_t> one = ids(value, {name, {}, wanted.c_str()});
  Input<std::uint32_t> all;
  all.owner = new_array(NPY_UINT32, {static_cast<std::ptrdiff_t>(count)});
  std::uint32_t* const data = data_of<std::uint32_t>(all.owner);
  std::fill_n(data, count, *one.data);
  all.data = data;
  all.size = all.rows = count;
  return all;
}

}  // namespace satchel::python
