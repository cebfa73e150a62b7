// Common parts of the calls of mr3.h and their Fortran forms; numbers begin at 0 or 1.
#pragma once

#include "libraries/mr3/pairs.hpp"
#include "libraries/support/failure.hpp"

namespace gputest::libraries {

/// The failures of the calls.
extern Failures mr3_failures;

/// The place where a call computes.
enum class Where { device, host };

/// The matrices of a van der Waals call, for `count` atom types numbered from `first` on.
struct Mr3Types {
  int count;
  int first;
  const double *gscale, *rscale;
};

/// The two lists of a call that excludes pairs; they number particles from `first` on.
struct Mr3Lists {
  const int *numex, *natex;
  int first;
};
/// A function, because commas within braces would separate the arguments of a macro.
inline Mr3Lists mr3_lists(const int* numex, const int* natex, int first) {
  return {numex, natex, first};
}

/// Each does its call or, if it fails, changes nothing and calls the error handler. `call` is the
/// name in the sentence. The lists are null if no pair is excluded.
void mr3_coulomb(const char* call, Where where, const Mr3Side& i, const Mr3Side& j, double rscale,
                 int tblno, double xmax, int periodicflag, double* force,
                 const Mr3Lists* lists = nullptr);
void mr3_vdw(const char* call, Where where, const Mr3Side& i, const Mr3Side& j,
             const Mr3Types& types, int tblno, double xmax, int periodicflag, double* force,
             const Mr3Lists* lists = nullptr);
/// The forces that a call sums: those of charges, of atom types, or both.
enum class Mr3Kind { charges, types, both };

/// The particles and laws of such a call. Table tblno is one of charges unless the kind is types.
/// `types` has gscale of the forces, and `gscalesp` that of the potentials if a call has two.
struct Mr3Both {
  Mr3Kind kind;
  Mr3Side i, j;
  Mr3Types types;
  double rscale;
  int tblno;
  const double* gscalesp = nullptr;
};
/// Adds the forces of table tblno and of van der Waals, without listed pairs. If `potflag` is odd
/// it adds the sums of both potentials to *potc and *potv. Charges are multiplied by q_i.
void mr3_both(const char* call, Where where, const Mr3Both& both, double xmax, int periodicflag,
              int potflag, double* force, double* potc, double* potv, const Mr3Lists& lists);

/// Pairs nearer than rcut in a box; with `lists` those that are not listed. Bit 0 of flag: the box
/// is periodic; bit 1: as in Mr3Exclusions; bit 6: the forces are held for
/// MR3_get_forces_overlap(). The van der Waals potential of kind `both` is added to
/// force[3 * i + 1].
struct Mr3Within {
  double rcut;
  const double* volume;
  int flag;
};
void mr3_within(const char* call, const Mr3Both& both, const Mr3Within& within, double* force,
                const Mr3Lists* lists = nullptr);

/// Adds `factor` times the forces or potentials of listed pairs alone. `volume` has the box's
/// edges; if it is null, they are xmax. Bit 2 of periodicflag: tables 0 and 1 are not multiplied by
/// q_i.
void mr3_listed(const char* call, const Mr3Both& both, double xmax, const double* volume,
                int periodicflag, double factor, double* force, const Mr3Lists& lists);

void mr3_salt(const char* call, Where where, const Mr3Salt& salt, double* force);
void mr3_waves(const char* call, Where where, const Mr3Waves& waves, double* force, double* tpot);

}  // namespace gputest::libraries
