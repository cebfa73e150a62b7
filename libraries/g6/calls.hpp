// Common parts of the calls of gp6util.h and their Fortran forms.
#pragma once

#include "libraries/support/failure.hpp"

namespace gputest::libraries {

/// The failures of the calls.
extern Failures g6_failures;

}  // namespace gputest::libraries
