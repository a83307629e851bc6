// Sort-tile-recursive packing (Leutenegger, Edgington, Lopez: STR, ICDE 1997) with counting sorts: strips of about
// equal number across the shorter side, sorted along the longer one, every other strip backwards, so that sixteen
// which straddle two strips lie above each other.
//
// A box is a key of 32 bits: strip, place along the strip, index. More boxes than an index names are dealt into buckets
// first, and so are those of which many crowd into one cell of the key, because a few lie far out.
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
constexpr std::size_t bins = 1024;

/// Coordinates as floats, relative to the first box: an order needs no more. In columns, for the compiler's vectors.
struct Centres {
  float *x, *y;

  void take(const Box* boxes, const std::uint32_t* index, std::size_t count) {
    const Box& first = boxes[index != nullptr ? index[0] : 0];
    const double origin_x = first.min_x + first.max_x, origin_y = first.min_y + first.max_y;
    for (std::size_t i = 0; i < count; ++i) {
      const Box& box = boxes[index != nullptr ? index[i] : i];
      x[i] = static_cast<float>((box.min_x + box.max_x) - origin_x);
      y[i] = static_cast<float>((box.min_y + box.max_y) - origin_y);
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

/// Equal cells over an extent.
struct Cells {
  float low, scale, last;
  Cells(const Extent& extent, std::size_t count)
      : low(extent.low),
        scale(extent.size() > 1e-30f ? static_cast<float>(count) / extent.size() : 0),  // else infinite
        last(static_cast<float>(count - 1)) {}
  std::uint32_t operator()(float value) const {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::min((value - low) * scale, last)));
  }
};

/// Two passes of a counting sort over the bits above the index.
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

/// Orders `count` <= most_boxes boxes, boxes[index[i]] or, without `index`, boxes[i]. `keys` and `other` have room for
/// `count`; the order, as positions i, is left in `keys`. False where the boxes crowd so that keys cannot tell them
/// apart; the order is then of little use.
bool order_few(const Box* boxes, const std::uint32_t* index, std::size_t count, std::uint32_t* keys,
               std::uint32_t* other, Centres centres) {
  centres.take(boxes, index, count);
  Extent along(centres.x, count), across(centres.y, count);
  if (across.size() > along.size()) {
    std::swap(along, across);
    std::swap(centres.x, centres.y);
  }
  const float* const along_of = centres.x;
  const float* const across_of = centres.y;

  // Sixteen bodies of a strip make about a square.
  const float groups = static_cast<float>(count) / kernels::group_width;
  const float wanted = along.size() > 0 ? std::sqrt(groups * (across.size() / along.size())) : 1.0f;
  const auto strips = static_cast<std::uint32_t>(std::clamp(wanted + 0.5f, 1.0f, float{(1u << strip_bits) - 1}));
  const Cells row_of(across, bins), place_of(along, std::size_t{1} << along_bits);
  std::array<std::uint32_t, bins> strip_of{};
  std::size_t crowded_across = count;
  if (strips > 1) {
    for (std::size_t i = 0; i < count; ++i) ++strip_of[row_of(across_of[i])];
    crowded_across = *std::max_element(strip_of.begin(), strip_of.end());
    std::size_t before = 0;
    for (std::uint32_t& bin : strip_of) {
      const std::size_t here = bin;
      bin = static_cast<std::uint32_t>((before + here / 2) * strips / count);
      before += here;
    }
  }
  constexpr std::uint32_t last = (1u << along_bits) - 1;
  std::array<std::uint32_t, bins> along_counts{};
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t strip = strip_of[row_of(across_of[i])], place = place_of(along_of[i]);
    ++along_counts[place * bins >> along_bits];
    const std::uint32_t there_or_back = place ^ ((strip & 1u) != 0 ? last : 0u);
    keys[i] = (strip << along_bits | there_or_back) << index_bits | static_cast<std::uint32_t>(i);
  }
  if (count < 128) {
    std::sort(keys, keys + count);
  } else {
    sort_keys(keys, other, count);
  }
  for (std::size_t i = 0; i < count; ++i) keys[i] &= most_boxes - 1;
  const std::size_t crowd = std::max<std::size_t>(count / 8, 256);
  return crowded_across <= crowd || *std::max_element(along_counts.begin(), along_counts.end()) <= crowd;
}

/// Orders the boxes index[0 ... count); the result replaces `index`. `keys` has room for 2 x most_boxes and `count`.
void order_indices(const Box* boxes, std::uint32_t* index, std::size_t count, std::uint32_t* keys,
                   OrderScratch& scratch, std::size_t depth) {
  if (count <= kernels::group_width) return;
  std::uint32_t* const kept = keys + 2 * most_boxes;
  if (count <= most_boxes) {
    const bool ordered = order_few(boxes, index, count, keys, keys + most_boxes, {scratch.x.data(), scratch.y.data()});
    for (std::size_t i = 0; i < count; ++i) kept[i] = index[keys[i]];
    std::copy_n(kept, count, index);
    if (ordered) return;
  }
  if (depth == scratch.splits.size()) scratch.splits.push_back(std::make_unique<OrderScratch::Split>());
  OrderScratch::Split& split = *scratch.splits[depth];
  const std::size_t sample_size = std::min<std::size_t>(count / 4, 1024);
  split.sample.clear();
  for (std::size_t k = 0; k < sample_size; ++k) split.sample.push_back(boxes[index[k * count / sample_size]]);
  split.grid.choose(split.sample, count, std::max<std::size_t>(count >> 10, 256));
  const kernels::BucketGrid grid = split.grid.view();
  const auto bucket = [&](std::uint32_t i) { return bucket_of(grid, boxes[i], grid.class_of[size_of(boxes[i])]); };
  const std::size_t buckets = split.grid.bucket_count();
  std::uint32_t* const ends = split.ends.need(buckets + 1);  // counts, then beginnings, then ends
  std::fill_n(ends, buckets + 1, 0u);
  for (std::size_t i = 0; i < count; ++i) ++ends[bucket(index[i]) + 1];
  if (std::find(ends, ends + buckets + 1, count) != ends + buckets + 1) return;  // all alike: no order is better
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
  if (count <= most_boxes && order_few(boxes, nullptr, count, order, scratch.keys.need(most_boxes), centres)) return;
  std::uint32_t* const keys = scratch.keys.need(2 * most_boxes + count);
  std::iota(order, order + count, 0u);
  order_indices(boxes, order, count, keys, scratch, 0);
}

std::size_t OrderScratch::bytes() const {
  std::size_t total =
      order.bytes() + keys.bytes() + x.bytes() + y.bytes() + boxes.bytes() + ids.bytes() + detail::bytes_of(splits);
  for (const auto& split : splits) total += split->bytes();
  return total;
}

}  // namespace satchel::tree
