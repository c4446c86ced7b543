internal import ApplePhotosLibrary
public import PhotoInspection
internal import PhotoModel
public import SystemPackage

/// What the walk of another photo library found.
package enum SourceFinding {
    case file(SourceFile)
    /// A file of an export with albums or metadata of several photos, which was read.
    case table(SourceFile)
    /// Another file of an export that describes photos or the export itself, and is not a file of a photo.
    case metadata(SourceFile)
    /// A photo or file that is not imported.
    case notImported(ImportItem)
}

/// Another photo library that an import read with its own metadata, and what it contains.
public struct SourceLibrary: Sendable, Hashable {
    /// The program or service that it belongs to.
    public let kind: SourceLibraryKind
    /// The folder of the library; the first folder or archive of an export.
    public let path: FilePath
    /// The number of folders and archives.
    public let parts: Int
    /// The photos whose originals are in the library.
    public var photos: Int = 0
    /// The videos whose originals are in the library.
    public var videos: Int = 0
    /// The edited ones among these.
    public var edited: Int = 0
    /// The Live Photos among these.
    public var live: Int = 0
    /// The albums that the owner made.
    public var albums: Int = 0
    /// The folders of albums that the owner made.
    public var folders: Int = 0
    /// Photos and videos whose originals are missing in the library, for example because they are in iCloud only.
    ///
    /// They cannot be imported from the library.
    public var inCloudOnly: Int = 0
    /// Photos and videos of shared albums that are no originals of the library, and that are not imported.
    public var inSharedAlbums: Int = 0
    /// Photos and videos that the owner archived, and that become hidden.
    public var archived: Int = 0
    /// Photos and videos that a partner of the owner shares.
    public var partners: Int = 0
    /// Photos and videos of an export about which it states nothing.
    public var withoutMetadata: Int = 0
    /// Files with metadata whose photos are not in the export.
    public var metadataWithoutPhoto: Int = 0
    /// Photos and videos that the owner deleted there, and that are not imported.
    public var deleted: Int = 0
    /// Photos and videos whose originals are outside of the library, and that are not imported.
    public var outside: Int = 0
    /// Files among the originals that the library's database does not name, and that are not imported.
    public var unknown: Int = 0

    init(path: FilePath, _ kind: SourceLibraryKind = .applePhotos, parts: Int = 1) {
        self.path = path
        self.kind = kind
        self.parts = parts
    }

    mutating func count(_ asset: ApplePhotosAsset) {
        switch asset.state {
        case .present:
            if asset.isVideo { videos += 1 } else { photos += 1 }
            if asset.isEdited { edited += 1 }
            if asset.isLive { live += 1 }
        case .inCloudOnly: inCloudOnly += 1
        case .ofSharedAlbum: inSharedAlbums += 1
        case .trashed: deleted += 1
        case .elsewhere: outside += 1
        }
    }

    /// Counts an asset of an export; its albums are counted with ``albums``.
    mutating func count(_ asset: CloudExportAsset, isImported: Bool) {
        switch asset.role {
        case .loneSidecar: metadataWithoutPhoto += 1
        case .table, .serviceFile, .other: break
        case .photo where !isImported: deleted += 1
        case .photo:
            if asset.isVideo { videos += 1 } else { photos += 1 }
            if asset.parts.contains(where: { $0.kind == .fullSizePhoto }) { edited += 1 }
            if asset.parts.contains(where: { $0.kind == .pairedVideo }) { live += 1 }
            if asset.isArchived { archived += 1 }
            if asset.isPartners { partners += 1 }
            if asset.description == nil { withoutMetadata += 1 }
        }
    }

    mutating func count(_ collection: ApplePhotosCollection) {
        if collection.isFolder { folders += 1 } else { albums += 1 }
    }
}
