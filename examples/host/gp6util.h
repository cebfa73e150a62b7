/* The calls that hermite_g6.c makes; g6_host.c defines them. */
#ifndef HOST_GP6UTIL_H
#define HOST_GP6UTIL_H

void g6_open(int cluster);
void g6_close(int cluster);
void g6_set_ti(int cluster, double time);
void g6_set_j_particle(int cluster, int address, int index, double tj, double dtj, double mass,
                       double snap_18[3], double jerk_6[3], double half_a[3], double v[3],
                       double x[3]);
void g6calc_firsthalf(int cluster, int nj, int ni, int index[], double xi[][3], double vi[][3],
                      double a[][3], double jerk[][3], double pot[], double eps2, double h2[]);
int g6calc_lasthalf(int cluster, int nj, int ni, int index[], double xi[][3], double vi[][3],
                    double eps2, double h2[], double a[][3], double jerk[][3], double pot[]);

#endif
