/* The calls that these clients of GRAPE-5 make; g5_host.c defines them. */
#ifndef HOST_GP5UTIL_H
#define HOST_GP5UTIL_H

void g5_open(void);
void g5_close(void);
void g5_set_range(double low, double high, double mass);
void g5_set_n(int n);
void g5_set_xmj(int address, int count, double (*x)[3], double* m);
void g5_set_eps_to_all(double eps);
void g5_calculate_force_on_x(double (*x)[3], double (*a)[3], double* p, int count);

#endif
