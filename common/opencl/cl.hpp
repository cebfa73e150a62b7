// Khronos' C++ bindings, with entry points that are looked up on first use, so that gputest starts
// on a machine without an OpenCL loader. Include this, never <CL/opencl.hpp>.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS  // for clCreateCommandQueue of 1.2
#include <CL/opencl.h>

/// Every OpenCL function that this project calls, through the bindings or directly.
#define GPUTEST_OPENCL_FUNCTIONS(X) \
  X(clBuildProgram)                 \
  X(clCreateBuffer)                 \
  X(clCreateCommandQueue)           \
  X(clCreateContext)                \
  X(clCreateImage)                  \
  X(clCreateKernel)                 \
  X(clCreateProgramWithBinary)      \
  X(clCreateProgramWithSource)      \
  X(clCreateSubBuffer)              \
  X(clEnqueueCopyBuffer)            \
  X(clEnqueueFillBuffer)            \
  X(clEnqueueMapBuffer)             \
  X(clEnqueueNDRangeKernel)         \
  X(clEnqueueReadBuffer)            \
  X(clEnqueueUnmapMemObject)        \
  X(clEnqueueWriteBuffer)           \
  X(clEnqueueWriteImage)            \
  X(clFinish)                       \
  X(clGetDeviceIDs)                 \
  X(clGetDeviceInfo)                \
  X(clGetEventProfilingInfo)        \
  X(clGetKernelArgInfo)             \
  X(clGetKernelInfo)                \
  X(clGetPlatformIDs)               \
  X(clGetPlatformInfo)              \
  X(clGetProgramBuildInfo)          \
  X(clGetProgramInfo)               \
  X(clReleaseCommandQueue)          \
  X(clReleaseContext)               \
  X(clReleaseDevice)                \
  X(clReleaseEvent)                 \
  X(clReleaseKernel)                \
  X(clReleaseMemObject)             \
  X(clReleaseProgram)               \
  X(clRetainCommandQueue)           \
  X(clRetainContext)                \
  X(clRetainDevice)                 \
  X(clRetainEvent)                  \
  X(clRetainKernel)                 \
  X(clRetainMemObject)              \
  X(clRetainProgram)                \
  X(clSetKernelArg)                 \
  X(clWaitForEvents)

namespace gputest::opencl {

/// A function that load() finds. The bindings call it or take its address.
template <class Function>
struct EntryPoint;
/// The entry point of a function with that signature.
template <class Result, class... Arguments>
struct EntryPoint<Result (*)(Arguments...)> {
  Result (*pointer)(Arguments...) = nullptr;
  Result operator()(Arguments... arguments) const { return pointer(arguments...); }
  auto operator&() const { return pointer; }
};

}  // namespace gputest::opencl

// An entry point for each …
#define GPUTEST_OPENCL_DECLARE(function) \
  extern gputest::opencl::EntryPoint<decltype(&::function)> gputest_##function;
GPUTEST_OPENCL_FUNCTIONS(GPUTEST_OPENCL_DECLARE)
#undef GPUTEST_OPENCL_DECLARE

// … and its name for the bindings.
#define clBuildProgram gputest_clBuildProgram
#define clCreateBuffer gputest_clCreateBuffer
#define clCreateCommandQueue gputest_clCreateCommandQueue
#define clCreateContext gputest_clCreateContext
#define clCreateImage gputest_clCreateImage
#define clCreateKernel gputest_clCreateKernel
#define clCreateProgramWithBinary gputest_clCreateProgramWithBinary
#define clCreateProgramWithSource gputest_clCreateProgramWithSource
#define clCreateSubBuffer gputest_clCreateSubBuffer
#define clEnqueueCopyBuffer gputest_clEnqueueCopyBuffer
#define clEnqueueFillBuffer gputest_clEnqueueFillBuffer
#define clEnqueueMapBuffer gputest_clEnqueueMapBuffer
#define clEnqueueNDRangeKernel gputest_clEnqueueNDRangeKernel
#define clEnqueueReadBuffer gputest_clEnqueueReadBuffer
#define clEnqueueUnmapMemObject gputest_clEnqueueUnmapMemObject
#define clEnqueueWriteBuffer gputest_clEnqueueWriteBuffer
#define clEnqueueWriteImage gputest_clEnqueueWriteImage
#define clFinish gputest_clFinish
#define clGetDeviceIDs gputest_clGetDeviceIDs
#define clGetDeviceInfo gputest_clGetDeviceInfo
#define clGetEventProfilingInfo gputest_clGetEventProfilingInfo
#define clGetKernelArgInfo gputest_clGetKernelArgInfo
#define clGetKernelInfo gputest_clGetKernelInfo
#define clGetPlatformIDs gputest_clGetPlatformIDs
#define clGetPlatformInfo gputest_clGetPlatformInfo
#define clGetProgramBuildInfo gputest_clGetProgramBuildInfo
#define clGetProgramInfo gputest_clGetProgramInfo
#define clReleaseCommandQueue gputest_clReleaseCommandQueue
#define clReleaseContext gputest_clReleaseContext
#define clReleaseDevice gputest_clReleaseDevice
#define clReleaseEvent gputest_clReleaseEvent
#define clReleaseKernel gputest_clReleaseKernel
#define clReleaseMemObject gputest_clReleaseMemObject
#define clReleaseProgram gputest_clReleaseProgram
#define clRetainCommandQueue gputest_clRetainCommandQueue
#define clRetainContext gputest_clRetainContext
#define clRetainDevice gputest_clRetainDevice
#define clRetainEvent gputest_clRetainEvent
#define clRetainKernel gputest_clRetainKernel
#define clRetainMemObject gputest_clRetainMemObject
#define clRetainProgram gputest_clRetainProgram
#define clSetKernelArg gputest_clSetKernelArg
#define clWaitForEvents gputest_clWaitForEvents

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_TARGET_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace gputest::opencl {

/// Opens the OpenCL loader and finds the functions above. Returns an empty string, or the reason of
/// a failure. Later calls return the same.
const std::string& load();

/// Why the loader has no platform: the errors of the .icd files that it reads.
std::string explain_no_platform();

/// Errors of .icd files that the loader silently skips, one sentence each.
std::vector<std::string> complaints_about_icds();

/// "CL_INVALID_ARG_SIZE (-51)"; only the number if OpenCL 1.2 has no name for it.
std::string error_name(cl_int code);

/// Throws an Error that names the failed action.
[[noreturn]] void throw_error(std::string_view doing, const cl::Error& error);

/// Runs f and converts a cl::Error into an Error that names the failed action.
template <class F>
void checked(std::string_view doing, const F& f) {
  try {
    f();
  } catch (const cl::Error& error) {
    throw_error(doing, error);
  }
}

}  // namespace gputest::opencl
