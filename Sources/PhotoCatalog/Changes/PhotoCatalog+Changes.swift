package import Foundation
internal import GRDB
internal import PhotoModel

extension PhotoCatalog {
    /// Carries out changes in their order, in one transaction.
    ///
    /// - Parameter run: Whose plans for files end with this; files that are no part of an asset any more are noted as
    ///   placed by it, which removes them after this. See ``abandonedPlacements(run:)``.
    /// - Throws: `identifierNotFound`, `changeNotSupported`, `requestNotSupportedForAsset`: nothing is changed then.
    package func perform(_ changes: [CatalogChange], run: String, now: Date = Date()) throws {
        try write { database in
            let transaction = ChangeTransaction(database: database, run: run, now: now)
            for change in changes { try transaction.apply(change) }
            try database.endPlans(of: run)
        }
    }
}

/// Changes on their way into the database.
struct ChangeTransaction {
    let database: Database
    let run: String
    let now: Date

    func apply(_ change: CatalogChange) throws {
        switch change {
        case .insert(let insertion): try insert(insertion)
        case .delete(let asset):
            _ = try row(ofAsset: asset)
            _ = try database.delete(asset, now: now)
        case .restore(let asset):
            _ = try row(ofAsset: asset)
            try database.undelete([asset], now: now)
        case .set(let property, let asset): try set(property.kept(), of: livingRow(ofAsset: asset), asset)
        case .edit(let files, let asset): try edit(asset, files)
        case .revert(let asset): try revert(asset)
        case .makeAlbum(let identifier, let title, let folder):
            try makeAlbum(identifier, title: title, in: folder)
        case .album(let identifier, let change): try apply(change, to: identifier)
        case .makeFolder(let identifier, let title, let folder):
            try makeFolder(identifier, title: title, in: folder)
        case .folder(let identifier, let change): try apply(change, to: identifier)
        }
    }

    /// What was asked for is in the library afterwards, also if an earlier change has deleted it.
    private func insert(_ insertion: ResourceInsertion) throws {
        // A film that was an asset before became the photo's when that was inserted.
        if try !hasAlready(insertion) { try database.insert(insertion, now: now) }
        try database.undelete([insertion.asset], now: now)
    }

    private func hasAlready(_ insertion: ResourceInsertion) throws -> Bool {
        guard case .attached(let asset, let kind) = insertion.disposition else { return false }
        return try Bool.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM resource JOIN asset ON asset.id = assetID
                        WHERE localIdentifier = ? AND kind = ? AND sha256 = ?)
                    """), arguments: [asset, kind.rawValue, Data(insertion.file.sha256.bytes)]) ?? false
    }

    /// The row of an asset, deleted or not.
    func row(ofAsset identifier: String) throws -> Int64 {
        guard let row = try database.rowID(of: identifier) else {
            throw PhotoLibraryError(
                .identifierNotFound, "No photo of this library has this identifier.", identifier: identifier)
        }
        return row
    }

    /// The row of an asset that may be changed.
    func livingRow(ofAsset identifier: String) throws -> Int64 {
        let row = try row(ofAsset: identifier)
        let isDeleted = try Bool.fetchOne(
            database.cachedStatement(sql: "SELECT deletedDate IS NOT NULL FROM asset WHERE id = ?"), arguments: [row])
        guard isDeleted == false else {
            throw PhotoLibraryError(
                .requestNotSupportedForAsset, "The photo is among the recently deleted: bring it back first.",
                identifier: identifier)
        }
        return row
    }
}

extension Optional {
    /// The places that a change asks for.
    ///
    /// - Throws: `changeNotSupported` if there are none.
    func orNoSuchPlace(in collection: String?) throws -> Wrapped {
        guard let self else {
            throw PhotoLibraryError(
                .changeNotSupported, "The collection has no such index: look at what it holds now and try again.",
                identifier: collection)
        }
        return self
    }
}
