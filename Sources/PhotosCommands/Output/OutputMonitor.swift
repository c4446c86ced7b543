internal import Foundation

/// Detects that the reader of standard output has closed its end of the pipe.
///
/// Without it a command that waits for changes would notice this only at its next output.
enum OutputMonitor {
    /// Calls `onEnd` once, on a thread of its own, when the reader has closed the pipe.
    ///
    /// A dispatch source cannot be used: on Linux it does not report this, and uses a whole core.
    static func start(_ onEnd: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            // poll(2) reports errors also if no events are requested.
            var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while poll(&output, 1, -1) < 0, errno == EINTR {}
            if output.revents & Int16(POLLERR) != 0 { onEnd() }
        }
    }
}
