package import PhotoModel
package import SystemPackage

/// What a file is to the library, and so what an import does with it.
package enum IngestDisposition: Sendable, Equatable {
    /// No asset has these bytes or this image data: a new asset.
    case new
    /// The asset has the same image data in other bytes: one more resource of it.
    case alternate(of: String)
    /// The file belongs to a photo of the library: one more resource of it.
    case attached(to: String, as: AssetResource.Kind)
    /// The asset has exactly these bytes: nothing to store.
    case duplicate(of: String)
    /// The asset has exactly these bytes, but the library's own file at the path is missing or damaged, and is
    /// replaced.
    case restored(of: String, at: FilePath)
    /// The asset has exactly these bytes, but only where their owner keeps them: the library now keeps its own, or
    /// follows a file that was moved.
    case relocated(of: String, as: AssetResource.Kind)
    /// The owner deleted the asset that had these bytes or this image data: nothing to store.
    case deleted(String)
    /// The owner deleted the asset, and now wants it back: its files are still there.
    case undeleted(String)

    /// Whether the bytes get a place of their own: the file becomes a resource, or its path a resource's.
    package var needsPlace: Bool {
        switch self {
        case .new, .alternate, .attached, .relocated: true
        case .duplicate, .restored, .deleted, .undeleted: false
        }
    }

    /// The asset that was there before the file; `nil` if the file makes one.
    package var asset: String? {
        switch self {
        case .new: nil
        case .alternate(let asset), .duplicate(let asset), .attached(let asset, _), .restored(let asset, _),
            .relocated(let asset, _), .deleted(let asset), .undeleted(let asset):
            asset
        }
    }
}
