#include "harness/verify.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>

#include "reference/areas.hpp"
#include "reference/check_sweep.hpp"
#include "reference/reference.hpp"
#include "workloads/straight_motions.hpp"

namespace satchel_bench {
namespace {

/// Whether an engine promises enough to be judged: errors far below the bodies' sizes, which are about 1.
bool is_bounded(const Precision& precision) {
  return precision.relative <= 1e-3 && precision.of_coordinates <= 1e-3 && precision.skin <= 0.5 &&
         precision.depth_slack <= 0.5 && precision.area <= 1e-3;
}

double margin_of(const Precision& precision, const Reference& reference) {
  return precision.relative * reference.extent() + precision.of_coordinates * reference.magnitude();
}

/// The error of a normal; null: it is right, or the engine computes none. It is right if the gap along it is the
/// separation, because several edges may decide equally.
const char* wrong_normal(const Answer& answer, double separation, const Reference& reference, double slack) {
  if (!answer.normal_x && !answer.normal_y) return nullptr;
  const double x = answer.normal_x.value_or(0), y = answer.normal_y.value_or(0);
  const bool is_unit = std::abs(std::hypot(x, y) - 1) <= 1e-4;
  return is_unit && std::abs(reference.gap_along(x, y) - separation) <= slack ? nullptr : "has another normal";
}

/// The error of one answer; null: it is right.
const char* wrong(const Answer& answer, double separation, const Precision& precision, const Reference& reference,
                  bool concave) {
  const double margin = margin_of(precision, reference);
  if (separation < -margin && !answer.hit) return "misses an overlap";
  if (separation > precision.skin + margin && answer.hit) return "reports a hit";

  // Inner edges of parts decide no contact of a concave body, but the reference tests them too.
  if (concave) return nullptr;

  const bool overlapping = separation < -margin, disjoint = !answer.hit;
  if (precision.true_distances && separation > margin) {
    const bool is_right = answer.separation && std::abs(*answer.separation - reference.distance()) <= margin;
    return is_right ? nullptr : "has another distance";
  }
  if (!overlapping && !(disjoint && precision.separates_disjoint)) return nullptr;
  const double slack = margin + precision.depth_slack;
  if (answer.separation && !(std::abs(*answer.separation - separation) <= slack)) return "has another separation";
  return wrong_normal(answer, separation, reference, slack);
}

/// The same of bodies in motion. Where they are in contact at the start, the point is not checked.
const char* wrong_meeting(const Answer& answer, satchel::Pair pair, satchel::Vec2d motion, const Precision& precision,
                          Reference& reference) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  reference.place(pair);
  const double margin = margin_of(precision, reference), time = answer.time.value_or(none);
  const char* const what = wrong_first_contact(reference, pair, motion, {answer.hit, time}, *precision.meets, margin);
  if (what != nullptr || !answer.hit) return what;
  if (answer.point_x && time > 0) {
    const double off = reference.off_both({*answer.point_x, answer.point_y.value_or(none)});
    if (!(off <= precision.meets->most + margin)) return "has another contact point";
  }
  return wrong_normal(answer, time > 0 ? reference.gap() : reference.separation(), reference, margin);
}

/// The same of areas.
/// @param overlap  by the reference
/// @param united   the area of both bodies together
const char* wrong_areas(const Answer& answer, double overlap, double united, double slack) {
  if (answer.area && !(std::abs(*answer.area - overlap) <= slack)) return "has another area";
  if (answer.iou && !(std::abs(*answer.iou - overlap / united) <= 2 * slack / united)) return "has another IoU";
  return nullptr;
}

std::string describe(const char* what, const Workload& workload, std::size_t i, const Answer& answer, double separation,
                     double overlap) {
  std::ostringstream text;
  text.precision(9);
  const auto number = [](const std::optional<double>& value) {
    return value.value_or(std::numeric_limits<double>::quiet_NaN());
  };
  text << what << " in pair " << i << " (bodies " << workload.pairs[i].a << " and " << workload.pairs[i].b << "): ";
  if (answer.time) text << "time " << *answer.time << ", ";
  if (std::isnan(overlap)) {
    text << (answer.hit ? "a hit" : "no hit") << ", separation " << number(answer.separation) << ", normal "
         << number(answer.normal_x) << ' ' << number(answer.normal_y) << "; the reference has separation "
         << separation;
  } else {
    text << "area " << number(answer.area) << ", IoU " << number(answer.iou) << "; the reference has area " << overlap;
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
  if (!precision.answers) return result;
  if (!is_bounded(precision)) return {.error = "promises no precision"};
  const std::vector<satchel::Motion> motions =
      precision.meets ? straight_motions(workload) : std::vector<satchel::Motion>();
  for (std::size_t i = 0; i < workload.pairs.size(); ++i) {
    const Answer answer = engine.answer(i);
    reference.place(workload.pairs[i]);
    const auto [a, b] = workload.pairs[i];
    const bool concave = !workload.shape_of(a).parts.empty() || !workload.shape_of(b).parts.empty();
    const char* what = precision.meets ? wrong_meeting(answer, workload.pairs[i],
                                                       {motions[b].x - motions[a].x, motions[b].y - motions[a].y},
                                                       precision, reference)
                                       : wrong(answer, separations[i], precision, reference, concave);
    double overlap = std::numeric_limits<double>::quiet_NaN();
    if (answer.area || answer.iou) {
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
