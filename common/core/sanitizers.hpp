// Which sanitizer instruments this file, by GCC's name or Clang's.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define GT_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GT_ASAN 1
#endif
#endif
#ifndef GT_ASAN
#define GT_ASAN 0  ///< 1 under AddressSanitizer
#endif

#if defined(__SANITIZE_THREAD__)
#define GT_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define GT_TSAN 1
#endif
#endif
#ifndef GT_TSAN
#define GT_TSAN 0  ///< 1 under ThreadSanitizer
#endif
