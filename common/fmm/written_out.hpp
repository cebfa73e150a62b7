// The functions of expansion.h for processors with hundreds of registers. Every term is written
// out, so that the compiler keeps each in a register. Loops with computed indices keep terms in
// memory, which took thirty times as long on an H100.
#pragma once

#include <utility>

#include "common/fmm/expansion.h"

namespace gputest::fmm {

/// Higher degrees have too many terms for the registers.
inline constexpr int kMostWrittenOut = 6;

/// A monomial x^(n - m) y^(m - c) z^c.
struct Term {
  int n, m, c;
};
/// The term of a place: gt_find_term() for constants.
GT_FN constexpr Term term_at(int place) {
  Term term{0, 0, 0};
  while (place >= GT_TERMS(term.n)) ++term.n;
  int rest = place - GT_TERMS(term.n - 1);
  while (rest > term.m) rest -= ++term.m;
  term.c = rest;
  return term;
}
GT_FN constexpr int place_of(Term term) {
  return GT_TERMS(term.n - 1) + term.m * (term.m + 1) / 2 + term.c;
}
/// The place of the product of two terms.
GT_FN constexpr int place_of_product(Term a, Term b) {
  return place_of({a.n + b.n, a.m + b.m, a.c + b.c});
}

/// A number that is a constant at the place of the call.
template <int Number>
struct Constant {
  GT_MEMBER_FN constexpr operator int() const { return Number; }
};

template <int... Numbers, class F>
GT_FN void for_each_of(std::integer_sequence<int, Numbers...>, const F& f) {
  (f(Constant<Numbers>{}), ...);
}
/// f(0), …, f(count - 1), each number a constant.
template <int Count, class F>
GT_FN void for_each_constant(const F& f) {
  for_each_of(std::make_integer_sequence<int, Count>{}, f);
}

/// A step from terms of lower degree to a term: from `from`, by a factor x, y or z (axis 0, 1, 2).
/// It has the exponent of this axis in `from` and, if that is above 0, the place with one less. The
/// axis is one with the smallest exponent.
struct TermStep {
  int axis, from, exponent, before;
};
GT_FN constexpr TermStep step_to(Term term) {
  const int exponents[3] = {term.n - term.m, term.m - term.c, term.c};
  int axis = -1;
  for (int k = 0; k < 3; ++k)
    if (exponents[k] > 0 && (axis < 0 || exponents[k] < exponents[axis])) axis = k;
  const auto less = [&](int by) {
    return place_of(
        {term.n - by, axis > 0 ? term.m - by : term.m, axis > 1 ? term.c - by : term.c});
  };
  return {axis, less(1), exponents[axis] - 1, exponents[axis] > 1 ? less(2) : 0};
}

/// gt_monomials().
template <int Degree, class Real>
GT_FN void monomials(Real (&to)[GT_TERMS(Degree)], Real x, Real y, Real z) {
  const Real along[3] = {x, y, z};
  to[0] = 1;
  for_each_constant<GT_TERMS(Degree) - 1>([&](auto which) {
    constexpr int kPlace = 1 + which;
    constexpr TermStep kStep = step_to(term_at(kPlace));
    constexpr Real kShare = Real(1) / Real(kStep.exponent + 1);
    to[kPlace] = to[kStep.from] * (kShare * along[kStep.axis]);
  });
}

/// (-1)^s (2 s - 1)!!
GT_FN constexpr int derivative_start(int s) {
  int product = 1;
  for (int k = 0; k < s; ++k) product *= -(2 * k + 1);
  return product;
}

/// gt_derivatives().
template <int Degree, class Real>
GT_FN void derivatives(Real (&to)[GT_TERMS(Degree)], Real x, Real y, Real z) {
  const Real along[3] = {x, y, z};
  constexpr int kLast = derivative_start(Degree);
  to[0] = Real(kLast);
  for_each_constant<Degree>([&](auto step) {
    constexpr int kS = Degree - 1 - step, kTerms = GT_TERMS(Degree - kS);
    for_each_constant<kTerms - 1>([&](auto which) {
      constexpr int kPlace = kTerms - 1 - which;
      constexpr TermStep kStep = step_to(term_at(kPlace));
      Real term = along[kStep.axis] * to[kStep.from];
      if constexpr (kStep.exponent > 0) term += Real(kStep.exponent) * to[kStep.before];
      to[kPlace] = term;
    });
    constexpr int kStart = derivative_start(kS);
    to[0] = Real(kStart);
  });
}

/// gt_add_cell_to_local(); moment(place) are the cell's multipoles.
template <int Degree, class Real, class Moment>
GT_FN void add_cell_to_local(Real (&expansion)[GT_TERMS(Degree)], const Moment& moment, Real x,
                             Real y, Real z, Real u, Real own, Real radius) {
  Real all[GT_TERMS(Degree)], scales[Degree + 1];
  derivatives<Degree>(all, x * u, y * u, z * u);
  scales[0] = 1;
  for_each_constant<Degree>([&](auto n) { scales[n + 1] = scales[n] * -(radius * u); });
  Real unit = u;
  // Sums one degree at a time, so that all values stay in registers.
  for_each_constant<Degree + 1>([&](auto degree) {
    constexpr int kN = degree, kFirst = GT_TERMS(kN - 1), kCount = GT_TERMS(kN) - kFirst;
    Real sums[kCount] = {};
    for_each_constant<GT_TERMS(Degree - kN)>([&](auto place) {
      constexpr Term kTerm = term_at(place);
      const Real number = moment(place) * scales[kTerm.n];
      for_each_constant<kCount>([&](auto which) {
        constexpr int kPlace = place_of_product(term_at(kFirst + which), kTerm);
        sums[which] += number * all[kPlace];
      });
    });
    for_each_constant<kCount>([&](auto which) { expansion[kFirst + which] += unit * sums[which]; });
    unit *= kN == 0 ? u : own * u;
  });
}

/// gt_sum_of_cell(); moment(place) are the cell's multipoles.
template <int Degree, class Real, class Moment>
GT_FN void sum_of_cell(Real (&sum)[4], const Moment& moment, Real x, Real y, Real z, Real u,
                       Real radius) {
  Real all[GT_TERMS(Degree)], scales[Degree + 1];
  derivatives<Degree>(all, x * u, y * u, z * u);
  scales[0] = 1;
  for_each_constant<Degree>([&](auto n) { scales[n + 1] = scales[n] * -(radius * u); });
  for (Real& number : sum) number = 0;
  for_each_constant<GT_TERMS(Degree)>([&](auto place) {
    constexpr Term kTerm = term_at(place);
    const Real number = moment(place) * scales[kTerm.n];
    if constexpr (kTerm.n < Degree) {
      sum[0] += number * all[place_of_product(kTerm, {1, 0, 0})];
      sum[1] += number * all[place_of_product(kTerm, {1, 1, 0})];
      sum[2] += number * all[place_of_product(kTerm, {1, 1, 1})];
    }
    sum[3] += number * all[place];
  });
  for (int axis = 0; axis < 3; ++axis) sum[axis] *= u * u;
  sum[3] *= u;
}

/// Reads numbers from memory and multiplies those of degree n by factor^n.
template <int Degree, class Real>
GT_FN void scaled(Real (&to)[GT_TERMS(Degree)], const Real* from, Real factor) {
  Real power = 1;
  for_each_constant<Degree + 1>([&](auto degree) {
    constexpr int kFirst = GT_TERMS(degree - 1), kCount = GT_TERMS(degree) - kFirst;
    for_each_constant<kCount>(
        [&](auto which) { to[kFirst + which] = from[kFirst + which] * power; });
    power *= factor;
  });
}

/// a_k = the sum of a_l b_(k-l): gt_convolved() for all terms. It computes the highest degree
/// first, because no other term needs it.
template <int Degree, class Real>
GT_FN void convolve(Real (&a)[GT_TERMS(Degree)], const Real (&b)[GT_TERMS(Degree)]) {
  for_each_constant<GT_TERMS(Degree)>([&](auto down) {
    constexpr int kPlace = GT_TERMS(Degree) - 1 - down;
    constexpr Term kTo = term_at(kPlace);
    Real sum = a[kPlace];  // b_0 is 1
    for_each_constant<GT_TERMS(kTo.n - 1)>([&](auto other) {
      constexpr Term kFrom = term_at(other);
      constexpr int kX = (kTo.n - kTo.m) - (kFrom.n - kFrom.m),
                    kY = (kTo.m - kTo.c) - (kFrom.m - kFrom.c), kZ = kTo.c - kFrom.c;
      if constexpr (kX >= 0 && kY >= 0 && kZ >= 0)
        sum += a[other] * b[place_of({kX + kY + kZ, kY + kZ, kZ})];
    });
    a[kPlace] = sum;
  });
}

/// gt_local_at(): the acceleration and the sum of m/r of an expansion with the numbers
/// number(place), at the distance (x, y, z) over its radius.
template <int Degree, class Real, class Number>
GT_FN void local_at(Real (&sum)[4], const Number& number, Real x, Real y, Real z, Real radius) {
  Real powers[GT_TERMS(Degree)];
  monomials<Degree>(powers, x, y, z);
  for (Real& one : sum) one = 0;
  for_each_constant<GT_TERMS(Degree)>([&](auto place) {
    constexpr Term kTerm = term_at(place);
    const Real own = number(place);
    // The derivative by each axis that the term contains is the term with one factor less.
    if constexpr (kTerm.n > kTerm.m)
      sum[0] += own * powers[place_of({kTerm.n - 1, kTerm.m, kTerm.c})];
    if constexpr (kTerm.m > kTerm.c)
      sum[1] += own * powers[place_of({kTerm.n - 1, kTerm.m - 1, kTerm.c})];
    if constexpr (kTerm.c > 0)
      sum[2] += own * powers[place_of({kTerm.n - 1, kTerm.m - 1, kTerm.c - 1})];
    sum[3] += own * (place == 0 ? Real(1) : radius * powers[place]);
  });
}

}  // namespace gputest::fmm
