// A cache of compiled kernels on disk, for later runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/texts/compiler.hpp"

namespace gputest::texts {

/// The key of a compiled kernel.
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

/// The folder of the cache: $GPUTEST_CACHE_DIR, $XDG_CACHE_HOME/gputest or ~/.cache/gputest. Empty
/// if there is none.
std::string cache_folder();

/// The cached code: of this user, or of the program's packer, in the folder ../lib/gputest/cache
/// next to the program's. A damaged entry counts as missing.
std::optional<Compiled> cached(const CacheKey& key);

/// Whether the cache has any entries.
bool has_entries();

/// Whether keep() has a writable folder.
bool can_keep();
/// After this call, keep() does nothing.
void keep_nothing();
/// Adds an entry. A file is written completely or not at all. If the folder exceeds its bound, the
/// least recently used entries are removed. Reports a failure once, on standard error.
void keep(const CacheKey& key, const std::string& file, const Compiled& compiled);

/// The entries of the user's folder. Throws Error(bad_input) if another user can write there.
std::vector<CacheEntry> cache_entries();
/// Removes these entries and returns their number. Throws the same errors.
std::size_t clear_cache();

}  // namespace gputest::texts
