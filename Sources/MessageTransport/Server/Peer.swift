internal import CLinux
internal import Glibc
package import SystemPackage

/// The process at the other end of a connection, as the kernel recorded it when the process connected.
package struct Peer: Sendable {
    package let processID: Int32
    package let userID: UInt32
    package let groupID: UInt32
    /// A pidfd (pidfd_open(2)) of the process, open until the connection is welcomed; `nil` if the kernel has none
    /// (before Linux 6.5) or the process was reaped.
    package let processDescriptor: FileDescriptor?

    /// The peer of a connected socket; `nil` if the kernel does not know it.
    init?(_ socket: Int32) {
        var credentials: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return nil }
        (processID, userID, groupID) = credentials
        var descriptor: Int32 = -1
        length = socklen_t(MemoryLayout.size(ofValue: descriptor))
        let result = getsockopt(socket, SOL_SOCKET, Int32(CLINUX_SO_PEERPIDFD), &descriptor, &length)
        processDescriptor = result == 0 && descriptor >= 0 ? FileDescriptor(rawValue: descriptor) : nil
    }

    func close() { try? processDescriptor?.close() }
}
