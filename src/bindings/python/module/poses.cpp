#include "poses.hpp"

#include <algorithm>
#include <vector>

#include "call.hpp"

namespace satchel::python {

PosesArgument::PosesArgument(nb::handle value, const char* name, int axes, const char* wanted, Later) {
  const Form form = axes == 1   ? Form{name, {-1}, wanted}
                    : axes == 2 ? Form{name, {-1, -1}, wanted}
                                : Form{name, {-1, -1, -1}, wanted};
  numbers_ = floats<double>(value, form);
  const npy_intp* const shape = PyArray_DIMS(array_of(numbers_.owner));
  const std::ptrdiff_t columns = shape[axes - 1];
  for (int axis = 0; axis + 1 < axes; ++axis) lengths_[axis] = static_cast<std::size_t>(shape[axis]);
  const bool is_empty_list = axes > 1 && shape[0] == 0 && columns == 0;
  if (columns != 3 && columns != 4 && !is_empty_list) {
    fail("wrong_shape", name, -1, std::string(name) + " has shape " + shape_text(numbers_.owner) + "; wanted " + wanted);
  }
  if (columns == 4) poses_ = numbers_.as<Pose>();
}

Status PosesArgument::try_convert(std::span<const std::uint8_t> present) {
  if (!poses_.empty()) return {};
  const std::size_t count = numbers_.size / 3;
  std::vector<double> some;
  std::span<const double> rows = numbers_.span();
  if (std::find(present.begin(), present.end(), 0) != present.end()) {
    some.assign(rows.begin(), rows.end());
    for (std::size_t i = 0; i < count; ++i) {
      if (present[i] == 0) std::fill_n(some.begin() + static_cast<std::ptrdiff_t>(3 * i), 3, 0.0);
    }
    rows = some;
  }
  computed_ = new_array(NPY_FLOAT64, {static_cast<std::ptrdiff_t>(count), 4});
  const std::span<Pose> poses(data_of<Pose>(computed_), count);
  poses_ = poses;
  constexpr std::size_t chunk = 1 << 17;  // some milliseconds, so that Ctrl-C is heard
  for (std::size_t begin = 0; begin < count; begin += chunk) {
    const std::size_t size = std::min(chunk, count - begin);
    Status status = try_poses_at(rows.subspan(3 * begin, 3 * size), poses.subspan(begin, size));
    if (!status.ok()) {
      status.index += begin;
      return status;
    }
    if (begin + size < count) check_signals();
  }
  return {};
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
