package import PhotoModel

/// The bytes of one opened file, or of a part of it, read once from first to last, on one thread at a time.
///
/// It is closed when it is released.
package protocol ByteSource: AnyObject {
    /// The number of bytes that it gives, as they are counted where the file is.
    var length: Int64 { get }

    /// The version of the bytes now.
    ///
    /// If it differs after the last byte from what it was before the first, the bytes that were read are discarded. May
    /// block.
    func version() throws -> ByteVersion

    /// Reads the next bytes and returns their number: at least 1 unless the buffer is empty, and 0 only at the end.
    ///
    /// May block. It should return available bytes at once rather than wait until the buffer is full.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

    /// A new descriptor for the same open file; `nil` if the bytes have no descriptor (the default).
    ///
    /// The caller closes it and reads with pread(2). The version must then be the result of fstat(2).
    func duplicateDescriptor() throws -> Int32?

    /// Ends a read that waits, and every later read, from any thread; the reads then throw an error.
    ///
    /// The default does nothing, for bytes that arrive without long waits.
    var cancel: @Sendable () -> Void { get }
}

extension ByteSource {
    /// `nil`: the bytes have no descriptor.
    package func duplicateDescriptor() throws -> Int32? { nil }
    /// Does nothing.
    package var cancel: @Sendable () -> Void { {} }
}

/// What shows that bytes changed while they were read, as far as their file or store has something that shows it.
package enum ByteVersion: Sendable, Hashable, Codable {
    /// The state of a file.
    case file(FileIdentity)
    /// A text that changes with the bytes, such as the entity tag of HTTP (RFC 9110, section 8.8.3).
    case tag(String)
    /// Nothing: only the digest of the bytes shows a change.
    case unknown

    /// The state of a file with these bytes; for bytes that are no file here, one that no file has.
    package func fileIdentity(size: Int64) -> FileIdentity {
        if case .file(let identity) = self { return identity }
        return FileIdentity(device: 0, inode: 0, size: size, modifiedNanoseconds: 0, changedNanoseconds: 0)
    }

    /// The modification time of a file in nanoseconds since 1970; `nil` if it is unknown.
    package var modifiedNanoseconds: Int64? {
        if case .file(let identity) = self { identity.modifiedNanoseconds } else { nil }
    }
}
