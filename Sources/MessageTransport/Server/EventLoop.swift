internal import CLinux
internal import Foundation
internal import Glibc
internal import Synchronization
internal import SystemPackage

/// One thread that waits for all sockets of this process's listeners (epoll(7)).
///
/// It sleeps while no socket is ready.
final class EventLoop: Sendable {
    /// The events that a handler is interested in, and those that happened.
    struct Events: OptionSet, Sendable {
        let rawValue: UInt32

        static let readable = Events(rawValue: EPOLLIN.rawValue)
        static let writable = Events(rawValue: EPOLLOUT.rawValue)
        /// The other end is closed; always reported.
        static let ended = Events(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
    }

    /// A socket that the loop waits for.
    struct Registration: Sendable {
        fileprivate let number: UInt64
        fileprivate let socket: Int32
    }

    private struct Handlers {
        var lastNumber: UInt64 = 0
        var byNumber: [UInt64: @Sendable (Events) -> Void] = [:]
    }

    private static let current = Mutex<EventLoop?>(nil)

    /// The loop of this process.
    static func shared() throws(Errno) -> EventLoop {
        try current.withLock { current throws(Errno) in
            if let current { return current }
            let loop = try EventLoop()
            current = loop
            return loop
        }
    }

    private let epoll: Int32
    private let handlers = Mutex(Handlers())

    init() throws(Errno) {
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw Errno(rawValue: errno) }
        // By default, malloc(3) keeps freed memory of the size of frames. This threshold is the initial one, and is now
        // fixed, so the memory of larger requests and answers is returned when they end.
        mallopt(M_MMAP_THRESHOLD, 128 << 10)
        let thread = Thread { [self] in while true { wait() } }
        thread.name = "photos.sockets"
        thread.start()
    }

    /// Calls `handler` on the loop's thread when one of these events happens at a socket.
    func add(
        _ socket: Int32, _ events: Events, _ handler: @escaping @Sendable (Events) -> Void
    ) throws(Errno) -> Registration {
        let registration = handlers.withLock { handlers in
            // A number is never used again, so that a late event of a closed socket reaches no other one.
            handlers.lastNumber += 1
            handlers.byNumber[handlers.lastNumber] = handler
            return Registration(number: handlers.lastNumber, socket: socket)
        }
        guard control(EPOLL_CTL_ADD, registration, events) == 0 else {
            let failure = Errno(rawValue: errno)
            handlers.withLock { _ = $0.byNumber.removeValue(forKey: registration.number) }
            throw failure
        }
        return registration
    }

    func change(_ registration: Registration, _ events: Events) { _ = control(EPOLL_CTL_MOD, registration, events) }

    /// Call it before the socket is closed.
    func remove(_ registration: Registration) {
        _ = control(EPOLL_CTL_DEL, registration, [])
        handlers.withLock { _ = $0.byNumber.removeValue(forKey: registration.number) }
    }

    private func control(_ operation: Int32, _ registration: Registration, _ events: Events) -> Int32 {
        var event = epoll_event(events: events.rawValue, data: epoll_data_t(u64: registration.number))
        return epoll_ctl(epoll, operation, registration.socket, &event)
    }

    private func wait() {
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 32) { events in
            // glibc 2.41 states that the pointer is never NULL; a buffer with a capacity has one.
            guard let first = events.baseAddress else { return }
            let count = epoll_wait(epoll, first, Int32(events.count), -1)
            for event in events.prefix(Int(max(0, count))) {
                let handler = handlers.withLock { $0.byNumber[event.data.u64] }
                handler?(Events(rawValue: event.events))
            }
        }
    }
}
