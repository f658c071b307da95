// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace diagonal {

/// What a connection waits for.
enum class SocketEvent { Readable, Writable };

/// Waits at most `milliseconds` until a socket is readable or writable, or fails. Returns false if
/// nothing has happened.
bool waitForSocket(int socket, SocketEvent event, int milliseconds);

}  // namespace diagonal
