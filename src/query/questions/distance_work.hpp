// Distances of lists of pairs between the same scenes, list after list, as `try_distances` computes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <satchel/distance.hpp>

#include "format/kernel_table.hpp"
#include "parallel/progress.hpp"
#include "query/questions/copies.hpp"

namespace satchel::query {

/// A distance as seen from the other body.
template <class T>
void mirror(BasicDistance<T>& distance) {
  distance.normal_x = T(0) - distance.normal_x + T(0);
  distance.normal_y = T(0) - distance.normal_y + T(0);
  distance.feature ^= 1u << 3;
  std::swap(distance.point_a, distance.point_b);
}

/// Distances from the parts of bodies: a body that is an outline has parts.
template <class T>
Status distances_of_parts(BasicScenePair<T> scenes, std::span<const Pair> pairs, std::span<BasicDistance<T>> distances,
                          const Options& options) noexcept;

/// For pairs in which a body is an outline: edges tell how far apart it is, and where it touches; how deep it overlaps
/// another body than a point or a circle, its convex parts tell. Where these have not been made, the work makes them,
/// of copies, which it keeps.
template <class T>
class DistanceWork {
 public:
  using Result = BasicDistance<T>;

  /// `try_distances`. The shapes of the scenes are the same in all calls of one object. An error about a shape
  /// (Argument::shape) has in numbers[0] which of two scenes it is of: 1 or 2.
  Status find(BasicScenePair<T> scenes, std::span<const Pair> pairs, std::span<Result> distances,
              const Options& options) noexcept;

 private:
  static constexpr std::uint32_t swapped_bit = 1u << 31;

  /// Pairs, and where their results go in the wave; with swapped_bit: as seen from the other body.
  struct List {
    std::vector<Pair> pairs;
    std::vector<std::uint32_t> places;

    void clear() {
      pairs.clear();
      places.clear();
    }
    void add(Pair pair, std::uint32_t place) {
      pairs.push_back(pair);
      places.push_back(place);
    }
  };

  Status find_in_waves(BasicScenePair<T> scenes, const kernels::KernelTable& table, std::span<const Pair> pairs,
                       std::span<Result> distances, const Options& options);
  Status find_wave(BasicScenePair<T> scenes, std::span<const Pair> pairs, std::span<Result> distances,
                   parallel::Progress& progress);
  Status find_by_edges(BasicScenePair<T> scenes, std::span<Result> distances, const Options& options);
  Status find_by_parts(BasicScenePair<T> scenes, std::span<Result> distances, const Options& options);
  Status ask_parts(BasicScenePair<T> scenes, const List& list, std::span<Result> distances, const Options& options);

  List plain_, outlines_, open_;  ///< pairs without outlines, with; those that edges leave to parts
  std::vector<Verdict> verdicts_;
  std::vector<std::uint8_t> is_open_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order_;  ///< in which edges are asked: a key, and the pair
  std::vector<Result> found_;
  Copies<T> copies_a_, copies_b_;
};

extern template class DistanceWork<float>;
extern template class DistanceWork<double>;

}  // namespace satchel::query
