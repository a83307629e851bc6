// What every call of C does: checks its pointers, finds the scene of its precision, views the caller's memory as spans.
#pragma once

#include <satchel/satchel.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <satchel/output.hpp>
#include <satchel/scene_pair.hpp>
#include <span>
#include <type_traits>
#include <variant>

#include "bindings/c/handles.hpp"
#include "bindings/c/options.hpp"
#include "bindings/c/status.hpp"

namespace satchel::c {

template <class Item>
satchel_status is_aligned(const Item* pointer, unsigned parameter) noexcept {
  if (reinterpret_cast<std::uintptr_t>(pointer) % alignof(Item) == 0) return ok;
  return own_status(SATCHEL_MISALIGNED, parameter, alignof(Item));
}

inline satchel_status has_size(std::uint32_t given, std::size_t known, unsigned parameter) noexcept {
  return given == known ? ok : own_status(SATCHEL_WRONG_SIZE, parameter, known, given);
}

/// Checks the parameters of a call, in their order; the first that is wrong counts.
class Checks {
 public:
  /// A pointer to one item. @param parameter  counted from 1
  template <class Item>
  Checks& one(unsigned parameter, const Item* pointer) noexcept {
    return array(parameter, pointer, 1);
  }
  /// `count` items; the pointer may be null if there are none. More than memory can hold are refused where the call reads them; the
  /// room of a list may be said to be larger than it is.
  template <class Item>
  Checks& array(unsigned parameter, Item* pointer, std::size_t count) noexcept {
    if (status_.code != SATCHEL_OK) return *this;
    if (pointer == nullptr) {
      if (count != 0) status_ = own_status(SATCHEL_NULL_POINTER, parameter);
    } else if constexpr (requires { alignof(Item); }) {
      status_ = is_aligned(pointer, parameter);
      constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(Item);
      if (std::is_const_v<Item> && status_.code == SATCHEL_OK && count > most)
        status_ = status_of({ErrorCode::too_many});
    }
    return *this;
  }
  /// Where `lists` lists begin and the last one ends: lists + 1 numbers.
  Checks& starts(unsigned parameter, const std::uint32_t* pointer, std::size_t lists) noexcept {
    return array(parameter, pointer, lists == std::numeric_limits<std::size_t>::max() ? lists : lists + 1);
  }
  /// A scene of this precision, or of either, if T is void.
  template <class T>
  Checks& scene(unsigned parameter, const satchel_scene* handle) noexcept {
    if constexpr (std::is_void_v<T>) return one(parameter, handle);
    return precision(parameter, handle, std::is_same_v<T, double>);
  }
  /// A scene of the precision of the first, which has been checked.
  Checks& same_precision(unsigned parameter, const satchel_scene* handle, const satchel_scene* first) noexcept {
    return passed() ? precision(parameter, handle, precision_of(*first)) : *this;
  }
  /// A scene, or an index, of this precision.
  template <class Handle>
  Checks& precision(unsigned parameter, const Handle* handle, std::size_t wanted) noexcept {
    one(parameter, handle);
    if (passed() && precision_of(*handle) != wanted) status_ = own_status(SATCHEL_WRONG_PRECISION, parameter);
    return *this;
  }
  /// The member of the parameter's struct that the last check was about.
  Checks& in(satchel_argument member) noexcept {
    if (!passed() && status_.argument == SATCHEL_ARGUMENT_NONE) status_.argument = member;
    return *this;
  }
  /// The outcome of another check.
  Checks& add(const satchel_status& status) noexcept {
    if (passed()) status_ = status;
    return *this;
  }
  [[nodiscard]] bool passed() const noexcept { return status_.code == SATCHEL_OK; }
  [[nodiscard]] const satchel_status& status() const noexcept { return status_; }

 private:
  satchel_status status_ = ok;
};

/// What a handle of this precision holds; constant if the handle is.
template <class T, class Handle>
auto& scene_of(Handle* handle) noexcept {
  return *std::get_if<BasicScene<T>>(&handle->scene);
}
template <class T, class Handle>
auto& index_of(Handle* handle) noexcept {
  return *std::get_if<BasicIndex<T>>(&handle->index);
}

/// The scene of a call alone, or with that of the second handle, which is of its precision, if there is one.
template <class T>
BasicScenePair<T> scene_pair_of(const BasicScene<T>& a, const satchel_scene* b) noexcept {
  return b == nullptr ? BasicScenePair<T>(a) : BasicScenePair<T>(a, scene_of<T>(b));
}

/// Calls function(scene) with the scene of precision T, or of either, if T is void, and returns what it returns.
template <class T = void, class Handle, class Function>
auto on_scene(Handle* handle, const Function& function) noexcept {
  if constexpr (!std::is_void_v<T>) {
    return function(scene_of<T>(handle));
  } else {
    return precision_of(*handle) == 0 ? function(scene_of<float>(handle)) : function(scene_of<double>(handle));
  }
}

/// The caller's memory, as the type of C++ that has the same layout (layout.cpp).
template <class To, class From>
std::span<To> view(From* items, std::size_t count) noexcept {
  static_assert(sizeof(To) == sizeof(From) && alignof(To) == alignof(From));
  static_assert(std::is_const_v<To> || !std::is_const_v<From>);
  return {reinterpret_cast<To*>(items), count};
}

/// A call without options, if all parameters passed.
template <class Call>
satchel_status run(const Checks& checks, const Call& call) noexcept {
  return checks.passed() ? status_of(call()) : checks.status();
}

/// A call with options, which are parameter number `parameter`: call(options).
template <class Call>
satchel_status run(const Checks& checks, const satchel_options* given, unsigned parameter, const Call& call) noexcept {
  if (!checks.passed()) return checks.status();
  const Run options(given, parameter);
  if (options.status().code != SATCHEL_OK) return options.status();
  const Status status = call(options.options());
  if (status.ok()) options.add_stats();
  return status_of(status);
}

/// Writes the new handle that make() returns, or null, also where another parameter is wrong. make() may throw
/// std::bad_alloc.
template <class Handle, class Make>
satchel_status create(const Checks& checks, Handle** out, const Make& make) noexcept {
  if (Checks().one(1, out).passed()) *out = nullptr;
  if (!checks.passed()) return checks.status();
  try {
    *out = make();
    return ok;
  } catch (const std::bad_alloc&) {
    return status_of({ErrorCode::no_memory});
  }
}

/// Writes the new handle of this precision, which is parameter 1 and which make(scalar) returns, or null.
template <class Handle, class Make>
satchel_status create(const Checks& checks, satchel_precision precision, Handle** out, const Make& make) noexcept {
  Checks all = checks;
  if (precision != SATCHEL_FLOAT && precision != SATCHEL_DOUBLE) {
    all.add(own_status(SATCHEL_UNKNOWN_VALUE, 1, static_cast<std::uint64_t>(precision)));
  }
  return create(all, out, [&] { return precision == SATCHEL_FLOAT ? make(float()) : make(double()); });
}

/// Takes a struct of the caller's that says its size, which is that of this version.
template <class Given>
satchel_status take_struct(const Given& given, unsigned parameter, Given& taken) noexcept {
  satchel_status status = is_aligned(&given, parameter);
  if (status.code == SATCHEL_OK) status = has_size(given.struct_size, sizeof taken, parameter);
  if (status.code == SATCHEL_OK) taken = given;
  return status;
}

/// The number of a list's elements, written where the call says how many there are: a list, or one too long for its room.
template <class Call>
Status with_count(std::size_t* found, const Call& call) noexcept {
  std::size_t count = 0;
  const Status status = call(count);
  if (status.ok() || status.code == ErrorCode::no_room) *found = count;
  return status;
}

}  // namespace satchel::c
