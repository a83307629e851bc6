// Everything one instruction set has, and what needs no lanes of a precision.
#include "format/kernel_table.hpp"

#include "lanes/isa.hpp"

#include "kernels/tree/find_overlaps.hpp"

namespace {

using satchel::Pair;
using satchel::kernels::PairSurvey;

/// Without a comparison that is not a minimum or maximum: of this every compiler makes vectors of 32-bit integers.
PairSurvey survey(const Pair* pairs, std::size_t count) {
  std::uint32_t largest_a = 0, largest_b = 0, swapped = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t a = pairs[i].a, b = pairs[i].b;
    largest_a = a > largest_a ? a : largest_a;
    largest_b = b > largest_b ? b : largest_b;
    swapped |= (b < a ? b : a) ^ a;
  }
  return {{largest_a, largest_b}, swapped != 0};
}

}  // namespace

namespace satchel::kernels {

extern const CollideKernels<float> SATCHEL_TABLE_OF(collide, float);
extern const CollideKernels<double> SATCHEL_TABLE_OF(collide, double);
extern const RoundedKernels<float> SATCHEL_TABLE_OF(rounded, float);
extern const RoundedKernels<double> SATCHEL_TABLE_OF(rounded, double);
extern const SceneKernels<float> SATCHEL_TABLE_OF(scene, float);
extern const SceneKernels<double> SATCHEL_TABLE_OF(scene, double);
extern const ManifoldKernels<float> SATCHEL_TABLE_OF(manifold, float);
extern const ManifoldKernels<double> SATCHEL_TABLE_OF(manifold, double);
extern const DistanceKernels<float> SATCHEL_TABLE_OF(distance, float);
extern const DistanceKernels<double> SATCHEL_TABLE_OF(distance, double);
extern const SweepKernels<float> SATCHEL_TABLE_OF(sweep, float);
extern const SweepKernels<double> SATCHEL_TABLE_OF(sweep, double);
extern const CompoundKernels<float> SATCHEL_TABLE_OF(compound, float);
extern const CompoundKernels<double> SATCHEL_TABLE_OF(compound, double);
extern const AreaKernels<float> SATCHEL_TABLE_OF(area, float);
extern const AreaKernels<double> SATCHEL_TABLE_OF(area, double);
extern const TreeKernels SATCHEL_TABLE(tree);

extern const KernelTable SATCHEL_TABLE(kernels);

#define SATCHEL_BOTH(subject) \
  { SATCHEL_TABLE_OF(subject, float), SATCHEL_TABLE_OF(subject, double) }

constinit const KernelTable SATCHEL_TABLE(kernels) = {.name = Isa::name,
                                                      .collide = SATCHEL_BOTH(collide),
                                                      .rounded = SATCHEL_BOTH(rounded),
                                                      .scene = SATCHEL_BOTH(scene),
                                                      .manifold = SATCHEL_BOTH(manifold),
                                                      .distance = SATCHEL_BOTH(distance),
                                                      .sweep = SATCHEL_BOTH(sweep),
                                                      .compound = SATCHEL_BOTH(compound),
                                                      .area = SATCHEL_BOTH(area),
                                                      .survey = survey,
                                                      .find_overlaps = find_overlaps<Isa::Lanes<double>>,
                                                      .tree = &SATCHEL_TABLE(tree)};

}  // namespace satchel::kernels
