/* The GRAPE-5 calls of these clients in plain C and double precision, with C and Fortran names. */
#include "gp5util.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double (*places)[3], *masses;
static int room, bodies;
static double eps2;

void g5_open(void) {}
void g5_close(void) {
  free(places);
  free(masses);
  places = NULL;
  masses = NULL;
  room = 0;
}
void g5_set_range(double low, double high, double mass) {
  (void)low;
  (void)high;
  (void)mass;
}
void g5_set_n(int n) { bodies = n; }
void g5_set_eps_to_all(double eps) { eps2 = eps * eps; }
void g5_set_xmj(int address, int count, double (*x)[3], double* m) {
  if (address + count > room) {
    room = address + count;
    places = realloc(places, (size_t)room * sizeof *places);
    masses = realloc(masses, (size_t)room * sizeof *masses);
    if (places == NULL || masses == NULL) exit(5);
  }
  memcpy(places + address, x, (size_t)count * sizeof *places);
  memcpy(masses + address, m, (size_t)count * sizeof *masses);
}

void g5_calculate_force_on_x(double (*x)[3], double (*a)[3], double* p, int count) {
  for (int i = 0; i < count; ++i) {
    double sum[4] = {0, 0, 0, 0};
    for (int j = 0; j < bodies; ++j) {
      const double dx = places[j][0] - x[i][0], dy = places[j][1] - x[i][1];
      const double dz = places[j][2] - x[i][2];
      const double r2 = dx * dx + dy * dy + dz * dz + eps2;
      if (r2 == 0) continue;
      const double over_r = masses[j] / sqrt(r2), over_r3 = over_r / r2;
      sum[0] += over_r3 * dx;
      sum[1] += over_r3 * dy;
      sum[2] += over_r3 * dz;
      sum[3] += over_r;
    }
    memcpy(a[i], sum, sizeof *a);
    p[i] = sum[3];
  }
}

void g5_open_(void) { g5_open(); }
void g5_close_(void) { g5_close(); }
void g5_set_range_(double* low, double* high, double* mass) { g5_set_range(*low, *high, *mass); }
void g5_set_n_(int* n) { g5_set_n(*n); }
void g5_set_eps_to_all_(double* eps) { g5_set_eps_to_all(*eps); }
void g5_set_xmj_(int* address, int* count, double (*x)[3], double* m) {
  g5_set_xmj(*address, *count, x, m);
}
void g5_calculate_force_on_x_(double (*x)[3], double (*a)[3], double* p, int* count) {
  g5_calculate_force_on_x(x, a, p, *count);
}
