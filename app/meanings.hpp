// What the columns, statuses and verdicts of gputest's tables mean.
#pragma once

#include <string>
#include <vector>

namespace gputest {

/// A word of a table and what it means, in sentences.
struct Meaning {
  std::string word, sentence;
};

/// Of every column and status.
const std::vector<Meaning>& meanings();
/// Null where it is none of those words.
const Meaning* find_meaning(const std::string& word);

}  // namespace gputest
