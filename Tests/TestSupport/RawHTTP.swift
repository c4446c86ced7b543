public import Foundation
internal import Glibc

/// Sends requests that no HTTP client would send, byte by byte.
public enum RawHTTP {
    /// The answer of a server.
    public struct Answer: Sendable {
        /// The status; 0 if the server closed the connection without an answer.
        public let status: Int
        /// The values of the headers by their names in lower case.
        public let headers: [String: String]
        /// What follows the headers.
        public let body: Data
    }

    /// Sends a request to a port of this machine, and reads until the server closes the connection.
    ///
    /// Blocks, at most a minute for each read: the server takes seconds for long headers, and more on a busy machine.
    public static func send(_ request: Data, to port: UInt16) throws -> Answer {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(socket, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw CocoaError(.fileReadUnknown) }
        // A server that refuses a request may close before it has read everything.
        var rest = request
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { break }
            rest = rest.dropFirst(sent)
        }
        var received = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = recv(socket, &buffer, buffer.count, 0), count > 0 { received += buffer.prefix(count) }
        return answer(received)
    }

    private static func answer(_ data: Data) -> Answer {
        guard let end = data.firstRange(of: Data("\r\n\r\n".utf8)) else {
            return Answer(status: 0, headers: [:], body: data)
        }
        let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        let headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (parts[0].lowercased(), parts.dropFirst().first?.trimmingCharacters(in: .whitespaces) ?? "")
        }
        return Answer(
            status: status ?? 0, headers: Dictionary(headers, uniquingKeysWith: { $1 }),
            body: Data(data[end.upperBound...]))
    }
}
