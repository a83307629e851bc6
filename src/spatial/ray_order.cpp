// Sorts blocks of rays by origin, and those of an origin by direction: a radix sort of hashes and angles.
#include "spatial/ray_order.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "parallel/parallel.hpp"
#include "tree/fan_in_frame.hpp"

namespace satchel::spatial {
namespace {

constexpr std::size_t fewest_rays = 1024, sample_size = 64;
/// A block has many rays of each of some hundred origins, and little more than a cache has room for.
constexpr std::size_t block_size = std::size_t{1} << 16;
constexpr unsigned digit_bits = 11;
constexpr std::uint32_t digits = 1u << digit_bits;

std::uint32_t hash_of(const Vec2d& origin) {
  std::uint64_t x, y;
  std::memcpy(&x, &origin.x, sizeof x);
  std::memcpy(&y, &origin.y, sizeof y);
  return static_cast<std::uint32_t>((x * 0x9e3779b97f4a7c15u ^ y * 0xc2b2ae3d27d4eb4fu) >> (64 - digit_bits));
}

/// Which of `digits` parts of the circle a direction lies in, by the distance along the perimeter of a diamond.
std::uint32_t part_of_circle(const Vec2d& d) {
  const double along = d.x / (std::fabs(d.x) + std::fabs(d.y));       // 1 to -1 in the upper half, back in the lower
  const double quarters = std::signbit(d.y) ? 3 + along : 1 - along;  // from 0 to 4
  return std::min(static_cast<std::uint32_t>(quarters * (digits / 4)), digits - 1);
}

bool order_pays(std::span<const Ray> rays) {
  if (rays.size() < fewest_rays) return false;
  std::size_t near = 0;
  std::array<Vec2d, sample_size> origins;
  for (std::size_t k = 0; k < sample_size; ++k) {
    const std::size_t i = k * (rays.size() - 1) / sample_size;
    near += tree::may_follow(rays[i], rays[i + 1]) ? 1 : 0;
    origins[k] = rays[i].origin;
  }
  if (2 * near >= sample_size) return false;
  std::sort(origins.begin(), origins.end(),
            [](const Vec2d& a, const Vec2d& b) { return std::pair(a.x, a.y) < std::pair(b.x, b.y); });
  std::size_t repeated = 0;
  for (std::size_t k = 1; k < sample_size; ++k) repeated += origins[k] == origins[k - 1] ? 1 : 0;
  return 8 * repeated >= sample_size;
}

/// Writes `order`, numbers of rays, to `to`, sorted by digit_of(ray); equal digits keep their order.
template <class DigitOf>
void sort_by(std::span<const Ray> rays, std::span<std::uint32_t> order, std::uint32_t* to, const DigitOf& digit_of) {
  std::array<std::uint32_t, digits> next{};
  for (const std::uint32_t i : order) ++next[digit_of(rays[i])];
  std::uint32_t sum = 0;
  for (std::uint32_t& count : next) sum += std::exchange(count, sum);
  for (const std::uint32_t i : order) to[next[digit_of(rays[i])]++] = i;
}

}  // namespace

std::vector<std::uint32_t> order_for_fans(std::span<const Ray> rays, const Options& options) {
  if (!order_pays(rays)) return {};
  std::vector<std::uint32_t> order(rays.size()), by_direction(rays.size());
  const std::size_t blocks = (rays.size() + block_size - 1) / block_size;
  Options quiet = options;
  quiet.progress = nullptr;
  const Status status = parallel::for_each_chunk(blocks, quiet, [&](std::size_t block) noexcept {
    const std::size_t begin = block * block_size, size = std::min(rays.size() - begin, block_size);
    const std::span<std::uint32_t> one(order.data() + begin, size), other(by_direction.data() + begin, size);
    for (std::size_t i = 0; i < size; ++i) one[i] = static_cast<std::uint32_t>(begin + i);
    sort_by(rays, one, other.data(), [](const Ray& ray) { return part_of_circle(ray.direction); });
    sort_by(rays, other, one.data(), [](const Ray& ray) { return hash_of(ray.origin); });
  });
  if (!status.ok()) order.clear();
  return order;
}

}  // namespace satchel::spatial
