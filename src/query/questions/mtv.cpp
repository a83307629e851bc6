#include <satchel/results.hpp>

#include "parallel/fp_environment.hpp"

namespace satchel {
namespace {

// a moves against the normal by the depth: normal * separation, with separation = -depth.
template <class T>
BasicVec2<T> mtv_of(const BasicContact<T>& contact) noexcept {
  if (verdict(contact) != Verdict::overlapping) return {0, 0};
  const FpEnvironment environment;
  return {contact.normal_x * contact.separation + T(0), contact.normal_y * contact.separation + T(0)};
}

}  // namespace

Vec2 mtv(const Contact& contact) noexcept { return mtv_of(contact); }
Vec2d mtv(const Contactd& contact) noexcept { return mtv_of(contact); }

}  // namespace satchel
