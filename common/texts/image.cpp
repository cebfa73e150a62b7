#include "common/texts/image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

#include "common/codeobject/elf.hpp"
#include "common/core/error.hpp"
#include "common/texts/cache.hpp"
#include "common/texts/first_use.hpp"

namespace gputest::texts {
namespace {

/// The prefix of a kernel's name in machine code, the same for all instances; the template
/// arguments follow (Itanium C++ ABI, 5.1).
std::string mangled_prefix(const Instance& instance) {
  std::string path = instance.name.substr(0, instance.name.find('<')), mangled = "_ZN";
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find("::", at), path.size());
    mangled += fmt::format("{}{}", end - at, path.substr(at, end - at));
    at = end + 2;
  }
  return mangled + (instance.name.find('<') == instance.name.npos ? 'E' : 'I');
}

/// Groups without two instances of one kernel, each with equal macros; each instance is in one
/// group.
std::vector<std::vector<Instance>> groups_of(const std::vector<Instance>& instances) {
  std::vector<std::vector<Instance>> groups;
  for (const Instance& instance : instances) {
    const auto has = [&](const std::vector<Instance>& group) {
      return std::find(group.begin(), group.end(), instance) != group.end();
    };
    if (std::any_of(groups.begin(), groups.end(), has)) continue;
    const auto takes = [&](const std::vector<Instance>& group) {
      return std::none_of(group.begin(), group.end(), [&](const Instance& other) {
        return other.kernel() == instance.kernel() || other.macros != instance.macros;
      });
    };
    auto group = std::find_if(groups.begin(), groups.end(), takes);
    if (group == groups.end()) group = groups.insert(groups.end(), std::vector<Instance>());
    group->push_back(instance);
  }
  return groups;
}

/// A text and the key of its image.
struct Sought {
  Program program;
  CacheKey key;
  std::string absence;  ///< why there is no compiler

  Sought(const Compiler& compiler, Reader reader, const std::string& file,
         const std::vector<Instance>& instances, const std::string& target)
      : program(make_program(file, instances, reader)), absence(compiler.absence()) {
    key = {program.checksum(), target,
           absence.empty()
               ? fmt::format("{} {}", compiler.name(), fmt::join(compiler.options(), " "))
               : ""};
  }
  std::string name() const { return key.text + key.target + key.compiler; }
};

/// The images in this process.
class Images {
 public:
  std::shared_ptr<const Image> find(const std::string& name) {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(name);
    return found == kept_.end() ? nullptr : found->second;
  }
  /// Adds the image unless one with that name exists; returns the one that is kept.
  std::shared_ptr<const Image> add(const std::string& name, std::shared_ptr<const Image> image) {
    const std::lock_guard lock(mutex_);
    return kept_.emplace(name, std::move(image)).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Image>> kept_;
};

Images& images_here() {
  static Images all;
  return all;
}

std::shared_ptr<const Image> image_of(const Compiler& compiler, const std::string& file,
                                      const std::vector<Instance>& instances,
                                      const std::string& target) {
  const Sought sought(compiler, compiler.reader(), file, instances, target);
  if (auto image = images_here().find(sought.name())) return image;
  auto compiled = cached(sought.key);
  // The program's packer may have used the other kind of compiler, which reads a different text.
  if (!compiled && !sought.absence.empty()) {
    const Reader other = compiler.reader() == Reader::library ? Reader::process : Reader::library;
    compiled = cached(Sought(compiler, other, file, instances, target).key);
  }
  if (!compiled) {
    if (!sought.absence.empty()) throw Error(Status::unavailable, sought.absence);
    compiled = compiler.compile(sought.program, target);
    keep(sought.key, file, *compiled);
  }
  return images_here().add(
      sought.name(), std::make_shared<const Image>(
                         Image{file, target, instances, std::move(*compiled), sought.key.text}));
}

}  // namespace

std::string Image::symbol(const Instance& instance) const {
  const std::string prefix = mangled_prefix(instance);
  // No mangled name has a dot. LLVM adds KERNEL.kd for the descriptor and, since version 20,
  // KERNEL.private_seg_size and others for resources.
  for (const ElfSymbol& symbol : read_elf(compiled.machine_code).symbols)
    if (symbol.name.starts_with(prefix) && symbol.name.find('.') == std::string_view::npos)
      return std::string(symbol.name);
  throw Error(Status::unavailable, fmt::format("{} generated no kernel {} from {}",
                                               compiled.compiler, instance.kernel(), file));
}

std::vector<std::shared_ptr<const Image>> images_of(const Compiler& compiler,
                                                    const std::string& file,
                                                    const std::vector<Instance>& instances,
                                                    const std::string& target) {
  std::vector<std::shared_ptr<const Image>> images;
  for (const std::vector<Instance>& group : groups_of(instances))
    images.push_back(image_of(compiler, file, group, target));
  return images;
}

std::vector<Wanted> not_compiled(const std::vector<Wanted>& all) {
  std::vector<Wanted> missing;
  if (!can_keep()) return missing;
  std::set<std::string> seen;
  for (const Wanted& one : all)
    for (const std::vector<Instance>& group : groups_of(one.instances)) {
      const Sought sought(*one.compiler, one.compiler->reader(), one.file, group, one.target);
      if (sought.absence.empty() && one.compiler->ignorance(one.target).empty() &&
          seen.insert(sought.name()).second && !images_here().find(sought.name()) &&
          !cached(sought.key))
        missing.push_back({one.compiler, one.file, group, one.target});
    }
  return missing;
}

std::string why_not_compiled(const Compiler& compiler, const std::string& target) {
  const std::string absence = compiler.absence();
  if (absence.empty()) return compiler.ignorance(target);
  return has_entries() ? "" : absence;
}

std::shared_ptr<const Image> image_with(const std::vector<std::shared_ptr<const Image>>& images,
                                        const Instance& instance) {
  for (std::size_t k = 0; k + 1 < images.size(); ++k)
    if (std::find(images[k]->instances.begin(), images[k]->instances.end(), instance) !=
        images[k]->instances.end())
      return images[k];
  return images.back();
}

}  // namespace gputest::texts
