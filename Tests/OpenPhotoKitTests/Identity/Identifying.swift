import OpenPhotoKitOwner
import SystemPackage
import Testing

extension Scene {
    /// The cloud identifier that another library would create for a file.
    static func identifier(of file: [UInt8], compact: Bool = false) async throws -> CloudIdentifier {
        let other = try Scene()
        try other.add("a.jpg", file)
        let library = try other.open()
        let local = try #require(try await other.importAll(library).items.first?.localIdentifier)
        let identifier = try #require(library.cloudIdentifierMappings(forLocalIdentifiers: [local])[local]).get()
        // The identifier is encoded as text and decoded.
        return try CloudIdentifier(stringValue: compact ? identifier.compact.stringValue : identifier.stringValue)
    }

    /// Imports files, and returns the identifiers of their assets in order.
    func store(
        _ files: [[UInt8]], in library: OwnedLibrary, _ configure: (inout ImportRequest) -> Void = { _ in }
    ) async throws -> [String] {
        for (number, file) in files.enumerated() { try add(FilePath("\(number).jpg"), file) }
        return try await importAll(library, nil, configure).items.compactMap(\.localIdentifier)
    }
}
