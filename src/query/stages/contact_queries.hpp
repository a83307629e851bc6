// What the pipeline finds of each pair: its contact, or its verdict alone. Both go through the kernels of contacts.
#pragma once

#include <cstddef>
#include <cstring>

#include <satchel/results.hpp>

#include "exact/resolve.hpp"
#include "format/jobs.hpp"
#include "query/stages/route.hpp"

namespace satchel::query {

/// A contact of doubles ends in four bytes that no member holds. The kernels write zeros there, and so does this: equal
/// results are equal bytes.
template <class T>
void store(const BasicContact<T>& contact, BasicContact<T>& result) {
  if constexpr (sizeof result > 3 * sizeof(T) + sizeof contact.feature) {
    std::memset(static_cast<void*>(&result), 0, sizeof result);
  }
  result.normal_x = contact.normal_x;
  result.normal_y = contact.normal_y;
  result.separation = contact.separation;
  result.feature = contact.feature;
}
inline void store(Verdict verdict, Verdict& result) { result = verdict; }

/// A contact as seen from the other body. + 0: no -0 leaves.
template <class T>
BasicContact<T> mirrored(BasicContact<T> contact) {
  contact.normal_x = T(0) - contact.normal_x + T(0);
  contact.normal_y = T(0) - contact.normal_y + T(0);
  contact.feature ^= 1u << 3;
  return contact;
}
inline Verdict mirrored(Verdict verdict) { return verdict; }

template <class T>
struct ContactQuery {
  using Scalar = T;
  using Result = BasicContact<T>;
  static constexpr bool verdicts_alone = false;
  static constexpr Question question = Question::contacts;

  static Result* results(const kernels::ContactSink<T>& sink) { return sink.contacts; }
  static Result resolve(const exact::Core<T>& a, const exact::Core<T>& b, bool swapped, exact::Stage& stage) {
    const Result contact = exact::resolve_contact(a, b, stage);
    return swapped ? mirrored(contact) : contact;
  }
};

template <class T>
struct VerdictQuery {
  using Scalar = T;
  using Result = Verdict;
  static constexpr bool verdicts_alone = true;
  static constexpr Question question = Question::verdicts;

  static Result* results(const kernels::ContactSink<T>& sink) { return sink.verdicts; }
  static Result resolve(const exact::Core<T>& a, const exact::Core<T>& b, bool, exact::Stage& stage) {
    return exact::resolve_verdict(a, b, stage);
  }
};

}  // namespace satchel::query
