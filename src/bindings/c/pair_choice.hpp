// The options of candidate pairs.
#pragma once

#include <satchel/c/options.h>

#include <new>
#include <satchel/broad_phase.hpp>
#include <span>
#include <type_traits>
#include <vector>

#include "bindings/c/call.hpp"
#include "bindings/numbers.hpp"

namespace satchel::c {

/// The options of C++ that the caller's say, during the call.
template <class T>
class PairChoice {
 public:
  /// @param options    or null: the defaults
  /// @param parameter  the number of `options`, counted from 1
  /// @param slots      the bodies of the call's scenes, those of removed indices too
  PairChoice(const satchel_pair_options* options, unsigned parameter, std::size_t slots) noexcept {
    if (options == nullptr) return;
    satchel_pair_options given;
    status_ = take_struct(*options, parameter, given);
    if (status_.code != SATCHEL_OK) return;
    const Checks arrays = Checks()
                              .array(parameter, given.filters, given.filter_count)
                              .array(parameter, given.worlds, given.world_count)
                              .array(parameter, given.margins, given.margin_count)
                              .array(parameter, given.motions, given.motion_count)
                              .array(parameter, given.broad_phase, 0);
    if (status_ = arrays.status(); status_.code != SATCHEL_OK) return;
    chosen_.margin = narrow_margin<T>(given.margin);
    if (!choose_margins({given.margins, given.margin_count}, slots)) return;
    chosen_.motions = view<const Motion>(given.motions, given.motion_count);
    chosen_.filters = view<const Filter>(given.filters, given.filter_count);
    chosen_.worlds = view<const std::uint32_t>(given.worlds, given.world_count);
    if (given.max_pairs != 0) chosen_.max_pairs = given.max_pairs;
    chosen_.sorted = !given.unsorted;
    broad_phase_ = given.broad_phase;
    run_ = given.run;
  }
  [[nodiscard]] const satchel_status& status() const noexcept { return status_; }
  /// The memory to use, or null.
  [[nodiscard]] satchel_broad_phase* broad_phase() const noexcept { return broad_phase_; }
  [[nodiscard]] const satchel_options* run() const noexcept { return run_; }
  [[nodiscard]] BasicPairOptions<T> with(const Options& how) const noexcept {
    BasicPairOptions<T> chosen = chosen_;
    chosen.run = how;
    return chosen;
  }

 private:
  bool choose_margins(std::span<const double> given, std::size_t slots) noexcept {
    if constexpr (std::is_same_v<T, double>) {
      chosen_.margins = given;
    } else {
      if (!given.empty() && given.size() != slots) {  // as the call refuses it, before it is copied
        status_ = status_of({ErrorCode::size_mismatch, 2, Argument::margin, {slots, given.size()}});
        return false;
      }
      try {
        margins_.reserve(given.size());
      } catch (const std::bad_alloc&) {
        status_ = status_of({ErrorCode::no_memory});
        return false;
      }
      for (const double margin : given) margins_.push_back(narrow_margin<T>(margin));
      chosen_.margins = margins_;
    }
    return true;
  }

  satchel_status status_ = ok;
  std::vector<T> margins_;
  BasicPairOptions<T> chosen_;
  satchel_broad_phase* broad_phase_ = nullptr;
  const satchel_options* run_ = nullptr;
};

/// A call with options of candidate pairs, which are parameter number `parameter`: call(options, broad phase or null),
/// or call(options), if it takes no broad phase.
/// @param slots  the bodies of its scenes, those of removed indices too
template <class T, bool takes_broad_phase = true, class Call>
satchel_status run_with_choice(const Checks& checks, const satchel_pair_options* given, unsigned parameter,
                               std::size_t slots, const Call& call) noexcept {
  if (!checks.passed()) return checks.status();
  const PairChoice<T> choice(given, parameter, slots);
  if (choice.status().code != SATCHEL_OK) return choice.status();
  if (!takes_broad_phase && choice.broad_phase() != nullptr) {
    return own_status(SATCHEL_NOT_TAKEN, parameter, SATCHEL_ARGUMENT_MEMBER_BROAD_PHASE);
  }
  return run(checks, choice.run(), parameter, [&](const Options& how) {
    if constexpr (takes_broad_phase) {
      return call(choice.with(how), choice.broad_phase());
    } else {
      return call(choice.with(how));
    }
  });
}

}  // namespace satchel::c
