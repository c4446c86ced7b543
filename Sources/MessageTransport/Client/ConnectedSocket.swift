internal import Foundation
internal import Glibc
internal import PhotoModel
internal import SystemPackage

/// Connects to the socket of a broker.
///
/// - Throws: `libraryUnavailable`.
func connectedSocket(_ path: FilePath) throws(PhotoLibraryError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = path.bytes
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { place in
        // The last byte stays zero.
        guard bytes.count < place.count else { return false }
        place.copyBytes(from: bytes)
        return true
    }
    guard fits else {
        throw PhotoLibraryError(
            .libraryUnavailable, "The path of the socket is too long: Linux permits 107 bytes.", path: path.string)
    }
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw .noBroker(at: path, Errno(rawValue: errno)) }
    var result: Int32
    repeat {
        result = withUnsafePointer(to: address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    } while result != 0 && errno == EINTR
    guard result == 0 else {
        let failure = Errno(rawValue: errno)
        close(socket)
        throw .noBroker(at: path, failure)
    }
    return socket
}

extension PhotoLibraryError {
    static func noBroker(at path: FilePath, _ cause: any Error) -> PhotoLibraryError {
        PhotoLibraryError(
            .libraryUnavailable, "No broker answers at this socket. The owner of the library starts it.",
            path: path.string, cause: cause)
    }
}
