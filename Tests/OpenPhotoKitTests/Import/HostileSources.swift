import Foundation
import Glibc
import Synchronization
import SystemPackage
import TestSupport

/// Exchanges two files repeatedly, on its own thread.
final class Swapper: Sendable {
    private struct State {
        var swaps = 0
        var isStopping = false
    }
    private let state = Mutex(State())
    private let began = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// Returns after the first exchange.
    init(_ first: String, _ second: String) {
        Thread.detachNewThread { @Sendable [self] in
            while !state.withLock({ $0.isStopping }) {
                rename(first, second + ".swap")
                rename(second, first)
                rename(second + ".swap", second)
                state.withLock { $0.swaps += 1 }
                began.signal()
                usleep(50)
            }
            ended.signal()
        }
        began.wait()
    }

    /// Stops the thread, and returns the number of exchanges.
    ///
    /// Call it once.
    func stop() -> Int {
        state.withLock { $0.isStopping = true }
        ended.wait()
        return state.withLock { $0.swaps }
    }
}

/// A bind mount of a folder, until this object is released.
final class BindMount {
    private let place: FilePath

    init(of folder: FilePath, at place: FilePath, isReadOnly: Bool = false) throws {
        self.place = place
        guard mount(folder.string, place.string, nil, UInt(MS_BIND), nil) == 0 else {
            throw Errno(rawValue: errno)
        }
        let flags = MS_BIND | MS_REMOUNT | MS_RDONLY
        if isReadOnly, mount(nil, place.string, nil, UInt(flags), nil) != 0 { throw Errno(rawValue: errno) }
    }

    deinit { umount2(place.string, Int32(MNT_DETACH)) }

    /// Whether this process may mount.
    static let isPossible: Bool = {
        let folder = FilePath(NSTemporaryDirectory()).appending("openphotokit-\(UUID().uuidString)")
        guard mkdir(folder.string, 0o700) == 0 else { return false }
        defer { rmdir(folder.string) }
        return (try? BindMount(of: folder, at: folder)) != nil
    }()
}

/// Appends to a file repeatedly, on its own thread.
final class Writer: Sendable {
    private let isStopping = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    init(_ path: FilePath) {
        let file = open(path.string, O_WRONLY | O_APPEND)
        Thread.detachNewThread { @Sendable [self] in
            while !isStopping.load(ordering: .relaxed) {
                write(file, "more", 4)
                usleep(500)
            }
            close(file)
            ended.signal()
        }
    }

    func stop() {
        isStopping.store(true, ordering: .relaxed)
        ended.wait()
    }
}

extension OtherUser {
    /// Whether the command that was built with the tests runs as another user.
    static let canRunPhotos: Bool = isPossible && (try? photos(["--version"]).exit) == 0

    static func photos(_ arguments: [String]) throws -> (exit: Int32, output: String) {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("photos").path
        return try run(program, arguments)
    }
}
