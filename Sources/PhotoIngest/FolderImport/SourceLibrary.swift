internal import ApplePhotosLibrary
public import SystemPackage

/// A library of Apple's Photos that an import read, and what it contains.
public struct SourceLibrary: Sendable, Hashable {
    /// The folder of the library.
    public let path: FilePath
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
    /// Photos and videos that are in iCloud only, so that they cannot be imported from the library.
    public var inCloudOnly: Int = 0
    /// Photos and videos that the owner deleted in Photos, and that are not imported.
    public var deleted: Int = 0
    /// Photos and videos whose originals are outside of the library, and that are not imported.
    public var outside: Int = 0
    /// Files among the originals that the library's database does not name, and that are not imported.
    public var unknown: Int = 0

    init(path: FilePath) { self.path = path }

    mutating func count(_ asset: ApplePhotosAsset) {
        switch asset.state {
        case .present:
            if asset.isVideo { videos += 1 } else { photos += 1 }
            if asset.isEdited { edited += 1 }
            if asset.isLive { live += 1 }
        case .inCloudOnly, .ofSharedAlbum: inCloudOnly += 1
        case .trashed: deleted += 1
        case .elsewhere: outside += 1
        }
    }

    mutating func count(_ collection: ApplePhotosCollection) {
        if collection.isFolder { folders += 1 } else { albums += 1 }
    }
}
