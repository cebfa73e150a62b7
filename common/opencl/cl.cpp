#include "common/opencl/cl.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "common/core/error.hpp"
#include "common/core/rehearsal.hpp"
#include "common/core/shared_library.hpp"

#define GPUTEST_OPENCL_DEFINE(function) decltype(gputest_##function) gputest_##function;
GPUTEST_OPENCL_FUNCTIONS(GPUTEST_OPENCL_DEFINE)
#undef GPUTEST_OPENCL_DEFINE

// All errors of OpenCL 1.2 and the loader's error.
#define GPUTEST_OPENCL_ERRORS(X)                  \
  X(CL_DEVICE_NOT_FOUND)                          \
  X(CL_DEVICE_NOT_AVAILABLE)                      \
  X(CL_COMPILER_NOT_AVAILABLE)                    \
  X(CL_MEM_OBJECT_ALLOCATION_FAILURE)             \
  X(CL_OUT_OF_RESOURCES)                          \
  X(CL_OUT_OF_HOST_MEMORY)                        \
  X(CL_PROFILING_INFO_NOT_AVAILABLE)              \
  X(CL_MEM_COPY_OVERLAP)                          \
  X(CL_IMAGE_FORMAT_MISMATCH)                     \
  X(CL_IMAGE_FORMAT_NOT_SUPPORTED)                \
  X(CL_BUILD_PROGRAM_FAILURE)                     \
  X(CL_MAP_FAILURE)                               \
  X(CL_MISALIGNED_SUB_BUFFER_OFFSET)              \
  X(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) \
  X(CL_COMPILE_PROGRAM_FAILURE)                   \
  X(CL_LINKER_NOT_AVAILABLE)                      \
  X(CL_LINK_PROGRAM_FAILURE)                      \
  X(CL_DEVICE_PARTITION_FAILED)                   \
  X(CL_KERNEL_ARG_INFO_NOT_AVAILABLE)             \
  X(CL_INVALID_VALUE)                             \
  X(CL_INVALID_DEVICE_TYPE)                       \
  X(CL_INVALID_PLATFORM)                          \
  X(CL_INVALID_DEVICE)                            \
  X(CL_INVALID_CONTEXT)                           \
  X(CL_INVALID_QUEUE_PROPERTIES)                  \
  X(CL_INVALID_COMMAND_QUEUE)                     \
  X(CL_INVALID_HOST_PTR)                          \
  X(CL_INVALID_MEM_OBJECT)                        \
  X(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR)           \
  X(CL_INVALID_IMAGE_SIZE)                        \
  X(CL_INVALID_SAMPLER)                           \
  X(CL_INVALID_BINARY)                            \
  X(CL_INVALID_BUILD_OPTIONS)                     \
  X(CL_INVALID_PROGRAM)                           \
  X(CL_INVALID_PROGRAM_EXECUTABLE)                \
  X(CL_INVALID_KERNEL_NAME)                       \
  X(CL_INVALID_KERNEL_DEFINITION)                 \
  X(CL_INVALID_KERNEL)                            \
  X(CL_INVALID_ARG_INDEX)                         \
  X(CL_INVALID_ARG_VALUE)                         \
  X(CL_INVALID_ARG_SIZE)                          \
  X(CL_INVALID_KERNEL_ARGS)                       \
  X(CL_INVALID_WORK_DIMENSION)                    \
  X(CL_INVALID_WORK_GROUP_SIZE)                   \
  X(CL_INVALID_WORK_ITEM_SIZE)                    \
  X(CL_INVALID_GLOBAL_OFFSET)                     \
  X(CL_INVALID_EVENT_WAIT_LIST)                   \
  X(CL_INVALID_EVENT)                             \
  X(CL_INVALID_OPERATION)                         \
  X(CL_INVALID_GL_OBJECT)                         \
  X(CL_INVALID_BUFFER_SIZE)                       \
  X(CL_INVALID_MIP_LEVEL)                         \
  X(CL_INVALID_GLOBAL_WORK_SIZE)                  \
  X(CL_INVALID_PROPERTY)                          \
  X(CL_INVALID_IMAGE_DESCRIPTOR)                  \
  X(CL_INVALID_COMPILER_OPTIONS)                  \
  X(CL_INVALID_LINKER_OPTIONS)                    \
  X(CL_INVALID_DEVICE_PARTITION_COUNT)            \
  X(CL_PLATFORM_NOT_FOUND_KHR)

namespace gputest::opencl {
namespace {

constexpr const char* kLoader = "libOpenCL.so.1";
constexpr const char* kVendors = "/etc/OpenCL/vendors";

/// The folder or the single .icd file that the loader reads.
std::filesystem::path vendors() {
  const char* variable = std::getenv("OCL_ICD_VENDORS");
  return variable != nullptr ? variable : kVendors;
}

std::vector<std::filesystem::path> icd_files() {
  std::vector<std::filesystem::path> icds;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(vendors(), ignored)) icds.push_back(vendors());
  for (const auto& entry : std::filesystem::directory_iterator(vendors(), ignored))
    if (entry.path().extension() == ".icd") icds.push_back(entry.path());
  std::sort(icds.begin(), icds.end());
  return icds;
}

/// Khronos' loader splits the value of OCL_ICD_FILENAMES in place, in this process' environment. A
/// process started later would then find only the first driver. This restores the variable.
class KeptVariable {
 public:
  explicit KeptVariable(const char* name) : name_(name) {
    if (const char* value = std::getenv(name)) value_ = value;
  }
  ~KeptVariable() {
    if (value_) setenv(name_, value_->c_str(), 1);
  }
  KeptVariable(const KeptVariable&) = delete;
  KeptVariable& operator=(const KeptVariable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> value_;
};

/// Makes the loader read its variables and open the drivers, which it does once.
void open_drivers() {
  const KeptVariable file_names("OCL_ICD_FILENAMES"), folder("OCL_ICD_VENDORS");
  cl_uint count = 0;
  gputest_clGetPlatformIDs(0, nullptr, &count);
}

/// The first calls of every use of OpenCL. Throws on an error.
void list_all() {
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  std::vector<cl::Device> devices;
  for (const cl::Platform& platform : platforms) platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
}

/// The loader opens the drivers of all vendors. A driver that does not work here may end the
/// process, like PoCL 6 without /sys. Returns an empty string if none does.
std::string fault_of_drivers() {
  const std::string fault = fault_in_rehearsal(list_all);
  if (fault.empty()) return "";
  for (const auto& icd : icd_files()) {
    const std::string own = fault_in_rehearsal([&] {
      setenv("OCL_ICD_VENDORS", icd.c_str(), 1);
      list_all();
    });
    if (!own.empty())
      return fmt::format(
          "the driver that {} names ends the process that lists its devices: {}; OCL_ICD_VENDORS "
          "can name a folder without it",
          icd.string(), own);
  }
  return fmt::format("a driver in {} ends the process that lists its devices: {}",
                     vendors().string(), fault);
}

std::string load_once() {
  const SharedLibrary library{kLoader};
  if (!library.is_there())
    return fmt::format("no OpenCL loader: {} (Debian: ocl-icd-libopencl1)", library.absence());
// The names are macros here: #function is the OpenCL name, gputest_##function the pointer.
#define GPUTEST_OPENCL_FIND(function)                       \
  if (!library.find(gputest_##function.pointer, #function)) \
    return fmt::format("{} lacks {}", kLoader, #function);
  GPUTEST_OPENCL_FUNCTIONS(GPUTEST_OPENCL_FIND)
#undef GPUTEST_OPENCL_FIND
  const std::string fault = fault_of_drivers();
  if (fault.empty()) open_drivers();
  return fault;
}

/// The error of an .icd file; empty if its library opens.
std::string complaint_about(const std::filesystem::path& icd) {
  std::ifstream in(icd);
  std::string library;
  if (!std::getline(in, library) || library.empty())
    return fmt::format("{} names no library", icd.string());
  void* handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr)
    return fmt::format("{} names {}, which cannot be opened: {}", icd.string(), library, dlerror());
  dlclose(handle);
  return "";
}

Status status_of(cl_int code) {
  constexpr cl_int kNvidiaIllegalAccess = -9999;
  switch (code) {
    case CL_OUT_OF_RESOURCES:
    case CL_OUT_OF_HOST_MEMORY:
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_INVALID_BUFFER_SIZE:
      return Status::out_of_memory;
    case CL_INVALID_IMAGE_SIZE:
    case CL_BUILD_PROGRAM_FAILURE:
    case CL_INVALID_KERNEL_NAME:
    case CL_INVALID_ARG_INDEX:
    case CL_INVALID_ARG_VALUE:
    case CL_INVALID_ARG_SIZE:
    case CL_INVALID_KERNEL_ARGS:
    case CL_INVALID_WORK_GROUP_SIZE:
      return Status::bad_input;
    case kNvidiaIllegalAccess:
      return Status::device_lost;
    default:
      return Status::unavailable;
  }
}

}  // namespace

const std::string& load() {
  static const std::string reason = load_once();
  return reason;
}

std::string explain_no_platform() {
  const std::vector<std::filesystem::path> icds = icd_files();
  if (icds.empty())
    return fmt::format("no OpenCL platform: no .icd file in {} (Debian: pocl-opencl-icd)",
                       vendors().string());
  std::string reason = "no OpenCL platform";
  for (const auto& icd : icds) {
    const std::string complaint = complaint_about(icd);
    reason +=
        complaint.empty() ? fmt::format("; {} opens but has none", icd.string()) : "; " + complaint;
  }
  return reason;
}

std::vector<std::string> complaints_about_icds() {
  std::vector<std::string> complaints;
  for (const auto& icd : icd_files())
    if (std::string complaint = complaint_about(icd); !complaint.empty())
      complaints.push_back(std::move(complaint));
  return complaints;
}

std::string error_name(cl_int code) {
  switch (code) {
#define GPUTEST_OPENCL_NAME(error) \
  case error:                      \
    return fmt::format(#error " ({})", code);
    GPUTEST_OPENCL_ERRORS(GPUTEST_OPENCL_NAME)
#undef GPUTEST_OPENCL_NAME
    default:
      return std::to_string(code);
  }
}

void throw_error(std::string_view doing, const cl::Error& error) {
  throw Error(
      status_of(error.err()),
      fmt::format("{} failed: {} returned {}", doing, error.what(), error_name(error.err())),
      ApiFailure{"opencl", error.what(), error.err(), ""});
}

}  // namespace gputest::opencl
