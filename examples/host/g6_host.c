/* The GRAPE-6 calls of hermite_g6.c in plain C and double precision. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gp6util.h"

typedef struct {
  int index;
  double t, m, snap_18[3], jerk_6[3], half_a[3], v[3], x[3];
} Particle;

static Particle* particles;
static int room;
static double now;

void g6_open(int cluster) { (void)cluster; }
void g6_close(int cluster) {
  (void)cluster;
  free(particles);
  particles = NULL;
  room = 0;
}
void g6_set_ti(int cluster, double time) {
  (void)cluster;
  now = time;
}

void g6_set_j_particle(int cluster, int address, int index, double tj, double dtj, double mass,
                       double snap_18[3], double jerk_6[3], double half_a[3], double v[3],
                       double x[3]) {
  (void)cluster;
  (void)dtj;
  if (address >= room) {
    room = 2 * address + 64;
    particles = realloc(particles, (size_t)room * sizeof *particles);
    if (particles == NULL) exit(5);
  }
  Particle* p = &particles[address];
  p->index = index;
  p->t = tj;
  p->m = mass;
  memcpy(p->snap_18, snap_18, sizeof p->snap_18);
  memcpy(p->jerk_6, jerk_6, sizeof p->jerk_6);
  memcpy(p->half_a, half_a, sizeof p->half_a);
  memcpy(p->v, v, sizeof p->v);
  memcpy(p->x, x, sizeof p->x);
}

void g6calc_firsthalf(int cluster, int nj, int ni, int index[], double xi[][3], double vi[][3],
                      double a[][3], double jerk[][3], double pot[], double eps2, double h2[]) {
  (void)cluster, (void)nj, (void)ni, (void)index, (void)xi, (void)vi;
  (void)a, (void)jerk, (void)pot, (void)eps2, (void)h2;
}

int g6calc_lasthalf(int cluster, int nj, int ni, int index[], double xi[][3], double vi[][3],
                    double eps2, double h2[], double a[][3], double jerk[][3], double pot[]) {
  (void)cluster;
  (void)h2;
  for (int i = 0; i < ni; ++i) {
    pot[i] = 0;
    for (int c = 0; c < 3; ++c) a[i][c] = jerk[i][c] = 0;
  }
  for (int j = 0; j < nj; ++j) {
    const Particle* p = &particles[j];
    const double dt = now - p->t;
    double x[3], v[3];
    for (int c = 0; c < 3; ++c) {
      x[c] = p->x[c] +
             dt * (p->v[c] + dt * (p->half_a[c] + dt * (p->jerk_6[c] + dt * 0.75 * p->snap_18[c])));
      v[c] = p->v[c] + dt * (2 * p->half_a[c] + dt * (3 * p->jerk_6[c] + dt * 3 * p->snap_18[c]));
    }
    for (int i = 0; i < ni; ++i) {
      if (index[i] == p->index) continue;
      double r[3], u[3], r2 = eps2, ru = 0;
      for (int c = 0; c < 3; ++c) {
        r[c] = x[c] - xi[i][c];
        u[c] = v[c] - vi[i][c];
        r2 += r[c] * r[c];
        ru += r[c] * u[c];
      }
      const double over_r = p->m / sqrt(r2), over_r3 = over_r / r2;
      pot[i] -= over_r;
      for (int c = 0; c < 3; ++c) {
        a[i][c] += over_r3 * r[c];
        jerk[i][c] += over_r3 * (u[c] - 3 * ru / r2 * r[c]);
      }
    }
  }
  return 0;
}
