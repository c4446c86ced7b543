internal import Foundation
internal import GRDB
internal import PhotoModel

/// The transaction that carries out changes.
struct ChangeTransaction {
    let database: Database
    let access: LibraryAccess
    /// The assets whose change by the app the owner has confirmed.
    let confirmed: Set<String>
    let run: String
    let now: Date

    func apply(_ change: CatalogChange, _ result: inout ChangeResult) throws {
        switch change {
        case .ingest(let batch):
            try database.insert(batch, run: run, now: now)
            for insertion in batch.insertions { try describe(insertion) }
            for insertion in batch.insertions { result.joined += try joinLivePhoto(with: insertion) }
            if batch.isOfRepair { try database.setEarliestTimeOfRegisters() }
        case .joinLivePhotos(let identifiers):
            for identifier in identifiers {
                result.joined += try database.joinLivePhotos(withContentIdentifier: identifier, now: now)
            }
        case .makeAlbums(let places): for place in places { try database.makeAlbum(at: place, now: now) }
        case .insert(let insertion): try insert(insertion)
        case .request(let change): try apply(change, &result)
        case .purge(let asset): if try database.purge(asset, run: run, now: now) { result.assets.append(asset) }
        case .edit(let files, let asset): try edit(asset, files)
        case .settle(let plan): try settle(plan)
        case .decide(let decisions): result.count += try database.insertDecisions(decisions, now: now)
        case .forgetDecision(let one, let other):
            result.count += try database.deleteDecision(about: one, other, now: now) ? 1 : 0
        case .remember(let identifiers): result.count += try database.insertUnresolved(identifiers, now: now)
        case .forget(let identifiers): result.count += try database.deleteUnresolved(identifiers)
        case .setHistoryRetention(let days): try database.setHistoryRetention(days)
        case .setCopyInterval(let hours): try database.setCopyInterval(hours)
        case .pin(let assets, let isPinned):
            for asset in assets where try database.pin(livingRow(ofAsset: asset), isPinned) { result.count += 1 }
        case .select(let assets, let app):
            for asset in assets { try database.select(asset, livingRow(ofAsset: asset), for: app) }
        case .deselect(let assets, let app): for asset in assets { try database.deselect(asset, for: app) }
        case .apply(let registers):
            result.count += try apply(registers)
            try database.forgetPendingRegisters()
        case .receive(let registers):
            result.received += try receive(registers)
        case .setWaiting: result.received += try setWaiting()
        case .decideHeldDeletions(let photos, let isAccepted):
            result.received += try decideHeldDeletions(of: photos, isAccepted: isAccepted)
        case .access(let change, let app): try database.apply(change, to: app, now: now)
        }
    }

    private func apply(_ change: LibraryChange, _ result: inout ChangeResult) throws {
        switch change {
        case .delete(let asset, let mayBeMissing):
            guard try exists(asset, orMayBeMissing: mayBeMissing) else { return }
            try checkMayChange(asset: asset)
            if try database.delete(asset, now: now) { result.assets.append(asset) }
        case .restore(let asset, let mayBeMissing):
            guard try exists(asset, orMayBeMissing: mayBeMissing) else { return }
            if try database.restore(asset, now: now) { result.assets.append(asset) }
        case .set(let property, let asset):
            let row = try changeableRow(ofAsset: asset)
            let former = property.mark == .keywords ? try database.keywords(ofAsset: row) : []
            try set(property.normalized(), of: row, asset)
            try mark(property.mark, of: row)
            try database.setRegisters(ofAsset: row, [property.mark], formerKeywords: former)
        case .revert(let asset): try revert(asset)
        case .makeAlbum(let identifier, let title, let folder):
            try makeAlbum(identifier, title: title, in: folder)
        case .album(let identifier, let change): try apply(change, to: identifier)
        case .makeFolder(let identifier, let title, let folder):
            try makeFolder(identifier, title: title, in: folder)
        case .folder(let identifier, let change): try apply(change, to: identifier)
        }
    }

    /// The requested asset is in the library afterwards, even if an earlier change deleted it.
    private func insert(_ insertion: ResourceInsertion) throws {
        var insertion = insertion
        insertion.isAddedByApp = access != .owner
        try checkMayAdd(insertion)
        // A video that was an asset before became a file of the photo when the photo was inserted.
        if try !hasAlready(insertion) {
            try database.insert(insertion, run: run, now: now)
            _ = try joinLivePhoto(with: insertion)
        }
        // An app does not see deleted photos, so it cannot mean one.
        if access == .owner { _ = try database.restore(insertion.asset, now: now) }
        try ownAddition(insertion)
    }

    /// Joins the separate videos that state the content identifier of a new picture to their pictures.
    private func joinLivePhoto(with insertion: ResourceInsertion) throws -> [JoinedVideo] {
        guard insertion.isOfLivePhoto, let identifier = insertion.file.metadata.contentIdentifier else { return [] }
        return try database.joinLivePhotos(withContentIdentifier: identifier, now: now)
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

    /// Whether an asset that is visible with ``access`` has this identifier.
    ///
    /// - Throws: `identifierNotFound` if there is no such asset and it may not be missing.
    private func exists(_ identifier: String, orMayBeMissing mayBeMissing: Bool) throws -> Bool {
        let isThere = try visibleRow(ofAsset: identifier) != nil
        guard isThere || mayBeMissing else { throw PhotoLibraryError.noAsset(withLocalIdentifier: identifier) }
        return isThere
    }

    /// The row of an asset that is visible with ``access``, deleted or not.
    func row(ofAsset identifier: String) throws -> Int64 {
        guard let row = try visibleRow(ofAsset: identifier) else {
            throw PhotoLibraryError.noAsset(withLocalIdentifier: identifier)
        }
        return row
    }

    private func visibleRow(ofAsset identifier: String) throws -> Int64? {
        guard let row = try database.rowID(of: identifier), try database.isVisible(asset: row, to: access) else {
            return nil
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
                .requestNotSupportedForAsset, "The photo is recently deleted: restore it first.",
                identifier: identifier)
        }
        return row
    }
}

extension Optional {
    /// The value, which is `nil` for positions that do not exist.
    ///
    /// - Throws: `changeNotSupported` if it is `nil`.
    func orNoSuchPlace(in collection: String?) throws -> Wrapped {
        guard let self else {
            throw PhotoLibraryError(
                .changeNotSupported, "The collection has no such index: fetch its current contents and try again.",
                identifier: collection)
        }
        return self
    }
}
