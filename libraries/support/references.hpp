// The arguments of Fortran calls, which are references.
#pragma once

#include <initializer_list>

#include "libraries/support/failure.hpp"

namespace gputest::libraries {

/// Throws Error(bad_input) if a reference is null. `names` are theirs, separated by commas.
void require_references(const char* names, std::initializer_list<const void*> references);

/// Returns f() or, if a reference is null, reports that and returns `failed`.
template <class F>
int with_references(Failures& failures, const char* call, int failed, const char* names,
                    std::initializer_list<const void*> references, const F& f) {
  return failures.guarded(call, failed, [&] {
    require_references(names, references);
    return f();
  });
}

/// The same for an f without a result.
template <class F>
void with_references(Failures& failures, const char* call, const char* names,
                     std::initializer_list<const void*> references, const F& f) {
  failures.guarded(call, [&] {
    require_references(names, references);
    f();
  });
}

}  // namespace gputest::libraries
