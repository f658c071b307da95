// SPDX-License-Identifier: GPL-3.0-or-later
// Lets a file change, or memory run out, at a chosen moment. LD_PRELOAD loads it into the program:
//   FAULT_FILE    the file that is watched; allocations count from its first read on
//   FAULT_AT      the read of the file before which FAULT_ACTION happens, from 1
//   FAULT_ACTION  remove, truncate (to half), replace (by FAULT_FILE.new) or grow (by itself)
//   FAIL_FROM     the first allocation that fails, from 1, and
//   FAIL_EVERY    each how manieth after it, of those of FAIL_SIZE bytes or more
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);
extern void* __libc_realloc(void* memory, size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);

static const char* watched;
static const char* action;
static unsigned long actionAt;
static unsigned long failFrom;
static unsigned long failEvery;
static unsigned long failSize;
static atomic_ulong reads;
static atomic_ulong allocations;

static unsigned long number(const char* name) {
    const char* text = getenv(name);
    return text ? strtoul(text, NULL, 10) : 0;
}

__attribute__((constructor)) static void start(void) {
    watched = getenv("FAULT_FILE");
    action = getenv("FAULT_ACTION");
    actionAt = number("FAULT_AT");
    failFrom = number("FAIL_FROM");
    failEvery = number("FAIL_EVERY");
    failSize = number("FAIL_SIZE");
}

static int fails(size_t size) {
    if (failFrom == 0 || size < failSize || atomic_load(&reads) == 0) return 0;
    const unsigned long count = atomic_fetch_add(&allocations, 1) + 1;
    if (count < failFrom || (count - failFrom) % failEvery != 0) return 0;
    errno = ENOMEM;
    return 1;
}

void* malloc(size_t size) {
    return fails(size) ? NULL : __libc_malloc(size);
}

void* calloc(size_t count, size_t size) {
    return fails(count * size) ? NULL : __libc_calloc(count, size);
}

void* realloc(void* memory, size_t size) {
    return fails(size) ? NULL : __libc_realloc(memory, size);
}

void* aligned_alloc(size_t alignment, size_t size) {
    return fails(size) ? NULL : __libc_memalign(alignment, size);
}

void* memalign(size_t alignment, size_t size) {
    return fails(size) ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void** memory, size_t alignment, size_t size) {
    if (fails(size)) return ENOMEM;
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}

static void grow(off_t size) {
    const int from = open(watched, O_RDONLY);
    const int to = open(watched, O_WRONLY | O_APPEND);
    char block[4096];
    ssize_t (*const realRead)(int, void*, size_t) = dlsym(RTLD_NEXT, "read");
    while (size > 0) {
        const ssize_t got = realRead(from, block, sizeof block);
        if (got <= 0 || write(to, block, (size_t)got) != got) break;
        size -= got;
    }
    close(from);
    close(to);
}

static void act(off_t size) {
    char newer[PATH_MAX];
    snprintf(newer, sizeof newer, "%s.new", watched);
    if (strcmp(action, "remove") == 0) unlink(watched);
    if (strcmp(action, "truncate") == 0 && truncate(watched, size / 2) != 0) abort();
    if (strcmp(action, "replace") == 0) rename(newer, watched);
    if (strcmp(action, "grow") == 0) grow(size);
}

static void beforeRead(int descriptor) {
    struct stat read, wanted;
    if (!watched || fstat(descriptor, &read) != 0) return;
    if (stat(watched, &wanted) != 0 || read.st_dev != wanted.st_dev || read.st_ino != wanted.st_ino)
        return;
    if (atomic_fetch_add(&reads, 1) + 1 == actionAt && action) act(read.st_size);
}

ssize_t read(int descriptor, void* out, size_t size) {
    beforeRead(descriptor);
    ssize_t (*const real)(int, void*, size_t) = dlsym(RTLD_NEXT, "read");
    return real(descriptor, out, size);
}

ssize_t pread(int descriptor, void* out, size_t size, off_t offset) {
    beforeRead(descriptor);
    ssize_t (*const real)(int, void*, size_t, off_t) = dlsym(RTLD_NEXT, "pread");
    return real(descriptor, out, size, offset);
}

ssize_t pread64(int descriptor, void* out, size_t size, off_t offset) {
    return pread(descriptor, out, size, offset);
}
