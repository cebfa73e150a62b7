// A library to preload (LD_PRELOAD) that makes one of gputest's own calls fail: calls for memory,
// files, processes, threads, libraries, OpenCL, AMD's HIP and CUDA (failing_cuda_calls.cpp). A call
// is gputest's own if its nearest caller outside the language's libraries is in the program. Calls
// of drivers and their compilers never fail, nor do those of other programs that gputest starts.
//
// A place is such a call with its nearest return addresses. It has a name like
// "parent:write:0123456789abcdef", which begins with the process. Environment variables control the
// library:
//
//   GPUTEST_PLACES    a file that lists each place when it is first reached
//   GPUTEST_FAULT     "PLACE K": the place's K-th call fails, counted from 1
//   GPUTEST_FAULT_LASTS  if set, all later calls of that function, or all allocations, fail too
//   GPUTEST_LINKED    "FIRST LAST": addresses of a driver's library linked into the program
//   GPUTEST_FAULT_LOG  a file that lists "PLACE" when its call fails
//   GPUTEST_NO_UNNAMED_FILES  if set, files without names (O_TMPFILE) fail, as on NFS
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unwind.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <tuple>
#include <type_traits>

#include "tests/support/failing_calls.hpp"

#ifdef GPUTEST_HAVE_OPENCL
#include "common/opencl/cl.hpp"
#endif
#ifdef GPUTEST_HAVE_HIP_AMD
#define __HIP_DISABLE_CPP_FUNCTIONS__  // overloads, which a name cannot distinguish
#include <hip/hip_runtime_api.h>
#endif

namespace {

// Nothing here may allocate or throw: it runs within malloc().

struct Range {
  std::uintptr_t first = 0, last = 0;
  bool contains(std::uintptr_t address) const { return first <= address && address < last; }
};

Range g_program;
Range g_linked;                  // the part of it that is a driver's library
std::array<Range, 16> g_passed;  // libraries through which the program calls
std::size_t g_passed_count = 0;
bool g_ready = false;

const char* g_process = "parent";
char g_wanted[128];
std::uint64_t g_wanted_call = 0;
std::atomic<std::uint64_t> g_calls = 0;
std::atomic<bool> g_failing = false;
bool g_lasts = false;
const char* g_places = nullptr;
const char* g_log = nullptr;
__attribute__((tls_model("initial-exec"))) thread_local bool t_inside = false;

constexpr std::size_t kSlots = 1 << 16;
std::array<std::atomic<std::uint64_t>, kSlots> g_seen;  // hashes; 0: none

/// True the first time that it is called with this hash.
bool is_new(std::uint64_t hash) {
  for (std::size_t k = hash % kSlots;; k = (k + 1) % kSlots) {
    std::uint64_t found = 0;
    if (g_seen[k].compare_exchange_strong(found, hash)) return true;
    if (found == hash) return false;
  }
}

void append(const char* file, const char* text) {
  const long descriptor =
      syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return;
  syscall(SYS_write, descriptor, text, std::strlen(text));
  syscall(SYS_close, descriptor);
}

/// The path to a call: the nearest return addresses in the program.
struct Way {
  static constexpr unsigned kDepth = 2;
  unsigned own = 0;
  std::uint64_t hash = 0xcbf29ce484222325u;

  void add(std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3u ^ hash >> 29; }
};

_Unwind_Reason_Code step(_Unwind_Context* context, void* data) {
  Way& way = *static_cast<Way*>(data);
  const std::uintptr_t address = _Unwind_GetIP(context);
  if (g_program.contains(address) && !g_linked.contains(address)) {
    way.add(address - g_program.first);
    return ++way.own == Way::kDepth ? _URC_END_OF_STACK : _URC_NO_REASON;
  }
  for (std::size_t k = 0; k < g_passed_count; ++k)
    if (g_passed[k].contains(address)) return _URC_NO_REASON;
  // A path with only one function of the program may be a driver's call: through a template that
  // both instantiate, of which the linker kept the program's copy. It does not count.
  if (way.own < Way::kDepth) way.own = 0;
  return _URC_END_OF_STACK;
}

}  // namespace

bool failing::fails(const char* function, const char* kind) {
  if (!g_ready || t_inside) return false;
  const int kept = errno;
  if (g_places == nullptr && std::strstr(g_wanted, kind) == nullptr) return false;
  t_inside = true;
  Way way;
  for (const char* c = function; *c != '\0'; ++c) way.add(static_cast<unsigned char>(*c));
  _Unwind_Backtrace(step, &way);
  bool result = false;
  if (way.own > 0) {
    char place[128];
    std::snprintf(place, sizeof place, "%s:%s:%016lx", g_process, function,
                  static_cast<unsigned long>(way.hash));
    if (g_places != nullptr) {
      way.add(static_cast<unsigned char>(g_process[0]));
      if (is_new(way.hash | 1)) {
        std::strcat(place, "\n");
        append(g_places, place);
      }
    } else if (g_lasts && g_failing) {
      result = std::strncmp(place, g_wanted, std::strcspn(place, ":")) == 0;
    } else if (std::strcmp(place, g_wanted) == 0 && ++g_calls == g_wanted_call) {
      g_failing = true;
      if (g_log != nullptr) append(g_log, std::strcat(place, "\n"));
      result = true;
    }
  }
  t_inside = false;
  errno = kept;
  return result;
}

namespace {

using failing::fails;
using failing::find;

int look_at_object(dl_phdr_info* info, std::size_t, void*) {
  Range range;
  for (int k = 0; k < info->dlpi_phnum; ++k) {
    const auto& header = info->dlpi_phdr[k];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_X) == 0) continue;
    range.first = info->dlpi_addr + header.p_vaddr;
    range.last = range.first + header.p_memsz;
  }
  const char* slash = std::strrchr(info->dlpi_name, '/');
  const char* name = slash == nullptr ? info->dlpi_name : slash + 1;
  if (*name == '\0' && g_program.first == 0) {
    g_program = range;
    if (const char* linked = std::getenv("GPUTEST_LINKED"))
      if (std::sscanf(linked, "%lx %lx", &g_linked.first, &g_linked.last) == 2)
        g_linked = {g_linked.first + info->dlpi_addr, g_linked.last + info->dlpi_addr};
  }
  for (const char* passed : {"libstdc++", "libfmt", "libc.so", "libpng", "libz", "ld-linux",
                             "libfailing_calls", "libgcc_s", "libm.so"})
    if (std::strstr(name, passed) == name && g_passed_count < g_passed.size())
      g_passed[g_passed_count++] = range;
  return 0;
}

void in_forked_child() { g_process = "rehearsal"; }

/// This process's file name without its folders. It is needed because compilers that gputest starts
/// preload this library too.
const char* own_program() {
  static char path[4096];
  if (readlink("/proc/self/exe", path, sizeof path - 1) <= 0) return "";
  const char* slash = std::strrchr(path, '/');
  return slash == nullptr ? path : slash + 1;
}

__attribute__((constructor)) void begin() {
  const char* const program = own_program();
  if (std::strncmp(program, "gputest", 7) != 0) return;
  if (std::strcmp(program, "gputest-hiprtc") == 0) g_process = "compiler";
  dl_iterate_phdr(look_at_object, nullptr);
  g_places = std::getenv("GPUTEST_PLACES");
  g_log = std::getenv("GPUTEST_FAULT_LOG");
  g_lasts = std::getenv("GPUTEST_FAULT_LASTS") != nullptr;
  if (const char* fault = std::getenv("GPUTEST_FAULT"))
    if (std::sscanf(fault, "%127s %lu", g_wanted, &g_wanted_call) != 2) g_wanted[0] = '\0';
  if (std::getenv("GPUTEST_WORKER") != nullptr) g_process = "worker";
  pthread_atfork(nullptr, nullptr, in_forked_child);
  g_ready = g_places != nullptr || g_wanted[0] != '\0';
}

}  // namespace

void* failing::find(void* library, const char* name) {
  using Dlsym = void* (*)(void*, const char*);
  static const auto original = [] {
    for (const char* version : {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17"})
      if (void* found = dlvsym(RTLD_NEXT, "dlsym", version)) return reinterpret_cast<Dlsym>(found);
    std::abort();
  }();
  return original(library, name);
}

namespace {

bool memory_fails(const char* function) { return fails(function, ":memory."); }

void* allocate(const char* function, std::size_t bytes, std::size_t alignment, bool throws);

}  // namespace

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace {

void* allocate(const char* function, std::size_t bytes, std::size_t alignment, bool throws) {
  void* memory = nullptr;
  if (!memory_fails(function)) {
    if (bytes == 0) bytes = 1;
    memory = alignment == 0 ? __libc_malloc(bytes) : __libc_memalign(alignment, bytes);
  }
  if (memory == nullptr && throws) throw std::bad_alloc();
  return memory;
}

std::size_t number(std::align_val_t alignment) { return static_cast<std::size_t>(alignment); }

}  // namespace

void* operator new(std::size_t n) { return allocate("memory.new", n, 0, true); }
void* operator new[](std::size_t n) { return allocate("memory.new", n, 0, true); }
void* operator new(std::size_t n, const std::nothrow_t&) noexcept {
  return allocate("memory.new", n, 0, false);
}
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept {
  return allocate("memory.new", n, 0, false);
}
void* operator new(std::size_t n, std::align_val_t a) {
  return allocate("memory.new", n, number(a), true);
}
void* operator new[](std::size_t n, std::align_val_t a) {
  return allocate("memory.new", n, number(a), true);
}
void* operator new(std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return allocate("memory.new", n, number(a), false);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

// A function of C, with its result and its errno if it is made to fail.
#define FAILING(result, name, parameters, arguments, failure, code)                              \
  result name parameters {                                                                       \
    if (fails(#name, ":" #name ":")) {                                                           \
      errno = code;                                                                              \
      return failure;                                                                            \
    }                                                                                            \
    static const auto original = reinterpret_cast<result(*) parameters>(find(RTLD_NEXT, #name)); \
    return original arguments;                                                                   \
  }

extern "C" {

void* malloc(std::size_t n) noexcept {
  if (!memory_fails("memory.malloc")) return __libc_malloc(n);
  errno = ENOMEM;
  return nullptr;
}
void* calloc(std::size_t n, std::size_t size) noexcept {
  if (!memory_fails("memory.calloc")) return __libc_calloc(n, size);
  errno = ENOMEM;
  return nullptr;
}
void* realloc(void* memory, std::size_t n) noexcept {
  if (!memory_fails("memory.realloc")) return __libc_realloc(memory, n);
  errno = ENOMEM;
  return nullptr;
}
void* aligned_alloc(std::size_t alignment, std::size_t n) noexcept {
  if (!memory_fails("memory.aligned_alloc")) return __libc_memalign(alignment, n);
  errno = ENOMEM;
  return nullptr;
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t n) noexcept {
  if (memory_fails("memory.posix_memalign")) return ENOMEM;
  *memory = __libc_memalign(alignment, n);
  return *memory == nullptr ? ENOMEM : 0;
}
FAILING(void*, mmap, (void* at, std::size_t n, int p, int f, int d, off_t o) noexcept,
        (at, n, p, f, d, o), MAP_FAILED, ENOMEM)
FAILING(int, mprotect, (void* at, std::size_t n, int p) noexcept, (at, n, p), -1, ENOMEM)

int open(const char* path, int flags, ...) {
  std::va_list rest;
  va_start(rest, flags);
  const bool makes = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  static const bool unnamed = std::getenv("GPUTEST_NO_UNNAMED_FILES") == nullptr;
  if (!unnamed && (flags & O_TMPFILE) == O_TMPFILE) {
    errno = EOPNOTSUPP;
    return -1;
  }
  const mode_t mode = makes ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (fails("open", ":open:")) {
    errno = EMFILE;
    return -1;
  }
  static const auto original = reinterpret_cast<decltype(&open)>(find(RTLD_NEXT, "open"));
  return original(path, flags, mode);
}
FAILING(FILE*, fopen, (const char* path, const char* mode), (path, mode), nullptr, EMFILE)
FAILING(FILE*, fopen64, (const char* path, const char* mode), (path, mode), nullptr, EMFILE)
FAILING(DIR*, opendir, (const char* path), (path), nullptr, EMFILE)
FAILING(ssize_t, read, (int d, void* to, std::size_t n), (d, to, n), -1, EIO)
/// Never fails on standard error, because failures are reported there.
ssize_t write(int descriptor, const void* from, std::size_t n) {
  if (descriptor != STDERR_FILENO && fails("write", ":write:")) {
    errno = ENOSPC;
    return -1;
  }
  static const auto original = reinterpret_cast<decltype(&write)>(find(RTLD_NEXT, "write"));
  return original(descriptor, from, n);
}
FAILING(std::size_t, fwrite, (const void* from, std::size_t size, std::size_t n, FILE* file),
        (from, size, n, file), 0, ENOSPC)
FAILING(int, fputs, (const char* text, FILE* file), (text, file), EOF, ENOSPC)
FAILING(int, fflush, (FILE * file), (file), EOF, ENOSPC)
FAILING(int, fsync, (int d), (d), -1, EIO)
FAILING(int, ftruncate, (int d, off_t size) noexcept, (d, size), -1, EIO)
FAILING(off_t, lseek, (int d, off_t at, int from) noexcept, (d, at, from), -1, EIO)
FAILING(int, fstat, (int d, struct stat* s) noexcept, (d, s), -1, EIO)
FAILING(int, stat, (const char* path, struct stat* s) noexcept, (path, s), -1, EACCES)
FAILING(int, lstat, (const char* path, struct stat* s) noexcept, (path, s), -1, EACCES)
FAILING(int, access, (const char* path, int mode) noexcept, (path, mode), -1, EACCES)
FAILING(int, fchmod, (int d, mode_t mode) noexcept, (d, mode), -1, EPERM)
FAILING(int, fchown, (int d, uid_t user, gid_t group) noexcept, (d, user, group), -1, EPERM)
FAILING(int, flock, (int d, int how) noexcept, (d, how), -1, ENOLCK)
FAILING(int, linkat, (int at, const char* from, int to_at, const char* to, int flags) noexcept,
        (at, from, to_at, to, flags), -1, EIO)
FAILING(int, rename, (const char* from, const char* to) noexcept, (from, to), -1, EIO)
FAILING(char*, realpath, (const char* path, char* to) noexcept, (path, to), nullptr, EACCES)
FAILING(char*, mkdtemp, (char* name) noexcept, (name), nullptr, EACCES)
FAILING(int, unlink, (const char* path) noexcept, (path), -1, EIO)

/// Closes the file even if it fails, as Linux does.
int close(int descriptor) {
  static const auto original = reinterpret_cast<int (*)(int)>(find(RTLD_NEXT, "close"));
  const int result = original(descriptor);
  if (!fails("close", ":close:")) return result;
  errno = EIO;
  return -1;
}

FAILING(pid_t, fork, () noexcept, (), -1, EAGAIN)
FAILING(int, socketpair, (int domain, int type, int protocol, int* ends) noexcept,
        (domain, type, protocol, ends), -1, EMFILE)
FAILING(int, posix_spawn,
        (pid_t * child, const char* path, const posix_spawn_file_actions_t* actions,
         const posix_spawnattr_t* attributes, char* const argv[], char* const environment[]),
        (child, path, actions, attributes, argv, environment), EAGAIN, EAGAIN)
FAILING(int, pthread_create,
        (pthread_t * thread, const pthread_attr_t* attributes, void* (*f)(void*),
         void* data) noexcept,
        (thread, attributes, f, data), EAGAIN, EAGAIN)
FAILING(ssize_t, send, (int d, const void* from, std::size_t n, int flags), (d, from, n, flags), -1,
        EPIPE)
FAILING(int, poll, (pollfd * of, nfds_t n, int wait), (of, n, wait), -1, ENOMEM)
FAILING(int, dup2, (int from, int to) noexcept, (from, to), -1, EMFILE)
/// Fails by opening a missing library, so that dlerror() has a message.
void* dlopen(const char* name, int flags) noexcept {
  static const auto original = reinterpret_cast<decltype(&dlopen)>(find(RTLD_NEXT, "dlopen"));
  return original(fails("dlopen", ":dlopen:") ? "/a library made to fail" : name, flags);
}

void* dlsym(void* library, const char* name) noexcept;
}

#ifdef GPUTEST_HAVE_OPENCL
// The OpenCL bindings need these definitions; nothing here calls OpenCL through them.
#define DEFINE(function) decltype(gputest_##function) gputest_##function;
GPUTEST_OPENCL_FUNCTIONS(DEFINE)
#undef DEFINE

#endif

#ifdef GPUTEST_HAVE_HIP_AMD
// The functions of the fake library (fake_amd_hip.cpp) that return an error code.
#define GPUTEST_HIP_FUNCTIONS(X) \
  X(hipGetDeviceCount)           \
  X(hipGetDevice)                \
  X(hipSetDevice)                \
  X(hipDeviceSynchronize)        \
  X(hipDriverGetVersion)         \
  X(hipRuntimeGetVersion)        \
  X(hipDeviceGetAttribute)       \
  X(hipGetDeviceProperties)      \
  X(hipMemGetInfo)               \
  X(hipMalloc)                   \
  X(hipFree)                     \
  X(hipMemset)                   \
  X(hipMemcpy)                   \
  X(hipModuleLoadData)           \
  X(hipModuleGetFunction)        \
  X(hipModuleLaunchKernel)
#endif

namespace {

/// A function of a library opened at run time, with the failure of its API.
template <class Of, class Result, class... Arguments>
struct LibraryCall {
  static inline Result (*original)(Arguments...) = nullptr;

  static Result call(Arguments... arguments) {
    if (!fails(Of::name(), Of::kind())) return original(arguments...);
    if constexpr (std::is_pointer_v<Result>) {  // an OpenCL object
      using Code = std::tuple_element_t<sizeof...(Arguments) - 1, std::tuple<Arguments...>>;
      if (Code code = std::get<sizeof...(Arguments) - 1>(std::tuple(arguments...)))
        *code = static_cast<std::remove_pointer_t<Code>>(Of::code());
      return nullptr;
    } else {
      return static_cast<Result>(Of::code());
    }
  }
};

template <class Of, class Result, class... Arguments>
void* wrapped(Result (*)(Arguments...), void* original) {
  using Call = LibraryCall<Of, Result, Arguments...>;
  Call::original = reinterpret_cast<Result (*)(Arguments...)>(original);
  return reinterpret_cast<void*>(&Call::call);
}

/// The library's function, or a wrapper if it can be made to fail.
void* wrapped_call(const char* name, void* original) {
#define WRAP(function, pointer, failure)                      \
  if (std::strcmp(name, #function) == 0) {                    \
    struct Of {                                               \
      static const char* name() { return #function; }         \
      static const char* kind() { return ":" #function ":"; } \
      static int code() { return failure; }                   \
    };                                                        \
    return wrapped<Of>(pointer, original);                    \
  }
#ifdef GPUTEST_HAVE_OPENCL
#define WRAP_OPENCL(function) \
  WRAP(function, decltype(gputest_##function.pointer){}, CL_OUT_OF_RESOURCES)
  // Khronos' C++ bindings crash if a reference count cannot be raised.
  if (std::strncmp(name, "clRetain", 8) == 0) return original;
  GPUTEST_OPENCL_FUNCTIONS(WRAP_OPENCL)
#undef WRAP_OPENCL
#endif
#ifdef GPUTEST_HAVE_HIP_AMD
#define WRAP_HIP(function) WRAP(function, decltype(&function){}, hipErrorUnknown)
  GPUTEST_HIP_FUNCTIONS(WRAP_HIP)
#undef WRAP_HIP
#endif
#undef WRAP
  return original;
}

}  // namespace

void* dlsym(void* library, const char* name) noexcept {
  void* found = find(library, name);
  const auto caller = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  if (found == nullptr || !g_program.contains(caller)) return found;
  return wrapped_call(name, found);
}
