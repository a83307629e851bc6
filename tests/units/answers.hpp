// Answers of the library as numbers that know how they depend on the unit of length.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <satchel/satchel.hpp>
#include <span>
#include <string>
#include <vector>

namespace satchel::test::units {

/// The answers to some questions, in the order in which these were asked.
class Answers {
 public:
  /// The answers that follow belong to this question.
  void begin(std::string question) { questions_.push_back({std::move(question), numbers_.size()}); }

  void length(double value) { numbers_.push_back({value, 1, Kind::rounded}); }
  void area(double value) { numbers_.push_back({value, 2, Kind::rounded}); }
  /// What no unit changes: times, quotients.
  void ratio(double value) { numbers_.push_back({value, 0, Kind::rounded}); }
  /// Likewise, and no rounding either: verdicts, ids.
  void same(double value) { numbers_.push_back({value, 0, Kind::exact}); }
  /// What depends on which of several edges or points is chosen, that rounding alone may tell apart: normals, features.
  void chosen(double value) { numbers_.push_back({value, 0, Kind::chosen}); }
  void chosen_length(double value) { numbers_.push_back({value, 1, Kind::chosen}); }

  template <class T>
  void lengths(const BasicVec2<T>& point) {
    length(static_cast<double>(point.x));
    length(static_cast<double>(point.y));
  }
  template <class T>
  void chosen_point(const BasicVec2<T>& point) {
    chosen_length(static_cast<double>(point.x));
    chosen_length(static_cast<double>(point.y));
  }
  template <class T>
  void direction(T x, T y) {
    chosen(static_cast<double>(x));
    chosen(static_cast<double>(y));
  }
  void status(const Status& status) { same(static_cast<double>(status.code)); }

  /// The first difference of `now`, asked in units of 2^unit, from these answers, scaled; empty if there is none. Where
  /// numbers of T are denormal, the last bit may differ.
  /// @param rounding  how far numbers that are rounded may be off, in units of 1; above 0: chosen ones are not compared
  template <class T>
  std::string difference(const Answers& now, int unit, double rounding = 0) const {
    if (questions_.size() != now.questions_.size()) return "another number of questions";
    for (std::size_t q = 0; q < questions_.size(); ++q) {
      const std::span<const Number> one = numbers_of(q), other = now.numbers_of(q);
      const std::string name = questions_[q].name + " in units of 2^" + std::to_string(unit) + ": ";
      if (one.size() != other.size()) {
        return name + std::to_string(other.size()) + " numbers, not " + std::to_string(one.size());
      }
      for (std::size_t i = 0; i < one.size(); ++i) {
        const double expected = std::ldexp(one[i].value, one[i].dimension * unit), got = other[i].value;
        if (got == expected) continue;
        const double off = std::fabs(std::ldexp(got, -one[i].dimension * unit) - one[i].value);
        if (one[i].kind == Kind::rounded && off <= rounding) continue;
        if (one[i].kind == Kind::chosen && rounding > 0) continue;
        const bool is_denormal = std::fabs(expected) < static_cast<double>(std::numeric_limits<T>::min());
        const double last_bit = static_cast<double>(std::numeric_limits<T>::denorm_min());
        if (is_denormal && std::fabs(got - expected) <= last_bit) continue;
        return name + "number " + std::to_string(i) + " of dimension " + std::to_string(one[i].dimension) + " is " +
               text(std::ldexp(got, -one[i].dimension * unit)) + ", not " + text(one[i].value) + " (times " +
               text(std::ldexp(1.0, one[i].dimension * unit)) + ")";
      }
    }
    return {};
  }
  std::size_t size() const { return numbers_.size(); }

 private:
  enum class Kind : std::uint8_t { exact, rounded, chosen };
  struct Number {
    double value;
    int dimension;
    Kind kind;
  };
  struct Question {
    std::string name;
    std::size_t first;
  };

  std::span<const Number> numbers_of(std::size_t question) const {
    const std::size_t first = questions_[question].first;
    const std::size_t last = question + 1 < questions_.size() ? questions_[question + 1].first : numbers_.size();
    return std::span(numbers_).subspan(first, last - first);
  }
  static std::string text(double number) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.17g", number);
    return buffer;
  }

  std::vector<Number> numbers_;
  std::vector<Question> questions_;
};

}  // namespace satchel::test::units
