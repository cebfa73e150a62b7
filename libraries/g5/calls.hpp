// Common parts of the calls of gp5util.h and their Fortran forms.
#pragma once

#include <optional>

#include "libraries/g5/cutoff.hpp"
#include "libraries/support/failure.hpp"

namespace gputest::libraries {

/// The failures of the calls.
extern Failures g5_failures;

/// g5_set_cutoff_table() of a device or, without one, of all; the functions may be empty.
void set_g5_shares(const char* call, std::optional<int> device, const G5Function& force,
                   double fcut, double fcor, const G5Function& potential, double pcut, double pcor);
/// pg5_gen_force_table().
void set_g5_force(const char* call, const G5Function& force, double rcut);

}  // namespace gputest::libraries
