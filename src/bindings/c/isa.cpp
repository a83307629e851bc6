// The instruction set.
#include <satchel/c/isa.h>

#include <new>
#include <satchel/error.hpp>
#include <satchel/isa.hpp>

#include "bindings/c/call.hpp"

namespace satchel::c {
namespace {

/// Calls a function that throws.
template <class Call>
satchel_status caught(const Checks& checks, const Call& call) noexcept {
  if (!checks.passed()) return checks.status();
  try {
    call();
    return ok;
  } catch (const Error& error) {
    return status_of(error.status());
  } catch (const std::bad_alloc&) {
    return status_of({ErrorCode::no_memory});
  }
}

}  // namespace
}  // namespace satchel::c

using satchel::c::Checks;

extern "C" {

satchel_status satchel_active_isa(const char** name) {
  return satchel::c::caught(Checks().one(1, name), [&] { *name = satchel::active_isa().data(); });
}

const char* satchel_isa_name(size_t number) {
  const char* name = nullptr;
  (void)satchel::c::caught(Checks(), [&] {
    const auto names = satchel::available_isas();
    if (number < names.size()) name = names[number].data();
  });
  return name;
}

satchel_status satchel_force_isa(const char* name) {
  return satchel::c::caught(Checks().one(1, name), [&] { satchel::force_isa(name); });
}

}  // extern "C"
