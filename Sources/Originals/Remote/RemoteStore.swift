package import PhotoModel

/// A store of files on another machine or disk, in which the digest of its bytes is the name of a file.
///
/// Thread-safe.
package protocol RemoteStore: Sendable {
    /// The bytes of a file, or the part of them in the range.
    ///
    /// Returns at once: the store is asked when the bytes are read. Reading ends soon after ``ByteSource/cancel``, at
    /// any moment, also while the store does not answer.
    ///
    /// - Parameters:
    ///   - range: The part, not empty unless the file is empty.
    ///   - size: The number of bytes of the whole file.
    func open(_ sha256: Digest, _ range: Range<Int64>, size: Int64) -> any ByteSource

    /// The same bytes for work that no person waits for.
    func openInBackground(_ sha256: Digest, _ range: Range<Int64>, size: Int64) -> any ByteSource
}

extension RemoteStore {
    /// Does the same as ``open(_:_:size:)``.
    package func openInBackground(_ sha256: Digest, _ range: Range<Int64>, size: Int64) -> any ByteSource {
        open(sha256, range, size: size)
    }
}
