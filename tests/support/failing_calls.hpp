// What the files of the library failing_calls share: failing_calls.cpp says what it does.
#pragma once

#include <dlfcn.h>

namespace failing {

/// Whether this call of the function is the one to fail. `kind` is in the names of the places that
/// are meant by the function: ":write:".
bool fails(const char* function, const char* kind);

/// dlsym(), which the library has in another's place.
void* find(void* library, const char* name);

}  // namespace failing
