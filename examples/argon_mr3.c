/* A Lennard-Jones liquid in a periodic box, by Verlet's scheme. An MR3 library computes the forces.
 *
 *   argon [cells along an edge [steps]]
 *
 * prints energy, temperature and the first particles. Units: sigma, epsilon and mass are 1.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "mr3.h"

#define PERIODIC 1
#define FORCE 2
#define POTENTIAL 3
static const double kDensity = 0.8442, kStep = 0.004, kTemperature = 0.728;

static double uniform(void) {
  static unsigned long long state = 20030601;
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(state >> 11) / 9007199254740992.0;
}

/* The library adds to this array, so it must first be 0. */
static void clear(double* numbers, int count) {
  for (int k = 0; k < count; ++k) numbers[k] = 0;
}

int main(int argc, char** argv) {
  const int cells = argc > 1 ? atoi(argv[1]) : 5, steps = argc > 2 ? atoi(argv[2]) : 100;
  if (cells < 1 || cells > 100 || steps < 0) {
    fprintf(stderr, "argon [cells from 1 to 100 [steps]]\n");
    return 2;
  }
  const int n = 4 * cells * cells * cells;
  const double a = cbrt(4 / kDensity), box = a * cells;
  double* const x = malloc((size_t)n * 3 * sizeof *x);
  double* const v = malloc((size_t)n * 3 * sizeof *v);
  double* const f = malloc((size_t)n * 3 * sizeof *f);
  int* const type = calloc((size_t)n, sizeof *type);
  if (x == NULL || v == NULL || f == NULL || type == NULL) return 5;

  /* A face-centred cubic lattice, slightly displaced so that no two images are equally near. The
   * velocities sum to 0. */
  static const double corner[4][3] = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
  double mean[3] = {0, 0, 0};
  for (int i = 0; i < n; ++i) {
    const int cell = i / 4;
    const int of[3] = {cell % cells, cell / cells % cells, cell / cells / cells};
    for (int c = 0; c < 3; ++c) {
      x[3 * i + c] = a * (of[c] + corner[i % 4][c] + 0.05 * (uniform() - 0.5));
      v[3 * i + c] = sqrt(12 * kTemperature) * (uniform() - 0.5);
      mean[c] += v[3 * i + c] / n;
    }
  }
  for (int k = 0; k < 3 * n; ++k) v[k] -= mean[k % 3];

  double gscale = 24, energies = 4, rscale = 1; /* of one atom type */
  MR3init();
  clear(f, 3 * n);
  MR3calcvdw(x, n, type, 1, &gscale, &rscale, FORCE, box, PERIODIC, 0, f);
  for (int step = 0;; ++step) {
    if (step % 20 == 0 || step == steps) {
      double potential = 0, kinetic = 0;
      double* const p = calloc((size_t)n * 3, sizeof *p);
      if (p == NULL) return 5;
      MR3calcvdw(x, n, type, 1, &energies, &rscale, POTENTIAL, box, PERIODIC, 0, p);
      for (int i = 0; i < n; ++i) potential += p[3 * i] / 2;
      for (int k = 0; k < 3 * n; ++k) kinetic += v[k] * v[k] / 2;
      free(p);
      printf("step %4d  energy %13.7f  temperature %11.7f\n", step, (potential + kinetic) / n,
             kinetic / (1.5 * n));
    }
    if (step == steps) break;
    for (int k = 0; k < 3 * n; ++k) {
      v[k] += f[k] * kStep / 2;
      x[k] += v[k] * kStep;
    }
    clear(f, 3 * n);
    MR3calcvdw(x, n, type, 1, &gscale, &rscale, FORCE, box, PERIODIC, 0, f);
    for (int k = 0; k < 3 * n; ++k) v[k] += f[k] * kStep / 2;
  }
  MR3free();
  for (int i = 0; i < 4; ++i)
    printf("particle %d %13.7f %13.7f %13.7f\n", i, x[3 * i], x[3 * i + 1], x[3 * i + 2]);
  free(x);
  free(v);
  free(f);
  free(type);
  return 0;
}
