/* libgputest-g6: the calls of the GRAPE-6 library, on any GPU or the processor.
 *
 * A cluster number from 0 to 63 names a device, which has particles j of its own; threads may call
 * with different numbers side by side. With G = 1, of particles j at x_j with velocities v_j, r =
 * x_j - x_i, v = v_j - v_i and R^2 = r^2 + eps2:
 *
 *   acc  =  sum_j m_j r / R^3
 *   jerk =  sum_j m_j (v / R^3 - 3 (r.v) r / R^5)
 *   pot  = -sum_j m_j / R
 *
 * Particles whose index is that of particle i are left out, and so is, with eps2 = 0, what is at
 * distance 0. Units are the client's. Results overwrite what was there.
 *
 * Particles j are predicted to the time of g6_set_ti() on the device:
 *
 *   x + v dt + aby2 dt^2 + a1by6 dt^3 + 3/4 a2by18 dt^4,   dt = ti - tj,
 *
 * and their velocities by the derivative of that. Particles i come predicted.
 *
 * A call that is refused prints a sentence on standard error and ends the program, unless a handler
 * is installed; then a call that returns an int returns -1.
 *
 * Each call has a Fortran name with _ at its end, where every argument is a reference.
 */
#ifndef GP6UTIL_H
#define GP6UTIL_H

#ifdef __cplusplus
extern "C" {
#endif

/* Called with an exit status of gputest and a sentence; when it returns, the call that failed
 * returns having done nothing. */
typedef void (*g6_error_handler)(int status, const char* sentence);
/* NULL for the default. */
void g6_set_error_handler(g6_error_handler handler);

int g6_open(int clusterid);
int g6_close(int clusterid);
/* The most particles i of a call: 48, or what GPUTEST_PIPELINES says. */
int g6_npipes(void);
/* Taken and not needed: numbers here have a floating point, particles j go to the device when
 * forces are begun, and neighbour lists are in order. */
int g6_set_tunit(int newtunit);
int g6_set_xunit(int newxunit);
int g6_reset(int clusterid);
int g6_reset_fofpga(int clusterid);
int g6_setup_njdata(int clusterid, int nj);
int g6_initialize_jp_buffer(int clusterid, int size);
int g6_flush_jp_buffer(int clusterid);
void g6_set_neighbour_list_sort_mode(int mode);
int g6_set_overflow_flag_test_mode(int aflag, int jflag, int pflag);
/* The most particles j. */
int g6_get_jmemsize(int clusterid);

/* The particle at place `address`, known at time tj: its index, mass, snap / 18, jerk / 6,
 * acceleration / 2, velocity and position. dtj is not needed. */
int g6_set_j_particle(int clusterid, int address, int index, double tj, double dtj, double mass,
                      double a2by18[3], double a1by6[3], double aby2[3], double v[3], double x[3]);
/* The time that particles j are predicted to. */
int g6_set_ti(int clusterid, double ti);

/* Begins the forces of particles j at places 0 ... nj - 1 on ni particles i. fold, jold, phiold and
 * h2 are not read. */
void g6calc_firsthalf(int clusterid, int nj, int ni, int index[], double xi[][3], double vi[][3],
                      double fold[][3], double jold[][3], double phiold[], double eps2,
                      double h2[]);
/* Waits for these forces. 0 if they are there. Of the forms ending in 2 nnbindex is the index of
 * the nearest particle, its own where there is no other, and of 2p rnnb the square of its distance,
 * without softening. After forms with n there are neighbour lists of the particles nearer than the
 * root of h2, without softening; after the others too where h2 is not NULL. */
int g6calc_lasthalf(int clusterid, int nj, int ni, int index[], double xi[][3], double vi[][3],
                    double eps2, double h2[], double acc[][3], double jerk[][3], double pot[]);
int g6calc_lasthalf2(int clusterid, int nj, int ni, int index[], double xi[][3], double vi[][3],
                     double eps2, double h2[], double acc[][3], double jerk[][3], double pot[],
                     int nnbindex[]);
int g6calc_lasthalf2p(int clusterid, int nj, int ni, int index[], double xi[][3], double vi[][3],
                      double eps2, double h2[], double acc[][3], double jerk[][3], double pot[],
                      int nnbindex[], float rnnb[]);
int g6calc_lasthalfn(int clusterid, int nj, int ni, int index[], double xi[][3], double vi[][3],
                     double eps2, double h2[], double acc[][3], double jerk[][3], double pot[]);
int g6calc_lasthalf2n(int clusterid, int nj, int ni, int index[], double xi[][3], double vi[][3],
                      double eps2, double h2[], double acc[][3], double jerk[][3], double pot[],
                      int nnbindex[]);
int g6calc_lasthalf2np(int clusterid, int nj, int ni, int index[], double xi[][3], double vi[][3],
                       double eps2, double h2[], double acc[][3], double jerk[][3], double pot[],
                       int nnbindex[], float rnnb[]);

/* Makes the neighbour lists of the last forces. 0 if they are there. */
int g6_read_neighbour_list(int clusterid);
/* The indices of the neighbours of particle ipipe, from 0 on, of the last forces, in rising order
 * of their places; its own is left out. At most maxlength are written, and *n is how many: 1 is
 * returned where there are more, else 0. */
int g6_get_neighbour_list(int clusterid, int ipipe, int maxlength, int* n, int list[]);

#ifdef __cplusplus
}
#endif

#endif
