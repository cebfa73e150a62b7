// What a compiler made of a text.
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
  std::string text_checksum;  ///< of all that the compiler read

  /// What the instance is called in the machine code. Throws Error(unavailable) where it is not in
  /// it.
  std::string symbol(const Instance& instance) const;
};

/// Compiles those instances of the file's kernels. An image holds no two instances of one kernel,
/// so there may be several. What was compiled before, by this process or by another (cache.hpp), is
/// not compiled again. Throws as Compiler::compile() does.
std::vector<std::shared_ptr<const Image>> images_of(const Compiler& compiler,
                                                    const std::string& file,
                                                    const std::vector<Instance>& instances,
                                                    const std::string& target);

/// Why no kernel can be had for the target: there is no compiler, and nothing in the cache, or it
/// does not know the target. Empty where some can.
std::string why_not_compiled(const Compiler& compiler, const std::string& target);

/// The one of them that holds the instance.
std::shared_ptr<const Image> image_with(const std::vector<std::shared_ptr<const Image>>& images,
                                        const Instance& instance);

}  // namespace gputest::texts
