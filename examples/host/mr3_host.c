/* The MR3 calls of these clients in plain C and double precision, with C and Fortran names: tables
 * 6 and 7 of charges, 2 and 3 of atom types, and waves; with excluded pairs, tables 0 to 3. */
#include "mr3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double kPi = 3.14159265358979324;

void MR3init(void) {}
void MR3free(void) {}

/* The vector from j to the nearest image of i; returns its square. */
static double apart(const double* x, int i, int j, double edge, double d[3]) {
  double r2 = 0;
  for (int c = 0; c < 3; ++c) {
    d[c] = x[3 * i + c] - x[3 * j + c];
    d[c] -= edge * rint(d[c] / edge);
    r2 += d[c] * d[c];
  }
  return r2;
}

static void add(double* force, double factor, const double d[3], int is_potential) {
  if (is_potential)
    force[0] += factor;
  else
    for (int c = 0; c < 3; ++c) force[c] += factor * d[c];
}

void MR3calccoulomb(double x[], int n, double q[], double rscale, int tblno, double xmax,
                    int periodicflag, int natchangeflag, double force[]) {
  (void)natchangeflag;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double d[3];
      const double r2 = apart(x, i, j, periodicflag & 1 ? xmax : 2 * xmax, d);
      if (r2 == 0) continue;
      const double r = sqrt(r2), outside = erfc(rscale * r) / r;
      const double gauss = 2 * rscale / sqrt(kPi) * exp(-rscale * rscale * r2);
      add(force + 3 * i, q[i] * q[j] * (tblno == 7 ? outside : (gauss + outside) / r2), d,
          tblno == 7);
    }
}

/* Omits pairs with a nonzero element of `excluded`, n elements for each particle; NULL: none. */
static void vdw(const double* x, int n, const int* atype, int first, int nat, const double* gscale,
                const double* rscale, int tblno, double xmax, int periodicflag, double* force,
                const char* excluded) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double d[3];
      if (excluded != NULL && excluded[(size_t)i * (size_t)n + (size_t)j]) continue;
      const double r2 = apart(x, i, j, periodicflag & 1 ? xmax : 2 * xmax, d);
      const int pair = nat * (atype[i] - first) + atype[j] - first;
      const double s = r2 * rscale[pair];
      if (r2 == 0 || s < 0.25 || s >= 64) continue;
      const double s6 = 1 / (s * s * s), g = gscale[pair] * s6;
      add(force + 3 * i, tblno == 3 ? g * (s6 - 1) : g * (2 * s6 - 1) / s, d, tblno == 3);
    }
}
void MR3calcvdw(double x[], int n, int atype[], int nat, double gscale[], double rscale[],
                int tblno, double xmax, int periodicflag, int natchangeflag, double force[]) {
  (void)natchangeflag;
  vdw(x, n, atype, 0, nat, gscale, rscale, tblno, xmax, periodicflag, force, NULL);
}

/* Marks the excluded pairs, each listed with both particles; i and j are the same particles. */
static char* marked(int n, const int* numex, const int* natex) {
  char* const excluded = calloc((size_t)n, (size_t)n);
  if (excluded == NULL) {
    fputs("mr3_host: out of memory\n", stderr);
    exit(5);
  }
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < numex[i]; ++k) excluded[(size_t)i * (size_t)n + (size_t)*natex++] = 1;
  return excluded;
}

static double coulomb_factor = 1;
void MR3_set_coulomb_vdw_factor(double factor) { coulomb_factor = factor; }

void MR3calccoulomb_ij_exlist(int ni, double xi[], double qi[], double force[], int nj, double xj[],
                              double qj[], double rscale, int tblno, double xmax, int periodicflag,
                              int numex[], int natex[]) {
  (void)nj;
  (void)rscale;
  (void)xj;
  char* const excluded = marked(ni, numex, natex);
  for (int i = 0; i < ni; ++i)
    for (int j = 0; j < ni; ++j) {
      double d[3];
      const double r2 = apart(xi, i, j, periodicflag & 1 ? xmax : 2 * xmax, d);
      if (r2 == 0 || excluded[(size_t)i * (size_t)ni + (size_t)j]) continue;
      const double of_i = periodicflag & 4 ? coulomb_factor * qi[i] : 1;
      add(force + 3 * i, of_i * qj[j] / sqrt(r2) / (tblno == 1 ? 1 : r2), d, tblno == 1);
    }
  free(excluded);
}

void MR3calcvdw_ij_exlist(int ni, double xi[], int atypei[], double force[], int nj, double xj[],
                          int atypej[], int nat, double gscale[], double rscale[], int tblno,
                          double xmax, int periodicflag, int numex[], int natex[]) {
  (void)nj;
  (void)xj;
  (void)atypej;
  char* const excluded = marked(ni, numex, natex);
  vdw(xi, ni, atypei, 0, nat, gscale, rscale, tblno, xmax, periodicflag, force, excluded);
  free(excluded);
}

void MR3calcewald(int* k, int knum, double* x, int n, double* q, double alpha, double epsilon,
                  double cell[3][3], double* force, double* tpot, double stress[3][3]) {
  const int waves = knum < 0 ? -knum : knum;
  (void)stress;
  *tpot = 0;
  for (int c = 0; c < 3 * n; ++c) force[c] = 0;
  for (int w = 0; w < waves; ++w) {
    double wave[3], k2 = 0, cosines = 0, sines = 0;
    for (int c = 0; c < 3; ++c) {
      wave[c] = 2 * kPi * k[3 * w + c] / cell[c][c];
      k2 += wave[c] * wave[c];
    }
    for (int i = 0; i < n; ++i) {
      const double phase = wave[0] * x[3 * i] + wave[1] * x[3 * i + 1] + wave[2] * x[3 * i + 2];
      cosines += q[i] * cos(phase);
      sines += q[i] * sin(phase);
    }
    const double volume = cell[0][0] * cell[1][1] * cell[2][2];
    const double f = 2 / (epsilon * volume) * exp(-k2 / (4 * alpha * alpha)) / k2;
    *tpot += f * (cosines * cosines + sines * sines) / 2;
    for (int i = 0; i < n; ++i) {
      const double phase = wave[0] * x[3 * i] + wave[1] * x[3 * i + 1] + wave[2] * x[3 * i + 2];
      if (knum < 0)
        force[3 * i] += f * q[i] * (cosines * cos(phase) + sines * sin(phase));
      else
        add(force + 3 * i, f * q[i] * (cosines * sin(phase) - sines * cos(phase)), wave, 0);
    }
  }
}

void mr3init_(void) { MR3init(); }
void mr3free_(void) { MR3free(); }
void mr3calccoulomb_(double* x, int* n, double* q, double* rscale, int* tblno, double* xmax,
                     int* periodicflag, int* natchangeflag, double* force) {
  MR3calccoulomb(x, *n, q, *rscale, *tblno, *xmax, *periodicflag, *natchangeflag, force);
}
void mr3calcvdw_(double* x, int* n, int* atype, int* nat, double* gscale, double* rscale,
                 int* tblno, double* xmax, int* periodicflag, int* natchangeflag, double* force) {
  (void)natchangeflag;
  vdw(x, *n, atype, 1, *nat, gscale, rscale, *tblno, *xmax, *periodicflag, force, NULL);
}
void mr3calcewald_(int* k, int* knum, double* x, int* n, double* q, double* alpha, double* epsilon,
                   double cell[3][3], double* force, double* tpot, double stress[3][3]) {
  MR3calcewald(k, *knum, x, *n, q, *alpha, *epsilon, cell, force, tpot, stress);
}
