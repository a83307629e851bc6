// Candidate pairs that are kept from frame to frame.
#include <satchel/c/pairs.h>

#include <satchel/kept_pairs.hpp>

#include "bindings/c/call.hpp"
#include "bindings/numbers.hpp"
#include "bindings/c/pair_choice.hpp"

namespace satchel::c {
namespace {

template <class T>
satchel_status update(satchel_kept_pairs* kept, const satchel_scene* scene, const satchel_index* index,
                      bool notes_changes, const satchel_pair_options* options) noexcept {
  const std::size_t slots = scene_of<T>(scene).body_slots();
  return run_with_choice<T, false>({}, options, 5, slots, [&](const BasicPairOptions<T>& chosen) -> Status {
    auto& pairs = *std::get_if<BasicKeptPairs<T>>(&kept->pairs);
    const BasicIndex<T>& of = index_of<T>(index);
    if (notes_changes) return pairs.try_update(scene_of<T>(scene), of, kept->changes, chosen);
    const Status status = pairs.try_update(scene_of<T>(scene), of, chosen);
    if (status.ok()) {
      kept->changes.added.clear();
      kept->changes.ended.clear();
    }
    return status;
  });
}

}  // namespace
}  // namespace satchel::c

using satchel::c::Checks;

extern "C" {

satchel_status satchel_kept_pairs_create(satchel_precision precision, double fat, satchel_kept_pairs** kept) {
  return satchel::c::create(Checks().one(3, kept), precision, kept, [fat]<class T>(T) {
    return new satchel_kept_pairs{satchel::BasicKeptPairs<T>(satchel::c::narrow_margin<T>(fat)), {}};
  });
}

void satchel_kept_pairs_destroy(satchel_kept_pairs* kept) { delete kept; }

satchel_status satchel_kept_pairs_update(satchel_kept_pairs* kept, const satchel_scene* scene,
                                         const satchel_index* index, bool notes_changes,
                                         const satchel_pair_options* options) {
  using namespace satchel::c;
  Checks checks = Checks().one(1, kept);
  if (checks.passed()) checks.precision(2, scene, precision_of(*kept)).precision(3, index, precision_of(*kept));
  if (!checks.passed()) return checks.status();
  if (precision_of(*kept) == 0) return update<float>(kept, scene, index, notes_changes, options);
  return update<double>(kept, scene, index, notes_changes, options);
}

satchel_status satchel_kept_pairs_list(const satchel_kept_pairs* kept, satchel_kept_list list,
                                       const satchel_pair** pairs, size_t* count) {
  const Checks checks = Checks().one(1, kept).one(3, pairs).one(4, count);
  if (!checks.passed()) return checks.status();
  std::span<const satchel::Pair> of;
  switch (list) {
    case SATCHEL_PAIRS_ALL:
      of = std::visit([](const auto& held) { return held.pairs(); }, kept->pairs);
      break;
    case SATCHEL_PAIRS_ADDED:
      of = kept->changes.added;
      break;
    case SATCHEL_PAIRS_ENDED:
      of = kept->changes.ended;
      break;
    default:
      return satchel::c::own_status(SATCHEL_UNKNOWN_VALUE, 2, static_cast<uint64_t>(list));
  }
  *pairs = satchel::c::view<const satchel_pair>(of.data(), of.size()).data();
  *count = of.size();
  return satchel::c::ok;
}

size_t satchel_kept_pairs_memory_bytes(const satchel_kept_pairs* kept) {
  return kept == nullptr ? 0 : std::visit([](const auto& held) { return held.memory_bytes(); }, kept->pairs);
}

}  // extern "C"
