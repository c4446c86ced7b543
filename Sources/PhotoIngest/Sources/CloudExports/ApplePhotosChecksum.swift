internal import CLibCrypto
internal import Foundation

/// Computes the checksum by which Apple's Photos and iCloud identify the bytes of a file.
///
/// It is the base64 text of the byte 1 and of a SHA-1 digest of two constants and the file's bytes. Apple does not
/// document it. The databases of Photos state it in the columns `fingerprint`, `ZMASTERFINGERPRINT` and
/// `ZORIGINALSTABLEHASH`, and the tables of an export of iCloud Photos in the column `fileChecksum`. Photos may state
/// the checksum of bytes that a file had earlier, so only an equal checksum proves something.
///
/// A value may be used by one thread at a time.
final class ApplePhotosChecksum {
    private static let constants = Array("com.apple.XattrObjectSalt\0com.apple.DataObjectSalt\0".utf8)

    private let context: OpaquePointer
    /// Whether libcrypto failed to add bytes.
    private var hasFailed = false

    /// `nil` if libcrypto cannot start SHA-1 (out of memory, or disabled by policy).
    init?() {
        guard let context = EVP_MD_CTX_new() else { return nil }
        self.context = context
        guard EVP_DigestInit_ex(context, EVP_sha1(), nil) == 1 else { return nil }
        Self.constants.withUnsafeBytes { update($0) }
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Adds bytes of the file.
    func update(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
        if EVP_DigestUpdate(context, base, bytes.count) != 1 { hasFailed = true }
    }

    /// Ends the checksum and returns its 28 characters; `nil` if libcrypto failed.
    ///
    /// No bytes may be added afterwards.
    func finish() -> String? {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard EVP_DigestFinal_ex(context, &digest, &count) == 1, !hasFailed else { return nil }
        return Data([1] + digest.prefix(Int(count))).base64EncodedString()
    }
}
