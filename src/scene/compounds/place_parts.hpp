// Places the parts of compounds: gathers those of many bodies, so that the kernel gets them in one job.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "format/kernel_table.hpp"
#include "scene/data.hpp"

namespace satchel::detail {

template <class T>
class PartPlacer {
 public:
  /// @param job  of the bodies: the kernel places their parts from the same blocks of vertices
  PartPlacer(SceneData<T>& scene, const kernels::PlaceJob<T>& job, const kernels::KernelTable& table) noexcept;

  /// Adds a compound at a valid pose.
  void add(BodyId body, const Pose& pose) noexcept;
  /// Places the parts of all bodies added, and computes the boxes of the parts and of the bodies. If a body was added
  /// more than once, its last pose holds.
  void finish() noexcept;

 private:
  static constexpr std::size_t capacity = 128;

  struct Body {
    BodyId id;
    PartRange parts;
  };

  void place() noexcept;
  void check_placed(std::uint32_t part) noexcept;
  void bound(const Body& body) noexcept;

  SceneData<T>& scene_;
  const kernels::KernelTable& table_;
  kernels::PlaceJob<T> job_;
  std::size_t part_count_ = 0, body_count_ = 0;
  std::array<Pose, capacity> poses_;           ///< of each part to be placed
  std::array<std::uint32_t, capacity> parts_;  ///< their indices
  std::array<Body, capacity> bodies_;          ///< whose parts are placed, or among parts_
};

}  // namespace satchel::detail
