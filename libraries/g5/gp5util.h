/* libgputest-g5: the calls of the GRAPE-5 library, on any GPU or the processor.
 *
 * With G = 1, bodies j of mass m_j at x_j and softening length eps, at each point x_i:
 *
 *   a_i = sum_j m_j (x_j - x_i) / (r^2 + eps^2)^(3/2)
 *   p_i = sum_j m_j / (r^2 + eps^2)^(1/2)
 *
 * p is positive, and a body at the point counts: with eps > 0 it adds m / eps. With eps = 0 a body
 * at distance 0 adds nothing. Units are the client's. Results overwrite the arrays.
 *
 * The first argument of calls ending in MC is a device number, from 0 to 63. Each device has its
 * own bodies, points and softening, and threads may call with different numbers in parallel. The
 * other calls use device 0. g5_open() opens all, in the order of the devices that the environment
 * names (man gputest-g5).
 *
 * A call that fails prints a sentence on standard error and ends the program, unless a handler is
 * installed.
 *
 * Each call also has a Fortran form. Its name ends in _, and every argument is a reference. A null
 * reference is refused, unless the argument is ignored.
 *
 * A process that fork() makes after the library was opened cannot call it.
 */
#ifndef GP5UTIL_H
#define GP5UTIL_H

#ifdef __cplusplus
extern "C" {
#endif

/* Bodies j available to every GRAPE-5 program; g5_get_jmemsize() gives the maximum here. */
#define JMEMSIZE (1 << 16)

/* Called with an exit status of gputest and a sentence. When it returns, the failed call returns
 * and has changed nothing. */
typedef void (*g5_error_handler)(int status, const char* sentence);
/* NULL for the default. */
void g5_set_error_handler(g5_error_handler handler);

void g5_open(void);
void g5_close(void);
/* The maximum number of points of g5_set_xi(): 96, or GPUTEST_PIPELINES. */
int g5_get_number_of_pipelines(void);
/* The maximum number of bodies j. */
int g5_get_jmemsize(void);
int g5_get_number_of_boards(void);
int g5_get_firstcluster(void);
/* Accepted and ignored: this library computes in floating point. */
void g5_set_range(double xmin, double xmax, double mmin);
void g5_set_eta(double eta);

/* The number of attracting bodies, from place 0 on, at most the memory size. Before forces are
 * computed, positions and masses of all of them must have been set. */
void g5_set_n(int n);
/* Masses and positions of the bodies at places adr ... adr + nj - 1. */
void g5_set_mj(int adr, int nj, double* mj);
void g5_set_xj(int adr, int nj, double (*xj)[3]);
void g5_set_xmj(int adr, int nj, double (*xj)[3], double* mj);
void g5_set_jp(int adr, int nj, double* mj, double (*xj)[3]);
/* The softening length, or its square. Initially 0. */
void g5_set_eps_to_all(double eps);
void g5_set_eps2_to_all(double eps2);

/* Sets the points, begins the sums, and returns the forces. */
void g5_set_xi(int ni, double (*xi)[3]);
void g5_run(void);
void g5_get_force(int ni, double (*a)[3], double* p);
/* These three in one call, for any number of points. */
void g5_calculate_force_on_x(double (*x)[3], double (*a)[3], double* p, int ni);

void g5_set_rangeMC(int devid, double xmin, double xmax, double mmin);
void g5_set_nMC(int devid, int n);
void g5_set_mjMC(int devid, int adr, int nj, double* mj);
void g5_set_xjMC(int devid, int adr, int nj, double (*xj)[3]);
void g5_set_xmjMC(int devid, int adr, int nj, double (*xj)[3], double* mj);
void g5_set_jpMC(int devid, int adr, int nj, double* mj, double (*xj)[3]);
void g5_set_eps_to_allMC(int devid, double eps);
void g5_set_eps2_to_allMC(int devid, double eps2);
void g5_set_xiMC(int devid, int ni, double (*xi)[3]);
void g5_runMC(int devid);
void g5_get_forceMC(int devid, int ni, double (*a)[3], double* p);
void g5_calculate_force_on_xMC(int devid, double (*x)[3], double (*a)[3], double* p, int ni);

#ifdef __cplusplus
}
#endif

#endif
