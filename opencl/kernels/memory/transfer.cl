/* gputest kernel: memory_transfer
 *   summary    = c = a, one in the host's memory and one in the device's: the API's copy
 *   source     = gputest
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 64
 *   launch     = transfer
 *   access     = transfer
 *   copied     = *
 *   host_memory = *
 *
 * There is no kernel: a launch is clEnqueueWriteBuffer or clEnqueueReadBuffer. */
