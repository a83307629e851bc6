// Trajectories from arrays: all of the same number of steps, or of different ones.
#pragma once

#include <satchel/first_hits.hpp>

#include <cstdint>
#include <vector>

#include "poses.hpp"
#include "results.hpp"

namespace satchel::python {

/// The arguments of a call about trajectories: those of movers, or of obstacles.
struct PathArguments {
  nb::handle shapes, poses, starts, present;
  double clearance;
  nb::handle velocities{};  ///< none, or null: not asked for
};

/// Trajectories, and the arrays that their spans refer to.
class Paths {
 public:
  Paths(const PathArguments& movers, const PathArguments& obstacles);
  Paths(const Paths&) = delete;
  Paths& operator=(const Paths&) = delete;

  const Trajectories& movers() const { return movers_.all; }
  const Trajectories& obstacles() const { return obstacles_.all; }
  /// An array of one Result a mover: `out` after checks, or a new one.
  template <class Result>
  nb::object one_a_mover(nb::handle out) const {
    return apart(results<Result>(out, movers_.count), out);
  }
  /// The same, one a pose: (trajectories, steps), or (poses,) where trajectories differ in length.
  template <class Result>
  nb::object one_a_pose(nb::handle out) const {
    const auto signed_size = [](std::size_t size) { return static_cast<std::ptrdiff_t>(size); };
    const Shape rows{signed_size(movers_.count), signed_size(movers_.all.steps)}, list{signed_size(movers_.all.poses.size())};
    return apart(result(out, result_type<Result>.cls, result_type<Result>.dtype, movers_.all.starts.empty() ? rows : list),
                 out);
  }
  /// The arrays that a call reads.
  NamedArrays inputs() const;
  /// The status of the call, with the index in the argument that it names: the library counts obstacles after movers.
  Status in_own_argument(Status status) const;

 private:
  struct Side {
    PosesArgument poses;
    Input<std::uint32_t> shapes, starts;
    Input<std::uint8_t> present;
    Input<double> velocities;
    std::vector<std::uint32_t> starts_of_list;
    std::size_t count = 0;  ///< bodies
    Trajectories all;

    /// The status of the conversion of poses, with the body and the step of a pose that is refused.
    Status of_pose(const Status& status, Argument argument) const;
  };
  struct Names {
    const char *shapes, *poses, *starts, *present, *velocities;
    Argument argument;  ///< of poses
  };
  static const Names names_of_movers, names_of_obstacles;
  static void take(Side& side, const PathArguments& arguments, const Names& names);
  static void take_rows(Side& side, const PathArguments& arguments, const Names& names);
  static void take_starts(Side& side, const PathArguments& arguments, const Names& names);
  static void take_list(Side& side, const PathArguments& arguments, const Names& names);

  /// The array, which has to share no memory with an input if it is `out`.
  nb::object apart(nb::object array, nb::handle out) const;

  Side movers_, obstacles_;
};

}  // namespace satchel::python
