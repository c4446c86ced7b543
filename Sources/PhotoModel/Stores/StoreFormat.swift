package import Foundation

/// What the description of a store has in every version, by which a folder is recognised as a store.
package struct StoreFormat: Decodable, Sendable, Hashable {
    /// The name of the description in the folder of a store.
    package static let fileName = "store.json"
    /// The largest description, in bytes.
    package static let maximumSize = 64 << 10
    /// The folders in which a store has its files.
    package static let folderNames: Set<String> = ["catalogs", "originals", "previews"]

    package let version: Int
    /// The number of the layout of the names in the store.
    package let layout: Int
    /// The identifier of the store.
    package let id: UUID?

    /// Reads a description; `nil` for bytes of another form.
    package init?(_ bytes: some Sequence<UInt8>) {
        guard let format = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = format
    }
}
