// Compiled texts, kept for reuse.
#pragma once

#include <map>
#include <memory>
#include <string>

namespace gputest::owncode {

/// Compiled objects by a key: the text, and its target if there are several.
template <class Compiled>
class CompiledOnce {
 public:
  /// The object with that key; if there is none, calls make() and keeps the result. Not
  /// thread-safe.
  template <class Make>
  std::shared_ptr<const Compiled> get(const std::string& key, const Make& make) {
    auto& kept = all_[key];
    if (!kept) kept = make();
    return kept;
  }

 private:
  std::map<std::string, std::shared_ptr<const Compiled>> all_;
};

}  // namespace gputest::owncode
