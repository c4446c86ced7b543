internal import CSandbox
internal import Glibc
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// Starts a worker that inherits only one end of a socket pair.
///
/// - Returns: The process and this end of the pair, close-on-exec.
/// - Throws: The error of the system call.
func spawnWorker(_ configuration: JailConfiguration, memoryBytes: Int) throws(Errno) -> (process: pid_t, socket: Int32)
{
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
        throw Errno(rawValue: errno)
    }
    let (ours, theirs) = (ends[0], ends[1])
    defer { close(theirs) }
    let outcome = Mutex<(process: pid_t, error: Int32)>((-1, 0))
    SpawningThread.shared.run {
        outcome.withLock { $0 = spawn(configuration, memoryBytes: memoryBytes, socket: theirs) }
    }
    let (process, error) = outcome.withLock { $0 }
    guard error == 0, process > 0 else {
        close(ours)
        throw Errno(rawValue: error)
    }
    return (process, ours)
}

private func spawn(
    _ configuration: JailConfiguration, memoryBytes: Int, socket: Int32
) -> (process: pid_t, error: Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, socket, DecoderWorker.socket)
    for stream in 0..<DecoderWorker.socket {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }
    opk_spawn_close_from(&actions, DecoderWorker.socket + 1)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The worker has its own process group, so that Ctrl-C reaches only the command. Its signal handling is the
    // default.
    posix_spawnattr_setpgroup(&attributes, 0)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
        &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    // The worker's environment has only the library path. Swift's crash reporter is off: it starts a process, and would
    // wait without end in a jail where no process can start.
    let libraries = getenv("LD_LIBRARY_PATH").map { "LD_LIBRARY_PATH=" + String(cString: $0) }
    var environment = ["LC_ALL=C", "TZ=UTC", "SWIFT_BACKTRACE=enable=no"] + [libraries].compactMap(\.self)
    #if FAULT_HOOKS
        environment += configuration.fault.map { ["\(DecoderFault.variable)=\($0)"] } ?? []
    #endif
    var process: pid_t = -1
    let error = withCStrings(["photos", DecoderWorker.argument, String(memoryBytes)]) { arguments in
        withCStrings(environment) { environment in
            configuration.executable.withPlatformString {
                posix_spawn(&process, $0, &actions, &attributes, arguments, environment)
            }
        }
    }
    return (process, error)
}

/// The strings as a C array that ends with a null pointer.
private func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = texts.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
}
