// A preloaded library that lets the N-th call of one group fail: FAIL_CALL=GROUP FAIL_AT=N FAIL_WITH=ERRNO (a number). With
// FAIL_WITH=half or byte a read or write transfers half of the bytes, or one byte, as the kernel may do. The library writes the
// name of the call to the file FAIL_LOG.
//
// strace -e inject=…:when=N cannot replace it: strace counts the calls of each thread separately, and it cannot make a transfer
// short, but only report it as short.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long calls;
static long limit;
static const char *group, *with;

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("FAIL_AT");
    group = getenv("FAIL_CALL");
    with = getenv("FAIL_WITH");
    limit = group && with && text ? atol(text) : 0;
}

// Writes with direct system calls, because the functions above are replaced.
static void log_call(const char *name, const char *about) {
    const char *path = getenv("FAIL_LOG");
    int file = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
    if (file < 0) return;
    char line[600];
    int count = snprintf(line, sizeof line, "%s %.500s\n", name, about);
    syscall(SYS_write, file, line, count);
    syscall(SYS_close, file);
}

// The Swift runtime reads /proc/PID/stat at its start, and traps if this fails. The call is not one of the program's.
static int is_of_runtime(const char *about) {
    size_t length = strlen(about);
    return strncmp(about, "/proc/", 6) == 0 && length > 5 && strcmp(about + length - 5, "/stat") == 0;
}

static int due(const char *its_group, const char *name, const char *about) {
    if (is_of_runtime(about)) return 0;
    if (!limit || strcmp(its_group, group) != 0 || atomic_fetch_add(&calls, 1) + 1 != limit) return 0;
    log_call(name, about);
    return 1;
}

static int is_short(void) { return strcmp(with, "half") == 0 || strcmp(with, "byte") == 0; }
static size_t shorter(size_t size) { return strcmp(with, "half") == 0 ? (size + 1) / 2 : size ? 1 : 0; }

#define REAL(result, name, parameters)       \
    static result(*real) parameters;         \
    if (!real) real = (result(*) parameters)dlsym(RTLD_NEXT, #name);

#define FAILING(group, result, failed, name, about, parameters, arguments) \
    result name parameters {                                              \
        REAL(result, name, parameters)                                    \
        if (due(group, #name, about)) {                                   \
            errno = atoi(with);                                           \
            return failed;                                                \
        }                                                                 \
        return real arguments;                                            \
    }

#define OPENING(name, about, parameters, arguments, last, ...)         \
    int name(__VA_ARGS__, ...) {                                     \
        REAL(int, name, parameters)                                  \
        va_list list;                                                \
        va_start(list, last);                                        \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; \
        va_end(list);                                                \
        if (due("open", #name, about)) {                             \
            errno = atoi(with);                                      \
            return -1;                                               \
        }                                                            \
        return real arguments;                                       \
    }
OPENING(open, path, (const char *, int, mode_t), (path, flags, mode), flags, const char *path, int flags)
OPENING(open64, path, (const char *, int, mode_t), (path, flags, mode), flags, const char *path, int flags)
OPENING(openat, path, (int, const char *, int, mode_t), (at, path, flags, mode), flags, int at, const char *path, int flags)
OPENING(openat64, path, (int, const char *, int, mode_t), (at, path, flags, mode), flags, int at, const char *path, int flags)

#define TRANSFER(group, name, parameters, arguments, shortened)   \
    ssize_t name parameters {                                    \
        REAL(ssize_t, name, parameters)                          \
        if (!due(group, #name, "")) return real arguments;       \
        if (is_short()) return real shortened;                   \
        errno = atoi(with);                                      \
        return -1;                                               \
    }
TRANSFER("read", read, (int file, void *bytes, size_t size), (file, bytes, size), (file, bytes, shorter(size)))
TRANSFER("pread", pread, (int file, void *bytes, size_t size, off_t at), (file, bytes, size, at), (file, bytes, shorter(size), at))
TRANSFER("pread", pread64, (int file, void *bytes, size_t size, off64_t at), (file, bytes, size, at), (file, bytes, shorter(size), at))
TRANSFER("write", write, (int file, const void *bytes, size_t size), (file, bytes, size), (file, bytes, shorter(size)))
TRANSFER("pwrite", pwrite, (int file, const void *bytes, size_t size, off_t at), (file, bytes, size, at), (file, bytes, shorter(size), at))
TRANSFER("pwrite", pwrite64, (int file, const void *bytes, size_t size, off64_t at), (file, bytes, size, at), (file, bytes, shorter(size), at))

FAILING("fsync", int, -1, fsync, "", (int file), (file))
FAILING("fsync", int, -1, fdatasync, "", (int file), (file))
FAILING("truncate", int, -1, ftruncate, "", (int file, off_t size), (file, size))
FAILING("truncate", int, -1, ftruncate64, "", (int file, off64_t size), (file, size))
FAILING("truncate", int, -1, fallocate, "", (int file, int mode, off_t at, off_t size), (file, mode, at, size))
FAILING("rename", int, -1, rename, new, (const char *old, const char *new), (old, new))
FAILING("rename", int, -1, renameat2, new, (int from, const char *old, int to, const char *new, unsigned flags), (from, old, to, new, flags))
FAILING("rename", int, -1, link, new, (const char *old, const char *new), (old, new))
FAILING("unlink", int, -1, unlink, path, (const char *path), (path))
FAILING("unlink", int, -1, rmdir, path, (const char *path), (path))
FAILING("mkdir", int, -1, mkdir, path, (const char *path, mode_t mode), (path, mode))
FAILING("opendir", DIR *, NULL, opendir, path, (const char *path), (path))
FAILING("opendir", DIR *, NULL, fdopendir, "", (int file), (file))
FAILING("getdents", struct dirent *, NULL, readdir, "", (DIR *stream), (stream))
FAILING("getdents", struct dirent64 *, NULL, readdir64, "", (DIR *stream), (stream))
#define STATUS struct stat *status
#define STATUS64 struct stat64 *status
FAILING("stat", int, -1, stat, path, (const char *path, STATUS), (path, status))
FAILING("stat", int, -1, stat64, path, (const char *path, STATUS64), (path, status))
FAILING("stat", int, -1, lstat, path, (const char *path, STATUS), (path, status))
FAILING("stat", int, -1, lstat64, path, (const char *path, STATUS64), (path, status))
FAILING("stat", int, -1, fstat, "", (int file, STATUS), (file, status))
FAILING("stat", int, -1, fstat64, "", (int file, STATUS64), (file, status))
FAILING("stat", int, -1, fstatat, path, (int at, const char *path, STATUS, int flags), (at, path, status, flags))
FAILING("stat", int, -1, fstatat64, path, (int at, const char *path, STATUS64, int flags), (at, path, status, flags))
FAILING("stat", int, -1, statx, path, (int at, const char *path, int flags, unsigned mask, struct statx *status), (at, path, flags, mask, status))
FAILING("statfs", int, -1, statfs, path, (const char *path, struct statfs *status), (path, status))
FAILING("statfs", int, -1, fstatvfs, "", (int file, struct statvfs *status), (file, status))
FAILING("access", int, -1, access, path, (const char *path, int mode), (path, mode))
FAILING("flock", int, -1, flock, "", (int file, int operation), (file, operation))
FAILING("utimes", int, -1, futimens, "", (int file, const struct timespec times[2]), (file, times))
FAILING("utimes", int, -1, utimensat, path, (int at, const char *path, const struct timespec times[2], int flags), (at, path, times, flags))
FAILING("memfd", int, -1, memfd_create, path, (const char *path, unsigned flags), (path, flags))

// Every command of fcntl takes at most one word.
#define CONTROL(name)                                              \
    int name(int file, int command, ...) {                        \
        REAL(int, name, (int, int, void *))                       \
        va_list list;                                             \
        va_start(list, command);                                  \
        void *argument = va_arg(list, void *);                    \
        va_end(list);                                             \
        if (due("fcntl", #name, "")) {                            \
            errno = atoi(with);                                   \
            return -1;                                            \
        }                                                         \
        return real(file, command, argument);                     \
    }
CONTROL(fcntl)
CONTROL(fcntl64)

// Only mappings of files fail. Anonymous memory belongs to the allocator, and without it a Swift program ends.
#define MAPPING(name, offset)                                                              \
    void *name(void *place, size_t size, int protection, int flags, int file, offset at) { \
        REAL(void *, name, (void *, size_t, int, int, int, offset))                        \
        if (!(flags & MAP_ANONYMOUS) && due("mmap", #name, "")) {                          \
            errno = atoi(with);                                                            \
            return MAP_FAILED;                                                             \
        }                                                                                  \
        return real(place, size, protection, flags, file, at);                             \
    }
MAPPING(mmap, off_t)
MAPPING(mmap64, off64_t)
