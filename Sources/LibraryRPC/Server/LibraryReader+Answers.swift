internal import Foundation
internal import LibraryInterface
internal import MessageTransport
internal import PhotoModel

extension LibraryReader {
    /// The answer to a request that only reads.
    func answer(_ request: LibraryRequest) throws -> Message {
        switch request {
        case .assetIdentifiers(let query): Self.packed(try localIdentifiers(of: query))
        case .collectionIdentifiers(let query, let kind): LibraryServer.success(try collections(of: query, kind))
        case .keyAsset(let album):
            LibraryServer.success(
                try keyAssetRow(ofAlbum: album).flatMap { try localIdentifiers(rows: [$0], of: .asset)[$0] })
        case .allAssetIdentifiers: Self.packed(try allLocalIdentifiers())
        case .moments(let filter, let distance, let includesAllBurstAssets):
            LibraryServer.success(
                try moments(
                    of: filter, dividedBeyond: distance, includingAllBurstAssets: includesAllBurstAssets))
        case .assetCount(let query): LibraryServer.success(try count(of: query))
        case .collectionCount(let query, let kind): LibraryServer.success(try count(of: query, kind))
        case .undeletedAssetCount: LibraryServer.success(try assetCount())
        case .assets(let identifiers): LibraryServer.success(Array(try assets(Self.some(identifiers)).values))
        case .albums(let identifiers, let includesAllBurstAssets):
            LibraryServer.success(
                Array(
                    try albums(
                        rows: rows(of: Self.some(identifiers), .album), includingAllBurstAssets: includesAllBurstAssets
                    ).values))
        case .folders(let identifiers):
            LibraryServer.success(Array(try folders(rows: rows(of: Self.some(identifiers), .folder)).values))
        case .exists(let identifier, let type): LibraryServer.success(try row(of: identifier, type) != nil)
        case .currentChangeToken: LibraryServer.success(try currentChangeToken())
        case .oldestChangeToken: LibraryServer.success(try oldestChangeToken())
        case .changes(let token): LibraryServer.success(try changes(since: token))
        case .historyEntries(let token, let last, let limit):
            LibraryServer.success(
                try changes(after: token, through: last, limit: min(max(limit, 0), LibraryServer.maximumObjects)))
        case .changeDetails(let first, let last, let type):
            LibraryServer.success(try changeDetails(after: first, through: last, for: type))
        case .historyRetention: LibraryServer.success(try historyRetention())
        default: throw PhotoLibraryError(.internalError, "This request does not only read.")
        }
    }

    private static func packed(_ identifiers: [String]) -> Message {
        PackedIdentifiers.pack(identifiers).map { LibraryServer.success([String](), $0) }
            ?? LibraryServer.success(identifiers)
    }

    /// - Throws: `limitExceeded` for too many identifiers.
    private static func some(_ identifiers: [String]) throws -> [String] {
        try LibraryServer.checkCount(identifiers.count)
        return identifiers
    }

    private func rows(of localIdentifiers: [String], _ type: ObjectType) throws -> [Int64] {
        try localIdentifiers.compactMap { try row(of: $0, type) }
    }

    private func collections(of query: CollectionQuery, _ kind: CollectionKind) throws -> FetchedCollections {
        // In a query of both kinds, the numbers of folders are negative.
        let found = try rows(of: query, kind).map { row in
            kind == .folders || row < 0 ? (type: ObjectType.folder, row: abs(row)) : (type: .album, row: row)
        }
        let albums = try localIdentifiers(rows: found.filter { $0.type == .album }.map(\.row), of: .album)
        let folders = try localIdentifiers(rows: found.filter { $0.type == .folder }.map(\.row), of: .folder)
        let named = found.compactMap { type, row in (type == .album ? albums : folders)[row].map { (type, $0) } }
        return FetchedCollections(
            localIdentifiers: named.map(\.1),
            folders: IndexSet(named.indices.filter { named[$0].0 == .folder }))
    }
}
