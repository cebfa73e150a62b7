#include "common/core/jail.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/sched.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <stdexcept>

#include "common/core/error.hpp"
#include "common/core/rehearsal.hpp"
#include "common/core/sanitizers.hpp"

#if defined(GT_HAVE_SECCOMP) && __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#include <seccomp.h>
#define GT_CAN_JAIL 1
#else
#define GT_CAN_JAIL 0
#endif

namespace gputest {

#if GT_CAN_JAIL
namespace {

constexpr std::uint64_t kRead = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t kOfFiles =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE;

/// The system's libraries, programs and descriptions of the machine. Nothing here is the user's.
constexpr const char* kOfSystem[] = {"/usr",           "/lib",
                                     "/lib32",         "/lib64",
                                     "/bin",           "/sbin",
                                     "/opt",           "/nix/store",
                                     "/sys",           "/etc/ld.so.cache",
                                     "/etc/OpenCL",    "/etc/alternatives",
                                     "/etc/localtime", "/proc/self",
                                     "/proc/cpuinfo",  "/proc/meminfo",
                                     "/proc/stat",     "/proc/vmstat",
                                     "/proc/sys",      "/proc/filesystems",
                                     "/proc/mounts",   "/dev/urandom",
                                     "/dev/random",    "/dev/zero"};

/// Calls that reach other processes, devices or the network, or change a file that need not be
/// open.
constexpr const char* kRefused[] = {
    // the network, and memory that programs share
    "socket", "socketpair", "connect", "shmget", "shmat", "shmctl", "semget", "semctl", "msgget",
    "msgctl", "mq_open", "mq_unlink",
    // other processes
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease",
    "kcmp", "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "tkill", "setpgid", "setsid",
    "setpriority", "sched_setscheduler", "sched_setparam", "sched_setattr", "ioprio_set",
    "migrate_pages", "move_pages", "perf_event_open",
    // files by their names, which Landlock leaves alone
    "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat", "truncate", "utime",
    "utimes", "futimesat", "utimensat", "setxattr", "lsetxattr", "fsetxattr", "removexattr",
    "lremovexattr", "fremovexattr", "open_by_handle_at", "fanotify_init",
    // the system
    "mount", "umount2", "pivot_root", "chroot", "unshare", "setns", "fsopen", "fsconfig", "fsmount",
    "fspick", "move_mount", "open_tree", "mount_setattr", "io_uring_setup", "io_uring_enter",
    "io_uring_register", "bpf", "userfaultfd", "add_key", "request_key", "keyctl", "init_module",
    "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff",
    "acct", "quotactl", "quotactl_fd", "syslog", "vhangup", "iopl", "ioperm", "sethostname",
    "setdomainname", "settimeofday", "clock_settime", "adjtimex", "clock_adjtime"};
constexpr const char* kStartsPrograms[] = {"execve", "execveat", "fork", "vfork"};
/// Commands of fcntl() that let another process get signals.
constexpr scmp_datum_t kSignalling[] = {F_SETOWN, F_SETOWN_EX};
/// The same of ioctl(), and those that type on the user's terminal.
constexpr scmp_datum_t kTyping[] = {TIOCSTI, TIOCLINUX, FIOSETOWN, SIOCSPGRP};
/// Calls of later kernels than this list have these numbers, on every architecture.
constexpr int kFirstNewCall = 451, kLastNewCall = 511;

[[noreturn]] void fail(const char* step, int code) {
  throw Error(Status::unavailable,
              fmt::format("cannot shut in a process: {} fails: {}", step, std::strerror(code)));
}

/// The version of the kernel's Landlock; 0 if it has none.
long landlock_version() {
  return std::max(
      0L, syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
}

void allow(int rules, const std::string& path, std::uint64_t rights) {
  const int at = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (at < 0) return;
  struct stat status {};
  if (fstat(at, &status) == 0 && !S_ISDIR(status.st_mode)) rights &= kOfFiles;
  const landlock_path_beneath_attr beneath{rights, at};
  const bool fails =
      syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) != 0;
  const int code = errno;
  close(at);
  if (fails) fail("Landlock", code);
}

void restrict_files(const Room& room) {
  landlock_ruleset_attr handled{};
  handled.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
  if (landlock_version() >= 2) handled.handled_access_fs |= LANDLOCK_ACCESS_FS_REFER;
  const auto rules = static_cast<int>(
      syscall(SYS_landlock_create_ruleset, &handled, sizeof handled.handled_access_fs, 0));
  if (rules < 0) fail("Landlock", errno);
  const std::uint64_t read = kRead | (room.starts_programs ? LANDLOCK_ACCESS_FS_EXECUTE : 0);
  for (const char* path : kOfSystem) allow(rules, path, read);
  for (const std::string& path : room.readable) allow(rules, path, read);
  allow(rules, "/dev/null", kRead | LANDLOCK_ACCESS_FS_WRITE_FILE);
  if (!room.writable.empty())
    allow(rules, room.writable,
          handled.handled_access_fs & (read | ~std::uint64_t{LANDLOCK_ACCESS_FS_EXECUTE}));
  const bool fails = syscall(SYS_landlock_restrict_self, rules, 0) != 0;
  const int code = errno;
  close(rules);
  if (fails) fail("Landlock", code);
}

class CallFilter {
 public:
  CallFilter() : filter_(seccomp_init(SCMP_ACT_ALLOW)) {
    if (filter_ == nullptr) fail("seccomp", ENOMEM);
  }
  ~CallFilter() { seccomp_release(filter_); }
  CallFilter(const CallFilter&) = delete;
  CallFilter& operator=(const CallFilter&) = delete;

  /// The call fails with that code. A call that the library or the processor lacks is left out.
  template <class... Conditions>
  void refuse(int call, int code, Conditions... conditions) {
    if (call == __NR_SCMP_ERROR) return;
    const int failure = seccomp_rule_add(filter_, SCMP_ACT_ERRNO(static_cast<unsigned>(code)), call,
                                         sizeof...(conditions), conditions...);
    if (failure != 0) fail("seccomp", -failure);
  }
  void refuse(const char* call) { refuse(seccomp_syscall_resolve_name(call), EPERM); }

  void load() {
    if (const int failure = seccomp_load(filter_); failure != 0) fail("seccomp", -failure);
  }

 private:
  scmp_filter_ctx filter_;
};

/// A condition on an argument of a call. The macros of seccomp.h are C.
constexpr scmp_arg_cmp argument(unsigned number, scmp_compare compare, scmp_datum_t a,
                                scmp_datum_t b = 0) {
  return {number, compare, a, b};
}

void restrict_calls(bool starts_programs) {
  constexpr scmp_datum_t kWord = 0xFFFFFFFF;  // the kernel ignores the upper half of an int
  CallFilter filter;
  for (const char* call : kRefused) filter.refuse(call);
  if (!starts_programs) {
    for (const char* call : kStartsPrograms) filter.refuse(call);
    filter.refuse(SCMP_SYS(clone), EPERM, argument(0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  }
  filter.refuse(SCMP_SYS(clone3), ENOSYS);  // glibc then calls clone
  for (int call = kFirstNewCall; call <= kLastNewCall; ++call) filter.refuse(call, ENOSYS);
  const auto self = static_cast<scmp_datum_t>(getpid());
  for (const int call :
       {SCMP_SYS(kill), SCMP_SYS(tgkill), SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(rt_tgsigqueueinfo)})
    filter.refuse(call, EPERM, argument(0, SCMP_CMP_NE, self, 0));
  filter.refuse(SCMP_SYS(prlimit64), EPERM, argument(0, SCMP_CMP_NE, 0, 0));
  for (const scmp_datum_t command : kSignalling)
    filter.refuse(SCMP_SYS(fcntl), EPERM, argument(1, SCMP_CMP_MASKED_EQ, kWord, command));
  for (const scmp_datum_t command : kTyping)
    filter.refuse(SCMP_SYS(ioctl), EPERM, argument(1, SCMP_CMP_MASKED_EQ, kWord, command));
  filter.load();
}

std::size_t threads_of_this_process() {
  const std::filesystem::directory_iterator threads("/proc/self/task");
  return static_cast<std::size_t>(std::distance(begin(threads), end(threads)));
}

}  // namespace

std::string jail_absence() {
  if (GT_ASAN || GT_TSAN) return "this build has a sanitizer";
  if (landlock_version() == 0) return "it has no Landlock";
  const std::string fault = fault_in_rehearsal([] {
    try {
      enter_jail({});
    } catch (const std::exception&) {
      std::_Exit(1);
    }
  });
  return fault.empty() ? "" : "it refuses Landlock or seccomp";
}

void enter_jail(const Room& room) {
  if (threads_of_this_process() > 1)
    throw std::logic_error("the process to be shut in has several threads");
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("prctl", errno);
  restrict_files(room);
  restrict_calls(room.starts_programs);
}

#else

std::string jail_absence() { return "this build has no libseccomp or no header of Landlock"; }
void enter_jail(const Room&) {
  throw Error(Status::unavailable, "cannot shut in a process: " + jail_absence());
}

#endif

}  // namespace gputest
