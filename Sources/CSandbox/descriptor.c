#define _GNU_SOURCE
#include "CSandbox.h"

#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr alignment;
} control;

ssize_t opk_send(
    int socket, const void *head, size_t head_count, const void *body, size_t body_count, int descriptor, int flags) {
    struct iovec parts[] = {
        {.iov_base = (void *)head, .iov_len = head_count},
        {.iov_base = (void *)body, .iov_len = body_count},
    };
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    control control = {{0}};
    if (descriptor >= 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    }
    return sendmsg(socket, &message, flags | MSG_NOSIGNAL);
}

ssize_t opk_receive(int socket, void *bytes, size_t capacity, int *descriptor) {
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    control control = {{0}};
    if (descriptor) {
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
    }
    ssize_t count = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (count < 0 || !descriptor) return count;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS
        && header->cmsg_len == CMSG_LEN(sizeof(int)))
        memcpy(descriptor, CMSG_DATA(header), sizeof(int));
    return count;
}

int opk_spawn_close_from(posix_spawn_file_actions_t *actions, int descriptor) {
    return posix_spawn_file_actions_addclosefrom_np(actions, descriptor);
}
