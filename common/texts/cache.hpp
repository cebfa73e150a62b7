// Compiled kernels, kept on disk for the next program that wants them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/texts/compiler.hpp"

namespace gputest::texts {

/// By what a compiled kernel is found.
struct CacheKey {
  std::string text;      ///< the program's checksum
  std::string target;    ///< "sm_90"
  std::string compiler;  ///< name, version and options; empty: any
};

/// One file of the cache.
struct CacheEntry {
  std::string path;
  std::string file;    ///< "common/gravity/simt/tiled.inl"
  std::string target;  ///< "sm_90"
  std::string compiler;
  std::uint64_t bytes = 0;
};

/// The folder that compiled kernels are kept in: $GPUTEST_CACHE_DIR, $XDG_CACHE_HOME/gputest or
/// ~/.cache/gputest. Empty where there is none.
std::string cache_folder();

/// What was compiled before: by this user, or by who packed the program, in the folder
/// ../lib/gputest/cache beside it. An entry that is damaged is as none.
std::optional<Compiled> cached(const CacheKey& key);

/// Whether anything was kept.
bool has_entries();

/// Whether keep() has a folder for it.
bool can_keep();
/// Keeps it. A file is written whole or not at all; where the folder holds more than a bound, the
/// entries that were used longest ago go. What cannot be kept is told once, on standard error.
void keep(const CacheKey& key, const std::string& file, const Compiled& compiled);

/// The entries of the user's folder. Throws Error(bad_input) where another user can write there.
std::vector<CacheEntry> cache_entries();
/// Removes them, and gives their number. Throws likewise.
std::size_t clear_cache();

}  // namespace gputest::texts
