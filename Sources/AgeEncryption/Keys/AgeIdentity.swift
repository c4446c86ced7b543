package import PhotoModel

/// A private key that decrypts files: X25519, of the format age v1.
///
/// It is overwritten in memory when it is released; the text that ``text`` makes is not.
package struct AgeIdentity: Sendable {
    private static let prefix = "age-secret-key-"

    package let recipient: AgeRecipient
    let key: SecretBytes

    private init(_ key: SecretBytes) throws(PhotoLibraryError) {
        self.key = key
        recipient = AgeRecipient(publicKey: try X25519.publicKey(of: key))
    }

    /// A new random key.
    ///
    /// - Throws: `internalError` if libcrypto fails.
    package static func generate() throws(PhotoLibraryError) -> AgeIdentity { try Self(.random(32)) }

    /// Reads a key: the line `AGE-SECRET-KEY-1…`, or a file with that line and with comments, as `age-keygen` writes.
    ///
    /// - Throws: `unsupportedFile` if there is not exactly one key. The error has no part of the text.
    package init(text: String) throws(PhotoLibraryError) {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingBlanks }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }
        guard lines.count == 1, let line = lines.first, let bytes = Bech32.decode(String(line), prefix: Self.prefix),
            bytes.count == 32
        else {
            throw PhotoLibraryError(
                .unsupportedFile,
                "This is not one key of the form AGE-SECRET-KEY-1…. Give the file or the line that was exported.")
        }
        try self.init(SecretBytes(bytes))
    }

    /// The line `AGE-SECRET-KEY-1…`, a secret.
    package var text: String { Bech32.encode(prefix: Self.prefix, key.bytes).uppercased() }

    /// A key of 32 bytes for another use, which does not show this key.
    ///
    /// - Throws: `internalError` if libcrypto fails.
    package func derivedKey(info: String) throws(PhotoLibraryError) -> SecretBytes {
        try KeyDerivation.hkdf(key, info: info)
    }
}

/// A public key to which files are encrypted: X25519, of the format age v1.
package struct AgeRecipient: Sendable, Hashable, CustomStringConvertible {
    private static let prefix = "age"

    /// 32 bytes.
    let publicKey: [UInt8]

    init(publicKey: [UInt8]) { self.publicKey = publicKey }

    /// Reads the text `age1…`; `nil` for another text.
    package init?(text: String) {
        guard let bytes = Bech32.decode(text, prefix: Self.prefix), bytes.count == 32 else { return nil }
        publicKey = bytes
    }

    /// The text `age1…`.
    package var description: String { Bech32.encode(prefix: Self.prefix, publicKey) }
}

extension Substring {
    fileprivate var trimmingBlanks: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
