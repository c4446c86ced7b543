internal import Foundation

/// Hears that nobody reads standard output any more: the other end of its pipe was closed.
///
/// A command that waits for something to print would otherwise learn of it only when it prints.
enum ReaderWatch {
    /// Calls `onEnd` when the reader has gone, once, on a thread that lasts until then.
    ///
    /// Not by a dispatch source: on Linux one for this end of a pipe never fires, and uses up a core instead.
    static func start(_ onEnd: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            // No events are asked for: an error is told of unasked (poll(2)).
            var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while poll(&output, 1, -1) < 0, errno == EINTR {}
            if output.revents & Int16(POLLERR) != 0 { onEnd() }
        }
    }
}
