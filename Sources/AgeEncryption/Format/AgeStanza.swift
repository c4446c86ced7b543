internal import Foundation
internal import PhotoModel

/// The part of a header that has the file key, encrypted for one recipient.
package struct AgeStanza: Sendable, Hashable {
    /// The type, such as `X25519`, and further arguments: visible ASCII characters.
    package let arguments: [String]
    package let body: [UInt8]

    package init(arguments: [String], body: [UInt8]) {
        self.arguments = arguments
        self.body = body
    }

    /// The lines of the header.
    ///
    /// Those of the body have 64 characters, the last one fewer, maybe none.
    var text: String {
        let characters = Array(body.unpaddedBase64.utf8)
        let lines = stride(from: 0, through: characters.count, by: Self.columns).map {
            String(decoding: characters[$0..<min($0 + Self.columns, characters.count)], as: UTF8.self)
        }
        return "-> " + arguments.joined(separator: " ") + "\n" + lines.joined(separator: "\n") + "\n"
    }

    static let columns = 64
}

// The stanza of the type X25519.
extension AgeStanza {
    private static let info = "age-encryption.org/v1/X25519"

    /// The file key, encrypted for a recipient.
    ///
    /// - Throws: `internalError` if libcrypto fails.
    init(encrypting fileKey: SecretBytes, for recipient: AgeRecipient) throws(PhotoLibraryError) {
        let ephemeral = try SecretBytes.random(32)
        let share = try X25519.publicKey(of: ephemeral)
        guard let secret = try X25519.sharedSecret(ephemeral, recipient.publicKey) else {
            throw PhotoLibraryError(.unsupportedFile, "The public key cannot be used for encryption. Give another.")
        }
        let key = try KeyDerivation.hkdf(secret, salt: share + recipient.publicKey, info: Self.info)
        let body = UnsafeMutableRawBufferPointer.allocate(
            byteCount: fileKey.bytes.count + ChunkCipher.tagSize, alignment: 16)
        defer { body.deallocate() }
        try ChunkCipher(key: key, isEncrypting: true).encrypt(fileKey.bytes, nonce: Self.nonce, into: body)
        self.init(arguments: ["X25519", share.unpaddedBase64], body: Array(body))
    }

    /// Each key of this cipher encrypts one file key.
    private static let nonce = [UInt8](repeating: 0, count: 12)

    /// The file key; `nil` if the stanza is for another key, or of another type.
    ///
    /// - Throws: The error of ``AgeFailure/malformedHeader(_:)``; `internalError` if libcrypto fails.
    func fileKey(for identity: AgeIdentity) throws(PhotoLibraryError) -> SecretBytes? {
        guard arguments.first == "X25519" else { return nil }
        guard arguments.count == 2, let share = [UInt8](unpaddedBase64: arguments[1]), share.count == 32,
            body.count == AgeHeader.fileKeySize + ChunkCipher.tagSize,
            let secret = try X25519.sharedSecret(identity.key, share)
        else { throw AgeFailure.malformedHeader("a stanza X25519").error }
        let key = try KeyDerivation.hkdf(secret, salt: share + identity.recipient.publicKey, info: Self.info)
        let cipher = try ChunkCipher(key: key, isEncrypting: false)
        var isForIdentity = false
        let fileKey = SecretBytes(count: AgeHeader.fileKeySize) { fileKey in
            isForIdentity = body.withUnsafeBytes { cipher.decrypt($0, nonce: Self.nonce, into: fileKey) }
        }
        return isForIdentity ? fileKey : nil
    }
}

extension [UInt8] {
    /// Base64 (RFC 4648, section 4) without padding.
    var unpaddedBase64: String { Data(self).base64EncodedString().replacingOccurrences(of: "=", with: "") }

    /// The bytes of base64 without padding; `nil` for other text, also for another text of the same bytes.
    init?(unpaddedBase64 text: String) {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: text + padding), [UInt8](data).unpaddedBase64 == text else { return nil }
        self = [UInt8](data)
    }
}
