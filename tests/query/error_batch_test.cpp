// What every query about pairs refuses, in both forms, on one scene and on two, and that nothing has been written then.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <optional>
#include <satchel/satchel.hpp>
#include <stdexcept>

#include "support/exact_alloc.hpp"
#include "support/expect_error.hpp"
#include "support/generators.hpp"
#include "support/query_traits.hpp"

namespace satchel::test {
namespace {

template <class Query>
class BatchErrors : public testing::Test {
 protected:
  using T = typename Query::Scalar;
  using Result = typename Query::Result;

  BatchErrors() {
    of_.scene = crowd<T>(random_, 40, 0, 3, 12).scene;
    of_.scene.remove_body(20);
    of_.motions.resize(40);
    pairs_.resize(1000, {1, 2});
  }

  /// All forms of the query refuse the pairs alike and write nothing.
  /// @param call  call(form, asked, results)
  template <class Call>
  void refused_by(const Call& call, ErrorCode code, std::optional<std::size_t> pair, std::size_t results = 1000) {
    for (const Asked<T>& asked : {Asked<T>{&of_}, Asked<T>{&of_, &of_}}) {
      const ExactBuffer<Result> buffer(results);
      const auto throwing = [&] { (void)call(Form::throwing, asked, buffer.span()); };
      if (pair) {
        expect_error_at(code, *pair, "pair", throwing);
      } else {
        expect_error(code, throwing);
      }
      const Status status = call(Form::returning, asked, buffer.span());
      EXPECT_FALSE(status.ok());
      EXPECT_EQ(status.code, code);
      try {
        throwing();
      } catch (const Error& error) {
        EXPECT_EQ(status.index, error.index()) << "the form try_ returns another index";
      }
      EXPECT_TRUE(buffer.untouched());
    }
  }

  void refused(ErrorCode code, std::optional<std::size_t> pair, std::size_t results = 1000) {
    refused_by(
        [&](Form form, const Asked<T>& asked, std::span<Result> span) { return Query::run(form, asked, pairs_, span); },
        code, pair, results);
  }

  std::vector<Result> results_of(const Asked<T>& asked, Form form = Form::throwing, const Options& options = {}) {
    std::vector<Result> results(pairs_.size());
    const Status status = Query::run(form, asked, pairs_, results, options);
    EXPECT_TRUE(status.ok());
    EXPECT_EQ(status.index, 0u);
    return results;
  }

  Random random_{70};
  QueryScene<T> of_;
  std::vector<Pair> pairs_;
};

TYPED_TEST_SUITE(BatchErrors, PairQueries, QueryNames);

TYPED_TEST(BatchErrors, name_the_first_pair_with_a_body_that_is_not_there) {
  this->pairs_[700] = {40, 1};
  this->refused(ErrorCode::bad_body, 700);
  this->pairs_[333] = {1, 0xFFFFFFFFu};
  this->refused(ErrorCode::bad_body, 333);
  this->pairs_[0] = {40, 40};
  this->refused(ErrorCode::bad_body, 0);
}

TYPED_TEST(BatchErrors, name_it_also_where_no_body_has_been_removed) {
  this->of_.scene.add_body(0);  // takes the place of the removed one
  this->pairs_[700] = {1, 40};
  this->refused(ErrorCode::bad_body, 700);
  this->pairs_[333] = {40, 1};
  this->refused(ErrorCode::bad_body, 333);
}

TYPED_TEST(BatchErrors, name_the_first_pair_with_a_removed_body) {
  this->pairs_[999] = {20, 1};
  this->refused(ErrorCode::removed_body, 999);
  this->pairs_[500] = {1, 20};
  this->refused(ErrorCode::removed_body, 500);
  this->pairs_[501] = {1, 99};
  this->refused(ErrorCode::removed_body, 500);
  this->pairs_[499] = {1, 99};
  this->refused(ErrorCode::bad_body, 499);
}

TYPED_TEST(BatchErrors, refuse_a_span_of_results_of_another_length) {
  if constexpr (TypeParam::has_results_span) {
    for (const std::size_t results : {0u, 1u, 999u, 1001u}) this->refused(ErrorCode::size_mismatch, {}, results);
  }
}

TYPED_TEST(BatchErrors, check_each_side_against_its_own_scene) {
  using Scalar = typename TypeParam::Scalar;
  QueryScene<Scalar> small;
  small.scene.add_body(small.scene.add_box(1, 1));
  small.motions.resize(1);
  const Pair pair = {30, 0}, swapped = {0, 30};
  const auto code = [](const QueryScene<Scalar>& a, const QueryScene<Scalar>& b, const Pair& of) {
    typename TypeParam::Result result;
    return TypeParam::run(Form::returning, {&a, &b}, {&of, 1}, {&result, 1}).code;
  };
  EXPECT_EQ(code(this->of_, small, pair), ErrorCode::ok);
  EXPECT_EQ(code(small, this->of_, pair), ErrorCode::bad_body);
  EXPECT_EQ(code(small, this->of_, swapped), ErrorCode::ok);
  EXPECT_EQ(code(this->of_, small, swapped), ErrorCode::bad_body);
}

TYPED_TEST(BatchErrors, of_two_scenes_say_whose_body_is_not_there) {
  using Scalar = typename TypeParam::Scalar;
  QueryScene<Scalar> small;
  small.scene.add_body(small.scene.add_box(1, 1));
  small.motions.resize(1);
  typename TypeParam::Result result;
  const auto expect_text = [&](const Asked<Scalar>& asked, ErrorCode code, const Pair& pair, const char* text) {
    expect_error(code, 0, text, [&] { (void)TypeParam::run(Form::throwing, asked, {&pair, 1}, {&result, 1}); });
  };
  expect_text({&small, &this->of_}, ErrorCode::bad_body, {30, 1}, "pair 0 names body 30 of scene_a: ");
  expect_text({&this->of_, &small}, ErrorCode::bad_body, {1, 30}, "pair 0 names body 30 of scene_b: ");
  expect_text({&small, &this->of_}, ErrorCode::removed_body, {0, 20}, "pair 0 names body 20 of scene_b: ");
  expect_text({&small}, ErrorCode::bad_body, {0, 30}, "pair 0 names body 30: ");
}

TYPED_TEST(BatchErrors, are_ok_where_all_is_well) {
  using Scalar = typename TypeParam::Scalar;
  for (const Asked<Scalar>& asked : {Asked<Scalar>{&this->of_}, Asked<Scalar>{&this->of_, &this->of_}}) {
    const auto expected = this->results_of(asked), quiet = this->results_of(asked, Form::returning);
    EXPECT_EQ(std::memcmp(quiet.data(), expected.data(), expected.size() * sizeof expected[0]), 0);
  }
}

TYPED_TEST(BatchErrors, leave_the_statistics_alone) {
  this->pairs_[7] = {20, 20};
  Stats stats{1, 2, 3, 4};
  std::vector<typename TypeParam::Result> results(this->pairs_.size());
  EXPECT_FALSE(TypeParam::run(Form::returning, {&this->of_}, this->pairs_, results, {.stats = &stats}).ok());
  EXPECT_EQ(stats.pairs, 1u);
  EXPECT_EQ(stats.decided_by_lanes + stats.decided_by_double + stats.decided_exactly, 9u);
}

TYPED_TEST(BatchErrors, report_an_executor_that_throws_and_leave_the_scene_usable) {
  using Scalar = typename TypeParam::Scalar;
  const auto alone = this->results_of({&this->of_})[0];
  this->pairs_.resize(300000, {1, 2});  // enough for any executor to be asked
  const auto throwing = [](void*, std::size_t, void (*)(void*, std::size_t), void*) { throw std::runtime_error("no"); };
  const Executor executor = {nullptr, 4, throwing};
  const Options options = {.executor = &executor};
  std::vector<typename TypeParam::Result> results(this->pairs_.size());
  const Asked<Scalar> asked{&this->of_};
  expect_error(ErrorCode::internal,
               [&] { (void)TypeParam::run(Form::throwing, asked, this->pairs_, results, options); });
  EXPECT_EQ(TypeParam::run(Form::returning, asked, this->pairs_, results, options).code, ErrorCode::internal);
  EXPECT_EQ(std::memcmp(&this->results_of(asked)[299999], &alone, sizeof alone), 0);
}

template <class Query>
class MarginErrors : public BatchErrors<Query> {};

TYPED_TEST_SUITE(MarginErrors, PairQueriesWithMargin, QueryNames);

TYPED_TEST(MarginErrors, refuse_a_margin_that_is_negative_or_not_finite) {
  using Scalar = typename TypeParam::Scalar;
  using Limits = std::numeric_limits<Scalar>;
  for (const Scalar margin :
       {Scalar(-1), -Limits::denorm_min(), Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()}) {
    this->refused_by(
        [&](Form form, const Asked<Scalar>& asked, std::span<typename TypeParam::Result> results) {
          return TypeParam::run_with_margin(form, asked, this->pairs_, results, margin);
        },
        ErrorCode::bad_margin, {});
  }
}

}  // namespace
}  // namespace satchel::test
