internal import OpenPhotoKitOwner
internal import PhotoModel

/// The number of folders and of albums.
struct CollectionCounts {
    var folders = 0
    var albums = 0

    var displayText: String { "\(counted(folders, "folder")) and \(counted(albums, "album"))" }
}

extension OwnedLibrary {
    /// Visits all folders and albums in a folder, or in the library for `nil`, in the owner's order, each folder before
    /// its contents.
    ///
    /// - Parameter visit: Called with each collection and its depth, which is 0 directly in the folder.
    func walkCollections(
        in folder: Folder?, depth: Int = 0, _ visit: (UserCollection, Int) throws -> Void
    ) throws -> CollectionCounts {
        var counts = CollectionCounts()
        for collection in try collections(in: folder) {
            try visit(collection, depth)
            switch collection {
            case .album: counts.albums += 1
            case .folder(let folder):
                let inside = try walkCollections(in: folder, depth: depth + 1, visit)
                counts.folders += 1 + inside.folders
                counts.albums += inside.albums
            }
        }
        return counts
    }

    /// The folders and albums directly in a folder, or at the top level for `nil`, in the owner's order.
    func collections(in folder: Folder?) throws -> [UserCollection] {
        try collections(CollectionQuery(.inFolder(folder?.localIdentifier)).withEveryFrame)
    }
}
