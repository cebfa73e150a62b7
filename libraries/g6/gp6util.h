/* libgputest-g6: the calls of the GRAPE-6 library, on any GPU or the processor.
 *
 * A cluster number from 0 to 63 names a device, which has its own particles j. Threads may call
 * with different numbers in parallel. With G = 1, particles j at x_j with velocities v_j,
 * r = x_j - x_i, v = v_j - v_i and R^2 = r^2 + eps2:
 *
 *   acc  =  sum_j m_j r / R^3
 *   jerk =  sum_j m_j (v / R^3 - 3 (r.v) r / R^5)
 *   pot  = -sum_j m_j / R
 *
 * The sums omit particles with the index of particle i and, with eps2 = 0, particles at distance 0.
 * Units are the client's. Results overwrite the arrays.
 *
 * Particles j are predicted to the time of g6_set_ti() on the device:
 *
 *   x + v dt + aby2 dt^2 + a1by6 dt^3 + 3/4 a2by18 dt^4,   dt = ti - tj,
 *
 * and their velocities by the derivative of that. The client predicts particles i.
 *
 * A call that fails prints a sentence on standard error and ends the program, unless a handler is
 * installed; then a call that returns an int returns -1.
 *
 * Each call also has a Fortran form. Its name ends in _, and every argument is a reference. A null
 * reference is refused, except in g6_open_ and g6_close_, where it means cluster 0 as in sapporo2,
 * and for arguments that are ignored.
 *
 * A process that fork() makes after the library was opened cannot call it.
 */
#ifndef GP6UTIL_H
#define GP6UTIL_H

#ifdef __cplusplus
extern "C" {
#endif

/* Called with an exit status of gputest and a sentence. When it returns, the failed call returns
 * and has changed nothing. */
typedef void (*g6_error_handler)(int status, const char* sentence);
/* NULL for the default. */
void g6_set_error_handler(g6_error_handler handler);

int g6_open(int clusterid);
int g6_close(int clusterid);
/* The calls of sapporo's versions for Starlab: open cluster 0, if it is not open, on the device of
 * the first of ngpu numbers from 0 to 63. ngpu = 0: as g6_open(0). A cluster is on one device, so
 * further numbers are ignored. nmax is the number of particles j that will be set. */
int g6_open_special(int ngpu, int* list);
int g6_open_special2(int ngpu, int* list, int nmax);
/* The maximum number of particles i of a call: 48, or GPUTEST_PIPELINES. */
int g6_npipes(void);
/* Accepted and ignored: this library computes in floating point, uploads particles j when forces
 * begin, and returns sorted neighbour lists. */
int g6_set_tunit(int newtunit);
int g6_set_xunit(int newxunit);
int g6_reset(int clusterid);
int g6_reset_fofpga(int clusterid);
int g6_setup_njdata(int clusterid, int nj);
int g6_initialize_jp_buffer(int clusterid, int size);
int g6_flush_jp_buffer(int clusterid);
void g6_set_neighbour_list_sort_mode(int mode);
int g6_set_overflow_flag_test_mode(int aflag, int jflag, int pflag);
/* The maximum number of particles j. */
int g6_get_jmemsize(int clusterid);

/* Sets the particle at place `address` from its values at time tj: its index, mass, snap / 18,
 * jerk / 6, acceleration / 2, velocity and position. dtj is ignored. */
int g6_set_j_particle(int clusterid, int address, int index, double tj, double dtj, double mass,
                      double a2by18[3], double a1by6[3], double aby2[3], double v[3], double x[3]);
/* Sets the time to which particles j are predicted. */
int g6_set_ti(int clusterid, double ti);

/* Begins to compute the forces of particles j at places 0 ... nj - 1, which must have been set, on
 * ni particles i. fold, jold, phiold and h2 are not read. */
void g6calc_firsthalf(int clusterid, int nj, int ni, int index[], double xi[][3], double vi[][3],
                      double fold[][3], double jold[][3], double phiold[], double eps2,
                      double h2[]);
/* Waits for these forces; returns 0 on success. The forms with 2 also give in nnbindex the index of
 * the nearest particle, the particle's own index if there is no other. The forms with p give in
 * rnnb the square of its distance, without softening. The forms with n prepare neighbour
 * lists of the particles nearer than the root of h2, without softening; so do the others if h2 is
 * not NULL. */
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

/* Makes the neighbour lists of the last forces; returns 0 on success. */
int g6_read_neighbour_list(int clusterid);
int g6_read_neighbour_list_old(int clusterid);
/* Writes the indices of the neighbours of particle ipipe (from 0) of the last forces, except its
 * own, in rising order of their places. *n is their number, at most maxlength. Returns 1 if there
 * are more, else 0. */
int g6_get_neighbour_list(int clusterid, int ipipe, int maxlength, int* n, int list[]);

/* The Fortran forms, for clients that call them from C. */
int g6_open_(int* clusterid);
int g6_open_special_(int* ngpu, int* list);
int g6_open_special2_(int* ngpu, int* list, int* nmax);
int g6_close_(int* clusterid);
int g6_npipes_(void);
int g6_set_tunit_(int* newtunit);
int g6_set_xunit_(int* newxunit);
int g6_reset_(int* clusterid);
int g6_reset_fofpga_(int* clusterid);
int g6_setup_njdata_(int* clusterid, int* nj);
int g6_initialize_jp_buffer_(int* clusterid, int* size);
int g6_flush_jp_buffer_(int* clusterid);
void g6_set_neighbour_list_sort_mode_(int* mode);
int g6_set_overflow_flag_test_mode_(int* aflag, int* jflag, int* pflag);
int g6_get_jmemsize_(int* clusterid);
int g6_set_j_particle_(int* clusterid, int* address, int* index, double* tj, double* dtj,
                       double* mass, double a2by18[3], double a1by6[3], double aby2[3], double v[3],
                       double x[3]);
int g6_set_ti_(int* clusterid, double* ti);
void g6calc_firsthalf_(int* clusterid, int* nj, int* ni, int index[], double xi[][3],
                       double vi[][3], double fold[][3], double jold[][3], double phiold[],
                       double* eps2, double h2[]);
int g6calc_lasthalf_(int* clusterid, int* nj, int* ni, int index[], double xi[][3], double vi[][3],
                     double* eps2, double h2[], double acc[][3], double jerk[][3], double pot[]);
int g6calc_lasthalf2_(int* clusterid, int* nj, int* ni, int index[], double xi[][3], double vi[][3],
                      double* eps2, double h2[], double acc[][3], double jerk[][3], double pot[],
                      int nnbindex[]);
int g6calc_lasthalf2p_(int* clusterid, int* nj, int* ni, int index[], double xi[][3],
                       double vi[][3], double* eps2, double h2[], double acc[][3], double jerk[][3],
                       double pot[], int nnbindex[], float rnnb[]);
int g6calc_lasthalfn_(int* clusterid, int* nj, int* ni, int index[], double xi[][3], double vi[][3],
                      double* eps2, double h2[], double acc[][3], double jerk[][3], double pot[]);
int g6calc_lasthalf2n_(int* clusterid, int* nj, int* ni, int index[], double xi[][3],
                       double vi[][3], double* eps2, double h2[], double acc[][3], double jerk[][3],
                       double pot[], int nnbindex[]);
int g6calc_lasthalf2np_(int* clusterid, int* nj, int* ni, int index[], double xi[][3],
                        double vi[][3], double* eps2, double h2[], double acc[][3],
                        double jerk[][3], double pot[], int nnbindex[], float rnnb[]);
int g6_read_neighbour_list_(int* clusterid);
int g6_read_neighbour_list_old_(int* clusterid);
int g6_get_neighbour_list_(int* clusterid, int* ipipe, int* maxlength, int* n, int list[]);

#ifdef __cplusplus
}
#endif

#endif
