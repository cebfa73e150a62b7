// What a call of mr3.h and its Fortran forms have in common: numbers that begin at 0 or 1.
#pragma once

#include "libraries/mr3/pairs.hpp"

namespace gputest::libraries {

/// Where a call computes.
enum class Where { device, host };

/// The matrices of a van der Waals call: of so many atom types, the first of which has that number.
struct Mr3Types {
  int count;
  int first;
  const double *gscale, *rscale;
};

/// The two lists of a call that leaves pairs out, in which particles are counted from `first` on.
struct Mr3Lists {
  const int *numex, *natex;
  int first;
};
/// As a function, for macros in whose arguments braces hold no commas.
inline Mr3Lists mr3_lists(const int* numex, const int* natex, int first) {
  return {numex, natex, first};
}

/// Each does what its call says or has the handler told, in which case it has done nothing. `call`
/// is the name in the sentence. The lists are null where no pair is left out.
void mr3_coulomb(const char* call, Where where, const Mr3Side& i, const Mr3Side& j, double rscale,
                 int tblno, double xmax, int periodicflag, double* force,
                 const Mr3Lists* lists = nullptr);
void mr3_vdw(const char* call, Where where, const Mr3Side& i, const Mr3Side& j,
             const Mr3Types& types, int tblno, double xmax, int periodicflag, double* force,
             const Mr3Lists* lists = nullptr);
void mr3_salt(const char* call, Where where, const Mr3Salt& salt, double* force);
void mr3_waves(const char* call, Where where, const Mr3Waves& waves, double* force, double* tpot);

}  // namespace gputest::libraries
