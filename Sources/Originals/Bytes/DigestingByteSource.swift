internal import ContentDigests
package import PhotoModel

/// A byte source that computes the digest of its bytes while they are read, and compares it with the expected digest.
///
/// It has one reader, which reads from the first byte to the last.
package final class DigestingByteSource: ByteSource {
    /// The expected digest and size of the bytes.
    package struct Expectation {
        let sha256: Digest
        /// The error thrown at the end if the digest differs.
        let failure: PhotoLibraryError

        package init(sha256: Digest, failure: PhotoLibraryError) {
            self.sha256 = sha256
            self.failure = failure
        }
    }

    /// The SHA-256 of all bytes; `nil` until the end has been read.
    package private(set) var sha256: Digest?

    /// Whether the bytes are compared with the digest of an imported file.
    package var isImported: Bool { expectation != nil }

    private let source: any ByteSource
    private let expectation: Expectation?
    private let hasher: ContentHasher

    /// - Parameter expectation: The expected digest; `nil` to accept any bytes.
    package init(_ source: any ByteSource, expecting expectation: Expectation? = nil) throws(PhotoLibraryError) {
        self.source = source
        self.expectation = expectation
        hasher = try ContentHasher(.sha256)
    }

    package var length: Int64 { source.length }
    package var cancel: @Sendable () -> Void { source.cancel }
    package func version() throws -> ByteVersion { try source.version() }
    package func duplicateDescriptor() throws -> Int32? { try source.duplicateDescriptor() }

    /// Reads the next bytes.
    ///
    /// 0 means the end, and that the bytes have the expected digest.
    ///
    /// - Throws: The expectation's failure if the digest differs; `internalError`; the errors of the source.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try source.read(into: buffer)
        if count > 0 {
            hasher.update(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
        } else if !buffer.isEmpty, sha256 == nil {
            let digest = try hasher.finish()
            if let expectation, digest != expectation.sha256 { throw expectation.failure }
            sha256 = digest
        }
        return count
    }
}
