// Sort-tile-recursive packing (Leutenegger, Edgington, Lopez: STR, ICDE 1997) with counting sorts: strips of about
// equal number across the shorter side, sorted along the longer one, every other strip backwards, so that sixteen
// which straddle two strips lie above each other.
//
// A box is a key of 32 bits: strip, place along the strip, index. More boxes than an index names are dealt into buckets
// first, and so are those of which many crowd into one cell of the key, because a few lie far out.
#include "broad_phase/order.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "kernels/body_boxes.hpp"

namespace satchel::broad_phase {
namespace {

constexpr unsigned index_bits = 14, along_bits = 12, strip_bits = 6;
static_assert(index_bits + along_bits + strip_bits == 32);
constexpr std::size_t most_boxes = std::size_t{1} << index_bits;
constexpr std::size_t bins = 1024;

struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  double size() const { return high - low; }
  double scale(std::size_t cells) const { return size() > 0 ? static_cast<double>(cells) / size() : 0; }
};

double twice_x(const Box& box) { return box.min_x + box.max_x; }
double twice_y(const Box& box) { return box.min_y + box.max_y; }

/// Which of `cells` a value lies in.
std::uint32_t cell_in(double value, const Extent& extent, double scale, std::size_t cells) {
  return std::min(static_cast<std::uint32_t>((value - extent.low) * scale), static_cast<std::uint32_t>(cells - 1));
}

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
               std::uint32_t* other) {
  const auto box = [&](std::size_t i) -> const Box& { return boxes[index != nullptr ? index[i] : i]; };
  Extent x, y;
  for (std::size_t i = 0; i < count; ++i) {
    x.add(twice_x(box(i)));
    y.add(twice_y(box(i)));
  }
  const bool upright = y.size() > x.size();
  const Extent &along = upright ? y : x, &across = upright ? x : y;
  const auto along_of = [&](std::size_t i) { return upright ? twice_y(box(i)) : twice_x(box(i)); };
  const auto across_of = [&](std::size_t i) { return upright ? twice_x(box(i)) : twice_y(box(i)); };

  // Sixteen bodies of a strip make about a square.
  const double groups = static_cast<double>(count) / kernels::group_width;
  const double wanted = along.size() > 0 ? std::sqrt(groups * (across.size() / along.size())) : 1;
  const auto strips = static_cast<std::uint32_t>(std::clamp(wanted + 0.5, 1.0, double{(1u << strip_bits) - 1}));
  const double along_scale = along.scale(std::size_t{1} << along_bits), across_scale = across.scale(bins);
  std::array<std::uint32_t, bins> strip_of{};
  std::size_t crowded_across = count;
  if (strips > 1) {
    for (std::size_t i = 0; i < count; ++i) ++strip_of[cell_in(across_of(i), across, across_scale, bins)];
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
    const std::uint32_t strip = strip_of[cell_in(across_of(i), across, across_scale, bins)];
    const std::uint32_t place = cell_in(along_of(i), along, along_scale, last + 1);
    ++along_counts[place * bins >> along_bits];
    keys[i] =
        (strip << along_bits | (place ^ ((strip & 1u) != 0 ? last : 0u))) << index_bits | static_cast<std::uint32_t>(i);
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
    const bool ordered = order_few(boxes, index, count, keys, keys + most_boxes);
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
  if (count <= most_boxes && order_few(boxes, nullptr, count, order, scratch.keys.need(most_boxes))) return;
  std::uint32_t* const keys = scratch.keys.need(2 * most_boxes + count);
  std::iota(order, order + count, 0u);
  order_indices(boxes, order, count, keys, scratch, 0);
}

std::size_t OrderScratch::bytes() const {
  std::size_t total = order.bytes() + keys.bytes() + boxes.bytes() + ids.bytes() + detail::bytes_of(splits);
  for (const auto& split : splits) total += split->bytes();
  return total;
}

}  // namespace satchel::broad_phase
