internal import AgeEncryption
package import PhotoModel

/// The secret that the devices of a registry share.
///
/// Segments are files of the format age (version 1), which the program age can decrypt. Only a device that has the key
/// can write one: the encrypted bytes end with an HMAC-SHA-256 by a key that is derived from the secret.
package struct RegistryKey: Sendable {
    private let identity: AgeIdentity
    private let code: SecretBytes

    private static let codeSize = 32

    private init(_ identity: AgeIdentity) throws(PhotoLibraryError) {
        self.identity = identity
        code = try identity.derivedKey(info: "OpenPhotoKit registry segment")
    }

    /// A new random key.
    ///
    /// - Throws: `internalError` if libcrypto fails.
    package static func generate() throws(PhotoLibraryError) -> RegistryKey { try RegistryKey(.generate()) }

    /// Reads a key: the line `AGE-SECRET-KEY-1…`, or a file with that line and comments.
    ///
    /// - Throws: `unsupportedFile` if there is not exactly one key.
    package init(text: String) throws(PhotoLibraryError) { try self.init(AgeIdentity(text: text)) }

    /// The line `AGE-SECRET-KEY-1…`, a secret.
    package var text: String { identity.text }

    /// The public key, which shows whether another key is this one: the text `age1…`.
    package var recipient: String { identity.recipient.description }

    /// The encrypted bytes.
    ///
    /// - Throws: `internalError` if libcrypto fails.
    func sealed(_ bytes: [UInt8]) throws(PhotoLibraryError) -> [UInt8] {
        let authenticated = bytes + (try KeyDerivation.hmac(code, bytes))
        return try PhotoLibraryError.converting {
            try AgeFile.encrypted(authenticated, for: identity.recipient)
        }
    }

    /// The bytes that were encrypted.
    ///
    /// - Throws: `wrongKey`.
    func opened(_ encrypted: [UInt8]) throws(SegmentFault) -> [UInt8] {
        guard let bytes = try? AgeFile.decrypted(encrypted, with: identity), bytes.count >= Self.codeSize,
            let expected = try? KeyDerivation.hmac(code, bytes.dropLast(Self.codeSize)),
            KeyDerivation.areEqual(expected, Array(bytes.suffix(Self.codeSize)))
        else { throw .wrongKey }
        return Array(bytes.dropLast(Self.codeSize))
    }
}
