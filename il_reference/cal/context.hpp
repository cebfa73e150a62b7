// Modules, names and contexts of CAL: from a kernel's text and a device's resources to a run.
#pragma once

#include <compare>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "il_reference/cal/device.hpp"
#include "il_reference/interpreter/interpreter.hpp"
#include "il_reference/language/diagnostics.hpp"

namespace gputest::cal {

/// A kernel's name for a resource (CALname): i0, o0, cb0, uav0 or g[].
struct Name {
  enum class Kind { input, output, constant, uav, global };
  Kind kind = Kind::input;
  std::uint32_t number = 0;
  auto operator<=>(const Name&) const = default;
};

std::string to_text(const Name& name);  ///< "i0", "g[]"

/// A kernel, compiled and loaded (calclCompile, calclLink, calModuleLoad, calModuleGetEntry): its
/// one entry is main.
class Module {
 public:
  /// Parses and checks the text; `file` names it in messages. Throws Error(bad_input) with every
  /// error that the text has.
  Module(std::string text, std::string_view file);

  const il::Program& program() const { return program_; }
  const std::string& text() const { return text_; }
  const il::Diagnostics& warnings() const { return warnings_; }

  /// calModuleGetName. Throws Error(bad_input) where the kernel has no such name.
  Name name(std::string_view name) const;

  /// Every name that the kernel's instructions use.
  const std::vector<Name>& names() const { return names_; }

 private:
  std::string text_;
  il::Diagnostics warnings_;
  il::Program program_;
  std::vector<Name> names_;
};

/// A context on a device (calCtxCreate … calCtxDestroy), which knows what each name stands for.
class Context {
 public:
  explicit Context(Device& device) : device_(device) {}

  /// calCtxGetMem and calCtxSetMem: from now on the name stands for the resource, which must be
  /// this device's.
  void set_mem(const Name& name, std::shared_ptr<Resource> resource);

  /// calMemCopy: elements from one resource to another of the same shape and format. Between local
  /// and remote memory the device's counter sees it.
  void mem_copy(Resource& from, Resource& to);

  /// calCtxRunProgram: a pixel kernel over a domain, by the interpreter. Done when it returns
  /// (calCtxIsEventDone). Throws Error(bad_input) where a name has no resource, a resource is still
  /// mapped, or as il::run() does.
  il::RunStatistics run_program(const Module& module, const il::Domain& domain,
                                const il::RunOptions& options = {});

  /// calCtxRunProgramGrid: a compute kernel over a grid of groups.
  il::RunStatistics run_program_grid(const Module& module, const il::Groups& groups,
                                     const il::RunOptions& options = {});

  /// What the names of a module stand for, as memory: for whoever runs the kernel.
  il::Bindings bindings(const Module& module) const;

 private:
  Device& device_;
  std::map<Name, std::shared_ptr<Resource>> memory_;
};

}  // namespace gputest::cal
