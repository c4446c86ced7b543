public import Foundation
public import PhotoModel

// Indexes in an album refer to the result of a fetch of the album at that point of the change. Indexes in a folder
// count albums and folders together. Both are as in PhotoKit.
extension ChangeRequests {
    // MARK: Albums

    /// Creates an empty album, at the end of a folder or of the top level.
    ///
    /// - Throws: The whole change throws `changeNotSupported` for a title that is blank or contains NUL.
    public func createAlbum(title: String, inFolder folder: String? = nil) throws(PhotoLibraryError)
        -> ObjectPlaceholder
    {
        let identifier = UUID().uuidString
        try change(.makeAlbum(identifier, title: title, folder: folder))
        return ObjectPlaceholder(localIdentifier: identifier)
    }

    /// Changes the title of an album.
    public func renameAlbum(_ album: String, to title: String) throws(PhotoLibraryError) {
        try change(.album(album, .rename(title)))
    }

    /// Deletes albums; their assets stay.
    public func deleteAlbums(_ albums: [String]) throws(PhotoLibraryError) {
        for album in albums { try change(.album(album, .delete)) }
    }

    /// Adds assets at the end of an album.
    ///
    /// Assets that are already in it keep their position.
    public func addAssets(_ localIdentifiers: [String], toAlbum album: String) throws(PhotoLibraryError) {
        try change(.album(album, .add(localIdentifiers)))
    }

    /// Inserts assets into an album, so that they are at these indexes afterwards, in ascending order.
    ///
    /// Indexes, here and in the following methods, are those of ``PhotoLibrary/fetchAssets(in:_:)`` without options at
    /// that point of the change. Hidden assets, and the frames of a burst that do not represent it, have no index: each
    /// stays after the asset that precedes it. If an app shows an album in another order, or its view may be outdated,
    /// it should name assets instead of indexes: ``insertAssets(_:before:inAlbum:)``, ``removeAssets(_:fromAlbum:)``,
    /// ``replaceAssets(_:with:inAlbum:)``, ``moveAssets(_:before:inAlbum:)``.
    ///
    /// An asset that is already in the album, visible or not, cannot be inserted; move it instead.
    public func insertAssets(_ localIdentifiers: [String], at indexes: IndexSet, inAlbum album: String)
        throws(PhotoLibraryError)
    {
        try change(.album(album, .insert(localIdentifiers, at: Indexes(indexes))))
    }

    /// Inserts assets that are not in an album before an asset in it, or at the end if that asset is `nil`.
    public func insertAssets(_ localIdentifiers: [String], before next: String?, inAlbum album: String)
        throws(PhotoLibraryError)
    {
        try change(.album(album, .insertBefore(localIdentifiers, next)))
    }

    /// Removes assets from an album.
    ///
    /// Assets that are not in it are ignored.
    public func removeAssets(_ localIdentifiers: [String], fromAlbum album: String) throws(PhotoLibraryError) {
        try change(.album(album, .remove(localIdentifiers)))
    }

    /// Removes the assets at these indexes from an album.
    public func removeAssets(at indexes: IndexSet, fromAlbum album: String) throws(PhotoLibraryError) {
        try change(.album(album, .removeAt(Indexes(indexes))))
    }

    /// Replaces the assets at these indexes by the same number of other assets.
    public func replaceAssets(at indexes: IndexSet, with localIdentifiers: [String], inAlbum album: String)
        throws(PhotoLibraryError)
    {
        try change(.album(album, .replace(at: Indexes(indexes), with: localIdentifiers)))
    }

    /// Replaces assets of an album by the same number of other assets, in the same order.
    public func replaceAssets(_ replaced: [String], with localIdentifiers: [String], inAlbum album: String)
        throws(PhotoLibraryError)
    {
        try change(.album(album, .replaceAssets(replaced, with: localIdentifiers)))
    }

    /// Moves the assets at these indexes, in their order, before an index that counts the remaining assets.
    public func moveAssets(at indexes: IndexSet, to index: Int, inAlbum album: String) throws(PhotoLibraryError) {
        try change(.album(album, .move(at: Indexes(indexes), to: index)))
    }

    /// Moves assets of an album before another asset of it, or to the end if that asset is `nil`.
    public func moveAssets(_ localIdentifiers: [String], before next: String?, inAlbum album: String)
        throws(PhotoLibraryError)
    {
        try change(.album(album, .moveBefore(localIdentifiers, next)))
    }

    /// Inserts assets into an album before an index that counts the remaining assets.
    ///
    /// Assets that are already in it are moved.
    ///
    /// - Parameters:
    ///   - localIdentifiers: The assets, in their new order.
    ///   - index: The index of the first of them, counted without them.
    ///   - album: The local identifier of the album.
    ///   - includingAllBurstAssets: Whether indexes count every frame of a burst.
    public func placeAssets(
        _ localIdentifiers: [String], at index: Int, inAlbum album: String, includingAllBurstAssets: Bool = false
    ) throws(PhotoLibraryError) {
        try change(
            .album(album, .place(localIdentifiers, at: index, includingAllBurstAssets: includingAllBurstAssets)))
    }

    /// Sets the key asset of an album; `nil` lets the library choose it.
    public func setKeyAsset(_ localIdentifier: String?, ofAlbum album: String) throws(PhotoLibraryError) {
        try change(.album(album, .setKeyAsset(localIdentifier)))
    }

    // MARK: Folders

    /// Creates an empty folder, at the end of another folder or of the top level.
    public func createFolder(title: String, inFolder folder: String? = nil) throws(PhotoLibraryError)
        -> ObjectPlaceholder
    {
        let identifier = UUID().uuidString
        try change(.makeFolder(identifier, title: title, folder: folder))
        return ObjectPlaceholder(localIdentifier: identifier)
    }

    /// Changes the title of a folder.
    public func renameFolder(_ folder: String, to title: String) throws(PhotoLibraryError) {
        try change(.folder(folder, .rename(title)))
    }

    /// Deletes folders with all albums and folders in them; the assets stay.
    public func deleteFolders(_ folders: [String]) throws(PhotoLibraryError) {
        for folder in folders { try change(.folder(folder, .delete)) }
    }

    /// Moves albums and folders to the end of a folder, or of the top level, which is `nil`.
    ///
    /// - Throws: The whole change throws `changeNotSupported` for a folder that would contain itself.
    public func addCollections(_ localIdentifiers: [String], toFolder folder: String?) throws(PhotoLibraryError) {
        try change(.folder(folder, .add(localIdentifiers)))
    }

    /// Moves albums and folders from other folders into a folder, so that they are at these indexes afterwards, in
    /// ascending order.
    public func insertCollections(_ localIdentifiers: [String], at indexes: IndexSet, inFolder folder: String?)
        throws(PhotoLibraryError)
    {
        try change(.folder(folder, .insert(localIdentifiers, at: Indexes(indexes))))
    }

    /// Removes albums and folders from a folder: they move to the end of the top level.
    public func removeCollections(_ localIdentifiers: [String], fromFolder folder: String) throws(PhotoLibraryError) {
        try change(.folder(folder, .remove(localIdentifiers)))
    }

    /// Removes the albums and folders at these indexes from a folder: they move to the end of the top level.
    public func removeCollections(at indexes: IndexSet, fromFolder folder: String) throws(PhotoLibraryError) {
        try change(.folder(folder, .removeAt(Indexes(indexes))))
    }

    /// Replaces the albums and folders at these indexes by the same number from other folders.
    ///
    /// The replaced albums and folders move to the end of the top level.
    public func replaceCollections(
        at indexes: IndexSet, with localIdentifiers: [String], inFolder folder: String
    ) throws(PhotoLibraryError) {
        try change(.folder(folder, .replace(at: Indexes(indexes), with: localIdentifiers)))
    }

    /// Replaces albums and folders of a folder by the same number from other folders, in the same order.
    ///
    /// The replaced albums and folders move to the end of the top level.
    public func replaceCollections(
        _ replaced: [String], with localIdentifiers: [String], inFolder folder: String
    ) throws(PhotoLibraryError) {
        try change(.folder(folder, .replaceCollections(replaced, with: localIdentifiers)))
    }

    /// Moves the albums and folders at these indexes, in their order, before an index that counts the remaining ones.
    public func moveCollections(at indexes: IndexSet, to index: Int, inFolder folder: String?) throws(PhotoLibraryError)
    {
        try change(.folder(folder, .move(at: Indexes(indexes), to: index)))
    }

    /// Moves albums and folders from any folder into a folder, before an index that counts the remaining ones.
    public func placeCollections(_ localIdentifiers: [String], at index: Int, inFolder folder: String?)
        throws(PhotoLibraryError)
    {
        try change(.folder(folder, .place(localIdentifiers, at: index)))
    }
    /// Moves albums and folders from any folder into a folder, before an album or folder in it, or to the end if that
    /// is `nil`.
    public func placeCollections(_ localIdentifiers: [String], before next: String?, inFolder folder: String?)
        throws(PhotoLibraryError)
    {
        try change(.folder(folder, .placeBefore(localIdentifiers, next)))
    }
}
