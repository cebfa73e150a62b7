#include "common/simt/calls.hpp"

namespace gputest::simt {

Loaded Calls::load(const std::string& file, const std::vector<texts::Instance>& instances,
                   const std::string& target) const {
  Loaded loaded{{}, texts::images_of(*compiler(), file, instances, target)};
  const int on = device();
  const std::lock_guard lock(mutex_);
  for (const texts::Instance& instance : instances) {
    const auto image = texts::image_with(loaded.images, instance);
    std::shared_ptr<void>& module = modules_[{on, image.get()}];
    if (!module) module = load_module(image->compiled.code);
    loaded.kernels.push_back(find_kernel(module, image->symbol(instance)));
  }
  return loaded;
}

void Calls::forget_modules() const {
  const std::lock_guard lock(mutex_);
  modules_.clear();
}

}  // namespace gputest::simt
