// Assigns boxes to buckets of near boxes: by size class, then by the cell of a grid along a Morton curve.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <satchel/types.hpp>

#include "format/box_layout.hpp"

namespace satchel::tree {

/// A grid of buckets, chosen from a sample of the boxes.
///
/// The grid covers the middle nine tenths of the sample's centres and a margin around them. Boxes farther out go to the
/// outermost cells, so that a few stray bodies do not make all cells large. The cells result from halving the longer
/// side repeatedly; each halving is one bit of a cell's code, from the highest bit on. So near codes are near cells,
/// and dropping low bits makes a coarser grid. A size class spans a factor of eight of the boxes' sizes, so that no
/// group contains both large and small boxes; the grid of each class has about as many cells as its number of boxes
/// requires.
class Grid {
 public:
  /// Chooses grid and size classes.
  /// @param sample  a sample of the boxes, in any order; reordered
  /// @param total   the number of boxes
  /// @param bucket  the wanted number of boxes a bucket
  void choose(std::span<Box> sample, std::size_t total, std::size_t bucket);

  /// Chooses a grid with the caller's parts (worlds) instead of size classes.
  /// @param counts  the number of bodies of each part
  void choose(std::span<Box> sample, std::span<const std::uint32_t> counts, std::size_t total, std::size_t bucket);

  /// One bucket for all boxes.
  void choose_one();

  kernels::BucketGrid view() const;
  std::uint32_t bucket_count() const { return bucket_count_; }
  /// The first bucket of a part (size class or world); bucket_count() for the number of parts.
  std::uint32_t first_bucket(std::size_t part) const { return first_[part]; }
  std::size_t bytes() const;

 private:
  static constexpr unsigned max_bits = 12;
  static constexpr unsigned exponents = 2048;

  void lay_out(std::span<Box> sample, unsigned bits);
  void add_part(std::size_t count, std::size_t bucket);

  unsigned bits_ = 0, bits_x_ = 0, bits_y_ = 0;
  double origin_x_ = 0, origin_y_ = 0, scale_x_ = 0, scale_y_ = 0;
  std::uint32_t bucket_count_ = 0;
  std::array<std::uint16_t, 1u << max_bits> code_x_, code_y_;
  std::array<std::uint8_t, exponents> class_of_{};
  std::vector<std::uint8_t> shift_;
  std::vector<std::uint32_t> first_;
};

}  // namespace satchel::tree
