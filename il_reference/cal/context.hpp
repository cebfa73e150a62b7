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

/// A compiled and loaded kernel (calclCompile, calclLink, calModuleLoad, calModuleGetEntry). Its
/// only entry is main.
class Module {
 public:
  /// Parses and checks the text; `file` names it in messages. Throws Error(bad_input) with every
  /// error in the text.
  Module(std::string text, std::string_view file);

  const il::Program& program() const { return program_; }
  const std::string& text() const { return text_; }
  const il::Diagnostics& warnings() const { return warnings_; }

  /// calModuleGetName. Throws Error(bad_input) if the kernel has no such name.
  Name name(std::string_view name) const;

  /// Every name that the kernel's instructions use.
  const std::vector<Name>& names() const { return names_; }

 private:
  std::string text_;
  il::Diagnostics warnings_;
  il::Program program_;
  std::vector<Name> names_;
};

/// A context on a device (calCtxCreate … calCtxDestroy), which maps each name to a resource.
class Context {
 public:
  explicit Context(Device& device) : device_(device) {}

  /// calCtxGetMem and calCtxSetMem: binds the name to the resource, which must belong to this
  /// device.
  void set_mem(const Name& name, std::shared_ptr<Resource> resource);

  /// calMemCopy: copies elements to another resource of the same shape and format. The device
  /// counts copies between local and remote memory.
  void mem_copy(Resource& from, Resource& to);

  /// calCtxRunProgram: runs a pixel kernel over a domain on the interpreter; blocking
  /// (calCtxIsEventDone). Throws Error(bad_input) if a name has no resource, Error(usage) if a
  /// resource is still mapped, and the errors of il::run().
  il::RunStatistics run_program(const Module& module, const il::Domain& domain,
                                const il::RunOptions& options = {});

  /// calCtxRunProgramGrid: a compute kernel over a grid of groups.
  il::RunStatistics run_program_grid(const Module& module, const il::Groups& groups,
                                     const il::RunOptions& options = {});

  /// The memory bound to the names of a module, for the code that runs the kernel.
  il::Bindings bindings(const Module& module) const;

 private:
  Device& device_;
  std::map<Name, std::shared_ptr<Resource>> memory_;
};

}  // namespace gputest::cal
