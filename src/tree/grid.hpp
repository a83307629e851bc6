// Dealing boxes into buckets that lie together: by size class, then by the cell of a grid, along a Morton curve.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <satchel/types.hpp>

#include "format/box_layout.hpp"

namespace satchel::tree {

/// Buckets for many boxes, chosen by looking at a few.
///
/// The grid covers the middle nine tenths of the sample's centres and a margin for the rest; what lies farther out goes
/// to the rim, so that a stray body does not take the grid away from the others. Its cells come from halving the longer
/// side again and again, the halvings being the bits of a cell's code from the top: codes near each other lie near each
/// other, and leaving out low bits makes a coarser grid. A size class spans a factor of eight, so that no large body
/// spoils a group of small ones; each class has a grid as fine as its number deserves.
class Grid {
 public:
  /// @param sample  some of the boxes, in any order; may be changed
  /// @param total   how many there are
  /// @param bucket  how many a bucket should hold
  void choose(std::span<Box> sample, std::size_t total, std::size_t bucket);

  /// The same with parts of the caller's (worlds) instead of size classes; `counts` are the bodies of each.
  void choose(std::span<Box> sample, std::span<const std::uint32_t> counts, std::size_t total, std::size_t bucket);

  kernels::BucketGrid view() const;
  std::uint32_t bucket_count() const { return bucket_count_; }
  /// The first bucket of a part; that of one past the last part is bucket_count().
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
