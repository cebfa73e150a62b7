/* libgputest-mr3: the calls of the MR3 library of MDGRAPE-2 and MDGRAPE-3, on any GPU or the
 * processor.
 *
 * Particle i is at x[3 * i], x[3 * i + 1], x[3 * i + 2]. Lengths, charges and energies are in the
 * client's units. With d = x_i - x_j, each pair adds its force to force[3 * i], ... of particle i.
 * A potential is added only to force[3 * i]; half of the sum of these is the energy. A pair at r =
 * 0 adds nothing, so a particle does not act on itself.
 *
 *   tblno  calls      adds
 *   0      coulomb    q_j d / r^3
 *   1                 q_j / r
 *   6, 16             q_i q_j a^3 d (2/sqrt(pi) e^(-x)/x + erfc(sqrt(x))/x^(3/2)), x = (a r)^2
 *   7, 17             q_i q_j a erfc(sqrt(x))/sqrt(x); a is rscale, which 0 and 1 do not need
 *   2      vdw        g d s^4 (2 s^3 - 1), s = 1/(rscale r^2), g = gscale = 24 eps/sigma^2
 *   3                 g s^3 (s^3 - 1), g = 4 eps; rscale = sigma^-2
 *
 * Van der Waals forces and potentials act only for 0.25 <= rscale r^2 < 64. Numbers 16 and 17 use
 * tables of polynomials in single precision, like the hardware. They refuse pairs nearer than
 * a r = 1/32, and pairs from a r = 8 on add nothing.
 *
 * With bit 0 of periodicflag, space is periodic with edge xmax, and the nearest image counts.
 * Without it the edge is 2 xmax, so particles within a cube of edge xmax see no images. Bit 1 of
 * periodicflag also multiplies tables 0 and 1 by q_i; in calls that end in _exlist, bit 2 does.
 *
 * Atom types are from 0 to nat - 1, in Fortran from 1 to nat. gscale and rscale have the values of
 * types s and t at nat * s + t. natchangeflag is ignored.
 *
 * Calls that end in _host compute on the processor in double precision, by formulas, and need no
 * device. The environment selects the device of the others (man gputest-mr3).
 *
 * A call that fails prints a sentence on standard error and ends the program, unless a handler is
 * installed.
 *
 * Each call also has Fortran forms. Their names are in lower case and end in _ or __, and every
 * argument is a reference. A null reference is refused, unless the argument is ignored.
 * MR3SetTable is mr3settable_nf(file, tblno, flag, length) in Fortran.
 *
 * A process that fork() makes after the library was opened cannot call it.
 */
#ifndef MR3_H
#define MR3_H

#ifdef __cplusplus
extern "C" {
#endif

/* Called with an exit status of gputest and a sentence. When it returns, the failed call returns
 * and has changed nothing. */
typedef void (*MR3_error_handler)(int status, const char* sentence);
/* NULL for the default. */
void MR3_set_error_handler(MR3_error_handler handler);

/* MR3init opens the device; a second MR3init first closes it. MR3free closes it. */
void MR3init(void);
void MR3free(void);
/* Replaces the function g(x) of table tblno, any of those above, by one from a file. `gputest law`
 * writes such files (docs/central.md). Calls multiply g(x) by gscale or q; x is r^2 (tables 0 and
 * 1), (a r)^2 or rscale r^2. flag is 0 for a force and 1 for a potential, and must agree with the
 * table's number. From the end of the table on a pair adds nothing. A pair before its beginning is
 * refused; with tables 2 and 3 it adds nothing. Computes in single precision. */
void MR3SetTable(char* file, int tblno, int flag);

/* Forces of n particles on each other, or (_ij) of nj particles j on ni particles i. */
void MR3calccoulomb(double x[], int n, double q[], double rscale, int tblno, double xmax,
                    int periodicflag, int natchangeflag, double force[]);
void MR3calccoulomb_ij(int ni, double xi[], double qi[], double force[], int nj, double xj[],
                       double qj[], double rscale, int tblno, double xmax, int periodicflag);
void MR3calcvdw(double x[], int n, int atype[], int nat, double gscale[], double rscale[],
                int tblno, double xmax, int periodicflag, int natchangeflag, double force[]);
void MR3calcvdw_ij(int ni, double xi[], int atypei[], double force[], int nj, double xj[],
                   int atypej[], int nat, double gscale[], double rscale[], int tblno, double xmax,
                   int periodicflag);
/* The same without listed pairs. The next numex[i] elements of natex are the particles j that do
 * not act on i; negative elements are ignored. If bit 1 of periodicflag is 0, a pair is listed
 * once, i and j are the same particles, and i does not act on j either. In Fortran natex counts
 * from 1. */
void MR3calccoulomb_ij_exlist(int ni, double xi[], double qi[], double force[], int nj, double xj[],
                              double qj[], double rscale, int tblno, double xmax, int periodicflag,
                              int numex[], int natex[]);
void MR3calcvdw_ij_exlist(int ni, double xi[], int atypei[], double force[], int nj, double xj[],
                          int atypej[], int nat, double gscale[], double rscale[], int tblno,
                          double xmax, int periodicflag, int numex[], int natex[]);
/* Sets a further factor of the Coulomb forces and potentials that are multiplied by q_i. Initially
 * 1. It also applies to the _host forms. */
void MR3_set_coulomb_vdw_factor(double factor);

/* The wave space of an Ewald sum. k has |knum| waves of one half of the space, three integers each.
 * The factor 2 in f = 2/(epsilon V) e^(-K^2/(4 alpha^2))/K^2, K = 2 pi k/cell, accounts for the
 * other half. epsilon is 1/(4 pi) in Gaussian units. The edges are the diagonal of `cell`. If knum
 * > 0, `force` is overwritten by forces. If knum < 0, force[3 * i] becomes q_i phi_i and the next
 * two numbers 0. tpot becomes half the sum of q_i phi_i, including the term of each charge with
 * itself. stress is not written. */
void MR3calcewald(int* k, int knum, double* x, int n, double* q, double alpha, double epsilon,
                  double cell[3][3], double* force, double* tpot, double stress[3][3]);

/* Born-Mayer-Huggins forces of an alkali halide, as in Claret, from the potential
 * pb pol e^((sigm - r) ipotro) - pc/r^6 - pd/r^8 + zz/r, lengths in angstrom, energies in 14.39 eV,
 * pb = 0.338e-19/(14.39 * 1.60219e-19). Overwrites `force`. tblno is ignored. */
void MR3calcnacl(double x[], int n, int atype[], int nat, double pol[], double sigm[],
                 double ipotro[], double pc[], double pd[], double zz[], int tblno, double xmax,
                 int periodicflag, double force[]);

void MR3calccoulomb_host(double x[], int n, double q[], double rscale, int tblno, double xmax,
                         int periodicflag, int natchangeflag, double force[]);
void MR3calccoulomb_ij_host(int ni, double xi[], double qi[], double force[], int nj, double xj[],
                            double qj[], double rscale, int tblno, double xmax, int periodicflag);
void MR3calcvdw_host(double x[], int n, int atype[], int nat, double gscale[], double rscale[],
                     int tblno, double xmax, int periodicflag, int natchangeflag, double force[]);
void MR3calcvdw_ij_host(int ni, double xi[], int atypei[], double force[], int nj, double xj[],
                        int atypej[], int nat, double gscale[], double rscale[], int tblno,
                        double xmax, int periodicflag);
void MR3calccoulomb_ij_exlist_host(int ni, double xi[], double qi[], double force[], int nj,
                                   double xj[], double qj[], double rscale, int tblno, double xmax,
                                   int periodicflag, int numex[], int natex[]);
void MR3calcvdw_ij_exlist_host(int ni, double xi[], int atypei[], double force[], int nj,
                               double xj[], int atypej[], int nat, double gscale[], double rscale[],
                               int tblno, double xmax, int periodicflag, int numex[], int natex[]);
void MR3calcewald_host(int* k, int knum, double* x, int n, double* q, double alpha, double epsilon,
                       double cell[3][3], double* force, double* tpot, double stress[3][3]);
void MR3calcnacl_host(double x[], int n, int atype[], int nat, double pol[], double sigm[],
                      double ipotro[], double pc[], double pd[], double zz[], int tblno,
                      double xmax, int periodicflag, double force[]);

/* Both kinds of forces in one call: the sums of MR3calccoulomb_ij_exlist, multiplied by q_i, and of
 * MR3calcvdw_ij_exlist with gscalesf. tblno is 0, 6 or 16. If potflag is odd, the sums over i of
 * both potentials are added to *potc and *potv, that of van der Waals with gscalesp; half of them
 * is the energy. Bits 0 and 1 of periodicflag are as in these calls. With bit 6, or bit 12 if
 * potflag is 0, the forces are not added but held for MR3_get_forces_overlap(). changeflag,
 * convert_index and MR3_setup_exlist() are ignored: every call has its own lists. In
 * MR3calccoulomb_vdw_exlist particles j are particles i, and flag is periodicflag. After
 * MR3_set_rcut2(rcut2) these calls count only pairs with r^2 < rcut2, on the processor in double
 * precision; 0, the initial state, counts all. */
void MR3calccoulomb_vdw_ij_exlist(int ni, double xi[], double qi[], int atypei[], double force[],
                                  int nj, double xj[], double qj[], int atypej[], int nat,
                                  double gscalesf[], double gscalesp[], double rscales[],
                                  double rscale, int tblno, double xmax, double* potc, double* potv,
                                  int periodicflag, int potflag, int changeflag, int numex[],
                                  int natex[]);
void MR3calccoulomb_vdw_ij_exlist_host(int ni, double xi[], double qi[], int atypei[],
                                       double force[], int nj, double xj[], double qj[],
                                       int atypej[], int nat, double gscalesf[], double gscalesp[],
                                       double rscales[], double rscale, int tblno, double xmax,
                                       double* potc, double* potv, int periodicflag, int potflag,
                                       int changeflag, int numex[], int natex[]);
void MR3calccoulomb_vdw_ij_exlist_host2(int ni, double xi[], double qi[], int atypei[],
                                        double force[], int nj, double xj[], double qj[],
                                        int atypej[], int nat, double gscalesf[], double gscalesp[],
                                        double rscales[], double rscale, int tblno, double xmax,
                                        double* potc, double* potv, int periodicflag, int potflag,
                                        int changeflag, int numex[], int natex[]);
void MR3calccoulomb_vdw_exlist(int n, double x[], double q[], int atype[], int nat, double force[],
                               double rscale, double gscalesf[], double gscalesp[],
                               double rscales[], int tblno, int numex[], int natex[],
                               double volume1, double* potc, double* potv, int* convert_index,
                               int potflag, int flag);
/* Pairs nearer than rcut in a periodic box with edges volume, found by cells, on the processor in
 * double precision. Charges are multiplied by q_i. A call for both kinds has table 2 or 3 of van
 * der Waals, like its force or potential, and adds that potential to force[3 * i + 1]. skinnb and
 * ldim are ignored, like MR3_set_ldim(): the library chooses the cells. flag of the call with lists
 * has bits 0, 1 and 6 like periodicflag above. */
void MR3calccoulomb_ci(int n, double x[], double q[], double force[], double rscale, int tblno,
                       double rcut, double skinnb, double volume[3], int ldim[3]);
void MR3calccoulomb_ij_ci(int ni, double xi[], double qi[], double force[], int nj, double xj[],
                          double qj[], double rscale, int tblno, double rcut, double skinnb,
                          double volume[3], int ldim[3]);
void MR3calcvdw_ci(int n, double x[], int atype[], int nat, double force[], double gscales[],
                   double rscales[], int tblno, double rcut, double skinnb, double volume[3],
                   int ldim[3]);
void MR3calcvdw_ij_ci(int ni, double xi[], int atypei[], double force[], int nj, double xj[],
                      int atypej[], int nat, double gscale[], double rscale[], int tblno,
                      double rcut, double skinnb, double volume[3], int ldim[3]);
void MR3calccoulomb_vdw_ij_ci(int ni, double xi[], double qi[], int atypei[], double force[],
                              int nj, double xj[], double qj[], int atypej[], int nat,
                              double gscales[], double rscales[], double rscale, int tblnoc,
                              double rcut, double skinnb, double volume[3], int ldim[3]);
void MR3calccoulomb_vdw_ij_ci_old_09(int ni, double xi[], double qi[], int atypei[], double force[],
                                     int nj, double xj[], double qj[], int atypej[], int nat,
                                     double gscales[], double rscales[], double rscale, int tblnoc,
                                     double rcut, double skinnb, double volume[3], int ldim[3]);
void MR3calccoulomb_vdw_ij_ci_exlist(int ni, double xi[], double qi[], int atypei[], double force[],
                                     int nj, double xj[], double qj[], int atypej[], int nat,
                                     double gscales[], double rscales[], double rscale, int tblno,
                                     double rcut, double skinnb, double volume[3], int ldim[3],
                                     int numex[], int natex[], int flag);
/* Listed pairs alone: adds factor times their forces or potentials, on the processor in double
 * precision. The lists are those of the calls that end in _exlist, which are such a call with
 * factor -1 and one for all pairs. If bit 2 of periodicflag is 0, tables 0 and 1 are multiplied by
 * q_i. With bit 1 clear, forces are added to both particles of a pair. _host and _emu are the same
 * here; the latter emulated MDGRAPE's arithmetic. */
void MR3calccoulomb_nlist_ij_host(int ni, double xi[], double qi[], double force[], int nj,
                                  double xj[], double qj[], double rscale, int tblno, double xmax,
                                  int periodicflag, int numex[], int natex[], double factor);
void MR3calccoulomb_nlist_ij_emu(int ni, double xi[], double qi[], double force[], int nj,
                                 double xj[], double qj[], double rscale, int tblno, double xmax,
                                 int periodicflag, int numex[], int natex[], double factor);
void MR3calccoulomb_nlist_host(double x[], int n, double q[], double rscale, int tblno, double xmax,
                               int periodicflag, int numex[], int natex[], double factor,
                               double force[]);
void MR3calccoulomb_nlist_emu(double x[], int n, double q[], double rscale, int tblno, double xmax,
                              int periodicflag, int numex[], int natex[], double factor,
                              double force[]);
void MR3calcvdw_nlist_ij_host(int ni, double xi[], int atypei[], double force[], int nj,
                              double xj[], int atypej[], int nat, double gscale[], double rscale[],
                              int tblno, double xmax, int periodicflag, int numex[], int natex[],
                              double factor);
void MR3calcvdw_nlist_ij_emu(int ni, double xi[], int atypei[], double force[], int nj, double xj[],
                             int atypej[], int nat, double gscale[], double rscale[], int tblno,
                             double xmax, int periodicflag, int numex[], int natex[],
                             double factor);
void MR3calcvdw_nlist_host2(double x[], int n, int atype[], int nat, double gscale[],
                            double rscale[], int tblno, double xmax, int periodicflag, int numex[],
                            int natex[], double factor, double force[]);
void MR3calcvdw_nlist_emu2(double x[], int n, int atype[], int nat, double gscale[],
                           double rscale[], int tblno, double xmax, int periodicflag, int numex[],
                           int natex[], double factor, double force[]);
void MR3calccoulomb_vdw_nlist_ij_emu(int ni, double xi[], double qi[], int atypei[], double force[],
                                     int nj, double xj[], double qj[], int atypej[], int nat,
                                     double gscales[], double rscales[], double rscale, int tblno,
                                     double volume[], int periodicflag, int numex[], int natex[],
                                     double factor);
void MR3calccoulomb_ij_emu(int ni, double xi[], double qi[], double force[], int nj, double xj[],
                           double qj[], double rscale, int tblno, double xmax, int periodicflag);
void MR3calcvdw_ij_emu(int ni, double xi[], int atypei[], double force[], int nj, double xj[],
                       int atypej[], int nat, double gscale[], double rscale[], int tblno,
                       double xmax, int periodicflag);
void MR3_set_rcut2(double rcut2);
void MR3_set_ldim(int ldim[3]);
void MR3_setup_exlist(int n, int* bckptr);
/* Adds the forces that the last call holds, if any, and forgets them. */
void MR3_get_forces_overlap(double force[]);

/* Calls of C programs alone. vg_exit ends the program. The next ones give the arithmetic of
 * MDGRAPE's emulator, here that of the processor: 1/x, 1/sqrt(x), and r q of n numbers.
 * vg_write_emufile is refused and returns -1, because the emulator's files do not exist here. */
void vg_exit(int status);
void vg_initialize_emu(void);
float vg_r1emu(float x);
float vg_rsqrtemu(float x);
void vg_get_r1result(int n, float r[], float r1[]);
void vg_get_rsqrtresult(int n, float r[], float r1[]);
void vg_get_mulresult(int n, float r[], float q[], float rq[]);
int vg_write_emufile(int flag);

#ifdef __cplusplus
}
#endif

#endif
