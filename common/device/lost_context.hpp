// Controls when a device's context is replaced after a faulting kernel has destroyed it.
#pragma once

namespace gputest {

/// While one lives, the calling thread's device keeps a lost context with its memory, which other
/// threads may still have to release. The destructor gives the device a new context.
class LostContextKept {
 public:
  LostContextKept();
  ~LostContextKept();
  LostContextKept(const LostContextKept&) = delete;
  LostContextKept& operator=(const LostContextKept&) = delete;
};

/// Calls `renew`, which gives the thread's device a new context: at once or, if the thread has a
/// LostContextKept, when that ends.
void renew_context(void (*renew)());

}  // namespace gputest
