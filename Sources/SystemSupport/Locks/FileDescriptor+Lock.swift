internal import Glibc
package import SystemPackage

/// Locks of open files and folders (flock(2)).
///
/// Closing the descriptor releases the lock, and so does the end of the process.
extension FileDescriptor {
    package enum LockMode: Sendable {
        case shared
        case exclusive

        fileprivate var operation: Int32 { self == .shared ? LOCK_SH : LOCK_EX }
    }

    /// Waits for the lock.
    package func lock(_ mode: LockMode = .exclusive) throws(Errno) {
        while flock(rawValue, mode.operation) != 0 {
            let failure = Errno(rawValue: errno)
            guard failure == .interrupted else { throw failure }
        }
    }

    /// Takes the lock if no other process has a conflicting one.
    ///
    /// - Returns: Whether the lock was taken.
    /// - Throws: Another error, such as that of a file system without locks.
    package func lockIfFree(_ mode: LockMode = .exclusive) throws(Errno) -> Bool {
        guard flock(rawValue, mode.operation | LOCK_NB) != 0 else { return true }
        let failure = Errno(rawValue: errno)
        guard failure == .wouldBlock else { throw failure }
        return false
    }
}
