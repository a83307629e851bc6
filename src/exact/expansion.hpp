// Expansion arithmetic: exact sums, differences and products of doubles.
//
// An expansion is an exact number written as a sum of doubles, smallest first, that overlap in no bit. Zeros are left
// out, so the last double has the sign of the sum. After J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic
// and Fast Robust Geometric Predicates", Discrete & Computational Geometry 18 (1997); the figures and theorems that the
// comments name are in that paper.
//
// Precondition: every product is a multiple of 2^-1074 and below 2^970; then no operation overflows and no tail
// underflows. Coordinates satisfy it: the lowest bit of a coordinate of at least 2^-200 is 2^-252 or larger, so a
// product of two differences of coordinates is a multiple of 2^-504, and a product of two such products of 2^-1008. The
// code needs IEEE doubles rounded to nearest even, and a compiler that neither contracts nor reassociates.
#pragma once

namespace satchel::exact {

/// high + low exactly; high is the rounded result.
struct TwoTerms {
  double high, low;
};

/// a + b (Knuth; figure 7).
constexpr TwoTerms two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  const double a_part = sum - b_part;
  return {sum, (a - a_part) + (b - b_part)};
}

/// a + b where |a| >= |b|, or where a is a multiple of a power of two above |b| (Dekker; figure 6).
constexpr TwoTerms fast_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a - b.
constexpr TwoTerms two_difference(double a, double b) { return two_sum(a, -b); }

/// a as the sum of two halves of at most 26 bits; products of halves are exact (Dekker, Veltkamp; theorem 17).
constexpr TwoTerms split(double a) {
  constexpr double splitter = 0x1p27 + 1;
  const double shifted = splitter * a;
  const double high = shifted - (shifted - a);
  return {high, a - high};
}

/// a b (Dekker; theorem 18). Not by std::fma, which is a slow library call on a machine without the instruction.
constexpr TwoTerms two_product(double a, double b) {
  const double product = a * b;
  const TwoTerms left = split(a), right = split(b);
  const double error = ((product - left.high * right.high) - left.low * right.high) - left.high * right.low;
  return {product, left.low * right.low - error};
}

template <int capacity>
struct Expansion {
  double terms[capacity];
  int size = 0;

  constexpr Expansion() {}  // leaves the terms unset; only the first `size` terms are read
  constexpr explicit Expansion(TwoTerms number) requires(capacity >= 2) {
    push(number.low);
    push(number.high);
  }

  constexpr void push(double term) {
    if (term != 0) terms[size++] = term;
  }

  /// -1, 0 or 1.
  constexpr int sign() const { return size == 0 ? 0 : terms[size - 1] > 0 ? 1 : -1; }

  /// The nearest double or a neighbour of it, with the exact sign. Adds terms from the largest down until an addition
  /// leaves a nonzero tail; the terms after the next one are too small to matter.
  constexpr double estimate() const {
    if (size == 0) return 0;
    double head = terms[size - 1];
    for (int i = size - 2; i >= 0; --i) {
      const TwoTerms sum = fast_two_sum(head, terms[i]);
      head = sum.high;
      if (sum.low != 0) return head + (sum.low + (i > 0 ? terms[i - 1] : 0));
    }
    return head;
  }
};

/// -e.
template <int n>
constexpr Expansion<n> negated(Expansion<n> e) {
  for (int i = 0; i < e.size; ++i) e.terms[i] = -e.terms[i];
  return e;
}

/// e + b (Grow-Expansion, theorem 10).
template <int n>
constexpr Expansion<n + 1> grow(const Expansion<n>& e, double b) {
  Expansion<n + 1> result;
  double carry = b;
  for (int i = 0; i < e.size; ++i) {
    const TwoTerms sum = two_sum(carry, e.terms[i]);
    result.push(sum.low);
    carry = sum.high;
  }
  result.push(carry);
  return result;
}

/// Adds f to e, which has room for f.size more terms, by growing e by each term of f (Expansion-Sum, theorem 12).
/// Unlike Fast-Expansion-Sum it requires only that the terms of each argument do not overlap. The sums are short, so
/// that its quadratic cost is small.
template <int n, int m>
constexpr void add_to(Expansion<n>& e, const Expansion<m>& f) {
  for (int j = 0; j < f.size; ++j) {
    double carry = f.terms[j];
    int kept = 0;
    for (int i = 0; i < e.size; ++i) {
      const TwoTerms step = two_sum(carry, e.terms[i]);
      if (step.low != 0) e.terms[kept++] = step.low;
      carry = step.high;
    }
    if (carry != 0) e.terms[kept++] = carry;
    e.size = kept;
  }
}

/// e + f.
template <int n, int m>
constexpr Expansion<n + m> sum(const Expansion<n>& e, const Expansion<m>& f) {
  Expansion<n + m> result;
  for (int i = 0; i < e.size; ++i) result.terms[i] = e.terms[i];
  result.size = e.size;
  add_to(result, f);
  return result;
}

/// e b (Scale-Expansion, theorem 19).
template <int n>
constexpr Expansion<2 * n> scaled(const Expansion<n>& e, double b) {
  Expansion<2 * n> result;
  if (e.size == 0 || b == 0) return result;
  TwoTerms carry = two_product(e.terms[0], b);
  result.push(carry.low);
  for (int i = 1; i < e.size; ++i) {
    const TwoTerms product = two_product(e.terms[i], b);
    const TwoTerms middle = two_sum(carry.high, product.low);
    result.push(middle.low);
    carry = fast_two_sum(product.high, middle.high);
    result.push(carry.low);
  }
  result.push(carry.high);
  return result;
}

/// e f for an f of at most two terms, such as the difference of two coordinates.
template <int n>
constexpr Expansion<4 * n> product(const Expansion<n>& e, const Expansion<2>& f) {
  Expansion<4 * n> result;
  if (f.size == 0) return result;
  const Expansion<2 * n> first = scaled(e, f.terms[0]);
  if (f.size == 2) return sum(first, scaled(e, f.terms[1]));
  for (int i = 0; i < first.size; ++i) result.terms[i] = first.terms[i];
  result.size = first.size;
  return result;
}

/// e f.
template <int n, int m>
constexpr Expansion<2 * n * m> product_of(const Expansion<n>& e, const Expansion<m>& f) {
  Expansion<2 * n * m> result;
  for (int j = 0; j < f.size; ++j) add_to(result, scaled(e, f.terms[j]));
  return result;
}

/// The number e with few terms: the largest term approximates e to less than one unit in the last place (Compress,
/// theorem 23).
template <int n>
constexpr Expansion<n> compressed(Expansion<n> e) {
  if (e.size == 0) return e;
  int bottom = e.size - 1;
  double carry = e.terms[bottom];
  for (int i = e.size - 2; i >= 0; --i) {
    const TwoTerms sum = fast_two_sum(carry, e.terms[i]);
    carry = sum.high;
    if (sum.low != 0) {
      e.terms[bottom--] = sum.high;
      carry = sum.low;
    }
  }
  Expansion<n> result;
  for (int i = bottom + 1; i < e.size; ++i) {
    const TwoTerms sum = fast_two_sum(e.terms[i], carry);
    result.push(sum.low);
    carry = sum.high;
  }
  result.push(carry);
  return result;
}

/// p q - r s, the sign of which is an orientation.
template <int n>
constexpr Expansion<8 * n> cross(const Expansion<n>& p, const Expansion<2>& q, const Expansion<n>& r,
                                 const Expansion<2>& s) {
  return sum(product(p, q), negated(product(r, s)));
}

}  // namespace satchel::exact
