#include "scene/shapes/edge_fan.hpp"

#include <cmath>

namespace satchel::detail {

template <class T>
void make_edge_fan(const T* x, const T* y, std::size_t count, std::uint32_t capacity, T reach, T* values) noexcept {
  constexpr double u = sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53;
  constexpr double out_of_reach = sizeof(T) == sizeof(float) ? 0x1p100 : 0x1p300;
  const kernels::EdgeFan<T> fan{values, capacity};
  T *const normal_x = fan.normal_x(), *const normal_y = fan.normal_y();
  T *const offset = fan.offset(), *const slack = fan.slack(), *const support = fan.support();
  const auto at = [](const T* run, std::size_t i) { return static_cast<double>(run[i]); };
  for (std::size_t i = 0; i < capacity; ++i) {
    if (i >= count) {
      normal_x[i] = normal_y[i] = slack[i] = 0;
      offset[i] = static_cast<T>(out_of_reach);
      continue;
    }
    const std::size_t next = i + 1 < count ? i + 1 : 0;
    const double ex = at(x, next) - at(x, i), ey = at(y, next) - at(y, i), length = std::sqrt(ex * ex + ey * ey);
    normal_x[i] = static_cast<T>(ey / length);
    normal_y[i] = static_cast<T>(-ex / length);
    offset[i] = static_cast<T>(at(normal_x, i) * at(x, i) + at(normal_y, i) * at(y, i));
    slack[i] = static_cast<T>(8 * u * (static_cast<double>(reach) / length) + 32 * u);
  }
  // The support vertex advances around the polygon as the direction turns.
  std::size_t farthest = 0;
  for (std::uint32_t k = 0; k < capacity; ++k) {
    const double quarters = 4 * (k + 0.5) / capacity, fraction = quarters - std::floor(quarters);
    const int quarter = static_cast<int>(quarters);
    const double cx = 1 - fraction, cy = fraction;
    const double dx = quarter == 0 ? cx : quarter == 1 ? -cy : quarter == 2 ? -cx : cy;
    const double dy = quarter == 0 ? cy : quarter == 1 ? cx : quarter == 2 ? -cy : -cx;
    const auto projection = [&](std::size_t i) { return dx * at(x, i) + dy * at(y, i); };
    if (k == 0) {
      for (std::size_t i = 1; i < count; ++i) farthest = projection(i) > projection(farthest) ? i : farthest;
    }
    for (std::size_t steps = 0; steps < count; ++steps) {
      const std::size_t next = farthest + 1 < count ? farthest + 1 : 0;
      if (!(projection(next) > projection(farthest))) break;
      farthest = next;
    }
    support[k] = static_cast<T>(farthest);
  }
}

template void make_edge_fan(const float*, const float*, std::size_t, std::uint32_t, float, float*) noexcept;
template void make_edge_fan(const double*, const double*, std::size_t, std::uint32_t, double, double*) noexcept;

}  // namespace satchel::detail
