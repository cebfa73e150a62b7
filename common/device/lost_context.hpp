// When a device gets a new context in place of one that a faulting kernel has lost.
#pragma once

namespace gputest {

/// While one lives, the calling thread's device keeps a lost context, with its memory: other
/// threads may still have to end what uses that. Its end gives the device a new one.
class LostContextKept {
 public:
  LostContextKept();
  ~LostContextKept();
  LostContextKept(const LostContextKept&) = delete;
  LostContextKept& operator=(const LostContextKept&) = delete;
};

/// Calls `renew`, which gives the thread's device a new context: at once or, where the thread has a
/// LostContextKept, at its end.
void renew_context(void (*renew)());

}  // namespace gputest
