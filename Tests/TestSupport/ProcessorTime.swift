import Glibc

/// The processor time that a thread has used.
///
/// Tests limit it instead of the time that passes, because other work on the machine does not add to it.
public enum ProcessorTime {
    /// The processor time of the calling thread since its start.
    public static var ofThread: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
