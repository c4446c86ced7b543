public import Foundation
internal import PhotoCatalog
internal import PhotoModel

// Indexes in an album count what a fetch of it finds at that point of the change; those in a folder count albums and folders
// together. Both as PhotoKit counts them.
extension ChangeRequests {
    // MARK: Albums

    /// Makes an empty album, at the end of a folder or of the top level.
    ///
    /// - Throws: The change as a whole throws `changeNotSupported` for a title that shows nothing, or has NUL.
    public func createAlbum(title: String, inFolder folder: String? = nil) throws -> ObjectPlaceholder {
        let identifier = UUID().uuidString
        try change(.makeAlbum(identifier, title: title, folder: folder))
        return ObjectPlaceholder(localIdentifier: identifier)
    }

    /// Gives an album another title.
    public func renameAlbum(_ album: String, to title: String) throws { try change(.album(album, .rename(title))) }

    /// Deletes albums; their assets stay.
    public func deleteAlbums(_ albums: [String]) throws {
        for album in albums { try change(.album(album, .delete)) }
    }

    /// Adds assets at the end of an album; those that it has stay where they are.
    public func addAssets(_ localIdentifiers: [String], toAlbum album: String) throws {
        try change(.album(album, .add(localIdentifiers)))
    }

    /// Puts assets into an album, where they have the indexes afterwards, in ascending order.
    ///
    /// Indexes, here and in all that follow, are those of ``PhotoLibrary/fetchAssets(in:_:)`` without options, at that point of
    /// the change: hidden assets have none, nor have the frames of a burst but the one that represents it. What has none
    /// stays behind the asset that it is behind. Who shows an album in another way, or has shown it for a while, names
    /// assets instead of indexes: ``insertAssets(_:before:inAlbum:)``, ``removeAssets(_:fromAlbum:)``,
    /// ``replaceAssets(_:with:inAlbum:)``, ``moveAssets(_:before:inAlbum:)``.
    ///
    /// An asset that the album has, shown or not, is moved instead: to insert it is not supported.
    public func insertAssets(_ localIdentifiers: [String], at indexes: IndexSet, inAlbum album: String) throws {
        try change(.album(album, .insert(localIdentifiers, at: indexes)))
    }

    /// Puts assets that an album does not have into it before one that it has, or at the end if that is `nil`.
    public func insertAssets(_ localIdentifiers: [String], before next: String?, inAlbum album: String) throws {
        try change(.album(album, .insertBefore(localIdentifiers, next)))
    }

    /// Takes assets out of an album; those that it does not have do not matter.
    public func removeAssets(_ localIdentifiers: [String], fromAlbum album: String) throws {
        try change(.album(album, .remove(localIdentifiers)))
    }

    /// Takes the assets at indexes out of an album.
    public func removeAssets(at indexes: IndexSet, fromAlbum album: String) throws {
        try change(.album(album, .removeAt(indexes)))
    }

    /// Puts as many other assets into the places of those at the indexes.
    public func replaceAssets(at indexes: IndexSet, with localIdentifiers: [String], inAlbum album: String) throws {
        try change(.album(album, .replace(at: indexes, with: localIdentifiers)))
    }

    /// Puts as many other assets into the places of assets that an album has, each into that of the one at its index.
    public func replaceAssets(_ replaced: [String], with localIdentifiers: [String], inAlbum album: String) throws {
        try change(.album(album, .replaceAssets(replaced, with: localIdentifiers)))
    }

    /// Takes the assets at indexes out, then puts them in, in their order, before the index in what is left.
    public func moveAssets(at indexes: IndexSet, to index: Int, inAlbum album: String) throws {
        try change(.album(album, .move(at: indexes, to: index)))
    }

    /// Moves assets that an album has before another that it has, or to the end if that is `nil`.
    public func moveAssets(_ localIdentifiers: [String], before next: String?, inAlbum album: String) throws {
        try change(.album(album, .moveBefore(localIdentifiers, next)))
    }

    /// Puts assets into an album before the index in what is left of it; those that it has are moved there.
    ///
    /// - Parameter includingAllBurstAssets: Whether indexes count every frame of a burst.
    public func placeAssets(
        _ localIdentifiers: [String], at index: Int, inAlbum album: String, includingAllBurstAssets: Bool = false
    ) throws {
        try change(
            .album(album, .place(localIdentifiers, at: index, includingAllBurstAssets: includingAllBurstAssets)))
    }

    /// Chooses the asset of the album that stands for it; `nil` leaves the choice to the library.
    public func setKeyAsset(_ localIdentifier: String?, ofAlbum album: String) throws {
        try change(.album(album, .setKeyAsset(localIdentifier)))
    }

    // MARK: Folders

    /// Makes an empty folder, at the end of another or of the top level.
    public func createFolder(title: String, inFolder folder: String? = nil) throws -> ObjectPlaceholder {
        let identifier = UUID().uuidString
        try change(.makeFolder(identifier, title: title, folder: folder))
        return ObjectPlaceholder(localIdentifier: identifier)
    }

    /// Gives a folder another title.
    public func renameFolder(_ folder: String, to title: String) throws { try change(.folder(folder, .rename(title))) }

    /// Deletes folders with all albums and folders in them; the assets stay.
    public func deleteFolders(_ folders: [String]) throws {
        for folder in folders { try change(.folder(folder, .delete)) }
    }

    /// Adds albums and folders at the end of a folder, or of the top level, which is `nil`; they leave where they were.
    ///
    /// - Throws: The change as a whole throws `changeNotSupported` for a folder that would be in itself.
    public func addCollections(_ localIdentifiers: [String], toFolder folder: String?) throws {
        try change(.folder(folder, .add(localIdentifiers)))
    }

    /// Puts albums and folders from elsewhere into a folder, where they have the indexes afterwards, in ascending order.
    public func insertCollections(_ localIdentifiers: [String], at indexes: IndexSet, inFolder folder: String?) throws {
        try change(.folder(folder, .insert(localIdentifiers, at: indexes)))
    }

    /// Takes albums and folders out of a folder: they go to the end of the top level.
    public func removeCollections(_ localIdentifiers: [String], fromFolder folder: String) throws {
        try change(.folder(folder, .remove(localIdentifiers)))
    }

    /// Takes what is at the indexes out of a folder, to the end of the top level.
    public func removeCollections(at indexes: IndexSet, fromFolder folder: String) throws {
        try change(.folder(folder, .removeAt(indexes)))
    }

    /// Puts as many albums and folders from elsewhere into the places of those at the indexes, which go to the end of the
    /// top level.
    public func replaceCollections(
        at indexes: IndexSet, with localIdentifiers: [String], inFolder folder: String
    ) throws {
        try change(.folder(folder, .replace(at: indexes, with: localIdentifiers)))
    }

    /// Puts as many albums and folders from elsewhere into the places of some of a folder, each into that of the one at its
    /// index; those that were there go to the end of the top level.
    public func replaceCollections(
        _ replaced: [String], with localIdentifiers: [String], inFolder folder: String
    ) throws {
        try change(.folder(folder, .replaceCollections(replaced, with: localIdentifiers)))
    }

    /// Takes what is at the indexes out, then puts it in, in its order, before the index in what is left.
    public func moveCollections(at indexes: IndexSet, to index: Int, inFolder folder: String?) throws {
        try change(.folder(folder, .move(at: indexes, to: index)))
    }

    /// Puts albums and folders into a folder before the index in what is left of it, wherever they are now.
    public func placeCollections(_ localIdentifiers: [String], at index: Int, inFolder folder: String?) throws {
        try change(.folder(folder, .place(localIdentifiers, at: index)))
    }
    /// Puts albums and folders into a folder before one that it has, or at the end if that is `nil`, wherever they are now.
    public func placeCollections(_ localIdentifiers: [String], before next: String?, inFolder folder: String?) throws {
        try change(.folder(folder, .placeBefore(localIdentifiers, next)))
    }
}
