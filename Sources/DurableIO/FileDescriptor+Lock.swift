internal import Glibc
package import SystemPackage

extension FileDescriptor {
    /// Waits for the exclusive lock of the open file or folder (flock(2)).
    ///
    /// Closing the descriptor releases it.
    package func lock() throws(Errno) {
        while flock(rawValue, LOCK_EX) != 0 {
            let failure = Errno(rawValue: errno)
            guard failure == .interrupted else { throw failure }
        }
    }
}
