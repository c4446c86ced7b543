#if Network
    internal import ContentDigests
    internal import Originals
    internal import PhotoModel
    internal import Synchronization

    /// The digest of the bytes that an upload sent.
    final class DigestOfUpload: Sendable {
        private let digest = Mutex<Digest?>(nil)

        /// The same upload, whose digest this object has after its end.
        func recording(_ upload: Upload) -> Upload {
            Upload(length: upload.length, willSend: upload.willSend) {
                RecordingSource(try DigestingByteSource(try upload.open()), for: self)
            }
        }

        /// The SHA-256 of what was sent.
        ///
        /// - Throws: `internalError` if the upload did not come to its end.
        func sha256(length: Int64) throws(PhotoLibraryError) -> Digest {
            if let digest = digest.withLock({ $0 }) { return digest }
            // libcurl reads nothing of an empty upload.
            guard length == 0 else { throw PhotoLibraryError(.internalError, "An upload has no digest.") }
            return try ContentHasher(.sha256).finish()
        }

        private final class RecordingSource: ByteSource {
            private let source: DigestingByteSource
            private let owner: DigestOfUpload

            init(_ source: DigestingByteSource, for owner: DigestOfUpload) {
                (self.source, self.owner) = (source, owner)
            }

            var length: Int64 { source.length }
            var cancel: @Sendable () -> Void { source.cancel }
            func version() throws -> ByteVersion { try source.version() }

            func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
                let count = try source.read(into: buffer)
                if let sha256 = source.sha256 { owner.digest.withLock { $0 = sha256 } }
                return count
            }
        }
    }
#endif
