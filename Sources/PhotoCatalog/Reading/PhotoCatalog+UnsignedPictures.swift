internal import GRDB
package import PhotoModel

/// A file of a decodable format that was stored without decoding it.
package struct UnsignedPicture: Sendable {
    package let resourceID: Int64
    package let file: AssetResource
}

extension PhotoCatalog {
    /// The pictures without a signature that this build may decode, in the order in which their assets were added.
    ///
    /// An earlier build stored them. The result is empty after a build that decodes the same formats has recorded
    /// ``DerivedChange/examinedPictures``, so that a picture which cannot be decoded is tried once.
    package func unsignedPictures() throws(PhotoLibraryError) -> [UnsignedPicture] {
        try read { database in
            guard try !database.hasExaminedPictures() else { return [] }
            return try Row.fetchAll(database, sql: "SELECT resource.* \(Self.unsigned) ORDER BY assetID, resource.id")
                .map {
                    UnsignedPicture(resourceID: $0["id"], file: try AssetResource(row: $0, folder: folder))
                }
        }
    }

    /// The number of ``unsignedPictures()``.
    package func unsignedPictureCount() throws(PhotoLibraryError) -> Int {
        try read { database in
            guard try !database.hasExaminedPictures() else { return 0 }
            return try Int.fetchOne(database, sql: "SELECT COUNT(*) \(Self.unsigned)") ?? 0
        }
    }

    /// Whether a build that decodes the same formats has tried all pictures.
    package func hasExaminedPictures() throws(PhotoLibraryError) -> Bool { try read { try $0.hasExaminedPictures() } }

    /// Originals that are not decoded, and edited pictures, whose decoding the catalogue does not record.
    static let unsigned = """
        FROM resource JOIN asset ON asset.id = assetID
        WHERE (kind = \(AssetResource.Kind.original.rawValue) AND condition = 'unsupported'
                OR kind = \(AssetResource.Kind.fullSizePhoto.rawValue))
            AND format IN (\(SignedPicture.formats.map { "'\($0.rawValue)'" }.joined(separator: ", ")))
            AND NOT EXISTS (SELECT 1 FROM signature WHERE resourceID = resource.id)
        """
}

extension SignedPicture {
    /// The formats whose pictures this build signs.
    static let formats = ImageFormat.allCases.filter { $0.isDecodable || $0 == .raw }

    /// What this build decodes.
    ///
    /// Increase the number when a decoder reads pictures of its format that it did not read before.
    static let decoders = "1 " + formats.map(\.rawValue).joined(separator: " ")
}

extension Database {
    private static let decodersKey = "decoders"

    func hasExaminedPictures() throws -> Bool { try meta(Self.decodersKey) == SignedPicture.decoders }

    func noteExaminedPictures() throws {
        try execute(
            sql: "INSERT OR REPLACE INTO meta VALUES (?, ?)", arguments: [Self.decodersKey, SignedPicture.decoders])
    }
}
