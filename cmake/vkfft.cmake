# VkFFT: a header-only library of Fourier transforms on GPUs; its kernels are compiled at run time.
#
# gputest_vkfft(<target> <source>)
#
# Lets a source of the target include vkFFT.h, and defines GPUTEST_HAVE_VKFFT for it, if VkFFT is
# installed.
find_path(GPUTEST_VKFFT_INCLUDE vkFFT.h)
mark_as_advanced(GPUTEST_VKFFT_INCLUDE)
function(gputest_vkfft target source)
  # Macros redirect its calls.
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
                                                   SKIP_PRECOMPILE_HEADERS ON)
  if(GPUTEST_VKFFT_INCLUDE)
    target_include_directories(${target} SYSTEM PRIVATE ${GPUTEST_VKFFT_INCLUDE})
    # VkFFT writes kernels once per shape, so optimising its host code gains nothing. After inlining,
    # GCC 14 and later warn of an uninitialised variable of VkFFT.
    set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS GPUTEST_HAVE_VKFFT
                                                     COMPILE_OPTIONS
                                                     "-O0;$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>")
  endif()
endfunction()
