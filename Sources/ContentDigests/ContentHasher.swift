internal import CLibCrypto
public import PhotoModel

/// Computes a digest of bytes that arrive piece by piece, by the system's libcrypto.
///
/// Not for use by two threads at a time.
public final class ContentHasher {
    /// The hash functions that identify content.
    public enum Algorithm: Sendable {
        /// SHA-256 (FIPS 180-4): identifies the bytes of a file.
        case sha256
        /// BLAKE2b-512 (RFC 7693), of which the first 32 bytes are kept: identifies the image data inside a file.
        /// libcrypto 3.0 has no BLAKE2b with a 32-byte parameter; truncation keeps the same strength.
        case blake2b
    }

    private let context: OpaquePointer

    /// Starts a digest.
    ///
    /// - Throws: `internalError` if libcrypto cannot start the algorithm (out of memory, or disabled by policy).
    public init(_ algorithm: Algorithm) throws(PhotoLibraryError) {
        let function =
            switch algorithm {
            case .sha256: EVP_sha256()
            case .blake2b: EVP_blake2b512()
            }
        guard let context = EVP_MD_CTX_new() else {
            throw PhotoLibraryError(.internalError, "libcrypto has no memory for a digest.")
        }
        self.context = context
        guard EVP_DigestInit_ex(context, function, nil) == 1 else {
            throw PhotoLibraryError(.internalError, "libcrypto refused to start a digest.")
        }
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Adds bytes to the digest.
    public func update(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
        EVP_DigestUpdate(context, base, bytes.count)
    }

    /// Ends the digest and gives its first 32 bytes.
    ///
    /// Nothing may be added afterwards.
    public func finish() -> Digest? {
        var bytes = [UInt8](repeating: 0, count: 64)
        var count: UInt32 = 0
        guard EVP_DigestFinal_ex(context, &bytes, &count) == 1 else { return nil }
        return Digest(bytes.prefix(32))
    }

    /// The digest of bytes that are all here.
    public static func digest(_ algorithm: Algorithm, of bytes: UnsafeRawBufferPointer) throws(PhotoLibraryError)
        -> Digest
    {
        let hasher = try ContentHasher(algorithm)
        hasher.update(bytes)
        guard let digest = hasher.finish() else {
            throw PhotoLibraryError(.internalError, "libcrypto could not finish a digest.")
        }
        return digest
    }
}
