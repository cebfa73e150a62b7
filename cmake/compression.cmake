# gputest_compression: the libraries that read compressed particle files, zlib and libzstd.
find_package(ZLIB REQUIRED)
find_path(GPUTEST_ZSTD_INCLUDE_DIR NAMES zstd.h REQUIRED)
find_library(GPUTEST_ZSTD_LIBRARY NAMES zstd REQUIRED)
add_library(gputest_compression INTERFACE)
target_include_directories(gputest_compression SYSTEM INTERFACE ${GPUTEST_ZSTD_INCLUDE_DIR})
target_link_libraries(gputest_compression INTERFACE ZLIB::ZLIB ${GPUTEST_ZSTD_LIBRARY})
