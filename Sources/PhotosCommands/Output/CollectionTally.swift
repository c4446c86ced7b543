internal import OpenPhotoKit
internal import PhotoModel

/// How many folders and albums there are.
struct CollectionTally {
    var folders = 0
    var albums = 0

    var inWords: String { "\(counted(folders, "folder")) and \(counted(albums, "album"))" }
}

extension PhotoLibrary {
    /// Visits all that is in a folder, or in the library for `nil`, in the owner's order: a folder, then what is in it.
    ///
    /// - Parameter visit: Is told how deep the collection is, 0 for what is in the folder itself.
    func walkCollections(
        in folder: Folder?, depth: Int = 0, _ visit: (UserCollection, Int) throws -> Void
    ) throws -> CollectionTally {
        var tally = CollectionTally()
        for collection in try collections(in: folder) {
            try visit(collection, depth)
            switch collection {
            case .album: tally.albums += 1
            case .folder(let folder):
                let inside = try walkCollections(in: folder, depth: depth + 1, visit)
                tally.folders += 1 + inside.folders
                tally.albums += inside.albums
            }
        }
        return tally
    }

    /// What is in a folder, or in no folder for `nil`, in the owner's order.
    func collections(in folder: Folder?) throws -> [UserCollection] {
        try collections(CollectionQuery(.inFolder(folder?.localIdentifier)).withEveryFrame)
    }
}
