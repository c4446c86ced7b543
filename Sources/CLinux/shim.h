// sys/vfs.h (statfs) is not part of Swift's Glibc module; the calls and values below glibc declares only under _GNU_SOURCE, which
// Swift's importer does not set. Sources: memfd_create(2), renameat2(2), sync_file_range(2), statx(2),
// fnmatch(3); the values are the kernel's
// and never change.
#pragma once

#include <linux/stat.h>
#include <sys/vfs.h>

int memfd_create(const char *name, unsigned int flags);
int renameat2(int oldFolder, const char *oldPath, int newFolder, const char *newPath, unsigned int flags);
int sync_file_range(int descriptor, long offset, long count, unsigned int flags);
int statx(int folder, const char *path, int flags, unsigned int mask, struct statx *status);

enum {
    CLINUX_FNM_CASEFOLD = 16,
    CLINUX_MEMFD_CLOEXEC = 1,
    CLINUX_RENAME_NOREPLACE = 1,
    CLINUX_SYNC_FILE_RANGE_WRITE = 2,
};
