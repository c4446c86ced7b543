internal import PhotoCatalog
internal import PhotoModel

extension PhotoLibrary {
    /// The identifier of the one album that a person means by a name: an identifier or a title.
    ///
    /// - Throws: `identifierNotFound`, `multipleIdentifiersFound`.
    public func albumIdentifier(named name: String) throws -> String {
        try Self.single(catalog.albums(named: name), name, "album")
    }

    /// The identifier of the one folder that a person means by a name: an identifier or a title.
    ///
    /// - Throws: `identifierNotFound`, `multipleIdentifiersFound`.
    public func folderIdentifier(named name: String) throws -> String {
        try Self.single(catalog.folders(named: name), name, "folder")
    }

    private static func single(_ found: [String], _ name: String, _ kind: String) throws -> String {
        guard let first = found.first else {
            throw PhotoLibraryError(
                .identifierNotFound, "There is no such \(kind). See “photos \(kind)s”.", identifier: name)
        }
        guard found.count == 1 else {
            throw PhotoLibraryError(
                .multipleIdentifiersFound,
                "\(found.count) \(kind)s have this title. Name one by its identifier: \(found.joined(separator: ", ")).",
                identifier: name, localIdentifiers: found)
        }
        return first
    }
}
