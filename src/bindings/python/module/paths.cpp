#include "paths.hpp"

#include <algorithm>
#include <limits>
#include <string>


namespace satchel::python {
namespace {

std::ptrdiff_t signed_size(std::size_t size) { return static_cast<std::ptrdiff_t>(size); }

std::string item_name(const char* list, std::size_t i) { return std::string(list) + "[" + std::to_string(i) + "]"; }

// The poses of one body, from an item of a list; `columns` 0: 3 or 4, as they come.
Input<double> poses_of_item(nb::handle value, const char* list, std::size_t i, std::ptrdiff_t& columns) {
  const std::string name = item_name(list, i);
  const nb::object array =
      any_array(value, {name.c_str(), {-1, -1}, "(steps, 3): x, y, angle, or (steps, 4): x, y, cos, sin"});
  const int axes = PyArray_NDIM(array_of(array));
  if (axes == 1 && PyArray_SIZE(array_of(array)) == 0) return {};  // np.asarray([]) has one axis
  const std::ptrdiff_t found = axes == 2 ? PyArray_DIMS(array_of(array))[1] : 0;
  if ((found != 3 && found != 4) || (columns != 0 && found != columns)) {
    fail("wrong_shape", list, signed_size(i),
         name + " has shape " + shape_text(array) +
             "; wanted (steps, 3): x, y, angle, or (steps, 4): x, y, cos, sin, and the same in the whole list");
  }
  columns = found;
  return floats<double>(array, {name.c_str(), {-1, columns}, ""});
}

bool is_given(nb::handle value) { return value.ptr() != nullptr && !value.is_none(); }

}  // namespace

const Paths::Names Paths::names_of_movers{"shapes", "poses", "starts", "present", "velocities", Argument::movers_poses};
const Paths::Names Paths::names_of_obstacles{"obstacle_shapes",  "obstacle_poses",      "obstacle_starts",
                                             "obstacle_present", "obstacle_velocities", Argument::obstacles_poses};

Paths::Paths(const PathArguments& movers, const PathArguments& obstacles) {
  take(movers_, movers, names_of_movers);
  if (obstacles.poses.is_none() != obstacles.shapes.is_none()) {
    fail_type("obstacle_shapes and obstacle_poses come together; one of them is None");
  }
  if (!obstacles.poses.is_none()) {
    take(obstacles_, obstacles, names_of_obstacles);
  } else if (!obstacles.starts.is_none() || !obstacles.present.is_none()) {
    fail_type("obstacle_starts and obstacle_present are about obstacle_poses, which is None");
  } else if (is_given(obstacles.velocities)) {
    fail_type("obstacle_velocities are about obstacle_poses, which is None");
  }
}

nb::object Paths::apart(nb::object array, nb::handle out) const {
  if (!out.is_none()) refuse_overlap(array, inputs());
  return array;
}

NamedArrays Paths::inputs() const {
  const auto of_side = [](const Side& side, const Names& names) {
    return NamedArrays{{side.poses.owner(), names.poses},
                       {side.shapes.owner, names.shapes},
                       {side.starts.owner, names.starts},
                       {side.present.owner, names.present},
                       {side.velocities.owner, names.velocities}};
  };
  return joined(of_side(movers_, names_of_movers), of_side(obstacles_, names_of_obstacles));
}

Status Paths::in_own_argument(Status status) const {
  if (status.code == ErrorCode::size_mismatch) return status;
  if (status.argument == Argument::obstacles_shapes) status.index -= movers_.all.shapes.size();
  if (status.argument == Argument::obstacles_poses) {
    status.index -= status.code == ErrorCode::bad_starts ? movers_.all.starts.size() : movers_.all.poses.size();
  }
  if (status.argument == Argument::obstacles_velocities) status.index -= movers_.all.poses.size();
  return status;
}

Status Paths::Side::of_pose(const Status& status, Argument argument) const {
  if (status.ok()) return status;
  const std::size_t pose = status.index;
  std::size_t body = 0, begin = 0;
  if (all.starts.empty()) {
    body = pose / all.steps;
    begin = body * all.steps;
  } else {
    while (body + 2 < all.starts.size() && all.starts[body + 1] <= pose) ++body;
    begin = std::min<std::size_t>(all.starts[body], pose);
  }
  return {status.code, pose, argument, {body, pose - begin}};
}

void Paths::take(Side& side, const PathArguments& arguments, const Names& names) {
  if (!arguments.starts.is_none()) {
    take_starts(side, arguments, names);
  } else if (PyList_Check(arguments.poses.ptr()) || PyTuple_Check(arguments.poses.ptr())) {
    take_list(side, arguments, names);
  } else {
    take_rows(side, arguments, names);
  }
  check(side.of_pose(side.poses.try_convert(side.present.span()), names.argument));
  side.all.poses = side.poses.span();
  side.all.present = side.present.span();
  side.all.velocities = side.velocities.as<Motion>();
  side.all.clearance = arguments.clearance;
  // One shape stands for all bodies where the poses tell how many there are.
  side.shapes = is_scalar(arguments.shapes) && !side.all.poses.empty()
                    ? ids(arguments.shapes, {names.shapes, {}, ""})
                    : repeated_ids(arguments.shapes, side.count, names.shapes);
  side.all.shapes = side.shapes.span();
}

void Paths::take_rows(Side& side, const PathArguments& arguments, const Names& names) {
  side.poses = {arguments.poses, names.poses, 3,
                "(trajectories, steps, 3): x, y, angle, or (trajectories, steps, 4): x, y, cos, sin; or a list of an "
                "array for each trajectory",
                PosesArgument::Later{}};
  side.count = side.poses.length(0);
  side.all.steps = side.poses.length(1);
  if (is_given(arguments.velocities)) {
    side.velocities = floats<double>(arguments.velocities,
                                     {names.velocities,
                                      {signed_size(side.count), signed_size(side.all.steps), 3},
                                      "(trajectories, steps, 3): x, y, angle in one unit of time, as the poses"});
  }
  if (arguments.present.is_none()) return;
  side.present = flags(
      arguments.present,
      {names.present, {signed_size(side.count), signed_size(side.all.steps)}, "(trajectories, steps), as the poses"});
}

void Paths::take_starts(Side& side, const PathArguments& arguments, const Names& names) {
  side.poses = {arguments.poses, names.poses, 2,
                "(poses, 3): x, y, angle, or (poses, 4): x, y, cos, sin, of all trajectories, which starts divide",
                PosesArgument::Later{}};
  const char* const wanted = "(trajectories + 1,): where each begins, and the number of poses";
  side.starts = ids(arguments.starts, {names.starts, {-1}, wanted});
  if (side.starts.size == 0) {
    fail("wrong_shape", names.starts, -1, std::string(names.starts) + " has shape (0,); wanted " + wanted);
  }
  side.count = side.starts.size - 1;
  side.all.starts = side.starts.span();
  if (is_given(arguments.velocities)) {
    side.velocities = floats<double>(arguments.velocities,
                                     {names.velocities,
                                      {signed_size(side.poses.length(0)), 3},
                                      "(poses, 3): x, y, angle in one unit of time, for each pose"});
  }
  if (arguments.present.is_none()) return;
  side.present = flags(arguments.present,
                       {names.present, {signed_size(side.poses.length(0))}, "(poses,): one flag for each pose"});
}

void Paths::take_list(Side& side, const PathArguments& arguments, const Names& names) {
  side.count = nb::len(arguments.poses);
  std::vector<Input<double>> items;
  std::ptrdiff_t columns = 0;
  std::size_t total = 0;
  side.starts_of_list.push_back(0);
  for (std::size_t i = 0; i < side.count; ++i) {
    items.push_back(poses_of_item(nb::object(arguments.poses[i]), names.poses, i, columns));
    total += items.back().rows;
    if (total > std::numeric_limits<std::uint32_t>::max()) {
      fail("too_many", names.poses, signed_size(i), std::string(names.poses) + " has more than 2^32 - 1 poses");
    }
    side.starts_of_list.push_back(static_cast<std::uint32_t>(total));
  }
  const nb::object joined = new_array(NPY_FLOAT64, {signed_size(total), columns == 0 ? 3 : columns});
  double* to = data_of<double>(joined);
  for (const Input<double>& item : items) to = std::copy_n(item.data, item.size, to);
  side.poses = {joined, names.poses, 2, "", PosesArgument::Later{}};
  side.all.starts = side.starts_of_list;
  if (is_given(arguments.velocities)) {
    if (!PySequence_Check(arguments.velocities.ptr()) || nb::len(arguments.velocities) != side.count) {
      fail("wrong_shape", names.velocities, -1,
           std::string(names.velocities) + " is not a list of an array for each trajectory, as the poses, of which there are " +
               std::to_string(side.count));
    }
    const nb::object together = new_array(NPY_FLOAT64, {signed_size(total), 3});
    double* number = data_of<double>(together);
    for (std::size_t i = 0; i < side.count; ++i) {
      const std::string name = item_name(names.velocities, i);
      const Input<double> item = floats<double>(
          nb::object(arguments.velocities[i]),
          {name.c_str(), {signed_size(items[i].rows), 3}, "(steps, 3): x, y, angle in one unit of time, as the poses"});
      number = std::copy_n(item.data, item.size, number);
    }
    side.velocities = floats<double>(together, {names.velocities, {signed_size(total), 3}, ""});
  }
  if (arguments.present.is_none()) return;

  const std::string wanted = "a list of flags for each trajectory, as the poses";
  if (!PySequence_Check(arguments.present.ptr()) || nb::len(arguments.present) != side.count) {
    fail("wrong_shape", names.present, -1,
         std::string(names.present) + " is not " + wanted + ", of which there are " + std::to_string(side.count));
  }
  const nb::object all = new_array(NPY_UINT8, {signed_size(total)});
  std::uint8_t* flag = data_of<std::uint8_t>(all);
  for (std::size_t i = 0; i < side.count; ++i) {
    const std::string name = item_name(names.present, i);
    const std::string of_steps = "(" + std::to_string(items[i].rows) + ",): one flag for each step, as the poses";
    const Input<std::uint8_t> item =
        flags(nb::object(arguments.present[i]), {name.c_str(), {signed_size(items[i].rows)}, of_steps.c_str()});
    flag = std::copy_n(item.data, item.size, flag);
  }
  side.present = flags(all, {names.present, {signed_size(total)}, ""});
}

}  // namespace satchel::python
