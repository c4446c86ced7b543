internal import CLibCrypto
public import PhotoModel

/// Computes a digest of bytes that are added in parts, with the system's libcrypto.
///
/// A value may be used by one thread at a time.
public final class ContentHasher {
    /// The hash functions for content.
    public enum Algorithm: Sendable {
        /// SHA-256 (FIPS 180-4), for the bytes of a file.
        case sha256
        /// BLAKE2b-512 (RFC 7693), truncated to the first 32 bytes, for the image data in a file.
        ///
        /// libcrypto 3.0 has no BLAKE2b with 32 bytes. The truncated digest has the same strength.
        case blake2b
    }

    private let context: OpaquePointer
    /// Whether libcrypto failed to add bytes.
    private var hasFailed = false

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
            throw PhotoLibraryError(.internalError, "libcrypto could not start a digest.")
        }
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Adds bytes to the digest.
    public func update(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
        if EVP_DigestUpdate(context, base, bytes.count) != 1 { hasFailed = true }
    }

    /// Ends the digest and returns its first 32 bytes.
    ///
    /// No bytes may be added afterwards.
    ///
    /// - Throws: `internalError` if libcrypto fails.
    public func finish() throws(PhotoLibraryError) -> Digest {
        var bytes = [UInt8](repeating: 0, count: 64)
        var count: UInt32 = 0
        guard EVP_DigestFinal_ex(context, &bytes, &count) == 1, !hasFailed, let digest = Digest(bytes.prefix(32)) else {
            throw PhotoLibraryError(.internalError, "libcrypto could not finish a digest.")
        }
        return digest
    }

    /// The digest of complete bytes.
    public static func digest(_ algorithm: Algorithm, of bytes: UnsafeRawBufferPointer) throws(PhotoLibraryError)
        -> Digest
    {
        let hasher = try ContentHasher(algorithm)
        hasher.update(bytes)
        return try hasher.finish()
    }
}
