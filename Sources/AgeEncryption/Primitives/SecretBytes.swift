internal import CLibCrypto
package import PhotoModel

/// Secret bytes, which are overwritten in memory when the value is released.
package final class SecretBytes: Sendable {
    /// Written only in the initialisers and in `deinit`.
    private nonisolated(unsafe) let buffer: UnsafeMutableRawBufferPointer

    /// Bytes that `body` writes.
    package init<Failure: Error>(
        count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        self.buffer = buffer
        try body(buffer)
    }

    package convenience init(_ bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// Random bytes of libcrypto's generator.
    ///
    /// - Throws: `internalError` if the generator fails.
    package static func random(_ count: Int) throws(PhotoLibraryError) -> SecretBytes {
        try SecretBytes(count: count) { (buffer) throws(PhotoLibraryError) in
            guard RAND_bytes(buffer.bytePointer, Int32(clamping: count)) == 1 else { throw .crypto("make a key") }
        }
    }

    deinit {
        OPENSSL_cleanse(buffer.baseAddress, buffer.count)
        buffer.deallocate()
    }

    /// The bytes; valid only while this value is held, for example by the caller of a function.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(buffer) }
}

/// Random bytes of libcrypto's generator, which are no secret.
///
/// - Throws: `internalError` if the generator fails.
package func randomBytes(_ count: Int) throws(PhotoLibraryError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard RAND_bytes(&bytes, Int32(clamping: count)) == 1 else { throw .crypto("make random bytes") }
    return bytes
}

extension PhotoLibraryError {
    /// The error for a function of libcrypto that failed.
    static func crypto(_ action: String) -> PhotoLibraryError {
        PhotoLibraryError(.internalError, "libcrypto could not \(action).")
    }
}
