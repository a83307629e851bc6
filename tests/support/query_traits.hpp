// The queries about pairs, one struct each, for tests of what holds of all of them: query/error_batch_test.cpp (what they
// refuse) and query/same_bits_of_query_test.cpp. A new query needs a struct here and its name in `PairQueries`.
//
// A struct has
//   Scalar, Result   the precision, and what a pair gets
//   name             as in the names of tests
//   weight           how many times fewer pairs than `collide` a test shall use, to take about as long at most
//   run(form, asked, pairs, results, options)   calls the query; `asked` is one scene or two
//   run_with_margin(form, asked, pairs, results, margin)   if the query is one of `PairQueriesWithMargin`
//   has_results_span   false: the query fills a vector of its own, and the length of `results` is no business of its
//   adds_parts   whether it adds up the areas of parts, and so refuses compounds whose parts overlap
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <satchel/satchel.hpp>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "exact_alloc.hpp"

namespace satchel::test {

/// The two forms of a call: NAME throws an Error, try_NAME returns a Status.
enum class Form { throwing, returning };

/// A scene with all that some query needs beside it.
template <class T>
struct QueryScene {
  BasicScene<T> scene;
  std::vector<Motion> motions;  ///< one a body
};

/// One scene, or two.
template <class T>
struct Asked {
  const QueryScene<T>* a;
  const QueryScene<T>* b = nullptr;
};

/// Calls function(scene or two), or try_function(scene or two), whose status it returns.
template <class T, class Function, class TryFunction>
Status in_form(Form form, const Asked<T>& asked, const Function& function, const TryFunction& try_function) {
  if (form == Form::returning) {
    return asked.b == nullptr ? try_function(asked.a->scene) : try_function(asked.a->scene, asked.b->scene);
  }
  if (asked.b == nullptr) {
    function(asked.a->scene);
  } else {
    function(asked.a->scene, asked.b->scene);
  }
  return {};
}

struct PairQuery {
  static constexpr std::size_t weight = 1;
  static constexpr bool has_results_span = true;
  static constexpr bool adds_parts = false;

 protected:
  /// The status of call(); where it is refused, is_untouched() has to hold. Not so for an error during the work, after
  /// which outputs are unspecified.
  template <class Call, class IsUntouched>
  static Status watched(const Call& call, const IsUntouched& is_untouched) {
    const auto check = [&](const Status& status) {
      const bool is_during_work = status.code == ErrorCode::internal || status.code == ErrorCode::cancelled;
      EXPECT_TRUE(status.ok() || is_during_work || is_untouched()) << "written before an error";
    };
    try {
      const Status status = call();
      check(status);
      return status;
    } catch (const Error& error) {
      check(error.status());
      throw;
    }
  }
};

template <class T>
struct CollideQuery : PairQuery {
  using Scalar = T;
  using Result = BasicContact<T>;
  static constexpr const char* name = "collide";

  static Status run(Form form, const Asked<T>& asked, std::span<const Pair> pairs, std::span<Result> results,
                    const Options& options = {}) {
    return in_form(
        form, asked, [&](const auto&... first) { collide(first..., pairs, results, options); },
        [&](const auto&... first) { return try_collide(first..., pairs, results, options); });
  }
};

/// collide with the parts that decide.
template <class T>
struct CollideWithPartsQuery : PairQuery {
  using Scalar = T;
  struct Result {
    BasicContact<T> contact;
    PartPair parts;
  };
  static constexpr const char* name = "collide_with_parts";
  static constexpr std::size_t weight = 4;

  static Status run(Form form, const Asked<T>& asked, std::span<const Pair> pairs, std::span<Result> results,
                    const Options& options = {}) {
    const ExactBuffer<BasicContact<T>> contacts(results.size());
    const ExactBuffer<PartPair> parts(results.size());
    const Status status = watched(
        [&] {
          return in_form(
              form, asked,
              [&](const auto&... first) { collide(first..., pairs, contacts.span(), parts.span(), options); },
              [&](const auto&... first) {
                return try_collide(first..., pairs, contacts.span(), parts.span(), options);
              });
        },
        [&] { return contacts.untouched() && parts.untouched(); });
    for (std::size_t i = 0; i < results.size() && status.ok(); ++i) {
      std::memcpy(&results[i].contact, &contacts.span()[i], sizeof(BasicContact<T>));  // with the bytes of no member
      results[i].parts = parts.span()[i];
    }
    return status;
  }
};

template <class T>
struct ClassifyQuery : PairQuery {
  using Scalar = T;
  using Result = Verdict;
  static constexpr const char* name = "classify";

  static Status run(Form form, const Asked<T>& asked, std::span<const Pair> pairs, std::span<Result> results,
                    const Options& options = {}) {
    return in_form(
        form, asked, [&](const auto&... first) { classify(first..., pairs, results, options); },
        [&](const auto&... first) { return try_classify(first..., pairs, results, options); });
  }
};

/// The result of a pair that is no hit is all zeros.
template <class T>
struct HitsQuery : PairQuery {
  using Scalar = T;
  struct Result {  // without bytes of no member, which are unspecified in the contact of a hit
    T normal_x, normal_y, separation;
    std::uint32_t feature, is_hit;
  };
  static constexpr const char* name = "collide_hits";
  static constexpr std::size_t weight = 2;
  static constexpr bool has_results_span = false;

  static Status run(Form form, const Asked<T>& asked, std::span<const Pair> pairs, std::span<Result> results,
                    const Options& options = {}) {
    const std::vector<BasicHit<T>> before = {{{9, 9}, 9, {}}};
    std::vector<BasicHit<T>> hits = before;
    const Status status = watched(
        [&] {
          return in_form(
              form, asked, [&](const auto&... first) { find_hits(first..., pairs, hits, options); },
              [&](const auto&... first) { return try_find_hits(first..., pairs, hits, options); });
        },
        [&] { return hits == before; });
    if (!status.ok()) return status;
    std::size_t next = 0;
    for (const BasicHit<T>& hit : hits) {
      EXPECT_LT(hit.index, pairs.size());
      EXPECT_GE(hit.index, next) << "hits are out of order";
      EXPECT_EQ(hit.pair, pairs[hit.index]);
      next = hit.index + std::size_t{1};
      const BasicContact<T>& contact = hit.contact;
      results[hit.index] = {contact.normal_x, contact.normal_y, contact.separation, contact.feature, 1};
    }
    return status;
  }
};

template <class T>
struct DistancesQuery : PairQuery {
  using Scalar = T;
  using Result = BasicDistance<T>;
  static constexpr const char* name = "distances";
  static constexpr std::size_t weight = 4;

  static Status run(Form form, const Asked<T>& asked, std::span<const Pair> pairs, std::span<Result> results,
                    const Options& options = {}) {
    return in_form(
        form, asked, [&](const auto&... first) { distances(first..., pairs, results, options); },
        [&](const auto&... first) { return try_distances(first..., pairs, results, options); });
  }
};

template <class T>
struct ManifoldsQuery : PairQuery {
  using Scalar = T;
  using Result = BasicManifold<T>;
  static constexpr const char* name = "manifolds";
  static constexpr std::size_t weight = 4;

  static Status run(Form form, const Asked<T>& asked, std::span<const Pair> pairs, std::span<Result> results,
                    const Options& options = {}) {
    return run_with_margin(form, asked, pairs, results, 0, options);
  }
  static Status run_with_margin(Form form, const Asked<T>& asked, std::span<const Pair> pairs,
                                std::span<Result> results, T margin, const Options& options = {}) {
    return in_form(
        form, asked,
        [&](const auto&... first) { manifolds(first..., pairs, results, {.margin = margin, .run = options}); },
        [&](const auto&... first) {
          return try_manifolds(first..., pairs, results, {.margin = margin, .run = options});
        });
  }
};

/// Manifolds of pairs that are a little apart too.
template <class T>
struct ManifoldsWithinQuery : ManifoldsQuery<T> {
  static constexpr const char* name = "manifolds_within_a_margin";

  static Status run(Form form, const Asked<T>& asked, std::span<const Pair> pairs, std::span<BasicManifold<T>> results,
                    const Options& options = {}) {
    return ManifoldsQuery<T>::run_with_margin(form, asked, pairs, results, T(0.2), options);
  }
};

/// The last of the manifolds of a pair's parts, and how many there are.
template <class T>
struct PartManifoldsQuery : PairQuery {
  using Scalar = T;
  struct Result {
    BasicManifold<T> manifold;
    PartPair parts;
    std::uint32_t count, unused;
  };
  static constexpr const char* name = "part_manifolds";
  static constexpr std::size_t weight = 4;
  static constexpr bool has_results_span = false;

  static Status run(Form form, const Asked<T>& asked, std::span<const Pair> pairs, std::span<Result> results,
                    const Options& options = {}) {
    const std::vector<BasicPartManifold<T>> before(1);
    std::vector<BasicPartManifold<T>> found = before;
    const BasicManifoldOptions<T> how{.margin = T(0.2), .run = options};
    const Status status = watched(
        [&] {
          return in_form(
              form, asked, [&](const auto&... first) { part_manifolds(first..., pairs, found, how); },
              [&](const auto&... first) { return try_part_manifolds(first..., pairs, found, how); });
        },
        [&] { return found == before; });
    for (std::size_t i = 0; i < found.size() && status.ok(); ++i) {
      Result& result = results[found[i].pair];
      EXPECT_TRUE(i == 0 ||
                  std::pair(found[i - 1].pair, found[i - 1].parts) < std::pair(found[i].pair, found[i].parts));
      std::memcpy(static_cast<void*>(&result.manifold), &found[i].manifold, sizeof result.manifold);
      result.parts = found[i].parts;
      ++result.count;
    }
    return status;
  }
};

template <class T>
struct SweepQuery : PairQuery {
  using Scalar = T;
  using Result = BasicImpact<T>;
  static constexpr const char* name = "sweep";
  static constexpr std::size_t weight = 20;

  static Status run(Form form, const Asked<T>& asked, std::span<const Pair> pairs, std::span<Result> results,
                    const Options& options = {}) {
    return run_with_margin(form, asked, pairs, results, 0, options);
  }
  static Status run_with_margin(Form form, const Asked<T>& asked, std::span<const Pair> pairs,
                                std::span<Result> results, T tolerance, const Options& options = {}) {
    const QueryScene<T>&a = *asked.a, &b = asked.b == nullptr ? a : *asked.b;
    if (form == Form::returning) {
      return asked.b == nullptr
                 ? try_sweep(a.scene, a.motions, pairs, results, {.tolerance = tolerance, .run = options})
                 : try_sweep(a.scene, a.motions, b.scene, b.motions, pairs, results,
                             {.tolerance = tolerance, .run = options});
    }
    if (asked.b == nullptr) {
      sweep(a.scene, a.motions, pairs, results, {.tolerance = tolerance, .run = options});
    } else {
      sweep(a.scene, a.motions, b.scene, b.motions, pairs, results, {.tolerance = tolerance, .run = options});
    }
    return {};
  }
};

struct AreaQuery : PairQuery {
  static constexpr std::size_t weight = 8;
  static constexpr bool adds_parts = true;
};

template <class T>
struct OverlapAreasQuery : AreaQuery {
  using Scalar = T;
  using Result = T;
  static constexpr const char* name = "overlap_areas";

  static Status run(Form form, const Asked<T>& asked, std::span<const Pair> pairs, std::span<Result> results,
                    const Options& options = {}) {
    return in_form(
        form, asked, [&](const auto&... first) { overlap_areas(first..., pairs, results, options); },
        [&](const auto&... first) { return try_overlap_areas(first..., pairs, results, options); });
  }
};

template <class T>
struct IousQuery : AreaQuery {
  using Scalar = T;
  using Result = T;
  static constexpr const char* name = "ious";

  static Status run(Form form, const Asked<T>& asked, std::span<const Pair> pairs, std::span<Result> results,
                    const Options& options = {}) {
    return in_form(
        form, asked, [&](const auto&... first) { ious(first..., pairs, results, options); },
        [&](const auto&... first) { return try_ious(first..., pairs, results, options); });
  }
};

template <class T>
struct OverlapsQuery : AreaQuery {
  using Scalar = T;
  using Result = BasicOverlap<T>;
  static constexpr const char* name = "overlap_measures";

  static Status run(Form form, const Asked<T>& asked, std::span<const Pair> pairs, std::span<Result> results,
                    const Options& options = {}) {
    return in_form(
        form, asked, [&](const auto&... first) { overlap_measures(first..., pairs, results, options); },
        [&](const auto&... first) { return try_overlap_measures(first..., pairs, results, options); });
  }
};

template <template <class> class... Query>
using InBothPrecisions = testing::Types<Query<float>..., Query<double>...>;

using PairQueries =
    InBothPrecisions<CollideQuery, CollideWithPartsQuery, ClassifyQuery, HitsQuery, DistancesQuery, ManifoldsQuery,
                     ManifoldsWithinQuery, PartManifoldsQuery, SweepQuery, OverlapAreasQuery, IousQuery, OverlapsQuery>;

/// Those with a margin or tolerance that the caller gives.
using PairQueriesWithMargin = InBothPrecisions<ManifoldsQuery, SweepQuery>;

template <class Query>
std::string query_name() {
  return std::string(Query::name) + (sizeof(typename Query::Scalar) == sizeof(float) ? "_float" : "_double");
}

/// For TYPED_TEST_SUITE.
struct QueryNames {
  template <class Query>
  static std::string GetName(int) {
    return query_name<Query>();
  }
};

}  // namespace satchel::test
