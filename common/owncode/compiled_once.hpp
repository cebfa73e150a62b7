// What was compiled of a text, kept for the next time that it is asked for.
#pragma once

#include <map>
#include <memory>
#include <string>

namespace gputest::owncode {

/// By the text that it was compiled of, and what it was compiled for.
template <class Compiled>
class CompiledOnce {
 public:
  /// What is kept under that key, or else what make() returns. Not for two threads at once.
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
