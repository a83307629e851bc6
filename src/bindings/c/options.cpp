#include "bindings/c/options.hpp"

#include "bindings/c/call.hpp"

namespace satchel::c {

Run::Run(const satchel_options* options, unsigned parameter) noexcept {
  if (options == nullptr) return;
  if (status_ = take_struct(*options, parameter, given_); status_.code != SATCHEL_OK) return;
  const Checks pointers = Checks().array(parameter, given_.executor, 0).array(parameter, given_.stats, 0);
  if (status_ = pointers.status(); status_.code != SATCHEL_OK) return;
  options_.max_threads = given_.max_threads;
  if (given_.executor != nullptr) {
    if (given_.executor->run == nullptr || given_.executor->workers == 0) {
      status_ = own_status(SATCHEL_BAD_EXECUTOR, parameter);
      return;
    }
    executor_ = {given_.executor->context, given_.executor->workers, given_.executor->run};
    options_.executor = &executor_;
  }
  if (given_.stats != nullptr) options_.stats = &stats_;
  if (given_.progress != nullptr) {
    options_.progress = report;
    options_.progress_context = this;
  }
}

bool Run::report(void* run, std::uint64_t done, std::uint64_t all) {
  const satchel_options& given = static_cast<const Run*>(run)->given_;
  return given.progress(given.progress_context, done, all) != 0;
}

void Run::add_stats() const noexcept {
  if (given_.stats == nullptr) return;
  satchel_stats& sum = *given_.stats;
  sum.pairs += stats_.pairs;
  sum.decided_by_lanes += stats_.decided_by_lanes;
  sum.decided_by_double += stats_.decided_by_double;
  sum.decided_exactly += stats_.decided_exactly;
  sum.by_discs += stats_.by_discs;
  sum.by_facing_parts += stats_.by_facing_parts;
  sum.by_outlines += stats_.by_outlines;
  static_assert(pair_class_count <= sizeof sum.of_class / sizeof sum.of_class[0]);
  for (std::size_t i = 0; i < pair_class_count; ++i) sum.of_class[i] += stats_.of_class[i];
}

}  // namespace satchel::c
