internal import Foundation
internal import Glibc
internal import Synchronization

/// Passes connections to a server of this machine on, with one fault in each answer.
public final class FaultProxy: Sendable {
    /// What is wrong.
    public enum Fault: Sendable, Equatable {
        /// Nothing.
        case none
        /// The connection ends after so many bytes of answers.
        case cut(after: Int)
        /// The connection is reset after so many bytes of answers.
        case reset(after: Int)
        /// After so many bytes of answers nothing more comes.
        case stall(after: Int)
        /// So many bytes of answers come in a second.
        case slow(bytesPerSecond: Int)
        /// This text is the answer to every request, which the server does not see.
        case answer(String)
        /// The server does not see that a range is asked for.
        case withoutRange
        /// The byte of the answers at this position is another one.
        case wrongByte(at: Int)
        /// The first length that the answers state is greater by so much.
        case wrongLength(by: Int)
        /// The requests end after so many bytes, and the connection with them.
        case cutRequest(after: Int)
        /// The connection to the server is refused.
        case refuses
    }

    /// The port of the proxy.
    public let port: UInt16
    private let target: UInt16
    private let listener: Int32
    private let current = Mutex(Fault.none)

    /// Listens, and passes connections on to a port.
    public init(to target: UInt16) throws {
        self.target = target
        (listener, port) = try Loopback.listen()
        let listener = listener
        Thread.detachNewThread { [weak self] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                guard let proxy = self else {
                    close(connection)
                    break
                }
                let fault = proxy.fault
                Thread.detachNewThread { Self.serve(connection, fault, proxy.target) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// The fault of the connections that begin from now on.
    public var fault: Fault {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    // MARK: A connection

    private static func serve(_ client: Int32, _ fault: Fault, _ target: UInt16) {
        if case .answer(let text) = fault {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            // One answer for each request without a body, or for the beginning of one with a body.
            while recv(client, &buffer, buffer.count, 0) > 0, Loopback.send(Array(text.utf8), to: client) {}
            close(client)
            return
        }
        guard fault != .refuses, let server = Loopback.connect(to: target) else {
            reset(client)
            close(client)
            return
        }
        let answers = DispatchGroup()
        answers.enter()
        Thread.detachNewThread {
            pass(from: server, to: client, Answers(fault))
            answers.leave()
        }
        pass(from: client, to: server, Requests(fault))
        answers.wait()
        close(client)
        close(server)
    }

    /// Passes bytes on until one end closes or the filter ends the connection.
    private static func pass(from source: Int32, to target: Int32, _ filter: any Filter) {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while case let count = recv(source, &buffer, buffer.count, 0), count > 0 {
            let (bytes, end) = filter.pass(Array(buffer[..<count]))
            guard Loopback.send(bytes, to: target) else { break }
            switch end {
            case .goesOn: continue
            case .stalls:
                // Until the client gives up.
                while recv(target, &buffer, buffer.count, Int32(MSG_PEEK)) > 0 { usleep(20_000) }
            case .resets: reset(target)
            case .closes: break
            }
            break
        }
        shutdown(target, Int32(SHUT_RDWR))
        shutdown(source, Int32(SHUT_RDWR))
    }

    /// Lets close(2) send a reset.
    private static func reset(_ socket: Int32) {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    }
}

private enum End { case goesOn, closes, resets, stalls }

private protocol Filter: AnyObject {
    /// What to pass on of the bytes, and whether it is the end.
    func pass(_ bytes: [UInt8]) -> (bytes: [UInt8], end: End)
}

private final class Requests: Filter {
    private let fault: FaultProxy.Fault
    private var passed = 0

    init(_ fault: FaultProxy.Fault) { self.fault = fault }

    func pass(_ bytes: [UInt8]) -> (bytes: [UInt8], end: End) {
        defer { passed += bytes.count }
        switch fault {
        case .cutRequest(let limit) where passed + bytes.count >= limit:
            return (Array(bytes.prefix(limit - passed)), .closes)
        case .withoutRange:
            let text = String(decoding: bytes, as: UTF8.self)
            return (Array(text.replacingOccurrences(of: "\r\nRange:", with: "\r\nOther:").utf8), .goesOn)
        default: return (bytes, .goesOn)
        }
    }
}

private final class Answers: Filter {
    private let fault: FaultProxy.Fault
    private var passed = 0
    private var hasChanged = false

    init(_ fault: FaultProxy.Fault) { self.fault = fault }

    func pass(_ bytes: [UInt8]) -> (bytes: [UInt8], end: End) {
        defer { passed += bytes.count }
        func before(_ limit: Int, _ end: End) -> ([UInt8], End) {
            passed + bytes.count >= limit ? (Array(bytes.prefix(limit - passed)), end) : (bytes, .goesOn)
        }
        switch fault {
        case .cut(let limit): return before(limit, .closes)
        case .reset(let limit): return before(limit, .resets)
        case .stall(let limit): return before(limit, .stalls)
        case .slow(let speed):
            usleep(UInt32(bytes.count * 1_000_000 / speed))
            return (bytes, .goesOn)
        case .wrongByte(let position) where (passed..<passed + bytes.count).contains(position):
            var bytes = bytes
            bytes[position - passed] ^= 1
            return (bytes, .goesOn)
        case .wrongLength(let difference) where !hasChanged: return (changeLength(bytes, by: difference), .goesOn)
        default: return (bytes, .goesOn)
        }
    }

    private func changeLength(_ bytes: [UInt8], by difference: Int) -> [UInt8] {
        let text = String(decoding: bytes.map { $0 < 128 ? $0 : 63 }, as: UTF8.self)
        guard let name = text.range(of: "content-length: ", options: .caseInsensitive),
            let length = Int(text[name.upperBound...].prefix { $0.isNumber })
        else { return bytes }
        hasChanged = true
        let start = text.utf8.distance(from: text.startIndex, to: name.upperBound)
        return bytes[..<start] + Array("\(length + difference)".utf8) + bytes[(start + "\(length)".utf8.count)...]
    }
}
