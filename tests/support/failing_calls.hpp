// Declarations that the files of the library failing_calls share; failing_calls.cpp describes it.
#pragma once

#include <dlfcn.h>

namespace failing {

/// Whether this call of the function is to fail. `kind` is the function's part of a place's name,
/// such as ":write:".
bool fails(const char* function, const char* kind);

/// The system's dlsym(), which this library replaces.
void* find(void* library, const char* name);

}  // namespace failing
