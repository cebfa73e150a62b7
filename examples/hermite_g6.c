/* A star cluster by the 4th-order Hermite scheme with block time steps (J. Makino and S. J.
 * Aarseth, Publ. Astron. Soc. Japan 44, 141, 1992). A GRAPE-6 library computes the forces.
 *
 *   hermite [bodies [end time]]
 *
 * prints the number of steps, the energy at both ends and the first bodies. Units: G = M = 1.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gp6util.h"

#define CLUSTER 0
#define PIPES 48 /* particles per call; the library accepts at least as many */
static const double kEps2 = 1.0 / 1024, kAccuracy = 0.02, kLongest = 1.0 / 16;

typedef struct {
  double m, t, dt;
  double x[3], v[3], a[3], jerk[3], pot;
} Body;

static double uniform(void) {
  static unsigned long long state = 20030601;
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(state >> 11) / 9007199254740992.0;
}

static void on_sphere(double radius, double* x) {
  const double z = 2 * uniform() - 1, angle = 2 * acos(-1.0) * uniform();
  x[0] = radius * sqrt(1 - z * z) * cos(angle);
  x[1] = radius * sqrt(1 - z * z) * sin(angle);
  x[2] = radius * z;
}

/* A Plummer sphere (Aarseth, Henon and Wielen 1974), cut off at 5 scale lengths. */
static void make(Body* bodies, int n) {
  for (int i = 0; i < n; ++i) {
    double radius, q;
    do radius = 1 / sqrt(pow(uniform(), -2.0 / 3) - 1);
    while (radius > 5);
    do q = uniform();
    while (0.1 * uniform() > q * q * pow(1 - q * q, 3.5));
    memset(&bodies[i], 0, sizeof *bodies);
    bodies[i].m = 1.0 / n;
    on_sphere(radius, bodies[i].x);
    on_sphere(q * sqrt(2) * pow(1 + radius * radius, -0.25), bodies[i].v);
  }
}

static void send(const Body* body, int i) {
  double snap_18[3] = {0, 0, 0}, jerk_6[3], half_a[3], v[3], x[3];
  for (int c = 0; c < 3; ++c) {
    jerk_6[c] = body->jerk[c] / 6;
    half_a[c] = body->a[c] / 2;
    v[c] = body->v[c];
    x[c] = body->x[c];
  }
  g6_set_j_particle(CLUSTER, i, i, body->t, body->dt, body->m, snap_18, jerk_6, half_a, v, x);
}

/* The predicted position of a body at time t. */
static void predict(const Body* body, double t, double* x, double* v) {
  const double dt = t - body->t;
  for (int c = 0; c < 3; ++c) {
    x[c] = body->x[c] + dt * (body->v[c] + dt / 2 * (body->a[c] + dt / 3 * body->jerk[c]));
    v[c] = body->v[c] + dt * (body->a[c] + dt / 2 * body->jerk[c]);
  }
}

/* The bodies of a list at time t, at most PIPES. */
typedef struct {
  int index[PIPES];
  double x[PIPES][3], v[PIPES][3], a[PIPES][3], jerk[PIPES][3], pot[PIPES], h2[PIPES];
} Block;

static void forces(const Body* bodies, int n, const int* list, int count, double t, Block* block) {
  memset(block, 0, sizeof *block);
  for (int k = 0; k < count; ++k) {
    block->index[k] = list[k];
    predict(&bodies[list[k]], t, block->x[k], block->v[k]);
  }
  g6calc_firsthalf(CLUSTER, n, count, block->index, block->x, block->v, block->a, block->jerk,
                   block->pot, kEps2, block->h2);
  if (g6calc_lasthalf(CLUSTER, n, count, block->index, block->x, block->v, kEps2, block->h2,
                      block->a, block->jerk, block->pot) != 0) {
    fprintf(stderr, "hermite: the library returned no forces\n");
    exit(1);
  }
}

static double length(const double* x) { return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]); }

/* The largest power of two that is at most `wanted` and divides the time. */
static double block_step(double wanted, double t) {
  double dt = kLongest;
  while (dt > wanted || fmod(t, dt) != 0) dt /= 2;
  return dt;
}

/* Corrects a body at time t with the force there, and chooses the next step by Aarseth's rule. */
static void correct(Body* body, double t, const double* x, const double* v, const double* a,
                    const double* jerk, double pot) {
  const double dt = t - body->t;
  double snap[3], crackle[3], next_snap[3];
  for (int c = 0; c < 3; ++c) {
    snap[c] = (-6 * (body->a[c] - a[c]) - dt * (4 * body->jerk[c] + 2 * jerk[c])) / (dt * dt);
    crackle[c] = (12 * (body->a[c] - a[c]) + 6 * dt * (body->jerk[c] + jerk[c])) / (dt * dt * dt);
    next_snap[c] = snap[c] + dt * crackle[c];
    body->x[c] = x[c] + pow(dt, 4) / 24 * snap[c] + pow(dt, 5) / 120 * crackle[c];
    body->v[c] = v[c] + pow(dt, 3) / 6 * snap[c] + pow(dt, 4) / 24 * crackle[c];
    body->a[c] = a[c];
    body->jerk[c] = jerk[c];
  }
  body->t = t;
  body->pot = pot;
  const double wanted =
      sqrt(kAccuracy * (length(a) * length(next_snap) + length(jerk) * length(jerk)) /
           (length(jerk) * length(crackle) + length(next_snap) * length(next_snap)));
  body->dt = block_step(fmin(wanted, 2 * body->dt), t);
}

/* The energy at time t: predicts all bodies and computes all sums. */
static double energy(const Body* bodies, int n, double t) {
  double total = 0;
  static Block block;
  for (int first = 0; first < n; first += PIPES) {
    const int count = n - first < PIPES ? n - first : PIPES;
    int list[PIPES];
    for (int k = 0; k < count; ++k) list[k] = first + k;
    forces(bodies, n, list, count, t, &block);
    for (int k = 0; k < count; ++k) {
      const double* v = block.v[k];
      total += bodies[first + k].m *
               (0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + 0.5 * block.pot[k]);
    }
  }
  return total;
}

int main(int count, char** arguments) {
  const int n = count > 1 ? atoi(arguments[1]) : 512;
  const double end = count > 2 ? atof(arguments[2]) : 0.25;
  if (n < 2) {
    fprintf(stderr, "hermite: needs at least two bodies\n");
    return 2;
  }
  Body* bodies = malloc((size_t)n * sizeof *bodies);
  int* active = malloc((size_t)n * sizeof *active);
  static Block block;
  if (bodies == NULL || active == NULL) return 5;
  make(bodies, n);

  g6_open(CLUSTER);
  g6_set_ti(CLUSTER, 0);
  for (int i = 0; i < n; ++i) send(&bodies[i], i);
  for (int first = 0; first < n; first += PIPES) {
    const int many = n - first < PIPES ? n - first : PIPES;
    for (int k = 0; k < many; ++k) active[k] = first + k;
    forces(bodies, n, active, many, 0, &block);
    for (int k = 0; k < many; ++k) {
      Body* body = &bodies[first + k];
      memcpy(body->a, block.a[k], sizeof body->a);
      memcpy(body->jerk, block.jerk[k], sizeof body->jerk);
      body->dt = block_step(0.01 * length(body->a) / length(body->jerk), 0);
    }
  }
  for (int i = 0; i < n; ++i) send(&bodies[i], i);
  const double before = energy(bodies, n, 0);

  double t = 0;
  long blocks = 0, steps = 0;
  while (t < end) {
    t = end;
    for (int i = 0; i < n; ++i) t = fmin(t, bodies[i].t + bodies[i].dt);
    int many = 0;
    for (int i = 0; i < n; ++i)
      if (bodies[i].t + bodies[i].dt == t) active[many++] = i;
    if (many == 0) break; /* the end is within every body's step */
    g6_set_ti(CLUSTER, t);
    for (int first = 0; first < many; first += PIPES) {
      const int part = many - first < PIPES ? many - first : PIPES;
      forces(bodies, n, active + first, part, t, &block);
      for (int k = 0; k < part; ++k)
        correct(&bodies[active[first + k]], t, block.x[k], block.v[k], block.a[k], block.jerk[k],
                block.pot[k]);
    }
    for (int k = 0; k < many; ++k) send(&bodies[active[k]], active[k]);
    ++blocks;
    steps += many;
  }
  g6_set_ti(CLUSTER, t);
  const double after = energy(bodies, n, t);
  printf("bodies %d time %g\n", n, t);
  printf("energy %.9f %.9f error %.1e\n", before, after, fabs((after - before) / before));
  for (int i = 0; i < 8 && i < n; ++i) {
    double x[3], v[3];
    predict(&bodies[i], t, x, v);
    printf("body %d %.9f %.9f %.9f\n", i, x[0], x[1], x[2]);
  }
  fprintf(stderr, "%ld steps in %ld blocks\n", steps, blocks);
  g6_close(CLUSTER);
  free(active);
  free(bodies);
  return 0;
}
