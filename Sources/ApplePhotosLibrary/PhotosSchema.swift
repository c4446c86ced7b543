internal import GRDB
internal import PhotoModel
internal import SystemPackage

/// The database and the files of one generation of Photos.
///
/// The statements give rows of the same columns, which ``PhotosAssetRecord`` and ``PhotosCollectionRecord`` read.
protocol PhotosSchema: Sendable {
    /// The folder of the originals, relative to the library.
    static var originals: String { get }
    /// The name of the database in the folder `database`.
    static var databaseName: FilePath.Component { get }

    /// - Throws: A `DatabaseError` if the database is not that of a known version.
    init(_ database: Database) throws

    /// Makes the indexes of the columns by which rows are looked up.
    ///
    /// Photos has such indexes, but a damaged or malicious database may lack them, and each look-up would read a whole
    /// table.
    func makeIndexes(in database: Database) throws

    /// Puts the files of the originals and of the rendered edits in the table of files.
    func listFiles(of library: FilePath, in database: Database) throws

    /// `SELECT` of all assets.
    var selectAssets: String { get }

    /// `SELECT` of the albums and folders that the owner made, the members of a folder in their order.
    var selectCollections: String { get }

    /// `SELECT` of the paths of files among the originals that belong to no asset.
    var selectUnknownOriginals: String { get }

    /// `SELECT` of the paths of an album's originals.
    func selectMembers(orderedBy order: ApplePhotosCollection.Order) -> String

    /// The files of an asset besides its original.
    func otherFiles(of asset: PhotosAssetRecord, in database: Database) throws -> [PhotosFile]
}

/// A file of an asset.
struct PhotosFile {
    /// The path relative to the library.
    let path: FilePath
    let kind: AssetResource.Kind
}

extension PhotosSchema {
    /// The files of an asset, the original first; empty without the original.
    func files(of asset: PhotosAssetRecord, in database: Database) throws -> [PhotosFile] {
        guard let original = asset.originalPath, try PhotosFileTable.contains(original, in: database) else { return [] }
        return [PhotosFile(path: original, kind: .original)] + (try otherFiles(of: asset, in: database))
    }
}
