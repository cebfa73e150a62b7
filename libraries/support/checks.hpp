// Checks of a library's arguments.
#pragma once

#include <string>

#include "common/core/precision.hpp"

namespace gputest::libraries {

/// Throws Error(bad_input) if one of `count` times `components` numbers is not finite in the
/// precision. `what` names them ("the position"); `first` is the number of the first particle.
void require_finite(const char* what, const double* numbers, int count, int components,
                    Precision precision, int first = 0);

/// Throws Error(bad_input) unless `number`, called `what`, is between the least and the most.
void require_between(const char* what, int number, int least, int most);

/// Throws Error(bad_input) if an array with elements is a null pointer.
void require_array(const char* what, const void* array, int count);

/// Throws Error(bad_input) unless a squared softening length is not negative, and finite in the
/// precision.
void require_softening(double eps2, Precision precision);

}  // namespace gputest::libraries
