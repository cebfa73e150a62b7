// Routes the calls of HIP's run-time API, so that the program starts without AMD's library.
#pragma once

extern "C" {

/// The build makes, for each function of the API that the program calls, a jump through an entry of
/// this table. It also makes the list of names in the same order; a null pointer ends it.
extern void* gputest_hip_routes[];
extern const char* const gputest_hip_route_names[];

/// The initial value of every entry, and the final one of functions that the library lacks: returns
/// hipErrorSharedObjectInitFailed. Every routed function of the API returns an error code.
int gputest_hip_no_library();
}
