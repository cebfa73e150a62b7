// A fake libcuda for the fake libcudart (fake_cuda_runtime.cpp). Modules and kernels are mere
// handles, and a launch calls that library's.
#include <dlfcn.h>

#include <cstddef>

extern "C" {

int cuModuleLoadData(void** module, const void*) {
  *module = new char;
  return 0;
}
int cuModuleUnload(void* module) {
  delete static_cast<char*>(module);
  return 0;
}
int cuModuleGetFunction(void** function, void* module, const char*) {
  *function = module;
  return 0;
}
int cuLaunchKernel(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                   void* stream, void** arguments, void**) {
  struct Size {
    unsigned x, y, z;
  };
  using Launch = int (*)(const void*, Size, Size, void**, std::size_t, void*);
  static const auto launch = reinterpret_cast<Launch>(dlsym(RTLD_DEFAULT, "cudaLaunchKernel"));
  return launch(nullptr, {1, 1, 1}, {1, 1, 1}, arguments, 0, stream);
}

}  // extern "C"
