// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>  // defines __GLIBC__

#include "app/platform/free_memory.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace diagonal {

void returnFreeMemory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

}  // namespace diagonal
