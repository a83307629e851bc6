#include "workloads/rings.hpp"

#include <cmath>
#include <numbers>

#include "workloads/random.hpp"

namespace satchel_bench {
namespace {

constexpr double turn = 2 * std::numbers::pi;

struct Builder {
  RingData data;
  std::size_t first = 0;

  void point(double x, double y) { data.points.insert(data.points.end(), {x, y}); }
  void polar(double x, double y, double r, double angle) { point(x + r * std::cos(angle), y + r * std::sin(angle)); }
  void close_ring() {
    const double x = data.points[first], y = data.points[first + 1];
    point(x, y);
    first = data.points.size();
    data.ring_starts.push_back(static_cast<std::uint32_t>(first / 2));
  }
  void end_polygon() { data.polygon_starts.push_back(static_cast<std::uint32_t>(data.ring_starts.size() - 1)); }
  void end_geometry() { data.geometry_starts.push_back(static_cast<std::uint32_t>(data.polygon_starts.size() - 1)); }

  /// Vertices around a point, at radii from `near` to `far`.
  void round(Random& random, double x, double y, int count, double near, double far) {
    const double phase = random.uniform(0, turn);
    for (int k = 0; k < count; ++k) {
      polar(x, y, random.uniform(near, far), phase + turn * (k + random.uniform(-0.3, 0.3)) / count);
    }
    close_ring();
  }
};

// Star-shaped parcels anywhere in a square, 5,000,000 from the origin; one in so many has a hole.
RingData make_parcels(std::uint64_t seed, double side, int one_with_hole_in) {
  Builder builder;
  Random random(seed);
  for (int k = 0; k < 20'000; ++k) {
    const double x = 5e6 + random.uniform(0, side), y = 5e6 + random.uniform(0, side);
    builder.round(random, x, y, 20, 8, 20);
    if (k % one_with_hole_in == 0) builder.round(random, x, y, 5, 2, 4);
    builder.end_polygon();
    builder.end_geometry();
  }
  return builder.data;
}

// Strips of twenty vertices along three quarters of a circle: no point sees all of their boundary.
RingData make_winding_parcels() {
  Builder builder;
  Random random(2);
  for (int k = 0; k < 20'000; ++k) {
    const double x = 5e6 + random.uniform(0, 1e4), y = 5e6 + random.uniform(0, 1e4), phase = random.uniform(0, turn),
                 inner = random.uniform(14, 18);
    for (int i = 0; i < 20; ++i) {
      const int along = i < 10 ? i : 19 - i;
      builder.polar(x, y, i < 10 ? 20 : inner, phase + 0.5 * along + random.uniform(-0.1, 0.1));
    }
    builder.close_ring();
    builder.end_polygon();
    builder.end_geometry();
  }
  return builder.data;
}

// A hundred combs of a thousand long teeth each, askew.
RingData make_combs() {
  Builder builder;
  const double c = std::cos(0.7), s = std::sin(0.7);
  const auto point = [&](double x, double y) { builder.point(c * x - s * y, s * x + c * y); };
  for (int k = 0; k < 100; ++k) {
    point(0, -0.1);
    point(1, -0.1);
    for (int tooth = 999; tooth >= 0; --tooth) {
      for (const double at : {0.8, 0.6, 0.4, 0.2}) point((tooth + at) / 1000, at == 0.8 || at == 0.2 ? 1 : 0);
    }
    builder.close_ring();
    builder.end_polygon();
    builder.end_geometry();
  }
  return builder.data;
}

// One geometry of ten thousand islands, in no order.
RingData make_islands() {
  Builder builder;
  Random random(3);
  std::vector<int> places(10'000);
  for (int k = 0; k < 10'000; ++k) {
    places[k] = k;
    std::swap(places[k], places[random.below(static_cast<std::size_t>(k) + 1)]);
  }
  for (const int place : places) {
    builder.round(random, place % 100, place / 100, 20, 0.2, 0.5);
    builder.end_polygon();
  }
  builder.end_geometry();
  return builder.data;
}

// A million vertices around a point, bent by shears. These map the plane one to one, and neighbouring vertices are so
// near each other that straight edges between their images do not cross either.
RingData make_long_ring() {
  Builder builder;
  Random random(4);
  constexpr int count = 1'000'000;
  for (int k = 0; k < count; ++k) {
    const double angle = turn * (k + random.uniform(-0.3, 0.3)) / count;
    const double r = 10 + std::sin(40 * angle) + 0.1 * std::sin(1'000 * angle) + random.uniform(0, 5e-5);
    double x = r * std::cos(angle), y = r * std::sin(angle);
    x += 2 * std::sin(1.3 * y);
    y += 2 * std::sin(1.1 * x);
    x += 0.3 * std::sin(7 * y);
    y += 0.3 * std::sin(9 * x);
    builder.point(x, y);
  }
  builder.close_ring();
  builder.end_polygon();
  builder.end_geometry();
  return builder.data;
}

}  // namespace

const RingData& parcel_rings() {
  static const RingData data = make_parcels(1, 1e4, 12);
  return data;
}
const Layers& parcel_layers() {
  static const Layers layers{make_parcels(5, 5.4e3, 10), make_parcels(6, 5.4e3, 10)};
  return layers;
}
const RingData& winding_parcel_rings() {
  static const RingData data = make_winding_parcels();
  return data;
}
const RingData& comb_rings() {
  static const RingData data = make_combs();
  return data;
}
const RingData& island_rings() {
  static const RingData data = make_islands();
  return data;
}
const RingData& long_rings() {
  static const RingData data = make_long_ring();
  return data;
}

}  // namespace satchel_bench
