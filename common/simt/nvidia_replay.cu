#include "common/simt/nvidia_replay.hpp"

#include <cuda_runtime_api.h>

namespace gputest::simt {

void* NvidiaReplay::stream() { return cudaStreamPerThread; }

NvidiaReplay::NvidiaReplay(const std::function<void()>& enqueue) {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  if (cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeThreadLocal) ==
      cudaSuccess) {
    enqueue();
    if (cudaStreamEndCapture(cudaStreamPerThread, &graph) == cudaSuccess &&
        cudaGraphInstantiateWithFlags(&executable, graph, 0) == cudaSuccess)
      graph_ = executable;
  }
  if (graph != nullptr) static_cast<void>(cudaGraphDestroy(graph));
  static_cast<void>(cudaGetLastError());  // what cannot be recorded is no launch's error
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
