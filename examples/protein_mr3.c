/* A protein in vacuum without a cutoff. An MR3 library computes the forces between all pairs, the
 * host those of bonds, angles and dihedrals. A Nose-Hoover thermostat keeps the temperature.
 *
 *   protein DATA [steps [temperature]]
 *   protein DATA slopes
 *
 * DATA is a data file of LAMMPS, style full, in its units real: angstrom, kcal/mol, g/mol, e, fs.
 * Prints each kind of energy during the run and the first atoms at the end, and the time of each
 * part of a step on standard error. With the word slopes it prints some forces together with
 * differences of the energy. Bonds and angles are harmonic, K (r - r0)^2, dihedrals
 * K (1 + d cos(n phi)). Different types use the mean sigma and the geometric mean of epsilon. Pairs
 * up to two bonds apart are omitted. Pairs three bonds apart count half the Lennard-Jones and five
 * sixths of the Coulomb energy. Table 2 acts from half of sigma to 8 sigma; charges act at all
 * distances.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mr3.h"

static const double kCoulomb = 332.06371;      /* kcal/mol angstrom/e^2 */
static const double kBoltzmann = 0.0019872067; /* kcal/mol/K */
static const double kMass = 1 / 4.184e-4;      /* kcal/mol (fs/angstrom)^2 of 1 g/mol */
static const double kLj14 = 0.5, kCharges14 = 5.0 / 6;
static const double kStep = 0.5, kPeriod = 50; /* fs; of the thermostat 1/omega */
enum { kMostTypes = 64, kMostNear = 8, kMostExcluded = 128 };

static void fail(const char* why) {
  fprintf(stderr, "protein: %s\n", why);
  exit(4);
}

static void* room(int count, size_t size) {
  void* const made = calloc(count > 0 ? (size_t)count : 1, size);
  if (made == NULL) fail("out of memory");
  return made;
}

/* Terms of one kind: each has the numbers of `atoms` atoms, and its type has three parameters. */
struct terms {
  const char *count, *types, *title, *coefficients;
  int atoms, many, of_types;
  int* member; /* type, atoms */
  double of[kMostTypes][3];
};
static struct terms bonds = {"bonds", "bond types", "Bonds", "Bond Coeffs", 2, 0, 0, NULL, {{0}}};
static struct terms angles = {"angles", "angle types", "Angles", "Angle Coeffs", 3, 0,
                              0,        NULL,          {{0}}};
static struct terms dihedrals = {
    "dihedrals", "dihedral types", "Dihedrals", "Dihedral Coeffs", 4, 0, 0, NULL, {{0}}};
static struct terms* const kTerms[] = {&bonds, &angles, &dihedrals};

static int n, types;
static double type_mass[kMostTypes], epsilon[kMostTypes], sigma[kMostTypes];
static double *x, *v, *f, *q, *mass, extent;
static int *type, *excluded_count, *excluded, (*near_pairs)[2], near_many;
static double gscale[kMostTypes * kMostTypes], escale[kMostTypes * kMostTypes],
    rscale[kMostTypes * kMostTypes];

/* ---- The file. ---- */

static void next_line(FILE* in, char* line, int size) {
  do {
    if (fgets(line, size, in) == NULL) fail("the file ends too early");
  } while (strspn(line, " \t\r\n") == strlen(line));
}

static int within(int number, int most, const char* what) {
  if (number >= 1 && number <= most) return number - 1;
  fprintf(stderr, "protein: %s %d is not between 1 and %d\n", what, number, most);
  exit(4);
}

/* Reads `count` lines: a number, and up to `numbers` others, stored from of[stride * (number - 1)]
 * on. */
static void read_rows(FILE* in, int count, int least, int numbers, double* of, int stride) {
  char line[512];
  for (int k = 0; k < count; ++k) {
    next_line(in, line, sizeof line);
    char* rest = line;
    const int row = within((int)strtol(rest, &rest, 10), count, "the number");
    for (int c = 0; c < numbers; ++c) {
      char* end;
      const double number = strtod(rest, &end);
      if (end == rest && c < least) fail("a line has too few numbers");
      if (end == rest) break;
      of[stride * row + c] = number;
      rest = end;
    }
  }
}

static void read_section(FILE* in, const char* title) {
  const size_t length = strcspn(title, "#\r\n");
  const int is_atoms = strncmp(title, "Atoms", 5) == 0;
  if (is_atoms) {
    double* const rows = room(n, 6 * sizeof *rows);
    read_rows(in, n, 6, 6, rows, 6); /* molecule, type, charge, x, y, z */
    for (int i = 0; i < n; ++i) {
      type[i] = within((int)rows[6 * i + 1], types, "an atom's type");
      q[i] = rows[6 * i + 2];
      memcpy(&x[3 * i], &rows[6 * i + 3], 3 * sizeof *x);
    }
    free(rows);
    return;
  }
  if (strncmp(title, "Masses", 6) == 0) {
    read_rows(in, types, 1, 1, type_mass, 1);
    return;
  }
  if (strncmp(title, "Pair Coeffs", 11) == 0) {
    double both[2 * kMostTypes] = {0};
    read_rows(in, types, 2, 2, both, 2);
    for (int t = 0; t < types; ++t) {
      epsilon[t] = both[2 * t];
      sigma[t] = both[2 * t + 1];
    }
    return;
  }
  for (size_t k = 0; k < 3; ++k) {
    struct terms* const of = kTerms[k];
    if (strncmp(title, of->coefficients, strlen(of->coefficients)) == 0) {
      read_rows(in, of->of_types, k == 2 ? 3 : 2, 3, of->of[0], 3);
      return;
    }
    if (length >= strlen(of->title) && strncmp(title, of->title, strlen(of->title)) == 0) {
      double* const rows = room(of->many, 5 * sizeof *rows);
      read_rows(in, of->many, of->atoms + 1, of->atoms + 1, rows, 5);
      for (int t = 0; t < of->many; ++t) {
        of->member[5 * t] = within((int)rows[5 * t], of->of_types, "a type");
        for (int a = 1; a <= of->atoms; ++a)
          of->member[5 * t + a] = within((int)rows[5 * t + a], n, "an atom");
      }
      free(rows);
      return;
    }
  }
  fail("the file has a section that this program does not read");
}

/* Reads a number with this name from the file's head; returns 0 if the line has another name. */
static int head(const char* line, const char* name, int* number) {
  char* rest;
  const long many = strtol(line, &rest, 10);
  rest += strspn(rest, " \t");
  const size_t length = strlen(name);
  if (strncmp(rest, name, length) != 0 || strspn(rest + length, " \t\r\n") != strlen(rest + length))
    return 0;
  if (many < 0 || many > 1000000) fail("a number of the file's head is out of range");
  *number = (int)many;
  return 1;
}

static void read_data(const char* path) {
  char line[512];
  FILE* const in = fopen(path, "r");
  if (in == NULL || fgets(line, sizeof line, in) == NULL) fail("the file cannot be read");
  while (fgets(line, sizeof line, in) != NULL) {
    if (strspn(line, " \t\r\n") == strlen(line)) continue;
    int others = 0;
    int known = head(line, "atoms", &n) || head(line, "atom types", &types) ||
                head(line, "impropers", &others) || head(line, "improper types", &others) ||
                strstr(line, "lo ") != NULL;
    for (size_t k = 0; k < 3; ++k)
      known = known || head(line, kTerms[k]->count, &kTerms[k]->many) ||
              head(line, kTerms[k]->types, &kTerms[k]->of_types);
    if (others > 0) fail("the file has impropers, which this program does not compute");
    if (known) continue;
    if (x == NULL) {
      if (n < 1 || types < 1 || types > kMostTypes)
        fail("the file has no atoms, or too many types");
      x = room(n, 3 * sizeof *x);
      v = room(n, 3 * sizeof *v);
      f = room(n, 3 * sizeof *f);
      q = room(n, sizeof *q);
      mass = room(n, sizeof *mass);
      type = room(n, sizeof *type);
      for (size_t k = 0; k < 3; ++k) {
        if (kTerms[k]->of_types > kMostTypes) fail("the file has too many types");
        kTerms[k]->member = room(kTerms[k]->many, 5 * sizeof(int));
      }
    }
    read_section(in, line);
  }
  fclose(in);
  if (x == NULL) fail("the file has no section of atoms");
  for (int i = 0; i < n; ++i) {
    mass[i] = type_mass[type[i]] * kMass;
    if (!(mass[i] > 0)) fail("an atom has no mass");
  }
  for (int s = 0; s < types; ++s)
    for (int t = 0; t < types; ++t) {
      const double size = (sigma[s] + sigma[t]) / 2, depth = sqrt(epsilon[s] * epsilon[t]);
      if (!(size > 0)) fail("a type has no size");
      rscale[s * types + t] = 1 / (size * size);
      gscale[s * types + t] = 24 * depth / (size * size);
      escale[s * types + t] = 4 * depth;
    }
}

/* ---- Excluded pairs. ---- */

/* Pairs up to three bonds apart are excluded, each listed with both atoms. near_pairs are those
 * exactly three bonds apart. */
static void find_exclusions(void) {
  int(*const near)[kMostNear] = room(n, sizeof *near);
  int* const degree = room(n, sizeof *degree);
  for (int b = 0; b < bonds.many; ++b)
    for (int end = 1; end <= 2; ++end) {
      const int i = bonds.member[5 * b + end], j = bonds.member[5 * b + 3 - end];
      if (degree[i] == kMostNear) fail("an atom has more bonds than this program reads");
      near[i][degree[i]++] = j;
    }
  excluded_count = room(n, sizeof *excluded_count);
  excluded = room(n, kMostExcluded * sizeof *excluded);
  near_pairs = room(n, kMostExcluded * sizeof *near_pairs);
  int total = 0;
  for (int i = 0; i < n; ++i) {
    int reached[kMostExcluded] = {i}, many = 1, from = 0;
    for (int bond = 1; bond <= 3; ++bond) {
      const int to = many;
      for (; from < to; ++from)
        for (int k = 0; k < degree[reached[from]]; ++k) {
          const int j = near[reached[from]][k];
          int known = 0;
          for (int seen = 0; seen < many; ++seen) known = known || reached[seen] == j;
          if (known) continue;
          if (many == kMostExcluded) fail("too many atoms are near each other");
          reached[many++] = j;
          excluded[total++] = j;
          ++excluded_count[i];
          if (bond == 3 && i < j) {
            near_pairs[near_many][0] = i;
            near_pairs[near_many++][1] = j;
          }
        }
    }
  }
  free(near);
  free(degree);
}

/* ---- Forces. ---- */

struct energies {
  double bonds, angles, dihedrals, charges, van_der_waals;
};
static double seconds[4]; /* of charges, van der Waals, bonded terms, and moving the atoms */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void difference(int i, int j, double d[3]) {
  for (int c = 0; c < 3; ++c) d[c] = x[3 * i + c] - x[3 * j + c];
}
static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static void cross(const double a[3], const double b[3], double r[3]) {
  r[0] = a[1] * b[2] - a[2] * b[1];
  r[1] = a[2] * b[0] - a[0] * b[2];
  r[2] = a[0] * b[1] - a[1] * b[0];
}
static void push(int i, double by, const double d[3]) {
  for (int c = 0; c < 3; ++c) f[3 * i + c] += by * d[c];
}

static double bond(const int* m) {
  const double* const of = bonds.of[m[0]];
  double d[3];
  difference(m[1], m[2], d);
  const double r = sqrt(dot(d, d)), off = r - of[1];
  push(m[1], -2 * of[0] * off / r, d);
  push(m[2], 2 * of[0] * off / r, d);
  return of[0] * off * off;
}

static double angle(const int* m) {
  const double* const of = angles.of[m[0]];
  double a[3], b[3];
  difference(m[1], m[2], a);
  difference(m[3], m[2], b);
  const double ra = sqrt(dot(a, a)), rb = sqrt(dot(b, b));
  double cosine = dot(a, b) / (ra * rb);
  cosine = fmax(-1, fmin(1, cosine));
  const double sine = fmax(1e-8, sqrt(1 - cosine * cosine));
  const double off = acos(cosine) - of[1] * acos(-1) / 180;
  const double slope = 2 * of[0] * off / sine; /* -dU/d(cosine) */
  for (int c = 0; c < 3; ++c) {
    const double on_a = slope * (b[c] / (ra * rb) - cosine * a[c] / (ra * ra));
    const double on_b = slope * (a[c] / (ra * rb) - cosine * b[c] / (rb * rb));
    f[3 * m[1] + c] += on_a;
    f[3 * m[3] + c] += on_b;
    f[3 * m[2] + c] -= on_a + on_b;
  }
  return of[0] * off * off;
}

/* Forces of a torsion, after H. Bekker et al., Proc. Physics Computing '92, 257. */
static double dihedral(const int* m) {
  const double* const of = dihedrals.of[m[0]];
  double ij[3], kj[3], kl[3], a[3], b[3];
  difference(m[1], m[2], ij);
  difference(m[3], m[2], kj);
  difference(m[3], m[4], kl);
  cross(ij, kj, a);
  cross(kj, kl, b);
  const double axis = sqrt(dot(kj, kj));
  const double phi = atan2(dot(ij, b) * axis, dot(a, b));
  const double slope = -of[0] * of[1] * of[2] * sin(of[2] * phi); /* dU/d(phi) */
  const double on_i = -slope * axis / dot(a, a), on_l = slope * axis / dot(b, b);
  const double p = dot(ij, kj) / (axis * axis), s = dot(kl, kj) / (axis * axis);
  for (int c = 0; c < 3; ++c) {
    const double first = on_i * a[c], last = on_l * b[c], between = p * first - s * last;
    f[3 * m[1] + c] += first;
    f[3 * m[2] + c] -= first - between;
    f[3 * m[3] + c] -= last + between;
    f[3 * m[4] + c] += last;
  }
  return of[0] * (1 + of[1] * cos(of[2] * phi));
}

/* Forces and energies of pairs three bonds apart, which the library excludes. */
static void pairs_14(struct energies* e) {
  for (int k = 0; k < near_many; ++k) {
    const int i = near_pairs[k][0], j = near_pairs[k][1], pair = type[i] * types + type[j];
    double d[3];
    difference(i, j, d);
    const double r2 = dot(d, d), charges = kCharges14 * kCoulomb * q[i] * q[j] / sqrt(r2);
    const double s = 1 / (r2 * rscale[pair]), s3 = s * s * s;
    const double force = kLj14 * gscale[pair] * s * s3 * (2 * s3 - 1) + charges / r2;
    e->charges += charges;
    e->van_der_waals += kLj14 * escale[pair] * s3 * (s3 - 1);
    push(i, force, d);
    push(j, -force, d);
  }
}

/* All forces and, if `wanted`, the energies. */
static struct energies forces(int wanted) {
  enum { kForce = 0, kPotential = 1, kVdwForce = 2, kVdwPotential = 3 };
  /* No images; each excluded pair is listed with both atoms; q_i multiplies the sums. */
  const int flags = 2 | 4;
  struct energies e = {0, 0, 0, 0, 0};
  memset(f, 0, (size_t)n * 3 * sizeof *f);
  const double begun = now();
  MR3calccoulomb_ij_exlist(n, x, q, f, n, x, q, 1, kForce, extent, flags, excluded_count, excluded);
  const double charges_done = now();
  MR3calcvdw_ij_exlist(n, x, type, f, n, x, type, types, gscale, rscale, kVdwForce, extent, flags,
                       excluded_count, excluded);
  const double pairs_done = now();
  for (int t = 0; t < bonds.many; ++t) e.bonds += bond(&bonds.member[5 * t]);
  for (int t = 0; t < angles.many; ++t) e.angles += angle(&angles.member[5 * t]);
  for (int t = 0; t < dihedrals.many; ++t) e.dihedrals += dihedral(&dihedrals.member[5 * t]);
  pairs_14(&e);
  seconds[0] += charges_done - begun;
  seconds[1] += pairs_done - charges_done;
  seconds[2] += now() - pairs_done;
  if (!wanted) return e;
  double* const p = room(n, 3 * sizeof *p);
  MR3calccoulomb_ij_exlist(n, x, q, p, n, x, q, 1, kPotential, extent, flags, excluded_count,
                           excluded);
  for (int i = 0; i < n; ++i) e.charges += p[3 * i] / 2;
  memset(p, 0, (size_t)n * 3 * sizeof *p);
  MR3calcvdw_ij_exlist(n, x, type, p, n, x, type, types, escale, rscale, kVdwPotential, extent,
                       flags, excluded_count, excluded);
  for (int i = 0; i < n; ++i) e.van_der_waals += p[3 * i] / 2;
  free(p);
  return e;
}

static double sum(struct energies e) {
  return e.bonds + e.angles + e.dihedrals + e.charges + e.van_der_waals;
}

/* ---- Steps. ---- */

static double uniform(void) {
  static unsigned long long state = 20091214;
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(state >> 11) / 9007199254740992.0;
}

static double kinetic(void) {
  double twice = 0;
  for (int k = 0; k < 3 * n; ++k) twice += mass[k / 3] * v[k] * v[k];
  return twice / 2;
}

/* Velocities of that temperature, with the centre of mass at rest. */
static void set_velocities(double temperature, double degrees) {
  double momentum[3] = {0, 0, 0}, whole = 0;
  for (int i = 0; i < n; ++i) whole += mass[i];
  for (int k = 0; k < 3 * n; ++k) {
    v[k] = sqrt(12 / mass[k / 3]) * (uniform() - 0.5);
    momentum[k % 3] += mass[k / 3] * v[k];
  }
  for (int k = 0; k < 3 * n; ++k) v[k] -= momentum[k % 3] / whole;
  const double by = sqrt(degrees * kBoltzmann * temperature / (2 * kinetic()));
  for (int k = 0; k < 3 * n; ++k) v[k] *= by;
}

/* Half a step of the thermostat, after G. J. Martyna et al., Mol. Phys. 87, 1117 (1996). */
struct thermostat {
  double of_degrees, inertia, rate, turned; /* N_f k T, Q, and the variables */
};
static void half_step(struct thermostat* t) {
  const double twice = 2 * kinetic();
  t->rate += (twice - t->of_degrees) / t->inertia * kStep / 4;
  const double by = exp(-t->rate * kStep / 2);
  t->turned += t->rate * kStep / 2;
  t->rate += (by * by * twice - t->of_degrees) / t->inertia * kStep / 4;
  for (int k = 0; k < 3 * n; ++k) v[k] *= by;
}

static void run(int steps, double temperature) {
  const double degrees = 3.0 * n - 3;
  struct thermostat t = {degrees * kBoltzmann * temperature, 0, 0, 0};
  t.inertia = t.of_degrees * kPeriod * kPeriod;
  set_velocities(temperature, degrees);
  const int every = steps > 10 ? steps / 10 : 1;
  struct energies e = forces(1);
  memset(seconds, 0, sizeof seconds);
  for (int step = 0;; ++step) {
    if (step % every == 0 || step == steps)
      printf(
          "step %d bonds %.6f angles %.6f dihedrals %.6f charges %.6f van der Waals %.6f "
          "temperature %.5f conserved %.6f\n",
          step, e.bonds, e.angles, e.dihedrals, e.charges, e.van_der_waals,
          2 * kinetic() / (degrees * kBoltzmann),
          sum(e) + kinetic() + t.inertia * t.rate * t.rate / 2 + t.of_degrees * t.turned);
    if (step == steps) break;
    double begun = now();
    half_step(&t);
    for (int k = 0; k < 3 * n; ++k) {
      v[k] += f[k] / mass[k / 3] * kStep / 2;
      x[k] += v[k] * kStep;
    }
    seconds[3] += now() - begun;
    e = forces((step + 1) % every == 0 || step + 1 == steps);
    begun = now();
    for (int k = 0; k < 3 * n; ++k) v[k] += f[k] / mass[k / 3] * kStep / 2;
    half_step(&t);
    seconds[3] += now() - begun;
  }
  for (int i = 0; i < 4 && i < n; ++i)
    printf("atom %d %.7f %.7f %.7f\n", i, x[3 * i], x[3 * i + 1], x[3 * i + 2]);
  if (steps > 0)
    fprintf(stderr, "ms per step: charges %.3f, van der Waals %.3f, bonded %.3f, moving %.3f\n",
            seconds[0] / steps * 1e3, seconds[1] / steps * 1e3, seconds[2] / steps * 1e3,
            seconds[3] / steps * 1e3);
}

/* Forces and slopes of the energy, after moving atoms slightly away from equilibrium. */
static void show_slopes(void) {
  const double step = 1e-4;
  for (int k = 0; k < 3 * n; ++k) x[k] += 0.1 * (uniform() - 0.5);
  forces(0);
  double* const right = room(n, 3 * sizeof *right);
  memcpy(right, f, (size_t)n * 3 * sizeof *f);
  for (int k = 0; k < 3 * n; k += 3 * n / 30 + 1) {
    const double at = x[k];
    x[k] = at + step;
    const double above = sum(forces(1));
    x[k] = at - step;
    const double below = sum(forces(1));
    x[k] = at;
    printf("atom %d %c force %.6f slope %.6f\n", k / 3, "xyz"[k % 3], right[k],
           (below - above) / (2 * step));
  }
  free(right);
}

int main(int argc, char** argv) {
  const int slopes = argc > 2 && strcmp(argv[2], "slopes") == 0;
  const int steps = argc > 2 && !slopes ? atoi(argv[2]) : 1000;
  const double temperature = argc > 3 ? atof(argv[3]) : 300;
  if (argc < 2 || steps < 0 || !(temperature > 0)) {
    fprintf(stderr, "protein DATA [steps [temperature]] or protein DATA slopes\n");
    return 2;
  }
  read_data(argv[1]);
  find_exclusions();
  for (int k = 0; k < 3 * n; ++k) extent = fmax(extent, fabs(x[k]));
  extent =
      8 * extent + 100; /* a cube that holds all, from -extent/2 to extent/2, and where they go */
  MR3init();
  MR3_set_coulomb_vdw_factor(kCoulomb);
  if (slopes)
    show_slopes();
  else
    run(steps, temperature);
  MR3free();
  return 0;
}
