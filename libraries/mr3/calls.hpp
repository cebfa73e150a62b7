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
void mr3_salt(const char* call, Where where, const Mr3Salt& salt, double* force);
void mr3_waves(const char* call, Where where, const Mr3Waves& waves, double* force, double* tpot);

}  // namespace gputest::libraries
