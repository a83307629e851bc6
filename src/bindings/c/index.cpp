// The index: its life.
#include <satchel/c/index.h>

#include <satchel/index.hpp>

#include "bindings/c/call.hpp"

namespace satchel::c {
namespace {

/// An index, and a scene of its precision: parameters 1 and 2.
Checks check(const satchel_index* index, const satchel_scene* scene) noexcept {
  Checks checks = Checks().one(1, index);
  return checks.passed() ? checks.precision(2, scene, precision_of(*index)) : checks;
}

/// A change of an index: change(index, scene, options).
template <class Change>
satchel_status change(const Checks& checks, satchel_index* index, const satchel_scene* scene,
                      const satchel_options* options, unsigned parameter, const Change& change) noexcept {
  return run(checks, options, parameter, [&](const Options& how) {
    return on_scene(scene, [&]<class T>(const BasicScene<T>& of) { return change(index_of<T>(index), of, how); });
  });
}

}  // namespace
}  // namespace satchel::c

using satchel::c::change;
using satchel::c::check;
using satchel::c::Checks;
using satchel::c::view;

extern "C" {

satchel_status satchel_index_create(const satchel_scene* scene, satchel_index** index, const satchel_options* options) {
  using namespace satchel::c;
  satchel_status status = create(Checks().one(1, scene).one(2, index), index, [&] {
    if (precision_of(*scene) == 0) return new satchel_index{satchel::Index()};
    return new satchel_index{satchel::Indexd()};
  });
  if (status.code != SATCHEL_OK) return status;
  status = satchel_index_build(*index, scene, options);
  if (status.code != SATCHEL_OK) {
    delete *index;
    *index = nullptr;
  }
  return status;
}

void satchel_index_destroy(satchel_index* index) { delete index; }

satchel_status satchel_index_build(satchel_index* index, const satchel_scene* scene, const satchel_options* options) {
  return change(check(index, scene), index, scene, options, 3,
                [](auto& changed, const auto& of, const satchel::Options& how) { return changed.try_build(of, how); });
}

satchel_status satchel_index_update(satchel_index* index, const satchel_scene* scene, const uint32_t* moved,
                                    size_t count, const satchel_options* options) {
  return change(check(index, scene).array(3, moved, count), index, scene, options, 5,
                [&](auto& changed, const auto& of, const satchel::Options& how) {
                  if (moved == nullptr) return changed.try_update(of, how);
                  return changed.try_update(of, view<const satchel::BodyId>(moved, count), how);
                });
}

bool satchel_index_is_current(const satchel_index* index, const satchel_scene* scene) {
  using namespace satchel::c;
  return check(index, scene).passed() &&
         on_scene(scene, [&]<class T>(const satchel::BasicScene<T>& of) { return index_of<T>(index).is_current(of); });
}

size_t satchel_index_memory_bytes(const satchel_index* index) {
  return index == nullptr ? 0 : std::visit([](const auto& of) { return of.memory_bytes(); }, index->index);
}

}  // extern "C"
