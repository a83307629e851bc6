// Functions and methods with the signatures that _core.pyi gives them, for help() and the reference.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <type_traits>

namespace satchel::python {

namespace nb = nanobind;

/// The signature of the next form of a function. Throws std::runtime_error if _core.pyi has none, or one with other
/// arguments: the import fails then.
/// @param arguments  their names in order, "=" behind those that have a default, "*" before those by keyword alone
const char* next_signature(const std::string& scope, const char* name, const std::string& arguments);

template <class Extra>
void append_argument(std::string& words, const Extra& extra) {
  if constexpr (std::is_same_v<Extra, nb::kw_only>) {
    words += words.empty() ? "*" : " *";
  } else if constexpr (nb::detail::arg_traits<Extra>::is_arg) {
    words += (words.empty() ? "" : " ") + std::string(extra.name_);
    if (nb::detail::arg_traits<Extra>::has_default) words += '=';
  }
}
template <class... Extra>
nb::sig signature_of(const std::string& scope, const char* name, const Extra&... extra) {
  std::string words;
  (append_argument(words, extra), ...);
  return next_signature(scope, name, words);
}

/// A module whose functions have signatures.
class Module : public nb::module_ {
 public:
  explicit Module(const nb::module_& module) : nb::module_(module) {}

  template <class Function, class... Extra>
  Module& def(const char* name, Function&& function, const Extra&... extra) {
    nb::module_::def(name, std::forward<Function>(function), extra..., signature_of("", name, extra...));
    return *this;
  }
};

/// A class whose methods have signatures.
template <class T>
class Class : public nb::class_<T> {
 public:
  template <class... Extra>
  Class(Module& module, const char* name, const Extra&... extra) : nb::class_<T>(module, name, extra...), name_(name) {}

  template <class Function, class... Extra>
  Class& def(const char* name, Function&& function, const Extra&... extra) {
    nb::class_<T>::def(name, std::forward<Function>(function), extra..., signature_of(name_, name, extra...));
    return *this;
  }
  /// The constructor without arguments.
  Class& def_init() {
    nb::class_<T>::def(nb::init<>());
    return *this;
  }

 private:
  std::string name_;
};

}  // namespace satchel::python
