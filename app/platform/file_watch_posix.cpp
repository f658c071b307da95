// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/stat.h>

#include "app/platform/file_watch.h"

namespace diagonal {

FileStates statesOf(const std::vector<std::string>& paths) {
    FileStates states;
    for (const std::string& path : paths) {
        struct stat status {};
        if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
            states.emplace_back();
            continue;
        }
        states.push_back(FileState{status.st_size,
                                   status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec,
                                   status.st_ino});
    }
    return states;
}

}  // namespace diagonal
