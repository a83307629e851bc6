// Everything one instruction set has, and what needs no lanes of a precision.
#include "format/kernel_table.hpp"

#include "lanes/isa.hpp"

#include "kernels/tree/find_overlaps.hpp"

namespace {

using satchel::Pair;
using satchel::kernels::PairSurvey;

/// Without a comparison that is not a minimum or maximum: of this every compiler makes vectors of 32-bit integers.
PairSurvey survey(const Pair* pairs, std::size_t count) {
  std::uint32_t largest_a = 0, largest_b = 0, turned = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t a = pairs[i].a, b = pairs[i].b;
    largest_a = a > largest_a ? a : largest_a;
    largest_b = b > largest_b ? b : largest_b;
    turned |= (b < a ? b : a) ^ a;
  }
  return {{largest_a, largest_b}, turned != 0};
}

}  // namespace

namespace satchel::kernels {

extern const ByPrecision<CollideKernels> SATCHEL_TABLE(collide);
extern const ByPrecision<RoundedKernels> SATCHEL_TABLE(rounded);
extern const ByPrecision<SceneKernels> SATCHEL_TABLE(scene);
extern const RayKernels SATCHEL_TABLE(rays);
extern const ByPrecision<ManifoldKernels> SATCHEL_TABLE(manifold);
extern const ByPrecision<DistanceKernels> SATCHEL_TABLE(distance);
extern const ByPrecision<SweepKernels> SATCHEL_TABLE(sweep);
extern const ByPrecision<CompoundKernels> SATCHEL_TABLE(compound);

constinit const KernelTable SATCHEL_TABLE(kernels) = {.name = Isa::name,
                                                      .collide = &SATCHEL_TABLE(collide),
                                                      .rounded = &SATCHEL_TABLE(rounded),
                                                      .scene = &SATCHEL_TABLE(scene),
                                                      .manifold = &SATCHEL_TABLE(manifold),
                                                      .distance = &SATCHEL_TABLE(distance),
                                                      .sweep = &SATCHEL_TABLE(sweep),
                                                      .compound = &SATCHEL_TABLE(compound),
                                                      .survey = survey,
                                                      .find_overlaps = find_overlaps<Isa::Lanes<double>>,
                                                      .rays = &SATCHEL_TABLE(rays)};

}  // namespace satchel::kernels
