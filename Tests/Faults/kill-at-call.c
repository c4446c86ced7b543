// A preloaded library that kills the program before its N-th call that changes the disk: KILL_AT_CALL=N.
// A program that is not killed writes the number of its calls to the file KILL_AT_CALL_COUNT.
// With KILL_AT_SENDS calls of send(2) count too.
//
// strace -e inject=…:when=N cannot replace it, because strace counts the calls of each thread separately.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;
static long limit;
static int counts_sends;

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("KILL_AT_CALL");
    limit = text ? atol(text) : 0;
    counts_sends = getenv("KILL_AT_SENDS") != NULL;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("KILL_AT_CALL_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%ld\n", atomic_load(&calls));
        fclose(file);
    }
}

static void count(void) {
    if (atomic_fetch_add(&calls, 1) + 1 == limit) kill(getpid(), SIGKILL);
}

#define COUNTED(result, name, parameters, arguments)                     \
    result name parameters {                                            \
        static result(*real) parameters;                                \
        if (!real) real = (result(*) parameters)dlsym(RTLD_NEXT, #name); \
        count();                                                        \
        return real arguments;                                          \
    }

COUNTED(int, fsync, (int file), (file))
COUNTED(int, fdatasync, (int file), (file))
COUNTED(int, ftruncate, (int file, off_t size), (file, size))
COUNTED(int, ftruncate64, (int file, off64_t size), (file, size))
COUNTED(ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t offset), (file, bytes, size, offset))
COUNTED(ssize_t, pwrite64, (int file, const void *bytes, size_t size, off64_t offset), (file, bytes, size, offset))
COUNTED(int, rename, (const char *old, const char *new), (old, new))
COUNTED(int, renameat2, (int from, const char *old, int to, const char *new, unsigned flags), (from, old, to, new, flags))
COUNTED(int, unlink, (const char *path), (path))
COUNTED(int, rmdir, (const char *path), (path))
COUNTED(int, mkdir, (const char *path, mode_t mode), (path, mode))

ssize_t send(int socket, const void *bytes, size_t size, int flags) {
    static ssize_t (*real)(int, const void *, size_t, int);
    if (!real) real = (ssize_t(*)(int, const void *, size_t, int))dlsym(RTLD_NEXT, "send");
    if (counts_sends) count();
    return real(socket, bytes, size, flags);
}
