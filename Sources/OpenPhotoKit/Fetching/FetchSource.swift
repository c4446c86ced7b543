internal import Foundation
internal import LibraryInterface
package import PhotoModel

/// The source of the objects of a fetch result.
package struct FetchSource<Object: LibraryObject>: Sendable {
    /// The numbers of the objects that the fetch finds now.
    let rows: @Sendable () throws(PhotoLibraryError) -> [Int64]
    /// Local identifiers by number, also of removed objects.
    let identifiers: @Sendable ([Int64]) throws(PhotoLibraryError) -> [Int64: String]
    /// The number of the object with a local identifier.
    let row: @Sendable (String) throws(PhotoLibraryError) -> Int64?
    /// Reads the objects that still exist.
    let read: @Sendable ([Int64]) throws(PhotoLibraryError) -> [Int64: Object]
    /// An object for a removed one, with its number and identifier only.
    let former: @Sendable (Int64, String) -> Object

    /// An object that cannot be read, with its identifier if that can be read.
    func unreadable(_ row: Int64) -> Object { former(row, (try? identifiers([row])[row]) ?? "") }

    /// The objects with these numbers, in this order.
    func objects(_ rows: [Int64]) throws(PhotoLibraryError) -> [Object] {
        let found = try read(rows)
        let missing = rows.filter { found[$0] == nil }
        let former =
            missing.isEmpty
            ? [:] : Dictionary(uniqueKeysWithValues: try identifiers(missing).map { ($0, self.former($0, $1)) })
        return try rows.map { row throws(PhotoLibraryError) in
            guard let object = found[row] ?? former[row] else {
                throw PhotoLibraryError(
                    .libraryDamaged,
                    "The catalogue has lost an object. A repair of the library makes a new catalogue.",
                    remedy: .repair)
            }
            return object
        }
    }
}

extension FetchSource<Asset> {
    init(_ reader: any LibraryReader, rows: @escaping @Sendable () throws(PhotoLibraryError) -> [Int64]) {
        self.init(
            rows: rows,
            identifiers: { rows throws(PhotoLibraryError) in try reader.localIdentifiers(rows: rows, of: .asset) },
            row: { identifier throws(PhotoLibraryError) in try reader.row(of: identifier, .asset) },
            read: { rows throws(PhotoLibraryError) in try reader.assets(rows: rows) },
            former: { Asset(former: $1) })
    }
}

extension FetchSource<Album> {
    init(_ reader: any LibraryReader, _ query: CollectionQuery) {
        self.init(
            rows: { () throws(PhotoLibraryError) in try reader.rows(of: query, .albums) },
            identifiers: { rows throws(PhotoLibraryError) in try reader.localIdentifiers(rows: rows, of: .album) },
            row: { identifier throws(PhotoLibraryError) in try reader.row(of: identifier, .album) },
            read: { rows throws(PhotoLibraryError) in
                try reader.albums(rows: rows, includingAllBurstAssets: query.includesAllBurstAssets)
            },
            former: { Album(former: $1) })
    }
}

extension FetchSource<Folder> {
    init(_ reader: any LibraryReader, _ query: CollectionQuery) {
        self.init(
            rows: { () throws(PhotoLibraryError) in try reader.rows(of: query, .folders) },
            identifiers: { rows throws(PhotoLibraryError) in try reader.localIdentifiers(rows: rows, of: .folder) },
            row: { identifier throws(PhotoLibraryError) in try reader.row(of: identifier, .folder) },
            read: { rows throws(PhotoLibraryError) in try reader.folders(rows: rows) },
            former: { Folder(former: $1) })
    }
}

extension FetchSource<UserCollection> {
    /// The numbers of folders are negative.
    init(_ reader: any LibraryReader, _ query: CollectionQuery) {
        self.init(
            rows: { () throws(PhotoLibraryError) in try reader.rows(of: query, .all) },
            identifiers: { rows throws(PhotoLibraryError) in
                let albums = try reader.localIdentifiers(rows: rows.filter { $0 > 0 }, of: .album)
                let folders = try reader.localIdentifiers(rows: rows.filter { $0 < 0 }.map { -$0 }, of: .folder)
                return Dictionary(uniqueKeysWithValues: albums.map { ($0, $1) } + folders.map { (-$0, $1) })
            },
            row: { identifier throws(PhotoLibraryError) in
                if let album = try reader.row(of: identifier, .album) { return album }
                return try reader.row(of: identifier, .folder).map { -$0 }
            },
            read: { rows throws(PhotoLibraryError) in
                try reader.collections(rows: rows, includingAllBurstAssets: query.includesAllBurstAssets)
            },
            former: { $0 < 0 ? .folder(Folder(former: $1)) : .album(Album(former: $1)) })
    }
}

extension Asset {
    fileprivate init(former localIdentifier: String) {
        self.init(
            localIdentifier: localIdentifier, mediaType: .unknown, size: nil, captureTime: nil,
            addedDate: .distantPast, modificationDate: .distantPast, isFavorite: false, metadata: ImageMetadata(),
            condition: .unsupported, resources: [])
    }
}

extension Album {
    fileprivate init(former localIdentifier: String) {
        self.init(localIdentifier: localIdentifier, title: "", createdDate: .distantPast)
    }
}

extension Folder {
    fileprivate init(former localIdentifier: String) {
        self.init(localIdentifier: localIdentifier, title: "", createdDate: .distantPast)
    }
}
