/* Polynomials in x, y and z up to a degree, and what a fast multipole method does with them: the
 * same text for g++, nvcc, hipcc and OpenCL C.
 *
 * Numbers stand for the monomials x^a y^b z^c, of lower degree a + b + c first (gt_term). A cell's
 * multipoles are M_l = sum of m (x - centre)^l / l! over its bodies; its local expansion has the
 * derivatives L_k of the potential, the sum of m/r, at its centre, so that this is
 * sum L_k (x - centre)^k / k! (W. Dehnen, J. Comput. Phys. 179, 27, 2002, section 2.2). A kernel
 * that is not harmonic may be expanded so, and so one that is softened.
 *
 * A cell at the distance r acts by L_k = sum_l (-1)^l M_l D_(k+l), D the derivatives of
 * (r^2 + eps2)^(-1/2), for |k| + |l| up to the degree.
 *
 * Sizes are in the unit of a cell's radius R, so that no number is out of a float's range however
 * small cells are: M_l is kept over R^|l|, and L_k times R^(|k| - 1) but for L_0. A radius of 0
 * has no numbers but the first, of L the first four.
 *
 * In C++ functions are templates of the degree and of the number: float, double, or a vector of
 * them on the CPU. In OpenCL C
 * the degree is GT_DEGREE. */
#ifndef GPUTEST_FMM_EXPANSION_H
#define GPUTEST_FMM_EXPANSION_H

#include "common/portable/portable.h"

#define GT_TERMS(degree) (((degree) + 1) * ((degree) + 2) * ((degree) + 3) / 6)

#ifdef __cplusplus
/* Inlined, since a vector would be passed otherwise by code for another processor. */
#define GT_EXPANDED                    \
  template <int degree, class gt_real> \
  __attribute__((always_inline))
#define GT_TERMED template <class gt_real>
#define GT_OF_DEGREE <degree>
#else
#define GT_EXPANDED
#define GT_TERMED
#define GT_OF_DEGREE
#define degree GT_DEGREE
#endif
/* A GPU's compiler leaves loops over terms as they are. Written out they would take minutes; of few
 * terms they are written out elsewhere (written_out.hpp). */
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define GT_ROLLED _Pragma("unroll 1")
#else
#define GT_ROLLED
#endif

/* The place of the monomial of degree n of which y and z have m together, and z has c. */
GT_FN int gt_term(int n, int m, int c) { return n * (n + 1) * (n + 2) / 6 + m * (m + 1) / 2 + c; }

/* The n, m and c of a place. */
GT_FN void gt_find_term(int place, int* n, int* m, int* c) {
  int rest = place;
  *n = *m = 0;
  while (rest >= (*n + 1) * (*n + 2) / 2) {
    rest -= (*n + 1) * (*n + 2) / 2;
    ++*n;
  }
  while (rest > *m) {
    rest -= *m + 1;
    ++*m;
  }
  *c = rest;
}

/* x^a y^b z^c / (a! b! c!) of one term. */
GT_TERMED GT_FN gt_real gt_monomial(int n, int m, int c, gt_real x, gt_real y, gt_real z) {
  gt_real power = (gt_real)1;
  int k;
  GT_ROLLED
  for (k = 1; k <= n - m; ++k) power = power * (x / (gt_real)k);
  GT_ROLLED
  for (k = 1; k <= m - c; ++k) power = power * (y / (gt_real)k);
  GT_ROLLED
  for (k = 1; k <= c; ++k) power = power * (z / (gt_real)k);
  return power;
}

/* The same of all terms. */
GT_EXPANDED GT_FN void gt_monomials(gt_real* to, gt_real x, gt_real y, gt_real z) {
  int n, m, c;
  to[0] = (gt_real)1;
  GT_ROLLED
  for (n = 1; n <= degree; ++n) {
    GT_ROLLED
    for (m = 0; m <= n; ++m) {
      GT_ROLLED
      for (c = 0; c <= m; ++c) {
        gt_real term;
        if (n > m)
          term = to[gt_term(n - 1, m, c)] * (x * ((gt_real)1 / (gt_real)(n - m)));
        else if (m > c)
          term = to[gt_term(n - 1, m - 1, c)] * (y * ((gt_real)1 / (gt_real)(m - c)));
        else
          term = to[gt_term(n - 1, m - 1, c - 1)] * (z * ((gt_real)1 / (gt_real)(c)));
        to[gt_term(n, m, c)] = term;
      }
    }
  }
}

/* The derivatives of (r^2 + eps2)^(-1/2) at (x, y, z) where r^2 + eps2 = 1, that is, in its unit.
 * With R_0^(s) = (-1)^s (2 s - 1)!! is R_(k+e)^(s) = x_e R_k^(s+1) + k_e R_(k-e)^(s+1), and the
 * derivatives are R^(0) (L. McMurchie and E. Davidson, J. Comput. Phys. 26, 218, 1978, equation
 * 4.6). From one s to the one below, the numbers of the highest degree come first, in place. */
GT_EXPANDED GT_FN void gt_derivatives(gt_real* to, gt_real x, gt_real y, gt_real z) {
  int s, n, m, c;
  gt_real first = (gt_real)1;
  GT_ROLLED
  for (s = 0; s < degree; ++s) first = first * (gt_real)(-(2 * s + 1));
  to[0] = first;
  GT_ROLLED
  for (s = degree - 1; s >= 0; --s) {
    GT_ROLLED
    for (n = degree - s; n > 0; --n) {
      GT_ROLLED
      for (m = 0; m <= n; ++m) {
        GT_ROLLED
        for (c = 0; c <= m; ++c) {
          gt_real term;
          if (n > m) {
            term = x * to[gt_term(n - 1, m, c)];
            if (n - m > 1) term = term + (gt_real)(n - m - 1) * to[gt_term(n - 2, m, c)];
          } else if (m > c) {
            term = y * to[gt_term(n - 1, m - 1, c)];
            if (m - c > 1) term = term + (gt_real)(m - c - 1) * to[gt_term(n - 2, m - 2, c)];
          } else {
            term = z * to[gt_term(n - 1, m - 1, c - 1)];
            if (c > 1) term = term + (gt_real)(c - 1) * to[gt_term(n - 2, m - 2, c - 2)];
          }
          to[gt_term(n, m, c)] = term;
        }
      }
    }
    first = first / (gt_real)(-(2 * s + 1));
    to[0] = first;
  }
}

/* Multiplies the numbers of degree n by factor^n. */
GT_EXPANDED GT_FN void gt_scale_terms(gt_real* terms, gt_real factor) {
  gt_real power = factor;
  int n, k;
  GT_ROLLED
  for (n = 1; n <= degree; ++n) {
    GT_ROLLED
    for (k = GT_TERMS(n - 1); k < GT_TERMS(n); ++k) terms[k] = terms[k] * power;
    power = power * factor;
  }
}

/* The sum of a_l b_(k-l) over the l that no exponent of k is less than, for the k of degree n that
 * has m and c. */
GT_TERMED GT_FN gt_real gt_convolved(const gt_real* a, const gt_real* b, int n, int m, int c) {
  gt_real sum = (gt_real)0;
  int nx, ny, nz;
  GT_ROLLED
  for (nx = 0; nx <= n - m; ++nx) {
    GT_ROLLED
    for (ny = 0; ny <= m - c; ++ny) {
      GT_ROLLED
      for (nz = 0; nz <= c; ++nz) {
        const int yz = ny + nz, all = nx + yz;
        sum = sum + a[gt_term(all, yz, nz)] * b[gt_term(n - all, m - yz, c - nz)];
      }
    }
  }
  return sum;
}

/* The sum of a_l b_(k+l) over l up to the degree, of the k of degree n that has m and c, from the
 * degree `least` of l on. */
GT_EXPANDED GT_FN gt_real gt_correlated(const gt_real* a, const gt_real* b, int n, int m, int c,
                                        int least) {
  gt_real sum = (gt_real)0;
  int nn, mm, cc;
  GT_ROLLED
  for (nn = least; nn <= degree - n; ++nn) {
    GT_ROLLED
    for (mm = 0; mm <= nn; ++mm) {
      GT_ROLLED
      for (cc = 0; cc <= mm; ++cc)
        sum = sum + a[gt_term(nn, mm, cc)] * b[gt_term(n + nn, m + mm, c + cc)];
    }
  }
  return sum;
}

/* Adds to a local expansion of radius `own` what a cell of radius `radius` does at the distance
 * (x, y, z), the expansion's centre less the cell's, u = (r^2 + eps2)^(-1/2). Of `moments`, the
 * cell's multipoles, nothing is kept. */
GT_EXPANDED GT_FN void gt_add_cell_to_local(gt_real* expansion, gt_real* moments, gt_real x,
                                            gt_real y, gt_real z, gt_real u, gt_real own,
                                            gt_real radius) {
  gt_real derivatives[GT_TERMS(degree)];
  gt_real unit = u;
  int n, m, c, nn, mm, cc;
  gt_derivatives GT_OF_DEGREE(derivatives, x * u, y * u, z * u);
  gt_scale_terms GT_OF_DEGREE(moments, -(radius * u));
  GT_ROLLED
  for (n = 0; n <= degree; ++n) {
    GT_ROLLED
    for (m = 0; m <= n; ++m) {
      GT_ROLLED
      for (c = 0; c <= m; ++c) {
        gt_real sum = (gt_real)0;
        GT_ROLLED
        for (nn = 0; nn <= degree - n; ++nn) {
          GT_ROLLED
          for (mm = 0; mm <= nn; ++mm) {
            GT_ROLLED
            for (cc = 0; cc <= mm; ++cc)
              sum =
                  sum + moments[gt_term(nn, mm, cc)] * derivatives[gt_term(n + nn, m + mm, c + cc)];
          }
        }
        expansion[gt_term(n, m, c)] = expansion[gt_term(n, m, c)] + unit * sum;
      }
    }
    unit = unit * (n == 0 ? u : own * u);
  }
}

/* The acceleration and, as the fourth number, the potential of a cell of that radius at the
 * distance (x, y, z), a body's place less the cell's. Of `moments` nothing is kept. */
GT_EXPANDED GT_FN void gt_sum_of_cell(gt_real* sum, gt_real* moments, gt_real x, gt_real y,
                                      gt_real z, gt_real u, gt_real radius) {
  gt_real derivatives[GT_TERMS(degree)];
  gt_derivatives GT_OF_DEGREE(derivatives, x * u, y * u, z * u);
  gt_scale_terms GT_OF_DEGREE(moments, -(radius * u));
  sum[0] = u * u * gt_correlated GT_OF_DEGREE(moments, derivatives, 1, 0, 0, 0);
  sum[1] = u * u * gt_correlated GT_OF_DEGREE(moments, derivatives, 1, 1, 0, 0);
  sum[2] = u * u * gt_correlated GT_OF_DEGREE(moments, derivatives, 1, 1, 1, 0);
  sum[3] = u * gt_correlated GT_OF_DEGREE(moments, derivatives, 0, 0, 0, 0);
}

/* The share of a child's local expansion, in the term of degree n that has m and c, that is its
 * parent's there, of that radius. `powers` are the monomials of the distance of their centres over
 * it, `ratio` is the child's radius over it. */
GT_EXPANDED GT_FN gt_real gt_handed_down(const gt_real* parent, const gt_real* powers,
                                         gt_real ratio, gt_real radius, int n, int m, int c) {
  gt_real sum = gt_correlated GT_OF_DEGREE(powers, parent, n, m, c, n == 0 ? 1 : 0);
  int k;
  if (n == 0) return parent[0] + radius * sum;
  GT_ROLLED
  for (k = 1; k < n; ++k) sum = sum * ratio;
  return sum;
}

#ifndef __cplusplus
#undef degree
#endif
#endif
