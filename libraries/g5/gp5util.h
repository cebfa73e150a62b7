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
int g5_get_number_of_pipelines_per_board(void);
/* The maximum number of bodies j. */
int g5_get_jmemsize(void);
int g5_get_number_of_boards(void);
int g5_get_firstcluster(void);
/* Accepted and ignored: this library computes in floating point. */
void g5_set_range(double xmin, double xmax, double mmin);

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

/* Ends forces at a distance: the short-range part of P3M and TreePM. With R = (r^2 + eps^2)^(1/2) /
 * eta the acceleration is multiplied by g(R), and p is the integral of that force. g is 1 less the
 * force between two spheres of radius eta, and 0 from R = 2 on. Their density falls linearly to 0:
 * shape S2 of Hockney and Eastwood, as on the GRAPE-5. g5_set_eta(0), the initial state, restores
 * the force without an end. eta must be a finite number >= 0.
 *
 * With a cutoff a body at distance 0 adds nothing, to p either. g comes from tables in single
 * precision, with errors of 1e-7. They begin at 2^-32 of the cutoff. A nearer body is refused if
 * eps = 0, else adds nothing. The device computes in fp32, the processor in other precisions.
 *
 * In forms for Fortran the functions are Fortran functions of a real of 8 bytes. */
void g5_set_eta(double eta);
/* Replaces g(R) by ffunc up to R = fcut, and p by that of pfunc(R) / r up to R = pcut. If pfunc is
 * a null pointer, p is the integral of the force. Acts with eta > 0. The functions must not change
 * or end before the library closes: each new eta and softening length calls them again. The factors
 * fcor and pcor must be 1, because their effect is documented nowhere. */
void g5_set_cutoff_table(double (*ffunc)(double), double fcut, double fcor, double (*pfunc)(double),
                         double pcut, double pcor);
/* The calls of Phantom-GRAPE for such forces. They open the library if it is not open, and replace
 * a cutoff by eta. a = sum_j m_j force_func(r) (x_j - x_i) up to r = rcut. The second call gives
 * the force between spheres S2 of diameter sft_for_PP, less that of the diameter sft_for_PM, which
 * is the cutoff. p is the integral of the force (Phantom-GRAPE gives 0). The softening length does
 * not act. */
void pg5_gen_force_table(double (*force_func)(double), double rcut);
void pg5_gen_s2_force_table(double sft_for_PP, double sft_for_PM);

/* Sets the points, begins the sums, and returns the forces. */
void g5_set_xi(int ni, double (*xi)[3]);
void g5_run(void);
void g5_get_force(int ni, double (*a)[3], double* p);
/* These three in one call, for any number of points. */
void g5_calculate_force_on_x(double (*x)[3], double (*a)[3], double* p, int ni);

/* Softening lengths of points, in place of that of all: eps2 are ni squares and eps ni lengths.
 * g5_set_eps() follows g5_set_xi() and has as many. These calls, and those that end in 0, compute
 * on the processor in double precision and cannot have a cutoff. */
void g5_set_xei(int ni, double (*xi)[3], double* eps2);
void g5_set_eps(int ni, double* eps);
void g5_calculate_force_on_xe(double (*x)[3], double* eps2, double (*a)[3], double* p, int ni);
/* Softening lengths of both particles, as in Phantom-GRAPE: a pair has the sum of two squares.
 * These bodies have a separate memory, and n of g5_set_n() counts in it too. */
void g5_set_xmj0(int adr, int nj, double (*xj)[3], double* mj, double* epsj2);
void g5_calculate_force_on_x0(double (*x)[3], double (*a)[3], double* p, int ni, double* eps2);
void g5_set_xmjMC0(int devid, int adr, int nj, double (*xj)[3], double* mj, double* epsj2);
void g5_set_xiMC0(int devid, int ni, double (*xi)[3], double* eps2);
void g5_runMC0(int devid);
void g5_calculate_force_on_xMC0(int devid, double (*x)[3], double (*a)[3], double* p, int ni,
                                double* eps2);

void g5_openMC(int devid);
void g5_closeMC(int devid);
int g5_get_number_of_pipelinesMC(int devid);
int g5_get_jmemsizeMC(int devid);
void g5_set_etaMC(int devid, double eta);
void g5_set_cutoff_tableMC(int devid, double (*ffunc)(double), double fcut, double fcor,
                           double (*pfunc)(double), double pcut, double pcor);
void g5_set_xeiMC(int devid, int ni, double (*xi)[3], double* eps2);
void g5_set_epsMC(int devid, int ni, double* eps);
void g5_calculate_force_on_xeMC(int devid, double (*x)[3], double* eps2, double (*a)[3], double* p,
                                int ni);
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
