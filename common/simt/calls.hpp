// What the passes of a Binding ask of a platform: launches, copies, and transforms.
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

/// A kernel that is loaded on a device. It stays loaded as long as one points to it.
using LoadedKernel = std::shared_ptr<void>;

/// Kernels that were loaded, and the images that they are in.
struct Loaded {
  std::vector<LoadedKernel> kernels;
  std::vector<std::shared_ptr<const texts::Image>> images;
};

/// A platform's functions, on the device in use. Streams are the run-time API's handles; null is
/// the default stream. What has a stream enqueues and does not wait, and throws LibraryFailure with
/// the API's number where the API gives an error at once.
class Calls {
 public:
  Calls() = default;
  virtual ~Calls() = default;
  Calls(const Calls&) = delete;
  Calls& operator=(const Calls&) = delete;

  /// Compiles instances of the file's kernels for the target and loads them, in order. What was
  /// loaded before stays. Throws as Compiler::compile() does.
  Loaded load(const std::string& file, const std::vector<texts::Instance>& instances,
              const std::string& target) const;
  /// Loads nothing again that was loaded, as after a reset of a device.
  void forget_modules() const;

  /// What compiles texts for the platform; null where its kernels are functions of the program.
  virtual const texts::Compiler* compiler() const = 0;
  /// Loads machine code. Throws LibraryFailure.
  virtual std::shared_ptr<void> load_module(const std::string& code) const = 0;
  /// The kernel of that symbol. Throws LibraryFailure.
  virtual LoadedKernel find_kernel(const std::shared_ptr<void>& module,
                                   const std::string& symbol) const = 0;
  /// `arguments` points to each argument of the kernel.
  virtual void launch(const LoadedKernel& kernel, unsigned grid, unsigned block, void* stream,
                      void** arguments) const = 0;
  virtual void fill(void* memory, int byte, std::size_t bytes, void* stream) const = 0;
  /// Between the host's memory and the device's.
  virtual void copy(void* to, const void* from, std::size_t bytes, bool to_device,
                    void* stream) const = 0;

  /// Throws Error(unavailable) where the platform's library of transforms is not there or plans
  /// none of that size.
  virtual std::unique_ptr<RealTransform> plan_transform(const TransformedArrays& arrays) const = 0;

 private:
  /// Of the device in use.
  virtual int device() const = 0;

  mutable std::mutex mutex_;
  mutable std::map<std::pair<int, const texts::Image*>, std::shared_ptr<void>> modules_;
};

}  // namespace gputest::simt
