// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace diagonal {

/// Returns true if standard output is shown to a person, not written to a file or a pipe.
bool isOutputTerminal();

}  // namespace diagonal
