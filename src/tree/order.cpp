// Sort-tile-recursive packing (Leutenegger, Edgington, Lopez: STR, ICDE 1997) with counting sorts:
//
//   cut the boxes into strips of about equal number, across the shorter side
//   sort each strip along the longer side, every second strip backwards, so that a group that spans two strips lies at
//     the common end of both
//
// The sort key of a box has 32 bits: strip, column along the strip, index. If most boxes lie in a small part of the
// extent, because a few lie far out, those are ordered by themselves, and the others follow them. If there are more
// boxes than the index can number, or if too many boxes fall into one cell of the key, the boxes are split into the
// buckets of a Grid first, and each bucket is ordered by itself.
#include "tree/order.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "format/grid_cell.hpp"

namespace satchel::tree {
namespace {

constexpr unsigned index_bits = 14, along_bits = 12, strip_bits = 6;
static_assert(index_bits + along_bits + strip_bits == 32);
constexpr std::size_t most_boxes = std::size_t{1} << index_bits;
constexpr unsigned bin_bits = 10;
constexpr std::size_t bins = std::size_t{1} << bin_bits;

/// Twice the centres of boxes relative to the first box, as floats, which are precise enough for an order. In two
/// arrays, so that the compiler vectorises the loops.
struct Centres {
  float *x, *y;

  /// Centres beyond what floats hold are moved to `limit`.
  static constexpr double limit = 0x1p126;

  void compute(const Box* boxes, const std::uint32_t* index, std::size_t count) {
    fill(boxes, index, count, [](double v) { return static_cast<float>(std::clamp(v, -limit, limit)); });
  }
  /// The same, times a power of two after which the largest magnitude is about 1.
  void compute_scaled(const Box* boxes, const std::uint32_t* index, std::size_t count) {
    double largest = 0;
    fill(boxes, index, count, [&](double v) {
      largest = std::max(largest, std::fabs(v));
      return 0.0f;
    });
    if (largest == 0) return;
    const double scale = std::ldexp(1.0, -std::ilogb(largest));
    fill(boxes, index, count, [=](double v) { return static_cast<float>(v * scale); });
  }

 private:
  template <class ToFloat>
  void fill(const Box* boxes, const std::uint32_t* index, std::size_t count, const ToFloat& to_float) {
    const Box& first = boxes[index != nullptr ? index[0] : 0];
    const double origin_x = first.min_x + first.max_x, origin_y = first.min_y + first.max_y;
    for (std::size_t i = 0; i < count; ++i) {
      const Box& box = boxes[index != nullptr ? index[i] : i];
      x[i] = to_float((box.min_x + box.max_x) - origin_x);
      y[i] = to_float((box.min_y + box.max_y) - origin_y);
    }
  }
};

struct Extent {
  float low, high;
  Extent(const float* values, std::size_t count) : low(values[0]), high(values[0]) {
    for (std::size_t i = 1; i < count; ++i) {
      low = std::min(low, values[i]);
      high = std::max(high, values[i]);
    }
  }
  float size() const { return high - low; }
};

/// Sizes of an extent within which floats are exact enough, and quotients finite.
constexpr float least_extent = 0x1p-40f, largest_extent = 0x1p125f;
/// An extent that is this part of the other is a line.
constexpr float line = 0x1p-60f;

/// Maps a coordinate to one of `count` equal cells of an extent.
struct Cells {
  float low, scale, last;
  /// @param least  an extent that is not larger is one cell
  Cells(const Extent& extent, std::size_t count, float least)
      : low(extent.low),
        scale(extent.size() > least ? static_cast<float>(count) / extent.size() : 0),
        last(static_cast<float>(count - 1)) {}
  std::uint32_t operator()(float value) const {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::min((value - low) * scale, last)));
  }
};

/// Sorts the keys by the bits above the index, by two passes of a counting sort.
void sort_keys(std::uint32_t* keys, std::uint32_t* other, std::size_t count) {
  constexpr unsigned digit_bits = (along_bits + strip_bits) / 2;
  constexpr std::uint32_t digits = 1u << digit_bits;
  std::array<std::uint32_t, digits> low{}, high{};
  for (std::size_t i = 0; i < count; ++i) {
    ++low[keys[i] >> index_bits & (digits - 1)];
    ++high[keys[i] >> (index_bits + digit_bits)];
  }
  std::uint32_t low_sum = 0, high_sum = 0;
  for (std::uint32_t digit = 0; digit < digits; ++digit) {
    low_sum += std::exchange(low[digit], low_sum);
    high_sum += std::exchange(high[digit], high_sum);
  }
  for (std::size_t i = 0; i < count; ++i) other[low[keys[i] >> index_bits & (digits - 1)]++] = keys[i];
  for (std::size_t i = 0; i < count; ++i) keys[high[other[i] >> (index_bits + digit_bits)]++] = other[i];
}

constexpr unsigned block_bins = 16;  ///< bins of a block, of which two make the part where most boxes may lie
static_assert(32 * 2 * block_bins == bins, "two blocks are a thirty-second of the extent");

/// Where most boxes lie, as columns along the longer side.
struct Core {
  bool is_small = false;  ///< at least three quarters of the boxes lie in a thirty-second part of the extent
  std::uint32_t first_bin = 0;

  explicit Core(const std::array<std::uint32_t, bins>& counts, std::size_t count) {
    std::uint32_t before = 0;
    for (unsigned block = 0; block < bins / block_bins && !is_small; ++block) {
      const auto begin = counts.begin() + block * block_bins;
      const std::uint32_t here = std::accumulate(begin, begin + block_bins, 0u);
      is_small = 4 * std::size_t{before + here} >= 3 * count;
      first_bin = block == 0 ? 0 : (block - 1) * block_bins;
      before = here;
    }
  }
  bool has(std::uint32_t bin) const { return bin >= first_bin && bin < first_bin + 2 * block_bins; }
};

enum class Order : std::uint8_t {
  good,
  crowded,   ///< so many boxes have equal keys that the order is of little use
  outliers,  ///< most boxes lie close together, the others far out
};

/// Orders `count` <= most_boxes boxes: boxes[index[i]] or, if `index` is null, boxes[i]. Writes the order, as positions
/// i, to `keys`; `keys` and `other` have room for `count` elements. If there are outliers, those are the last
/// positions, and all others are in no order.
/// @param core_count  out: the number of boxes that are no outliers
Order order_up_to_most(const Box* boxes, const std::uint32_t* index, std::size_t count, std::uint32_t* keys,
                       std::uint32_t* other, Centres centres, std::size_t& core_count) {
  centres.compute(boxes, index, count);
  Extent along(centres.x, count), across(centres.y, count);
  const float larger = std::max(along.size(), across.size());
  if (!(larger > least_extent && larger < largest_extent)) {
    centres.compute_scaled(boxes, index, count);
    along = Extent(centres.x, count);
    across = Extent(centres.y, count);
  }
  if (across.size() > along.size()) {
    std::swap(along, across);
    std::swap(centres.x, centres.y);
  }
  const float* const along_of = centres.x;
  const float* const across_of = centres.y;

  // The strips are so wide that a group of a strip is about square.
  const float groups = static_cast<float>(count) / kernels::group_width;
  const float wanted = along.size() > 0 ? std::sqrt(groups * (across.size() / along.size())) : 1.0f;
  const auto strips = static_cast<std::uint32_t>(std::clamp(wanted + 0.5f, 1.0f, float{(1u << strip_bits) - 1}));
  const float least = along.size() * line;
  const Cells row_of(across, bins, least), column_of(along, std::size_t{1} << along_bits, least);
  std::array<std::uint32_t, bins> strip_of{};
  std::size_t crowded_across = count;
  if (strips > 1) {
    for (std::size_t i = 0; i < count; ++i) ++strip_of[row_of(across_of[i])];
    crowded_across = *std::max_element(strip_of.begin(), strip_of.end());
    std::uint64_t before = 0;
    const std::uint64_t strips_a_box = (std::uint64_t{strips} << 32) / count;  // in units of 2^-32
    for (std::uint32_t& bin : strip_of) {
      const std::uint64_t here = bin;
      bin = static_cast<std::uint32_t>((before + here / 2) * strips_a_box >> 32);
      before += here;
    }
  }
  constexpr std::uint32_t last = (1u << along_bits) - 1;
  const auto bin_of_column = [](std::uint32_t column) { return column >> (along_bits - bin_bits); };
  std::array<std::uint32_t, bins> along_counts{};
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t strip = strip_of[row_of(across_of[i])], column = column_of(along_of[i]);
    ++along_counts[bin_of_column(column)];
    const std::uint32_t directed_column = column ^ ((strip & 1u) != 0 ? last : 0u);  // odd strips run backwards
    keys[i] = (strip << along_bits | directed_column) << index_bits | static_cast<std::uint32_t>(i);
  }
  if (const Core core(along_counts, count); core.is_small && along.size() > 0) {
    const auto is_core = [&](std::size_t i) { return core.has(bin_of_column(column_of(along_of[i]))); };
    core_count = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (is_core(i)) keys[core_count++] = static_cast<std::uint32_t>(i);
    }
    for (std::size_t i = 0, next = core_count; i < count; ++i) {
      if (!is_core(i)) keys[next++] = static_cast<std::uint32_t>(i);
    }
    return Order::outliers;
  }
  if (count < 128) {
    std::sort(keys, keys + count);
  } else {
    sort_keys(keys, other, count);
  }
  for (std::size_t i = 0; i < count; ++i) keys[i] &= most_boxes - 1;
  const std::size_t crowd = std::max<std::size_t>(count / 8, 256);
  const bool is_crowded = crowded_across > crowd && *std::max_element(along_counts.begin(), along_counts.end()) > crowd;
  return is_crowded ? Order::crowded : Order::good;
}

/// Orders the boxes index[0 ... count); the ordered indices replace `index`. `keys` has room for 2 * most_boxes + count
/// elements.
void order_indices(const Box* boxes, std::uint32_t* index, std::size_t count, std::uint32_t* keys,
                   OrderScratch& scratch, std::size_t depth) {
  std::uint32_t* const kept = keys + 2 * most_boxes;
  for (Order order = Order::outliers; order == Order::outliers;) {
    if (count <= kernels::group_width) return;
    if (count > most_boxes) break;
    std::size_t core_count = count;
    order = order_up_to_most(boxes, index, count, keys, keys + most_boxes, {scratch.x.data(), scratch.y.data()},
                             core_count);
    for (std::size_t i = 0; i < count; ++i) kept[i] = index[keys[i]];
    std::copy_n(kept, count, index);
    if (order == Order::good) return;
    if (order == Order::crowded) break;
    order_indices(boxes, index + core_count, count - core_count, keys, scratch, depth);
    count = core_count;
  }
  if (depth == scratch.splits.size()) scratch.splits.push_back(std::make_unique<OrderScratch::Split>());
  OrderScratch::Split& split = *scratch.splits[depth];
  const std::size_t in_sample = std::min<std::size_t>(count / 4, 1024);
  split.sample.clear();
  for (std::size_t k = 0; k < in_sample; ++k) split.sample.push_back(boxes[index[k * count / in_sample]]);
  split.grid.choose(split.sample, count, std::max<std::size_t>(count >> 10, 256));
  const kernels::BucketGrid grid = split.grid.view();
  const auto bucket = [&](std::uint32_t i) { return bucket_of(grid, boxes[i], grid.class_of[size_of(boxes[i])]); };
  const std::size_t buckets = split.grid.bucket_count();
  std::uint32_t* const ends = split.ends.need(buckets + 1);  // counts, then beginnings, then ends
  std::fill_n(ends, buckets + 1, 0u);
  for (std::size_t i = 0; i < count; ++i) ++ends[bucket(index[i]) + 1];
  if (std::find(ends, ends + buckets + 1, count) != ends + buckets + 1) return;  // all are in one bucket
  std::partial_sum(ends, ends + buckets + 1, ends);
  std::copy_n(index, count, kept);
  for (std::size_t i = 0; i < count; ++i) index[ends[bucket(kept[i])]++] = kept[i];
  for (std::size_t b = 0, begin = 0; b < buckets; begin = ends[b++]) {
    order_indices(boxes, index + begin, ends[b] - begin, keys, scratch, depth + 1);
  }
}

}  // namespace

void order_boxes(const Box* boxes, std::size_t count, OrderScratch& scratch) {
  std::uint32_t* const order = scratch.order.need(std::max(count, most_boxes));
  const Centres centres{scratch.x.need(most_boxes), scratch.y.need(most_boxes)};
  if (count == 0) return;
  std::size_t core_count = count;
  if (count <= most_boxes && order_up_to_most(boxes, nullptr, count, order, scratch.keys.need(most_boxes), centres,
                                              core_count) == Order::good) {
    return;
  }
  std::uint32_t* const keys = scratch.keys.need(2 * most_boxes + count);
  std::iota(order, order + count, 0u);
  order_indices(boxes, order, count, keys, scratch, 0);
}

std::size_t OrderScratch::bytes() const {
  std::size_t total =
      order.bytes() + keys.bytes() + x.bytes() + y.bytes() + boxes.bytes() + ids.bytes() + detail::bytes_of(splits);
  for (const auto& split : splits) total += sizeof(*split) + split->bytes();
  return total;
}

}  // namespace satchel::tree
