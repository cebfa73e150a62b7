// The functions of a platform that the passes of a Binding call: launches, copies and transforms.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "common/simt/real_transform.hpp"
#include "common/texts/image.hpp"

namespace gputest::simt {

/// Blocks of a grid, or threads of a block.
struct Extent {
  Extent(unsigned along_x, unsigned along_y = 1) : x(along_x), y(along_y) {}
  unsigned x, y;
};

/// A kernel that is loaded on a device. It remains loaded as long as a pointer to it exists.
using LoadedKernel = std::shared_ptr<void>;

/// A kernel that is a function of the program. A LoadedKernel then points to it.
struct HostFunction {
  void (*run)(const void* const* arguments);  ///< as one thread, with a pointer to each argument
  unsigned wavefront;                         ///< its lanes
};

/// Loaded kernels and the images that contain them.
struct Loaded {
  std::vector<LoadedKernel> kernels;
  std::vector<std::shared_ptr<const texts::Image>> images;
};

/// A platform's functions, for the current device. Streams are the run-time API's handles; null is
/// the default stream. A function with a stream enqueues without waiting and throws LibraryFailure
/// with the API's error number if the API reports one at once.
class Calls {
 public:
  Calls() = default;
  virtual ~Calls() = default;
  Calls(const Calls&) = delete;
  Calls& operator=(const Calls&) = delete;

  /// Compiles instances of the file's kernels for the target and loads them, in order. Reuses
  /// loaded modules. Throws like Compiler::compile().
  Loaded load(const std::string& file, const std::vector<texts::Instance>& instances,
              const std::string& target) const;
  /// Forgets the loaded modules, for use after a device reset.
  void forget_modules() const;

  /// The compiler of texts for the platform; null if its kernels are functions of the program.
  virtual const texts::Compiler* compiler() const = 0;
  /// Loads machine code. Throws LibraryFailure.
  virtual std::shared_ptr<void> load_module(const std::string& code) const = 0;
  /// The kernel of that symbol. Throws LibraryFailure.
  virtual LoadedKernel find_kernel(const std::shared_ptr<void>& module,
                                   const std::string& symbol) const = 0;
  /// `arguments` points to each argument of the kernel.
  virtual void launch(const LoadedKernel& kernel, Extent grid, Extent block, void* stream,
                      void** arguments) const = 0;
  virtual void fill(void* memory, int byte, std::size_t bytes, void* stream) const = 0;
  /// Copies between host memory and device memory.
  virtual void copy(void* to, const void* from, std::size_t bytes, bool to_device,
                    void* stream) const = 0;

  /// Throws Error(unavailable) if the platform's transform library is missing or has no plan of
  /// that size.
  virtual std::unique_ptr<RealTransform> plan_transform(const TransformedArrays& arrays) const = 0;

 private:
  /// The number of the current device.
  virtual int device() const = 0;

  mutable std::mutex mutex_;
  mutable std::map<std::pair<int, const texts::Image*>, std::shared_ptr<void>> modules_;
};

}  // namespace gputest::simt
