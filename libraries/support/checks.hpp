// What a library refuses of its arguments.
#pragma once

#include <string>

#include "common/core/precision.hpp"

namespace gputest::libraries {

/// Throws Error(bad_input) where one of `count` times `components` numbers, such as "the position",
/// of what lies from number `first` on, is not finite or beyond the precision.
void require_finite(const char* what, const double* numbers, int count, int components,
                    Precision precision, int first = 0);

/// Throws Error(bad_input) where `number`, called `what`, is not between the least and the most.
void require_between(const char* what, int number, int least, int most);

/// Throws Error(bad_input) where an array of more than no elements is a null pointer.
void require_array(const char* what, const void* array, int count);

/// Throws Error(bad_input) unless a squared softening length is finite and not negative.
void require_softening(double eps2);

}  // namespace gputest::libraries
