internal import Glibc
internal import PhotoModel
package import SystemPackage

/// Stream sockets that have a path (unix(7)).
package enum UnixSocket {
    /// The error for a path that no socket can have.
    package struct PathTooLong: Error, CustomStringConvertible {
        package var description: String { "The path of the socket is too long: Linux permits 107 bytes." }
    }

    /// Connects to the socket at a path.
    ///
    /// - Throws: `PathTooLong`, `Errno`.
    package static func connect(to path: FilePath) throws -> FileDescriptor {
        try make(path) { socket, address, length in
            var result: Int32
            repeat { result = Glibc.connect(socket, address, length) } while result != 0 && errno == EINTR
            return result
        }
    }

    /// Makes a socket at a path, on which other processes can connect.
    ///
    /// - Parameter backlog: The number of connections that may wait.
    /// - Throws: `PathTooLong`, `Errno`, also if something has the path.
    package static func listen(at path: FilePath, backlog: Int32) throws -> FileDescriptor {
        try make(path) { socket, address, length in
            let result = bind(socket, address, length)
            return result == 0 ? Glibc.listen(socket, backlog) : result
        }
    }

    /// The path of a bound socket; empty if it has none.
    package static func path(of socket: FileDescriptor) -> FilePath {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket.rawValue, $0, &length) }
        }
        guard result == 0 else { return FilePath("") }
        return withUnsafeBytes(of: address.sun_path) { FilePath(bytes: $0.prefix { $0 != 0 }) ?? FilePath("") }
    }

    /// Makes a socket, and calls `body` with it and the address of a path; its result is 0 or sets `errno`.
    private static func make(
        _ path: FilePath, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> FileDescriptor {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = path.bytes
        try withUnsafeMutableBytes(of: &address.sun_path) { place in
            // The last byte stays zero.
            guard bytes.count < place.count else { throw PathTooLong() }
            place.copyBytes(from: bytes)
        }
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw Errno(rawValue: errno) }
        let result = withUnsafePointer(to: address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            let failure = Errno(rawValue: errno)
            close(socket)
            throw failure
        }
        return FileDescriptor(rawValue: socket)
    }
}
