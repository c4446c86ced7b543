internal import AgeEncryption
internal import Foundation
internal import PhotoModel

/// The keys of a store's objects.
///
/// | object | not encrypted | encrypted |
/// | --- | --- | --- |
/// | original | `originals/ab/SHA256` | `originals/cd/HMAC` |
/// | preview | `previews/ab/SHA256.jpg` | `previews/cd/HMAC` |
/// | catalogue | `catalogs/LIBRARY/WRITER/DATE.sqlite.gz` | `catalogs/SIV` |
///
/// HMAC is HMAC-SHA-256 of `originals/` or `previews/` and the digest, in hexadecimal digits. SIV is
/// `LIBRARY/WRITER/DATE.sqlite.gz`, filled up with zero bytes to ``nameSize``, encrypted with AES-SIV (RFC 5297), in
/// base64 of RFC 4648, section 5, without padding. The keys are derived from the store's identity. So the names of an
/// encrypted store show the number of the objects and nothing else, a lookup of a digest needs no list, and the copies
/// of catalogues can be listed without reading them.
struct StoreNames: Sendable {
    /// The kinds of objects that are named by the digest of an original.
    enum Kind: String, Sendable {
        case originals
        case previews

        var folder: StoreKey { StoreKey(valid: "\(rawValue)/") }
        fileprivate var ending: String { self == .previews ? ".jpg" : "" }
    }

    private let keys: (names: SecretBytes, catalogs: NameCipher)?

    /// - Parameter identity: The key of an encrypted store; `nil` for a store that is not encrypted.
    /// - Throws: `internalError` if libcrypto fails.
    init(_ identity: AgeIdentity?) throws(PhotoLibraryError) {
        guard let identity else {
            keys = nil
            return
        }
        keys = (
            try identity.derivedKey(info: "OpenPhotoKit store names"),
            NameCipher(key: try identity.derivedKey(info: "OpenPhotoKit catalogue names"))
        )
    }

    /// The key of an original or its preview.
    ///
    /// - Throws: `internalError` if libcrypto fails.
    func key(_ kind: Kind, _ sha256: Digest) throws(PhotoLibraryError) -> StoreKey {
        guard let keys else {
            let hex = sha256.hex
            return StoreKey(valid: "\(kind.folder)\(hex.prefix(2))/\(hex)\(kind.ending)")
        }
        let name = try KeyDerivation.hmac(keys.names, Array("\(kind.rawValue)/".utf8) + sha256.bytes).hexadecimal
        return StoreKey(valid: "\(kind.folder)\(name.prefix(2))/\(name)")
    }

    /// The digest in the key of an object that is not encrypted; `nil` for other keys.
    func digest(_ kind: Kind, of key: StoreKey) -> Digest? {
        guard keys == nil, key.name.hasSuffix(kind.ending),
            let digest = [UInt8](hexadecimal: String(key.name.dropLast(kind.ending.count))).flatMap({ Digest($0) }),
            (try? self.key(kind, digest)) == key
        else { return nil }
        return digest
    }

    /// The size of all encrypted names of catalogues before encryption.
    private static let nameSize = 112

    static let catalogs = StoreKey(valid: "catalogs/")

    /// The key of a catalogue by its name, which has `/` between its parts.
    ///
    /// - Throws: `internalError` if libcrypto fails.
    func catalogKey(_ name: String) throws(PhotoLibraryError) -> StoreKey {
        guard let keys else { return StoreKey(valid: "\(Self.catalogs)\(name)") }
        let filling = [UInt8](repeating: 0, count: max(0, Self.nameSize - name.utf8.count))
        let encrypted = try keys.catalogs.encrypt(Array(name.utf8) + filling, in: Array(Self.catalogs.text.utf8))
        let text = Data(encrypted).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return StoreKey(valid: "\(Self.catalogs)\(text)")
    }

    /// The name in the key of a catalogue; `nil` if the key is none, or of another store.
    func catalogName(of key: StoreKey) -> String? {
        guard key.text.hasPrefix(Self.catalogs.text) else { return nil }
        let name = String(key.text.dropFirst(Self.catalogs.text.count))
        guard let keys else { return name }
        let text = name.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: text + padding),
            let decrypted = try? keys.catalogs.decrypt([UInt8](bytes), in: Array(Self.catalogs.text.utf8))
        else { return nil }
        return String(decoding: decrypted.prefix { $0 != 0 }, as: UTF8.self)
    }
}
