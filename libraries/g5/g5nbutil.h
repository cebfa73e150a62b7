/* Another name of gp5util.h, which some clients include. */
#include <gp5util.h>
