#include "tree/grid.hpp"

#include <algorithm>

#include "format/grid_cell.hpp"
#include "scene/array.hpp"

namespace satchel::tree {
namespace {

constexpr unsigned exponents_per_class = 3;

/// The least number of bits that number at least `buckets` buckets, up to `most`.
unsigned bits_for(std::size_t buckets, unsigned most) {
  unsigned bits = 0;
  while (bits < most && (std::size_t{1} << bits) < buckets) ++bits;
  return bits;
}

/// The interval of a coordinate (twice the centre) that covers most of the sample.
struct Extent {
  double low, size;
};
template <class Coordinate>
Extent extent_of(std::span<Box> sample, Coordinate coordinate) {
  const auto less = [&](const Box& p, const Box& q) { return coordinate(p) < coordinate(q); };
  const auto value_at = [&](std::size_t rank) {
    std::nth_element(sample.begin(), sample.begin() + static_cast<std::ptrdiff_t>(rank), sample.end(), less);
    return coordinate(sample[rank]);
  };
  const std::size_t rim = sample.size() / 20;
  double low = value_at(rim), high = value_at(sample.size() - 1 - rim);
  if (low == high) {  // nine tenths coincide: the whole sample decides
    low = value_at(0);
    high = value_at(sample.size() - 1);
  }
  const double beyond = (high - low) / 16;  // with an even spread, a twentieth of the bodies lies beyond either end
  return {low - beyond, (high - low) + 2 * beyond};
}

}  // namespace

void Grid::lay_out(std::span<Box> sample, unsigned bits) {
  const Extent x = extent_of(sample, [](const Box& box) { return box.min_x + box.max_x; });
  const Extent y = extent_of(sample, [](const Box& box) { return box.min_y + box.max_y; });
  bits_ = bits;
  bits_x_ = bits_y_ = 0;
  double width = x.size, height = y.size;
  std::array<bool, max_bits> halves_x{};
  for (unsigned bit = bits; bit-- > 0;) {
    halves_x[bit] = width >= height;
    (halves_x[bit] ? width : height) /= 2;
    ++(halves_x[bit] ? bits_x_ : bits_y_);
  }
  origin_x_ = x.low;
  origin_y_ = y.low;
  scale_x_ = x.size > 0 ? static_cast<double>(1u << bits_x_) / x.size : 0;
  scale_y_ = y.size > 0 ? static_cast<double>(1u << bits_y_) / y.size : 0;
  const auto spread = [&](std::uint32_t cell, bool of_x) {
    std::uint32_t code = 0;
    for (unsigned bit = 0; bit < bits; ++bit) {
      if (halves_x[bit] != of_x) continue;
      code |= (cell & 1u) << bit;
      cell >>= 1;
    }
    return static_cast<std::uint16_t>(code);
  };
  for (std::uint32_t cell = 0; cell < (1u << bits_x_); ++cell) code_x_[cell] = spread(cell, true);
  for (std::uint32_t cell = 0; cell < (1u << bits_y_); ++cell) code_y_[cell] = spread(cell, false);
  shift_.clear();
  first_.clear();
  bucket_count_ = 0;
}

void Grid::add_part(std::size_t count, std::size_t bucket) {
  const unsigned bits = bits_for((count + bucket - 1) / bucket, bits_);
  shift_.push_back(static_cast<std::uint8_t>(bits_ - bits));
  first_.push_back(bucket_count_);
  bucket_count_ += 1u << bits;
}

// Size classes begin at the smallest size in the sample; each spans exponents_per_class exponents. Sizes above the
// largest size in the sample get classes of one bucket each, for boxes that the sample missed.
void Grid::choose(std::span<Box> sample, std::size_t total, std::size_t bucket) {
  lay_out(sample, bits_for((total + bucket - 1) / bucket, max_bits));
  std::array<std::uint32_t, exponents> counts{};
  for (const Box& box : sample) ++counts[size_of(box)];
  constexpr unsigned classes_beyond = 8;
  const auto share = [&](std::size_t count) { return count * total / sample.size(); };
  unsigned exponent = 0, last = exponents - 1;
  while (counts[last] == 0) --last;
  std::uint8_t part = 0;
  while (exponent <= last) {
    while (counts[exponent] == 0) class_of_[exponent++] = part;
    std::size_t count = 0;
    for (unsigned k = 0; k < exponents_per_class && exponent < exponents; ++k) {
      count += counts[exponent];
      class_of_[exponent++] = part;
    }
    add_part(share(count), bucket);
    ++part;
  }
  for (unsigned beyond = 0; exponent < exponents; ++exponent) {
    class_of_[exponent] = static_cast<std::uint8_t>(part + std::min(beyond / exponents_per_class, classes_beyond - 1));
    ++beyond;
  }
  for (unsigned k = 0; k < classes_beyond; ++k) add_part(0, bucket);
  first_.push_back(bucket_count_);
}

void Grid::choose(std::span<Box> sample, std::span<const std::uint32_t> counts, std::size_t total, std::size_t bucket) {
  lay_out(sample, bits_for((total + bucket - 1) / bucket, max_bits));
  for (const std::uint32_t count : counts) add_part(count, bucket);
  first_.push_back(bucket_count_);
}

void Grid::choose_one() {
  bits_ = bits_x_ = bits_y_ = 0;
  shift_.assign(1, 0);
  first_.assign({0, 1});
  bucket_count_ = 1;
}

kernels::BucketGrid Grid::view() const {
  return {origin_x_,
          origin_y_,
          scale_x_,
          scale_y_,
          static_cast<double>((1u << bits_x_) - 1),
          static_cast<double>((1u << bits_y_) - 1),
          code_x_.data(),
          code_y_.data(),
          class_of_.data(),
          shift_.data(),
          first_.data()};
}

std::size_t Grid::bytes() const { return detail::bytes_of(shift_) + detail::bytes_of(first_); }

}  // namespace satchel::tree
