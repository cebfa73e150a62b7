#include "common/simt/nvidia_replay.hpp"

#include <cuda_runtime_api.h>

#include "common/simt/library_failure.hpp"

namespace gputest::simt {

void* NvidiaReplay::stream() { return cudaStreamPerThread; }

NvidiaReplay::NvidiaReplay(const std::function<void()>& enqueue) {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  if (cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeThreadLocal) ==
      cudaSuccess) {
    // If a launch fails, the recording lacks it.
    bool is_whole = true;
    try {
      enqueue();
    } catch (const LibraryFailure&) {
      is_whole = false;
    }
    is_whole = cudaGetLastError() == cudaSuccess && is_whole;
    if (cudaStreamEndCapture(cudaStreamPerThread, &graph) == cudaSuccess && is_whole &&
        cudaGraphInstantiateWithFlags(&executable, graph, 0) == cudaSuccess)
      graph_ = executable;
  }
  if (graph != nullptr) static_cast<void>(cudaGraphDestroy(graph));
  static_cast<void>(cudaGetLastError());  // an error of recording is not a launch's error
}

NvidiaReplay::~NvidiaReplay() {
  if (graph_ != nullptr)
    static_cast<void>(cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(graph_)));
}

bool NvidiaReplay::launch() const {
  return graph_ != nullptr &&
         cudaGraphLaunch(static_cast<cudaGraphExec_t>(graph_), cudaStreamPerThread) == cudaSuccess;
}

}  // namespace gputest::simt
