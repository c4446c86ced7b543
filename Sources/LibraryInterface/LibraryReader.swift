package import PhotoModel

/// The reads of a library, for the owner or an app.
///
/// While this process runs, an object has a number, which a reader never gives to another object. Numbers are valid
/// only for the reader that gave them. All methods block, are thread-safe, and throw `accessUserDenied` if ``access``
/// does not allow reading.
package protocol LibraryReader: Sendable {
    /// The access with which objects are read.
    var access: LibraryAccess { get }

    // MARK: Queries

    /// The numbers of the query's assets, in its order.
    func rows(of query: AssetQuery) throws(PhotoLibraryError) -> [Int64]
    /// The numbers of the query's albums or folders, in its order; those of folders are negative in a query of both.
    func rows(of query: CollectionQuery, _ kind: CollectionKind) throws(PhotoLibraryError) -> [Int64]
    /// The query's albums, in its order.
    func albums(of query: CollectionQuery) throws(PhotoLibraryError) -> [Album]
    /// The query's folders, in its order.
    func folders(of query: CollectionQuery) throws(PhotoLibraryError) -> [Folder]
    /// The query's albums and folders, in its order.
    func collections(of query: CollectionQuery) throws(PhotoLibraryError) -> [UserCollection]
    /// The number of an album's key asset; `nil` if the album is empty.
    func keyAssetRow(ofAlbum localIdentifier: String) throws(PhotoLibraryError) -> Int64?
    /// The local identifiers of the query's assets, in its order.
    func localIdentifiers(of query: AssetQuery) throws(PhotoLibraryError) -> [String]
    /// The local identifiers of all assets, in the order in which they were added.
    func allLocalIdentifiers() throws(PhotoLibraryError) -> [String]
    /// The moments; see ``PhotoLibrary/moments(of:dividedBeyond:includingAllBurstAssets:)``.
    ///
    /// Their queries do not have the filter.
    func moments(
        of filter: AssetFilter, dividedBeyond distance: Double, includingAllBurstAssets: Bool
    ) throws(PhotoLibraryError) -> [Moment]

    // MARK: Counts

    /// The number of assets that match the query.
    func count(of query: AssetQuery) throws(PhotoLibraryError) -> Int
    /// The number of albums or folders that match the query.
    func count(of query: CollectionQuery, _ kind: CollectionKind) throws(PhotoLibraryError) -> Int
    /// The number of assets of a media type among those with these numbers.
    func count(of mediaType: Asset.MediaType, rows: [Int64]) throws(PhotoLibraryError) -> Int
    /// The number of assets that are not deleted.
    func assetCount() throws(PhotoLibraryError) -> Int

    // MARK: Objects

    /// The assets with these numbers, including deleted ones; missing ones are omitted.
    func assets(rows: [Int64]) throws(PhotoLibraryError) -> [Int64: Asset]
    /// The assets with these local identifiers, including deleted ones; missing ones are omitted.
    func assets(_ localIdentifiers: [String]) throws(PhotoLibraryError) -> [String: Asset]
    /// The albums with these numbers; missing ones are omitted.
    func albums(rows: [Int64], includingAllBurstAssets: Bool) throws(PhotoLibraryError) -> [Int64: Album]
    /// The folders with these numbers; missing ones are omitted.
    func folders(rows: [Int64]) throws(PhotoLibraryError) -> [Int64: Folder]
    /// The albums and folders with these numbers, negative for folders; missing ones are omitted.
    func collections(rows: [Int64], includingAllBurstAssets: Bool) throws(PhotoLibraryError) -> [Int64: UserCollection]
    /// The local identifiers of the objects with these numbers, including removed objects.
    func localIdentifiers(rows: [Int64], of type: ObjectType) throws(PhotoLibraryError) -> [Int64: String]
    /// The number of the object with this local identifier; `nil` if no object of this type has it.
    func row(of localIdentifier: String, _ type: ObjectType) throws(PhotoLibraryError) -> Int64?

    // MARK: History

    /// The position in the history after the last change.
    func currentChangeToken() throws(PhotoLibraryError) -> PersistentChangeToken
    /// The oldest position in the history from which all changes are known.
    func oldestChangeToken() throws(PhotoLibraryError) -> PersistentChangeToken
    /// The changes since a position.
    ///
    /// - Throws: `persistentChangeTokenExpired`.
    func changes(since token: PersistentChangeToken) throws(PhotoLibraryError) -> HistoryRange
    /// The changes between two positions, oldest first, at most `limit`.
    func changes(
        after token: PersistentChangeToken, through last: PersistentChangeToken, limit: Int
    ) throws(PhotoLibraryError) -> [HistoryEntry]
    /// The net effect of the changes after the first position and up to the last on the objects of one type.
    ///
    /// - Throws: `persistentChangeDetailsUnavailable`.
    func changeDetails(
        after first: PersistentChangeToken, through last: PersistentChangeToken, for objectType: ObjectType
    ) throws(PhotoLibraryError) -> PersistentObjectChangeDetails
    /// The number of days for which changes are kept; `nil` for no limit.
    func historyRetention() throws(PhotoLibraryError) -> Int?
}

extension LibraryReader {
    /// Those of the assets that the library has, without deleted ones, each once, in the given order.
    package func present(_ localIdentifiers: [String]) throws(PhotoLibraryError) -> [String] {
        let assets = try assets(localIdentifiers)
        var found: Set<String> = []
        return localIdentifiers.filter { assets[$0].map { $0.deletedDate == nil } == true && found.insert($0).inserted }
    }
}
