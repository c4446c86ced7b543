internal import AgeEncryption
internal import Foundation
internal import PhotoModel

/// The description of a store: the content of its file `store.json`, which is not encrypted.
struct StoreDescription: Codable, Sendable, Hashable {
    /// The versions that this program writes and reads.
    static let currentVersion = 1
    static let maximumSize = Int64(StoreFormat.maximumSize)

    /// The version of the store.
    ///
    /// A program must know it to use the store.
    let version: Int
    /// The number of the layout of the keys: 1 is that of ``StoreNames``.
    let layout: Int
    /// Random.
    let id: UUID
    /// The public key (`age1…`) to which all objects are encrypted; absent if they are not encrypted.
    let recipient: String?

    init(recipient: AgeRecipient?) {
        version = Self.currentVersion
        layout = 1
        id = UUID()
        self.recipient = recipient?.description
    }

    /// The bytes of `store.json`.
    var bytes: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return [UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")]
        }
    }

    /// Reads `store.json`.
    ///
    /// - Throws: The errors of ``StoreFailure/damagedDescription`` and ``StoreFailure/newerVersion(_:)``.
    init(_ bytes: [UInt8], of store: String) throws(PhotoLibraryError) {
        // A newer version may have other fields, so its number is read first.
        guard let format = StoreFormat(bytes) else { throw StoreFailure.damagedDescription.error(store) }
        guard format.version <= Self.currentVersion, format.layout <= 1 else {
            throw StoreFailure.newerVersion(max(format.version, format.layout)).error(store)
        }
        guard let description = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
            throw StoreFailure.damagedDescription.error(store)
        }
        self = description
    }
}
