/* libgputest-mr3: the calls of the MR3 library of MDGRAPE-2 and MDGRAPE-3, on any GPU or the
 * processor.
 *
 * Forces of n particles at x[3 * i], x[3 * i + 1], x[3 * i + 2]. Lengths, charges and energies are
 * in the client's units. With d = x_i - x_j, each pair adds to force[3 * i], ... of particle i or,
 * of a potential, to force[3 * i] alone; half of the sum of these is the energy. A pair at r = 0
 * adds nothing, so that a particle does nothing to itself.
 *
 *   tblno  calls      adds
 *   0      coulomb    q_j d / r^3
 *   1                 q_j / r
 *   6, 16             q_i q_j a^3 d (2/sqrt(pi) e^(-x)/x + erfc(sqrt(x))/x^(3/2)), x = (a r)^2
 *   7, 17             q_i q_j a erfc(sqrt(x))/sqrt(x); a is rscale, which 0 and 1 do not need
 *   2      vdw        g d s^4 (2 s^3 - 1), s = 1/(rscale r^2), g = gscale = 24 eps/sigma^2
 *   3                 g s^3 (s^3 - 1), g = 4 eps; rscale = sigma^-2
 *
 * Van der Waals forces and potentials are those of 0.25 <= rscale r^2 < 64. Numbers 16 and 17 take
 * their values from tables of polynomials in single precision, as the hardware did; pairs nearer
 * than a r = 1/32 are refused by them, and those from a r = 8 on add nothing.
 *
 * The cube that repeats has the edge xmax, of which the nearest image counts, or twice that where
 * bit 0 of periodicflag is 0: then particles within a cube of edge xmax see no images. Bit 1 of
 * periodicflag has tables 0 and 1 multiplied by q_i as well; in calls that end in _exlist, bit 2
 * does.
 *
 * Atom types are from 0 to nat - 1, in Fortran from 1 to nat; gscale and rscale have those of types
 * s and t at nat * s + t. natchangeflag is taken and not needed.
 *
 * Calls that end in _host compute on the processor in double precision, by formulas, and need no
 * device. The others compute where the environment says (man gputest-mr3).
 *
 * A call that is refused prints a sentence on standard error and ends the program, unless a handler
 * is installed.
 *
 * Each call has Fortran names in small letters with _ and __ at the end, where every argument is a
 * reference; that of MR3SetTable is mr3settable_nf(file, tblno, flag, length).
 */
#ifndef MR3_H
#define MR3_H

#ifdef __cplusplus
extern "C" {
#endif

/* Called with an exit status of gputest and a sentence; when it returns, the call that failed
 * returns having done nothing. */
typedef void (*MR3_error_handler)(int status, const char* sentence);
/* NULL for the default. */
void MR3_set_error_handler(MR3_error_handler handler);

/* Opens the device; a second MR3init begins anew. MR3free gives it back. */
void MR3init(void);
void MR3free(void);
/* From here on table tblno, any of those above, has its g(x), which A or q multiplies and x = r^2
 * (tables 0 and 1), (a r)^2 or rscale r^2 is the argument of, from a file that `gputest law` writes
 * or of its format (docs/central.md). flag is 0 for a force and 1 for a potential, as the table's
 * number is. Beyond the end of the table nothing acts; before its beginning a pair is refused, and
 * of tables 2 and 3 adds nothing. Single precision. */
void MR3SetTable(char* file, int tblno, int flag);

/* All particles on each other; and nj particles j on ni particles i. */
void MR3calccoulomb(double x[], int n, double q[], double rscale, int tblno, double xmax,
                    int periodicflag, int natchangeflag, double force[]);
void MR3calccoulomb_ij(int ni, double xi[], double qi[], double force[], int nj, double xj[],
                       double qj[], double rscale, int tblno, double xmax, int periodicflag);
void MR3calcvdw(double x[], int n, int atype[], int nat, double gscale[], double rscale[],
                int tblno, double xmax, int periodicflag, int natchangeflag, double force[]);
void MR3calcvdw_ij(int ni, double xi[], int atypei[], double force[], int nj, double xj[],
                   int atypej[], int nat, double gscale[], double rscale[], int tblno, double xmax,
                   int periodicflag);
/* The same without pairs that are listed: numex[i] of natex, one after another, are the particles j
 * that do nothing to i; negative ones are passed over. Where bit 1 of periodicflag is 0, a pair is
 * listed once, i and j are the same particles, and i does nothing to j either. In Fortran natex
 * counts from 1. */
void MR3calccoulomb_ij_exlist(int ni, double xi[], double qi[], double force[], int nj, double xj[],
                              double qj[], double rscale, int tblno, double xmax, int periodicflag,
                              int numex[], int natex[]);
void MR3calcvdw_ij_exlist(int ni, double xi[], int atypei[], double force[], int nj, double xj[],
                          int atypej[], int nat, double gscale[], double rscale[], int tblno,
                          double xmax, int periodicflag, int numex[], int natex[]);
/* What Coulomb forces and potentials that q_i multiplies are multiplied by as well. 1 until it is
 * set; the _host forms have it too. */
void MR3_set_coulomb_vdw_factor(double factor);

/* The wave space of an Ewald sum: |knum| waves k, three whole numbers each, of one half of the
 * space, for which the factor 2 stands in f = 2/(epsilon V) e^(-K^2/(4 alpha^2))/K^2, K = 2 pi
 * k/cell. epsilon is 1/(4 pi) in Gaussian units. The edges are the diagonal of `cell`. Overwrites
 * `force`: by forces where knum > 0, where knum < 0 by q_i phi_i in force[3 * i] and 0 beside it.
 * tpot becomes half the sum of q_i phi_i, the term of each charge with itself included. stress is
 * not written. */
void MR3calcewald(int* k, int knum, double* x, int n, double* q, double alpha, double epsilon,
                  double cell[3][3], double* force, double* tpot, double stress[3][3]);

/* Born-Mayer-Huggins forces of an alkali halide, as Claret has them: of
 * pb pol e^((sigm - r) ipotro) - pc/r^6 - pd/r^8 + zz/r, lengths in angstrom, energies in 14.39 eV,
 * pb = 0.338e-19/(14.39 * 1.60219e-19). Overwrites `force`. tblno is taken and not needed. */
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

#ifdef __cplusplus
}
#endif

#endif
