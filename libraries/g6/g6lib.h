/* Another name of gp6util.h, which some clients include. */
#include <gp6util.h>
