// SPDX-License-Identifier: GPL-3.0-or-later
#include <poll.h>

#include "app/databases/socket_wait.h"

namespace diagonal {

bool waitForSocket(int socket, SocketEvent event, int milliseconds) {
    pollfd waiting{socket, event == SocketEvent::Readable ? short{POLLIN} : short{POLLOUT}, 0};
    return ::poll(&waiting, 1, milliseconds) != 0;
}

}  // namespace diagonal
