// What a refusal has to look like.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <regex>
#include <satchel/error.hpp>
#include <string>

namespace satchel::test {

/// Where a check is called from. Not std::source_location, which clang 14 does not have with g++'s library.
struct Where {
  const char* file;
  int line;
  static constexpr Where here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) { return {file, line}; }
};

/// A word or two that a text about this code cannot do without.
inline const char* needed_words(ErrorCode code) {
  switch (code) {
    case ErrorCode::not_finite:
      return "finite";
    case ErrorCode::out_of_range:
      return "range";
    case ErrorCode::too_few_vertices:
      return "three";
    case ErrorCode::too_many_vertices:
      return "131.?072";
    case ErrorCode::repeated_vertex:
      return "repeated";
    case ErrorCode::closed_ring:
      return "last vertex repeats the first";
    case ErrorCode::equal_ends:
      return "ends are one point";
    case ErrorCode::collinear:
      return "collinear";
    case ErrorCode::clockwise:
      return "counter-clockwise";
    case ErrorCode::not_convex:
      return "convex";
    case ErrorCode::not_simple:
      return "once";
    case ErrorCode::meets_itself:
      return "touch";
    case ErrorCode::bad_hole:
      return "hole";
    case ErrorCode::bad_radius:
      return "radius";
    case ErrorCode::unsupported:
      return "support";
    case ErrorCode::bad_rotation:
      return "cos";
    case ErrorCode::bad_starts:
      return "start";
    case ErrorCode::size_mismatch:
      return "element|length";
    case ErrorCode::no_parts:
      return "at least one";
    case ErrorCode::nested_compound:
      return "nest";
    case ErrorCode::bad_shape:
      return "no shape";
    case ErrorCode::bad_body:
      return "no body";
    case ErrorCode::removed_body:
      return "removed";
    case ErrorCode::unknown_isa:
    case ErrorCode::unavailable_isa:
      return "instruction set";
    case ErrorCode::cancelled:
      return "cancelled";
    case ErrorCode::no_memory:
      return "memory";
    case ErrorCode::internal:
      return "executor|trusted";
    default:
      return ".";
  }
}

/// `call` throws `Error` with this code, and this index if one is given; its text says what is wrong and names the
/// item: it matches the regular expression `item`.
inline void expect_error(ErrorCode code, std::optional<std::size_t> index, const std::string& item,
                         const std::function<void()>& call, Where where = Where::here()) {
  const testing::ScopedTrace trace(where.file, where.line, "expect_error");
  try {
    call();
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_EQ(error.code(), code) << text;
    EXPECT_EQ(error.index(), index.value_or(error.index())) << text;
    EXPECT_EQ(error.status().code, error.code());
    EXPECT_EQ(error.status().index, error.index());
    EXPECT_TRUE(std::regex_search(text, std::regex(needed_words(code))))
        << "'" << text << "' does not say what is wrong";
    EXPECT_TRUE(std::regex_search(text, std::regex(item))) << "'" << text << "' does not name " << item;
    return;
  } catch (const std::exception& other) {
    FAIL() << "another exception: " << other.what();
  }
  FAIL() << "not refused; expected: " << message(code);
}

/// The same for the item of this index: "pair 3".
inline void expect_error_at(ErrorCode code, std::size_t index, const std::string& kind,
                            const std::function<void()>& call, Where where = Where::here()) {
  expect_error(code, index, "(" + kind + ")[^0-9]*" + std::to_string(index) + "([^0-9]|$)", call, where);
}

/// The same where there is but one item.
inline void expect_error(ErrorCode code, const std::function<void()>& call, Where where = Where::here()) {
  expect_error(code, {}, "", call, where);
}

}  // namespace satchel::test
