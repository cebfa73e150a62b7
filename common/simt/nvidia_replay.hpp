// Launches recorded as a CUDA graph, for CUDA and for HIP over CUDA.
#pragma once

#include <functional>

namespace gputest::simt {

/// The work that a function has put into stream(), replayed as one unit.
class NvidiaReplay {
 public:
  /// The thread's stream, which can be recorded. It and the default stream wait for each other.
  static void* stream();

  /// Records the work of `enqueue`, which does not run yet. If recording fails, launch() returns
  /// false.
  explicit NvidiaReplay(const std::function<void()>& enqueue);
  ~NvidiaReplay();
  NvidiaReplay(const NvidiaReplay&) = delete;
  NvidiaReplay& operator=(const NvidiaReplay&) = delete;

  /// Puts the recorded work into stream(); false on failure.
  bool launch() const;

 private:
  void* graph_ = nullptr;  ///< cudaGraphExec_t; null if recording failed
};

}  // namespace gputest::simt
