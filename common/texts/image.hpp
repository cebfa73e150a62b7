// The compiled form of a text.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/texts/compiler.hpp"
#include "common/texts/instance.hpp"

namespace gputest::texts {

/// Instances of one file's kernels for one target.
struct Image {
  std::string file;    ///< "common/gravity/simt/tiled.inl"
  std::string target;  ///< "sm_90", "gfx90a"
  std::vector<Instance> instances;
  Compiled compiled;
  std::string text_checksum;  ///< of everything that the compiler read

  /// The name of the instance in the machine code. Throws Error(unavailable) if it is not there.
  std::string symbol(const Instance& instance) const;
};

/// Compiles those instances of the file's kernels. An image has at most one instance of each
/// kernel, so there may be several images. Reuses code that this process or, through the cache
/// (cache.hpp), another one has compiled. Throws like Compiler::compile().
std::vector<std::shared_ptr<const Image>> images_of(const Compiler& compiler,
                                                    const std::string& file,
                                                    const std::vector<Instance>& instances,
                                                    const std::string& target);

/// Why no kernel is available for the target: there is neither a compiler nor a cache entry, or the
/// compiler does not know the target. Empty if kernels may be available.
std::string why_not_compiled(const Compiler& compiler, const std::string& target);

/// The image that contains the instance.
std::shared_ptr<const Image> image_with(const std::vector<std::shared_ptr<const Image>>& images,
                                        const Instance& instance);

}  // namespace gputest::texts
