internal import Originals
package import PhotoModel
internal import Synchronization

/// The random keys of one encrypted file, and its first bytes.
///
/// A service may need the same encrypted bytes twice: first for a digest, then to store them. Encrypting other bytes
/// with the same keys would show how the two differ, so the keys are used only while the version of the bytes is the
/// same.
package final class AgeFileKeys: Sendable {
    /// The header and the nonce of the payload.
    let start: [UInt8]
    let payloadKey: SecretBytes
    /// The version of the bytes that were encrypted; `nil` if none were.
    private let version = Mutex<ByteVersion?>(nil)

    /// New random keys.
    ///
    /// - Throws: `internalError` if libcrypto fails.
    package init(for recipient: AgeRecipient) throws(PhotoLibraryError) {
        let fileKey = try SecretBytes.random(AgeHeader.fileKeySize)
        let stanza = try AgeStanza(encrypting: fileKey, for: recipient)
        let nonce = try randomBytes(AgePayload.nonceSize)
        start = try AgeHeader([stanza], fileKey: fileKey).bytes + nonce
        payloadKey = try AgePayload.key(fileKey, nonce: nonce)
    }

    /// - Throws: `sourceChanged` if the version of the source's bytes is not that of earlier ones; the errors of the
    ///   source.
    func use(for source: any ByteSource) throws {
        let current = try source.version()
        let isSame = version.withLock { version in
            defer { version = version ?? current }
            return version == nil || version == current
        }
        guard isSame else { throw Self.sourceChanged }
    }

    static var sourceChanged: PhotoLibraryError {
        PhotoLibraryError(.sourceChanged, "The file changed while it was encrypted. Try again.")
    }
}
