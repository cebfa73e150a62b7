# Headers are enough: the loader is opened at run time.
find_path(GPUTEST_OPENCL_INCLUDE CL/opencl.hpp)
mark_as_advanced(GPUTEST_OPENCL_INCLUDE)
if(GPUTEST_OPENCL_INCLUDE)
  set(found TRUE)
else()
  set(reason "not built: CL/opencl.hpp was not found (Debian: opencl-clhpp-headers)")
endif()
