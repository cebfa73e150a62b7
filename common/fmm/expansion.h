/* Polynomials in x, y and z up to a degree, and the operations of a fast multipole method on them;
 * one text for g++, nvcc, hipcc and OpenCL C.
 *
 * Coefficients belong to the monomials x^a y^b z^c, those of lower degree a + b + c first
 * (gt_term). A cell's multipoles are M_l = sum of m (x - centre)^l / l! over its bodies. Its local
 * expansion has the derivatives L_k of the potential, the sum of m/r, at its centre. The potential
 * is sum L_k (x - centre)^k / k! (W. Dehnen, J. Comput. Phys. 179, 27, 2002, section 2.2). This
 * expansion also holds for kernels that are not harmonic, such as a softened one.
 *
 * A cell at the distance r acts by L_k = sum_l (-1)^l M_l D_(k+l) for |k| + |l| up to the degree. D
 * are the derivatives of (r^2 + eps2)^(-1/2).
 *
 * Lengths are in units of a cell's radius R, so that no number leaves a float's range even for tiny
 * cells. The arrays hold M_l over R^|l| and L_k times R^(|k| - 1), except L_0 itself. For a radius
 * of 0 only the first multipole and the first four local numbers are not 0.
 *
 * In C++ functions are templates of the degree and of the number: float, double, or on the CPU a
 * vector of them. In OpenCL C the degree is GT_DEGREE. */
#ifndef GPUTEST_FMM_EXPANSION_H
#define GPUTEST_FMM_EXPANSION_H

#include "common/portable/portable.h"

#define GT_TERMS(degree) (((degree) + 1) * ((degree) + 2) * ((degree) + 3) / 6)

#ifdef __cplusplus
/* Inlined, because otherwise vectors would be arguments between code for different processors. */
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
/* GPU compilers must keep loops over terms: unrolling them would take minutes. For few terms,
 * written_out.hpp writes the loops out. */
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define GT_ROLLED _Pragma("unroll 1")
#else
#define GT_ROLLED
#endif

/* The place of the monomial of degree n with y and z to the power m together, and z to the power
 * c. */
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

/* x^a y^b z^c / (a! b! c!) for one term. */
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

/* The same for all terms. */
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

/* The derivatives of (r^2 + eps2)^(-1/2) at (x, y, z) in units in which r^2 + eps2 = 1. With
 * R_0^(s) = (-1)^s (2 s - 1)!!, R_(k+e)^(s) = x_e R_k^(s+1) + k_e R_(k-e)^(s+1), and the
 * derivatives are R^(0) (L. McMurchie and E. Davidson, J. Comput. Phys. 26, 218, 1978, equation
 * 4.6). The step from s + 1 to s works in place: it computes the numbers of the highest degree
 * first. */
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

/* The sum of a_l b_(k-l) over all l with no exponent above that of k. k is the term of degree n
 * with the numbers m and c. */
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

/* The sum of a_l b_(k+l) over the l from degree `least` to the highest. k is the term of degree n
 * with the numbers m and c. */
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

/* Adds the effect of a cell of radius `radius` to a local expansion of radius `own`. (x, y, z) is
 * the expansion's centre less the cell's; u = (r^2 + eps2)^(-1/2). The function overwrites
 * `moments`, the cell's multipoles. */
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

/* The acceleration and, as the fourth number, the potential of a cell of this radius at a body. (x,
 * y, z) is the body's position less the cell's centre. The function overwrites `moments`. */
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

/* The parent's share of the child's local expansion, for the term of degree n with the numbers m
 * and c. `parent` is the parent's expansion, of radius `radius`. `powers` are the monomials of the
 * distance of the centres over this radius; `ratio` is the child's radius over it. */
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
