package import PhotoModel
package import SystemPackage

/// The relation of a file to the library, which decides how an import handles it.
package enum IngestDisposition: Sendable, Equatable {
    /// No asset has these bytes or this image data. The file becomes a new asset.
    case new
    /// The asset has the same image data in other bytes. The file becomes a further resource of it.
    case alternate(of: String)
    /// The file belongs to a photo of the library. The file becomes a further resource of it.
    case attached(to: String, as: AssetResource.Kind)
    /// The asset has exactly these bytes. Nothing is stored.
    case duplicate(of: String)
    /// The asset has exactly these bytes, but the library's own file at the path is missing or damaged. The file
    /// replaces it.
    case restored(of: String, at: FilePath)
    /// The asset has exactly these bytes, but only as a reference or in a remote store. The library stores a copy now,
    /// or a new path if the referenced file was moved.
    case relocated(of: String, as: AssetResource.Kind)
    /// The asset refers to the file, which had other bytes when it was read. The asset's resource describes the file
    /// that is there now, or the library's copy of it.
    case updated(of: String, as: AssetResource.Kind)
    /// The owner deleted the asset that had these bytes or this image data. Nothing is stored.
    case deleted(String)
    /// The owner deleted the asset, whose files still exist. The import restores the asset.
    case undeleted(String)

    /// Whether the file is stored as a resource, or its path becomes the path of a resource.
    package var needsPlace: Bool {
        switch self {
        case .new, .alternate, .attached, .relocated, .updated: true
        case .duplicate, .restored, .deleted, .undeleted: false
        }
    }

    /// The asset that existed before the file; `nil` if the file makes a new asset.
    package var asset: String? {
        switch self {
        case .new: nil
        case .alternate(let asset), .duplicate(let asset), .attached(let asset, _), .restored(let asset, _),
            .relocated(let asset, _), .updated(let asset, _), .deleted(let asset), .undeleted(let asset):
            asset
        }
    }
}
