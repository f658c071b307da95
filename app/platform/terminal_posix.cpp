// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include "app/platform/terminal.h"

namespace diagonal {

bool isOutputTerminal() {
    return ::isatty(STDOUT_FILENO) != 0;
}

}  // namespace diagonal
