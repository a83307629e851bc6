// Decimal text to the nearest number: by the standard library, and by what takes its place where that lacks it.
#include <algorithm>
#include <bit>
#include <clocale>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>
#include <boost/multiprecision/cpp_int.hpp>

#include "cli/support/decimal.hpp"
#include "cli/tool.hpp"

#if !defined(_WIN32)
namespace satchel::cli_test {
namespace {

using Integer = boost::multiprecision::cpp_int;

template <class T>
using BitsOf = std::conditional_t<sizeof(T) == sizeof(float), std::uint32_t, std::uint64_t>;

template <class T>
struct Read {
  std::size_t length;
  std::errc error;
  T value;
};

/// What `decimal` reads; `from_chars_by_strtod` has to read the same.
template <class T>
Read<T> read(std::string_view text) {
  const char* const end = text.data() + text.size();
  T value = 77, by_strtod = 77;
  const auto result = cli::decimal(text.data(), end, value);
  const auto same = cli::from_chars_by_strtod(text.data(), end, by_strtod);
  EXPECT_EQ(result.ptr, same.ptr) << text;
  EXPECT_EQ(result.ec, same.ec) << text;
  EXPECT_TRUE(std::isnan(value) ? std::isnan(by_strtod)
                                : std::bit_cast<BitsOf<T>>(value) == std::bit_cast<BitsOf<T>>(by_strtod))
      << text << ": " << value << ' ' << by_strtod;
  return {static_cast<std::size_t>(result.ptr - text.data()), result.ec, value};
}

/// The number in the middle between a number of these bits, 0 or more, and the next larger one, and what is next to that
/// by its last of many digits.
template <class T>
std::string middle(BitsOf<T> bits, int last_digit) {
  constexpr int digits = std::numeric_limits<T>::digits;
  const auto field = static_cast<int>(bits >> (digits - 1));
  const BitsOf<T> hidden = BitsOf<T>{1} << (digits - 1);
  const BitsOf<T> fraction = bits & (hidden - 1);
  const Integer twice = 2 * Integer(field == 0 ? fraction : fraction | hidden) + 1;
  const int exponent = std::max(field - 1, 0) + std::numeric_limits<T>::min_exponent - digits - 1;
  if (exponent >= 0) {
    return Integer((twice << exponent) * 10 + last_digit).str() + "e-1";
  }
  const Integer decimal = twice * boost::multiprecision::pow(Integer(5), static_cast<unsigned>(-exponent));
  return Integer(decimal * 10 + last_digit).str() + "e" + std::to_string(exponent - 1);
}

template <class T>
class Decimals : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(Decimals, Floats);

// Exact middles have up to 768 digits; they are rounded to the even neighbour, and what is a hair beside them to the nearer.
TYPED_TEST(Decimals, are_rounded_exactly) {
  using Bits = BitsOf<TypeParam>;
  const auto infinity = std::bit_cast<Bits>(std::numeric_limits<TypeParam>::infinity());
  std::mt19937_64 random(7);
  std::vector<Bits> numbers{0, 1, 2, infinity - 2};
  const auto smallest = std::bit_cast<Bits>(std::numeric_limits<TypeParam>::min());
  for (const Bits bits : {smallest - 2, smallest - 1, smallest, smallest + 1}) numbers.push_back(bits);
  while (numbers.size() < 2000) numbers.push_back(static_cast<Bits>(random() % (infinity - 1)));
  while (numbers.size() < 2400) numbers.push_back(static_cast<Bits>(random() % smallest));
  for (const Bits bits : numbers) {
    const Bits even = bits + (bits & 1u);
    const Bits nearest[] = {bits, even, bits + 1};
    for (int last_digit = -1; last_digit <= 1; ++last_digit) {
      const std::string text = middle<TypeParam>(bits, last_digit);
      const Bits right = nearest[last_digit + 1];
      const Read<TypeParam> result = read<TypeParam>(text), negative = read<TypeParam>('-' + text);
      if (right == 0) {
        ASSERT_EQ(result.error, std::errc::result_out_of_range) << text;
        continue;
      }
      ASSERT_EQ(result.error, std::errc()) << text;
      ASSERT_EQ(result.length, text.size());
      ASSERT_EQ(std::bit_cast<Bits>(result.value), right) << text;
      ASSERT_EQ(negative.value, -result.value);
    }
  }
  // Above the largest number: a hair below the middle to a power of two is rounded down, the middle is out of range.
  ASSERT_EQ(read<TypeParam>(middle<TypeParam>(infinity - 1, -1)).value, std::numeric_limits<TypeParam>::max());
  ASSERT_EQ(read<TypeParam>(middle<TypeParam>(infinity - 1, 0)).error, std::errc::result_out_of_range);
}

// Rounded to double first, this float would be rounded twice.
TEST(Decimals, in_float_are_rounded_once) {
  EXPECT_EQ(read<float>("1.00000005960464477540").value, 1.00000011920928955078125f);
  EXPECT_EQ(static_cast<float>(read<double>("1.00000005960464477540").value), 1.0f);
}

TEST(Decimals, end_where_from_chars_ends) {
  constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  constexpr auto none = std::errc::invalid_argument, lost = std::errc::result_out_of_range;
  const struct {
    std::string text;
    std::size_t length;
    std::errc error;
    double value;
  } cases[] = {
      {"", 0, none, 77},
      {" 1", 0, none, 77},
      {"\n1", 0, none, 77},
      {"+1", 0, none, 77},
      {"-", 0, none, 77},
      {"--1", 0, none, 77},
      {"-+1", 0, none, 77},
      {"- 1", 0, none, 77},
      {".", 0, none, 77},
      {".e1", 0, none, 77},
      {"in", 0, none, 77},
      {"e1", 0, none, 77},
      {"-.5x", 3, {}, -0.5},
      {"0.", 2, {}, 0},
      {"1e", 1, {}, 1},
      {"1e+", 1, {}, 1},
      {"1e+5", 4, {}, 1e5},
      {"1E5", 3, {}, 1e5},
      {"1d5", 1, {}, 1},
      {"0x1p3", 1, {}, 0},
      {"-0x", 2, {}, -0.0},
      {"-0X1", 2, {}, -0.0},
      {"00012", 5, {}, 12},
      {"1,5", 1, {}, 1},
      {"inf", 3, {}, infinity},
      {"infinit", 3, {}, infinity},
      {"-INFINITY", 9, {}, -infinity},
      {"nan", 3, {}, nan},
      {"nan(a)", 6, {}, nan},
      {"nan(", 3, {}, nan},
      {"1e400", 5, lost, 77},
      {"-1e400", 6, lost, 77},
      {"1e-400", 6, lost, 77},
      {"2e-324", 6, lost, 77},
      {"3e-324", 6, {}, 4.9e-324},
      {"1e-320", 6, {}, 1e-320},
      {"0e999999", 8, {}, 0},
      {"1e99999999999999999999", 22, lost, 77},
      {{"1\0002", 3}, 1, {}, 1},
  };
  for (const auto& [text, length, error, value] : cases) {
    const Read<double> result = read<double>(text);
    EXPECT_EQ(result.length, length) << text;
    EXPECT_EQ(result.error, error) << text;
    EXPECT_TRUE(std::isnan(value) ? std::isnan(result.value)
                                  : result.value == value && std::signbit(result.value) == std::signbit(value))
        << text << ": " << result.value;
  }
}

// A locale of its own, for a machine may have none with another point.
TEST_F(Tool, reads_decimals_whatever_the_locale) {
  write_file(path("comma.src"), "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \"\"\ngrouping -1\nEND LC_NUMERIC\n");
  const std::string folder = path("").string();
  // Its exit code tells of warnings, too; what counts is the locale.
  ASSERT_NE(std::system(("localedef -c -i '" + folder + "comma.src' '" + folder + "comma' 2>/dev/null").c_str()), -1);
  ASSERT_TRUE(std::filesystem::exists(folder + "comma")) << "localedef, which comes with the C library, made no locale";
  setenv("LOCPATH", folder.c_str(), 1);
  const bool is_set = std::setlocale(LC_NUMERIC, "comma") != nullptr;
  const double by_locale = std::strtod("1,5", nullptr);
  const Read<double> result = read<double>("1.5");
  const Read<float> in_float = read<float>("1.5");
  std::setlocale(LC_NUMERIC, "C");
  unsetenv("LOCPATH");
  ASSERT_TRUE(is_set);
  EXPECT_EQ(by_locale, 1.5) << "the locale has its point";
  EXPECT_EQ(result.value, 1.5);
  EXPECT_EQ(in_float.value, 1.5f);
}

}  // namespace
}  // namespace satchel::cli_test
#endif
