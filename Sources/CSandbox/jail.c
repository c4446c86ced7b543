#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// The limits restrict memory, which no filter counts, and they apply if a system call passes the filter.

static uint64_t mapped_bytes(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return 0;
    int fields = fscanf(file, "%lu", &pages);
    fclose(file);
    return fields == 1 ? (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

static bool limit(__rlimit_resource_t resource, rlim_t value) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0) return false;
    if (limit.rlim_max < value) value = limit.rlim_max;
    return setrlimit(resource, &(struct rlimit){value, value}) == 0;
}

static bool set_limits(uint64_t memory_bytes) {
    uint64_t mapped = mapped_bytes();
    bool ok = mapped > 0 && limit(RLIMIT_AS, mapped + memory_bytes);
    ok = limit(RLIMIT_FSIZE, 0) && ok;
    ok = limit(RLIMIT_CORE, 0) && ok;
    ok = limit(RLIMIT_NPROC, 0) && ok;
    // Three standard streams, the socket, and one file, with a margin.
    return limit(RLIMIT_NOFILE, 8) && ok;
}

// Landlock (Documentation/userspace-api/landlock.rst): a domain that handles all rights that the kernel knows and
// grants none. The values are written as numbers, because headers can be older than the kernel.

static bool enter_landlock(void) {
    enum { create_ruleset = 444, restrict_self = 446, ask_version = 1 };
    long version = syscall(create_ruleset, NULL, 0, ask_version);
    if (version < 1) return false;
    struct {
        uint64_t files, network, scopes;
    } handled = {0};
    int file_rights = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
    handled.files = (UINT64_C(1) << file_rights) - 1;
    size_t size = sizeof(uint64_t);
    if (version >= 4) {
        handled.network = 3; // bind and connect by TCP
        size += sizeof(uint64_t);
    }
    if (version >= 6) {
        handled.scopes = 3; // abstract sockets and signals
        size += sizeof(uint64_t);
    }
    int ruleset = (int)syscall(create_ruleset, &handled, size, 0);
    if (ruleset < 0) return false;
    bool ok = syscall(restrict_self, ruleset, 0) == 0;
    close(ruleset);
    return ok;
}

// seccomp (Documentation/userspace-api/seccomp_filter.rst): the system calls that decoding and answering need. Other
// calls fail with EPERM. There is no open, write, socket, clone, execve or kill, and no executable memory.

#if defined(__x86_64__)
#define OPK_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OPK_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef OPK_ARCHITECTURE
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IF(test, value, yes, no) BPF_JUMP(BPF_JMP | test | BPF_K, value, yes, no)
#define PERMIT BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define ALLOW(name) IF(BPF_JEQ, __NR_##name, 0, 1), PERMIT

static bool enter_seccomp(void) {
    struct sock_filter filter[] = {
        LOAD(arch),
        IF(BPF_JEQ, OPK_ARCHITECTURE, 1, 0),
        REFUSE,
        LOAD(nr),
        // The file and the socket.
        ALLOW(pread64),
        ALLOW(recvmsg),
        ALLOW(sendmsg),
        ALLOW(ppoll),
#ifdef __NR_poll
        ALLOW(poll),
#endif
        ALLOW(close),
        // Memory. Both architectures are little-endian: a flag is in the first word of an argument.
        ALLOW(munmap),
        ALLOW(mremap),
        ALLOW(madvise),
        ALLOW(brk),
        // Calls of the C and Swift runtimes.
        ALLOW(futex),
        ALLOW(clock_gettime),
        ALLOW(gettimeofday),
        ALLOW(getrandom),
        ALLOW(getpid),
        ALLOW(gettid),
        ALLOW(sched_yield),
        ALLOW(rt_sigprocmask),
        ALLOW(rt_sigreturn),
        ALLOW(restart_syscall),
        ALLOW(exit),
        ALLOW(exit_group),
        // Anonymous memory that is not executable.
        IF(BPF_JEQ, __NR_mmap, 0, 6),
        LOAD(args[3]),
        IF(BPF_JSET, MAP_ANONYMOUS, 0, 2),
        LOAD(args[2]),
        IF(BPF_JSET, PROT_EXEC, 0, 1),
        REFUSE,
        PERMIT,
        IF(BPF_JEQ, __NR_mprotect, 0, 4),
        LOAD(args[2]),
        IF(BPF_JSET, PROT_EXEC, 0, 1),
        REFUSE,
        PERMIT,
        REFUSE,
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}
#else
static bool enter_seccomp(void) { return false; }
#endif

unsigned opk_jail_enter(uint64_t memory_bytes) {
    unsigned missing = 0;
    if (!set_limits(memory_bytes)) missing |= OPK_JAIL_LIMITS;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) missing |= OPK_JAIL_PARENT_DEATH;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) missing |= OPK_JAIL_NO_NEW_PRIVILEGES;
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) missing |= OPK_JAIL_NOT_DUMPABLE;
    if (!enter_landlock()) missing |= OPK_JAIL_LANDLOCK;
    // seccomp is last, because it forbids the calls above.
    if (!enter_seccomp()) missing |= OPK_JAIL_SECCOMP;
    return missing;
}
