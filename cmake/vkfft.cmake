# VkFFT, Fourier transforms of GPUs as headers alone, whose kernels are compiled where they run.
#
# gputest_vkfft(<target> <source>)
#
# Has a source of the target's include vkFFT.h, and says so to it by GPUTEST_HAVE_VKFFT, where there is
# one.
find_path(GPUTEST_VKFFT_INCLUDE vkFFT.h)
mark_as_advanced(GPUTEST_VKFFT_INCLUDE)
function(gputest_vkfft target source)
  # The calls that it makes are led elsewhere by macros.
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
                                                   SKIP_PRECOMPILE_HEADERS ON)
  if(GPUTEST_VKFFT_INCLUDE)
    target_include_directories(${target} SYSTEM PRIVATE ${GPUTEST_VKFFT_INCLUDE})
    # VkFFT writes kernels once for a shape. Its code for the host gains nothing by optimisation.
    # GCC 14 and later see a variable of VkFFT's without a value, where inlining hides whose it is.
    set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS GPUTEST_HAVE_VKFFT
                                                     COMPILE_OPTIONS
                                                     "-O0;$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>")
  endif()
endfunction()
