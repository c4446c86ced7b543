// malloc.h, sys/epoll.h, sys/vfs.h (statfs) and sys/xattr.h are not part of Swift's Glibc module; the calls and values below glibc
// declares only under _GNU_SOURCE, which Swift's importer does not set. Sources: accept4(2), memfd_create(2), renameat2(2),
// sync_file_range(2), statx(2), fnmatch(3), unix(7); the values are the kernel's and never change.
#pragma once

#include <fcntl.h>
#include <linux/stat.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/vfs.h>
#include <sys/xattr.h>

int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
int memfd_create(const char *name, unsigned int flags);
int renameat2(int oldFolder, const char *oldPath, int newFolder, const char *newPath, unsigned int flags);
int sync_file_range(int descriptor, long offset, long count, unsigned int flags);
int statx(int folder, const char *path, int flags, unsigned int mask, struct statx *status);

enum {
    /// FICLONE of linux/fs.h, which redefines constants of sys/mount.h (ioctl_ficlone(2)).
    CLINUX_FICLONE = _IOW(0x94, 9, int),
    CLINUX_FNM_CASEFOLD = 16,
    CLINUX_MEMFD_CLOEXEC = 1,
    /// O_TMPFILE of linux/fcntl.h (open(2)).
    CLINUX_O_TMPFILE = 020000000 | O_DIRECTORY,
    CLINUX_RENAME_NOREPLACE = 1,
    CLINUX_SO_PEERPIDFD = 77,
    CLINUX_SYNC_FILE_RANGE_WRITE = 2,
};
