// Declarations of CPU kernels: each file common/<family>/cpu/<variant>.cpp is one kernel.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/device/kernel_call.hpp"
#include "common/device/kernel_lists.hpp"

namespace gputest::cpu {

/// A pass of a launch. `run` returns when it is done.
struct Stage {
  std::string pass;  ///< its name
  std::function<void()> run;
};

/// One whole computation with everything fixed: instance, arguments, threads. A call returns when
/// it is done.
class Launch {
 public:
  Launch() = default;
  /// A launch with one pass, which has the kernel's name.
  template <class F>
  requires std::is_invocable_v<F&> Launch(F run) : Launch(std::function<void()>(std::move(run))) {}
  Launch(std::function<void()> run);
  /// A launch with several passes, which are timed separately.
  Launch(std::initializer_list<Stage> stages);
  // In one object, because every instance of a kernel makes a launch.
  Launch(const Launch&);
  Launch(Launch&&) noexcept;
  Launch& operator=(const Launch&);
  Launch& operator=(Launch&&) noexcept;
  ~Launch();

  void operator()() const {
    for (const Stage& stage : stages_) stage.run();
  }
  const std::vector<Stage>& stages() const { return stages_; }

 private:
  std::vector<Stage> stages_;
};

/// Fixes everything. Arrays are aligned to 64 bytes and outlive the launch.
using BindFunction = std::function<Launch(const KernelCall&)>;

/// The object that a kernel's file defines, `extern const Declaration <family>_<variant>_cpu`. A
/// step of `simulate`, which belongs to no family, defines `<variant>_cpu`.
struct Declaration {
  /// The kernel's description except its API; null for a step, which is in no catalogue.
  KernelInfo (*info)(const std::string& family, const std::string& variant);
  Launch (*bind)(const KernelCall&);
  /// Why it cannot run in that precision on this machine, a sentence without a full stop; empty if
  /// it can. Null if it always can.
  std::string (*absence)(Precision) = nullptr;
};

/// The declaration of a type with the members that info_of() reads, a static bind() and optionally
/// absence(). A file that is compiled for several targets passes another `bind`.
template <class Kernel>
constexpr Declaration declare(Launch (*bind)(const KernelCall&) = &Kernel::bind) {
  if constexpr (requires { &Kernel::absence; })
    return {&info_of<Kernel>, bind, &Kernel::absence};
  else if constexpr (requires { typename Kernel::layouts; })
    return {&info_of<Kernel>, bind};
  else
    return {nullptr, bind};
}

/// A declaration and the names from its file's path.
struct CompiledKernel {
  std::string family;
  std::string variant;
  const Declaration* declaration;

  /// "gravity_naive"; of a step of `simulate` only the variant, "step_move".
  std::string name() const {
    return declaration->info == nullptr ? variant : family + "_" + variant;
  }
};

/// Every CPU kernel, by path. The build generates the table from the files' names.
const std::vector<CompiledKernel>& compiled_kernels();

/// The kernel with that name. Throws Error(unavailable) if there is none.
const Declaration& find_kernel(const std::string& name);

}  // namespace gputest::cpu
