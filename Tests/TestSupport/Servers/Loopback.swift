internal import Glibc

/// Sockets between processes of this machine.
enum Loopback {
    struct Failure: Error {
        let number = errno
    }

    /// A socket that accepts connections on a free port.
    static func listen() throws -> (socket: Int32, port: UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard listener >= 0 else { throw Failure() }
        var address = address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && Glibc.listen(listener, 64) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else {
            close(listener)
            throw Failure()
        }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// A connection to a port; `nil` if nothing listens.
    static func connect(to port: UInt16) -> Int32? {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard connection >= 0 else { return nil }
        var address = address(port)
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if isConnected { return connection }
        close(connection)
        return nil
    }

    /// A port that nothing listens on.
    static func freePort() throws -> UInt16 {
        let (socket, port) = try listen()
        close(socket)
        return port
    }

    /// Sends all bytes; false if the other end has gone.
    static func send(_ bytes: some Collection<UInt8>, to socket: Int32) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        return address
    }
}
