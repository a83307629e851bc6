#include "bindings/c/pair_list.hpp"

namespace satchel::c {

void PairList::check(Takes takes) noexcept {
  if (!checks_.passed()) return;
  const satchel_status not_taken = own_status(SATCHEL_NOT_TAKEN, 1);
  if (is_between()) {
    takes.two_scenes ? checks_.same_precision(1, list_.scene_b, list_.scene_a) : checks_.add(not_taken);
    checks_.in(SATCHEL_ARGUMENT_MEMBER_SCENE_B);
  }
  const bool has_pairs = list_.pairs != nullptr, has_images = list_.image_pairs != nullptr;
  if (!takes.image_pairs) {
    if (has_images) checks_.add(not_taken).in(SATCHEL_ARGUMENT_MEMBER_IMAGE_PAIRS);
    if (list_.periods != nullptr) checks_.add(not_taken).in(SATCHEL_ARGUMENT_MEMBER_PERIODS);
  }
  if (has_images || list_.periods != nullptr || !takes.pairs) {
    checks_.one(1, list_.periods).in(SATCHEL_ARGUMENT_MEMBER_PERIODS);
    checks_.array(1, list_.image_pairs, has_pairs ? 1 : list_.count).in(SATCHEL_ARGUMENT_MEMBER_IMAGE_PAIRS);
    if (has_pairs) checks_.add(not_taken).in(SATCHEL_ARGUMENT_MEMBER_PAIRS);
  } else {
    checks_.array(1, list_.pairs, list_.count).in(SATCHEL_ARGUMENT_MEMBER_PAIRS);
  }
}

}  // namespace satchel::c
