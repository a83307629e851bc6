// What batch calls refuse, in both forms, and that nothing has been written then.
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <satchel/satchel.hpp>
#include <stdexcept>

#include "support/exact_alloc.hpp"
#include "support/expect_error.hpp"
#include "support/generators.hpp"
#include "support/queries.hpp"

namespace satchel::test {
namespace {

class BatchErrors : public testing::Test {
 protected:
  BatchErrors() {
    scene_.remove_body(20);
    pairs_.resize(1000, {1, 2});
  }

  /// Both calls in both forms, on one scene and on two, refuse the pairs alike and write nothing.
  void refused(ErrorCode code, std::optional<std::size_t> pair, std::size_t results = 1000) {
    const ExactBuffer<Contact> contacts(results);
    const ExactBuffer<Verdict> verdicts(results);
    const std::function<void()> throwing[] = {
        [&] { collide(scene_, pairs_, contacts.span()); }, [&] { collide(scene_, scene_, pairs_, contacts.span()); },
        [&] { classify(scene_, pairs_, verdicts.span()); }, [&] { classify(scene_, scene_, pairs_, verdicts.span()); }};
    const Status statuses[] = {collide(std::nothrow, scene_, pairs_, contacts.span()),
                               collide(std::nothrow, scene_, scene_, pairs_, contacts.span()),
                               classify(std::nothrow, scene_, pairs_, verdicts.span()),
                               classify(std::nothrow, scene_, scene_, pairs_, verdicts.span())};
    for (std::size_t form = 0; form < std::size(statuses); ++form) {
      if (pair) {
        expect_error_at(code, *pair, "pair", throwing[form]);
      } else {
        expect_error(code, throwing[form]);
      }
      EXPECT_FALSE(statuses[form].ok());
      EXPECT_EQ(statuses[form].code, code);
      try {
        throwing[form]();
      } catch (const Error& error) {
        EXPECT_EQ(statuses[form].index, error.index()) << "the nothrow form returns another index";
      }
    }
    EXPECT_TRUE(contacts.untouched());
    EXPECT_TRUE(verdicts.untouched());
  }

  Random random_{70};
  Scene scene_ = crowd(random_, 40, 0, 3, 12).scene;
  std::vector<Pair> pairs_;
};

TEST_F(BatchErrors, name_the_first_pair_with_a_body_that_is_not_there) {
  pairs_[700] = {40, 1};
  refused(ErrorCode::bad_body, 700);
  pairs_[333] = {1, 0xFFFFFFFFu};
  refused(ErrorCode::bad_body, 333);
  pairs_[0] = {40, 40};
  refused(ErrorCode::bad_body, 0);
}

TEST_F(BatchErrors, name_it_also_where_no_body_has_been_removed) {
  scene_.add_body(0);  // takes the place of the removed one
  pairs_[700] = {1, 40};
  refused(ErrorCode::bad_body, 700);
  pairs_[333] = {40, 1};
  refused(ErrorCode::bad_body, 333);
}

TEST_F(BatchErrors, name_the_first_pair_with_a_removed_body) {
  pairs_[999] = {20, 1};
  refused(ErrorCode::removed_body, 999);
  pairs_[500] = {1, 20};
  refused(ErrorCode::removed_body, 500);
  pairs_[501] = {1, 99};
  refused(ErrorCode::removed_body, 500);
  pairs_[499] = {1, 99};
  refused(ErrorCode::bad_body, 499);
}

TEST_F(BatchErrors, refuse_a_span_of_results_of_another_length) {
  for (const std::size_t results : {0u, 1u, 999u, 1001u}) refused(ErrorCode::size_mismatch, {}, results);
}

TEST_F(BatchErrors, check_each_side_against_its_own_scene) {
  Scene small;
  small.add_body(small.add_box(1, 1));
  const Pair pair = {30, 0}, swapped = {0, 30};
  Contact contact;
  EXPECT_TRUE(collide(std::nothrow, scene_, small, {&pair, 1}, {&contact, 1}).ok());
  EXPECT_EQ(collide(std::nothrow, small, scene_, {&pair, 1}, {&contact, 1}).code, ErrorCode::bad_body);
  EXPECT_TRUE(collide(std::nothrow, small, scene_, {&swapped, 1}, {&contact, 1}).ok());
  EXPECT_EQ(collide(std::nothrow, scene_, small, {&swapped, 1}, {&contact, 1}).code, ErrorCode::bad_body);
}

TEST_F(BatchErrors, are_ok_where_all_is_well) {
  const std::vector<Contact> expected = collided(scene_, pairs_);
  std::vector<Contact> contacts(pairs_.size());
  std::vector<Verdict> verdicts(pairs_.size());
  const Status status = collide(std::nothrow, scene_, pairs_, contacts);
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(status.index, 0u);
  EXPECT_TRUE(classify(std::nothrow, scene_, pairs_, verdicts).ok());
  EXPECT_TRUE(same_bits(contacts, expected));
  for (std::size_t i = 0; i < verdicts.size(); ++i) EXPECT_EQ(verdicts[i], verdict(expected[i]));
}

TEST_F(BatchErrors, leave_the_statistics_alone) {
  pairs_[7] = {20, 20};
  Stats stats{1, 2, 3, 4};
  std::vector<Contact> contacts(pairs_.size());
  EXPECT_FALSE(collide(std::nothrow, scene_, pairs_, contacts, {.stats = &stats}).ok());
  EXPECT_EQ(stats.pairs, 1u);
  EXPECT_EQ(stats.decided_by_lanes + stats.decided_by_double + stats.decided_exactly, 9u);
}

TEST_F(BatchErrors, report_an_executor_that_throws_and_leave_the_scene_usable) {
  pairs_.resize(300000, {1, 2});  // enough for any executor to be asked
  const auto throwing = [](void*, std::size_t, void (*)(void*, std::size_t), void*) { throw std::runtime_error("no"); };
  const Executor executor = {nullptr, 4, throwing};
  const Options options = {.executor = &executor};
  std::vector<Contact> contacts(pairs_.size());
  std::vector<Verdict> verdicts(pairs_.size());
  expect_error(ErrorCode::internal, [&] { collide(scene_, pairs_, contacts, options); });
  expect_error(ErrorCode::internal, [&] { classify(scene_, pairs_, verdicts, options); });
  EXPECT_EQ(collide(std::nothrow, scene_, pairs_, contacts, options).code, ErrorCode::internal);
  EXPECT_EQ(classify(std::nothrow, scene_, pairs_, verdicts, options).code, ErrorCode::internal);
  EXPECT_NO_THROW(collide(scene_, pairs_, contacts));
  EXPECT_TRUE(same_bits(contacts[299999], collided(scene_, Pair{1, 2})));
}

}  // namespace
}  // namespace satchel::test
