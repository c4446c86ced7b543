internal import ContentDigests
package import PhotoModel

/// Bytes that are digested while they are read, and compared with the digest they must have.
///
/// For one reader, from the first byte to the last.
package final class DigestingByteSource: AssetByteSource {
    /// What the bytes must be.
    struct Expectation {
        let sha256: Digest
        /// What is thrown in place of the end if they are others.
        let failure: PhotoLibraryError
    }

    /// The SHA-256 of all bytes; `nil` until the end was read.
    package private(set) var sha256: Digest?

    private let source: any AssetByteSource
    private let expectation: Expectation?
    private let hasher: ContentHasher

    /// - Parameter expectation: What the bytes must be; `nil` if any will do.
    init(_ source: any AssetByteSource, expecting expectation: Expectation? = nil) throws(PhotoLibraryError) {
        self.source = source
        self.expectation = expectation
        hasher = try ContentHasher(.sha256)
    }

    package var identity: FileIdentity { source.identity }
    package func currentIdentity() throws -> FileIdentity { try source.currentIdentity() }
    package func duplicateDescriptor() throws -> Int32? { try source.duplicateDescriptor() }

    /// Reads the next bytes; 0 is the end, and says that the bytes have the digest that was expected.
    ///
    /// - Throws: The expectation's failure if they do not, and what the source throws.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try source.read(into: buffer)
        if count > 0 {
            hasher.update(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
        } else if !buffer.isEmpty, sha256 == nil {
            let digest = hasher.finish()
            if let expectation, digest != expectation.sha256 { throw expectation.failure }
            sha256 = digest
        }
        return count
    }
}
