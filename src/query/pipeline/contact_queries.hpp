// The queries that share batch.hpp: what they store, and which kernels they take.
#pragma once

#include <cstddef>
#include <cstring>

#include <satchel/results.hpp>

#include "exact/resolve.hpp"
#include "format/kernel_table.hpp"

namespace satchel::query {

/// A contact of doubles ends in four bytes that no member holds. The kernels write zeros there, and so does this: equal
/// results are equal bytes.
template <class T>
void store(const BasicContact<T>& contact, BasicContact<T>& result) {
  std::memset(static_cast<void*>(&result), 0, sizeof result);
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
struct CollideQuery {
  using Scalar = T;
  using Result = BasicContact<T>;
  using Job = kernels::PairJob<T>;
  using Kernel = std::size_t (*)(const Job&, const kernels::ContactSink<T>&);
  using FacingKernel = std::size_t (*)(const Job&, const kernels::ContactSink<T>&, kernels::Unproved&);
  static Kernel for_lanes(const kernels::CollideKernels<T>& k, unsigned ka, unsigned kb) { return k.collide[ka][kb]; }
  static FacingKernel for_facing(const kernels::KernelTable& table, const Job&, unsigned a, unsigned b) {
    return table.collide.template of<T>().facing[a][b];
  }
  static FacingKernel for_facing_up_to_8(const kernels::KernelTable& table, const Job&) {
    return table.collide.template of<T>().facing_up_to_8;
  }
  static FacingKernel for_facing_long(const kernels::CollideKernels<T>& k) { return k.facing_long; }
  static Kernel for_boxes(const kernels::KernelTable& table, const Job&) {
    return table.collide.template of<T>().collide_boxes;
  }
  static Kernel for_few(const kernels::CollideKernels<T>& k) { return k.collide_singly; }
  static Kernel for_long(const kernels::CollideKernels<T>& k) { return k.collide_long; }
  static Kernel for_rounded(const kernels::RoundedKernels<T>& k, unsigned a, unsigned b) { return k.collide[a][b]; }
  static Kernel for_circles(const kernels::RoundedKernels<T>& k) { return k.collide_circles; }
  static Kernel for_rounded_boxes(const kernels::RoundedKernels<T>& k) { return k.collide_boxes; }
  static FacingKernel for_rounded_facing(const kernels::RoundedKernels<T>& k, const Job& job) {
    return job.inner_a != nullptr ? k.facing_up_to_8 : nullptr;
  }

  static Result resolve(const exact::Core<T>& a, const exact::Core<T>& b, bool flipped, exact::Stage& stage) {
    const Result contact = exact::resolve_contact(a, b, stage);
    return flipped ? mirrored(contact) : contact;
  }
};

/// Contacts; of a job that has room for them, distances by the way.
template <class T>
struct CollideForDistances : CollideQuery<T> {
  using typename CollideQuery<T>::Job;
  using typename CollideQuery<T>::Kernel;
  using typename CollideQuery<T>::FacingKernel;

  static FacingKernel for_facing(const kernels::KernelTable& table, const Job& job, unsigned a, unsigned b) {
    const FacingKernel by_the_way = job.distances_too != nullptr ? table.distance.template of<T>().facing[a][b] : nullptr;
    return by_the_way != nullptr ? by_the_way : CollideQuery<T>::for_facing(table, job, a, b);
  }
  static FacingKernel for_facing_up_to_8(const kernels::KernelTable& table, const Job& job) {
    const FacingKernel by_the_way = job.distances_too != nullptr ? table.distance.template of<T>().facing_up_to_8 : nullptr;
    return by_the_way != nullptr ? by_the_way : CollideQuery<T>::for_facing_up_to_8(table, job);
  }
  static Kernel for_boxes(const kernels::KernelTable& table, const Job& job) {
    const Kernel by_the_way = job.distances_too != nullptr ? table.distance.template of<T>().boxes : nullptr;
    return by_the_way != nullptr ? by_the_way : CollideQuery<T>::for_boxes(table, job);
  }
};

/// Verdicts, by the kernels of contacts.
template <class T>
struct ClassifyQuery : CollideQuery<T> {
  using Result = Verdict;

  static Result resolve(const exact::Core<T>& a, const exact::Core<T>& b, bool, exact::Stage& stage) {
    return exact::resolve_verdict(a, b, stage);
  }
};

}  // namespace satchel::query
