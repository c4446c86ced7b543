// Linux functions that Swift cannot call: the sandbox of a decoder worker (Landlock, seccomp, limits), and file
// descriptors over a socket. Their macros and variadic functions are not imported into Swift.
#pragma once

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The parts of the sandbox, as bits.
enum {
    OPK_JAIL_LIMITS = 1 << 0,
    OPK_JAIL_PARENT_DEATH = 1 << 1,
    OPK_JAIL_NO_NEW_PRIVILEGES = 1 << 2,
    OPK_JAIL_NOT_DUMPABLE = 1 << 3,
    OPK_JAIL_LANDLOCK = 1 << 4,
    OPK_JAIL_SECCOMP = 1 << 5,
};

// Restricts the calling process permanently. Afterwards it can compute, read open files and use open sockets. It can
// map at most `memory_bytes` more memory. Call this function while the process has one thread. Returns the parts that
// this kernel does not have or refuses.
unsigned opk_jail_enter(uint64_t memory_bytes);

// The kernel's answer to an action that is forbidden in the sandbox.
typedef struct {
    const char *name;
    int error; // 0: it was allowed
} opk_probe;

// Only in builds that define FAULT_HOOKS.
// Tries the forbidden actions. Fills at most `capacity` results and returns their number. `path` is an existing file
// that may be opened outside the sandbox. `parent` is the process to signal and to trace.
size_t opk_jail_probe(const char *path, pid_t parent, opk_probe *results, size_t capacity);

// Sends two parts as one, with sendmsg(2), these flags and MSG_NOSIGNAL, and a descriptor with the first byte unless it
// is negative.
ssize_t opk_send(
    int socket, const void *head, size_t head_count, const void *body, size_t body_count, int descriptor, int flags);

// Receives available bytes without waiting, with recv(2). If `descriptor` is not NULL, it is set to a received
// descriptor, which the caller closes, and otherwise it is unchanged. If `descriptor` is NULL, no descriptor is
// accepted.
ssize_t opk_receive(int socket, void *bytes, size_t capacity, int *descriptor);

// posix_spawn_file_actions_addclosefrom_np(3), which glibc declares under _GNU_SOURCE only.
int opk_spawn_close_from(posix_spawn_file_actions_t *actions, int descriptor);
