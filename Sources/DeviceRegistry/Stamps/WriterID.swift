internal import ContentDigests
package import PhotoModel

/// Names a writer: a key that one library uses on one computer.
///
/// A library gets another writer when its catalogue is replaced or its folder is copied.
///
/// It is computed from the writer's public key. So only the owner of the key can sign segments of this writer.
package struct WriterID: Hashable, Comparable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// - Returns: `nil` for a number of bytes other than 16.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.size else { return nil }
        high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The writer with this public key of Ed25519.
    ///
    /// - Throws: `internalError` if libcrypto fails.
    package init(publicKey: [UInt8]) throws(PhotoLibraryError) {
        let seed = Array("OpenPhotoKit writer".utf8) + publicKey
        let digest = try PhotoLibraryError.converting {
            try seed.withUnsafeBytes { try ContentHasher.digest(.sha256, of: $0) }
        }
        guard let writer = Self(digest.prefix128) else {
            throw PhotoLibraryError(.internalError, "A digest has too few bytes.")
        }
        self = writer
    }

    package static let size = 16

    /// Stands for the writer of a library that has none yet.
    ///
    /// No key leads to it.
    package static let unassigned = WriterID(high: 0, low: 0)

    private init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    package var bytes: [UInt8] {
        [high, low].flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) }
    }

    /// 32 lower-case hexadecimal digits, which name the writer's folder.
    package var description: String { bytes.hexadecimal }

    /// - Returns: `nil` for a text that is no writer's ``description``.
    package init?(_ text: some StringProtocol) {
        let text = String(text)
        guard text.utf8.count == 2 * Self.size, let bytes = [UInt8](hexadecimal: text), let writer = Self(bytes),
            writer.description == text
        else { return nil }
        self = writer
    }

    package static func < (one: WriterID, other: WriterID) -> Bool {
        (one.high, one.low) < (other.high, other.low)
    }
}
