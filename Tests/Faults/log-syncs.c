// A preloaded library that writes the path of each synced file to the file SYNC_LOG.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void note(int file) {
    const char *log = getenv("SYNC_LOG");
    char link[64], line[PATH_MAX + 1];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, line, PATH_MAX);
    int output = log && length > 0 ? open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (output < 0) return;
    line[length] = '\n';
    if (write(output, line, (size_t)length + 1) < 0) abort();
    close(output);
}

#define LOGGED(name)                                                    \
    int name(int file) {                                                \
        static int (*real)(int);                                        \
        if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, #name);        \
        note(file);                                                     \
        return real(file);                                              \
    }

LOGGED(fsync)
LOGGED(fdatasync)
