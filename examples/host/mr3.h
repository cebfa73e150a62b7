/* The calls that these clients of MR3 make; mr3_host.c defines them. */
#ifndef HOST_MR3_H
#define HOST_MR3_H

void MR3init(void);
void MR3free(void);
void MR3calccoulomb(double x[], int n, double q[], double rscale, int tblno, double xmax,
                    int periodicflag, int natchangeflag, double force[]);
void MR3calcvdw(double x[], int n, int atype[], int nat, double gscale[], double rscale[],
                int tblno, double xmax, int periodicflag, int natchangeflag, double force[]);
/* Only for the same particles xi and xj, with each excluded pair listed with both. */
void MR3calccoulomb_ij_exlist(int ni, double xi[], double qi[], double force[], int nj, double xj[],
                              double qj[], double rscale, int tblno, double xmax, int periodicflag,
                              int numex[], int natex[]);
void MR3calcvdw_ij_exlist(int ni, double xi[], int atypei[], double force[], int nj, double xj[],
                          int atypej[], int nat, double gscale[], double rscale[], int tblno,
                          double xmax, int periodicflag, int numex[], int natex[]);
void MR3_set_coulomb_vdw_factor(double factor);
void MR3calcewald(int* k, int knum, double* x, int n, double* q, double alpha, double epsilon,
                  double cell[3][3], double* force, double* tpot, double stress[3][3]);

#endif
