// What a decoder worker needs of Linux and Swift cannot say: the jail (Landlock, seccomp, limits), and descriptors that
// travel over a socket (their macros and variadic calls are not imported).
#pragma once

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The parts of the jail, as bits.
enum {
    OPK_JAIL_LIMITS = 1 << 0,
    OPK_JAIL_PARENT_DEATH = 1 << 1,
    OPK_JAIL_NO_NEW_PRIVILEGES = 1 << 2,
    OPK_JAIL_NOT_DUMPABLE = 1 << 3,
    OPK_JAIL_LANDLOCK = 1 << 4,
    OPK_JAIL_SECCOMP = 1 << 5,
};

// Jails the calling process for good: from now on it may compute, read what is open, and talk over open sockets. Beyond
// what it has now it may map so many bytes of memory. Call it while the process has one thread.
// Returns the parts that this kernel does not have or refuses.
unsigned opk_jail_enter(uint64_t memory_bytes);

// What the kernel said to something that a jailed process must not do.
typedef struct {
    const char *name;
    int error; // 0: it was allowed
} opk_probe;

// Only in builds with FAULT_HOOKS: tries what a jailed process must not do; fills at most `capacity` results and returns how many. `path` is a file that
// exists and may be opened outside the jail. `parent` is the process to signal and to trace.
size_t opk_jail_probe(const char *path, pid_t parent, opk_probe *results, size_t capacity);

// Sends bytes, and with the first of them a descriptor unless it is negative. As send(2), with MSG_NOSIGNAL.
ssize_t opk_send(int socket, const void *bytes, size_t count, int descriptor);

// Receives what is there without waiting, as recv(2). If `descriptor` is not NULL, it is set to one that came along (the
// caller closes it) and else left alone; if it is NULL, no descriptor is let in.
ssize_t opk_receive(int socket, void *bytes, size_t capacity, int *descriptor);

// posix_spawn_file_actions_addclosefrom_np(3), which glibc declares under _GNU_SOURCE only.
int opk_spawn_close_from(posix_spawn_file_actions_t *actions, int descriptor);
