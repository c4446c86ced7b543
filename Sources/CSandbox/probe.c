#ifdef FAULT_HOOKS
#define _GNU_SOURCE
#include "CSandbox.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int error_of(long result) { return result < 0 ? errno : 0; }

// Each attempt is a separate function. A successful attempt is undone as far as possible.

static int try_open(const char *path, int flags) {
    int descriptor = open(path, flags | O_CLOEXEC, 0600);
    int error = error_of(descriptor);
    if (descriptor >= 0) close(descriptor);
    return error;
}

static int try_socket(int family, int type) {
    int descriptor = socket(family, type, 0);
    int error = error_of(descriptor);
    if (descriptor >= 0) close(descriptor);
    return error;
}

// Uses the only socket of the process.
static int try_connect(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/run/systemd/notify"};
    return error_of(connect(3, (struct sockaddr *)&address, sizeof address));
}

static int try_fork(void) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    return error_of(child);
}

static int try_executable_memory(void) {
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return errno;
    munmap(memory, 4096);
    return 0;
}

size_t opk_jail_probe(const char *path, pid_t parent, opk_probe *results, size_t capacity) {
    size_t count = 0;
#define TRY(label, attempt) \
    if (count < capacity) { \
        results[count].name = label; \
        results[count++].error = attempt; \
    }
    TRY("open", try_open(path, O_RDONLY))
    TRY("openForWriting", try_open(path, O_WRONLY))
    TRY("create", try_open("/tmp/opk-jail-probe", O_CREAT | O_WRONLY))
    TRY("write", error_of(write(1, "", 1)))
    TRY("stat", error_of(access(path, F_OK)))
    TRY("unlink", error_of(unlink("/tmp/opk-jail-probe")))
    TRY("mkdir", error_of(mkdir("/tmp/opk-jail-probe.folder", 0700)))
    TRY("socketTCP", try_socket(AF_INET, SOCK_STREAM))
    TRY("socketUDP", try_socket(AF_INET, SOCK_DGRAM))
    TRY("socketUNIX", try_socket(AF_UNIX, SOCK_STREAM))
    TRY("connect", try_connect())
    TRY("fork", try_fork())
    TRY("kill", error_of(kill(parent, 0)))
    TRY("ptrace", error_of(ptrace(PTRACE_ATTACH, parent, NULL, NULL)))
    TRY("executableMemory", try_executable_memory())
    char *const arguments[] = {(char *)"/bin/true", NULL};
    char *const environment[] = {NULL};
    TRY("execve", error_of(execve("/bin/true", arguments, environment)))
#undef TRY
    return count;
}
#endif
