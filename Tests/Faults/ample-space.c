// A preloaded library that reports a free terabyte on every volume, so that the program gets ENOSPC only when it writes.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>

int statfs(const char *path, struct statfs *volume) {
    int (*real)(const char *, struct statfs *) = (int (*)(const char *, struct statfs *))dlsym(RTLD_NEXT, "statfs");
    int result = real(path, volume);
    if (result == 0) volume->f_bavail = (1ULL << 40) / volume->f_bsize;
    return result;
}

int fstatvfs(int file, struct statvfs *volume) {
    int (*real)(int, struct statvfs *) = (int (*)(int, struct statvfs *))dlsym(RTLD_NEXT, "fstatvfs");
    int result = real(file, volume);
    if (result == 0) volume->f_bavail = (1ULL << 40) / volume->f_frsize;
    return result;
}
