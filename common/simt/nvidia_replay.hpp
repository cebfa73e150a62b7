// Launches recorded as a CUDA graph, for CUDA and for HIP over CUDA.
#pragma once

#include <functional>

namespace gputest::simt {

/// What a function has put into stream(), to be launched again as one.
class NvidiaReplay {
 public:
  /// The thread's own stream, which can be recorded. It waits for the default stream, as that does
  /// for it.
  static void* stream();

  /// Calls `enqueue`, of which nothing runs. launch() fails where it cannot be recorded.
  explicit NvidiaReplay(const std::function<void()>& enqueue);
  ~NvidiaReplay();
  NvidiaReplay(const NvidiaReplay&) = delete;
  NvidiaReplay& operator=(const NvidiaReplay&) = delete;

  /// Whether it was put into stream().
  bool launch() const;

 private:
  void* graph_ = nullptr;  ///< cudaGraphExec_t; null where recording failed
};

}  // namespace gputest::simt
