/* Declares pg5_gen_force_table(), which clients of Phantom-GRAPE expect here. */
#include <gp5util.h>
