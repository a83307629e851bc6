#include "harness/verify.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "reference/areas.hpp"
#include "reference/reference.hpp"

namespace satchel_bench {
namespace {

/// The error of one answer; null: it is right.
const char* wrong(const Answer& answer, double separation, const Precision& precision, const Reference& reference,
                  bool concave) {
  const double margin = precision.relative * reference.extent() + precision.of_coordinates * reference.magnitude();
  if (separation < -margin && !answer.hit) return "misses an overlap";
  if (separation > precision.skin + margin && answer.hit) return "reports a hit";

  // Inner edges of parts decide no contact of a concave body, but the reference tests them too.
  if (concave) return nullptr;

  const bool overlapping = separation < -margin, disjoint = !answer.hit;
  if (precision.true_distances && separation > margin) {
    return std::abs(answer.separation - reference.distance()) <= margin ? nullptr : "has another distance";
  }
  if (!overlapping && !(disjoint && precision.separates_disjoint)) return nullptr;
  const double slack = margin + precision.depth_slack;
  if (!std::isnan(answer.separation) && !(std::abs(answer.separation - separation) <= slack)) {
    return "has another separation";
  }
  // A normal is right if the gap along it is the separation, because several edges may decide equally.
  const double gap = reference.gap_along(answer.normal_x, answer.normal_y);
  if (!std::isnan(answer.normal_x) && !(std::abs(gap - separation) <= slack)) return "has another normal";
  return nullptr;
}

/// The same of areas.
/// @param overlap  by the reference
/// @param united   the area of both bodies together
const char* wrong_areas(const Answer& answer, double overlap, double united, double slack) {
  if (!std::isnan(answer.area) && !(std::abs(answer.area - overlap) <= slack)) return "has another area";
  if (!std::isnan(answer.iou) && !(std::abs(answer.iou - overlap / united) <= 2 * slack / united)) {
    return "has another IoU";
  }
  return nullptr;
}

std::string describe(const char* what, const Workload& workload, std::size_t i, const Answer& answer, double separation,
                     double overlap) {
  std::ostringstream text;
  text.precision(9);
  text << what << " in pair " << i << " (bodies " << workload.pairs[i].a << " and " << workload.pairs[i].b << "): ";
  if (std::isnan(overlap)) {
    text << "separation " << answer.separation << ", normal " << answer.normal_x << ' ' << answer.normal_y
         << "; the reference has separation " << separation;
  } else {
    text << "area " << answer.area << ", IoU " << answer.iou << "; the reference has area " << overlap;
  }
  return text.str();
}

}  // namespace

std::vector<double> reference_separations(const Workload& workload) {
  std::vector<double> separations(workload.pairs.size());
  Reference reference(workload);
  for (std::size_t i = 0; i < separations.size(); ++i) {
    separations[i] = reference.separation_of_parts(workload.pairs[i]);
  }
  return separations;
}

Verification verify(const Workload& workload, const std::vector<double>& separations, const PairEngine& engine) {
  const Precision precision = engine.precision();
  Reference reference(workload);
  Areas areas(workload);
  Verification result;
  for (std::size_t i = 0; i < workload.pairs.size(); ++i) {
    const Answer answer = engine.answer(i);
    reference.place(workload.pairs[i]);
    const auto [a, b] = workload.pairs[i];
    const bool concave = !workload.shape_of(a).parts.empty() || !workload.shape_of(b).parts.empty();
    const char* what = wrong(answer, separations[i], precision, reference, concave);
    double overlap = std::numeric_limits<double>::quiet_NaN();
    if (!std::isnan(answer.area) || !std::isnan(answer.iou)) {
      overlap = separations[i] > 0 ? 0 : areas.overlap(workload.pairs[i]);
      const double united = areas.area(a) + areas.area(b) - overlap, extent = reference.extent();
      if (what == nullptr) what = wrong_areas(answer, overlap, united, precision.area * extent * extent);
    }
    if (workload.expected == Expected::all_touch && precision.exact_verdicts && !answer.touching) {
      what = "does not see the touch";
    }
    if (what != nullptr && result.error.empty()) {
      result.error = describe(what, workload, i, answer, separations[i], overlap);
    }
    result.hits += answer.hit;
  }
  return result;
}

double overlapping_fraction(const std::vector<double>& separations) {
  const auto overlaps = std::count_if(separations.begin(), separations.end(), [](double s) { return s < 0; });
  return static_cast<double>(overlaps) / static_cast<double>(separations.size());
}

std::string unexpected(const Workload& workload, const std::vector<double>& separations) {
  const double fraction = overlapping_fraction(separations);
  if (workload.expected == Expected::a_third_overlaps && !(fraction >= 0.25 && fraction <= 0.45)) {
    return "of the workload's pairs " + std::to_string(fraction) + " overlap, not 0.25 to 0.45";
  }
  if (workload.expected == Expected::almost_none_overlaps && !(fraction > 0 && fraction <= 0.02)) {
    return "of the workload's pairs " + std::to_string(fraction) + " overlap, not some up to 0.02";
  }
  if (workload.expected == Expected::all_touch &&
      std::any_of(separations.begin(), separations.end(), [](double s) { return s != 0; })) {
    return "not all of the workload's pairs touch";
  }
  return {};
}

}  // namespace satchel_bench
