internal import Foundation
internal import GRDB
internal import PhotoModel

// What an app may change: what it added or made itself, or all that it sees if the owner allows that.
extension ChangeTransaction {
    /// The row of an asset that may be changed by this author.
    ///
    /// - Throws: As ``livingRow(ofAsset:)``; `accessUserDenied` for an asset that the app sees but may not change.
    func changeableRow(ofAsset identifier: String) throws -> Int64 {
        let row = try livingRow(ofAsset: identifier)
        try checkMayChange(asset: identifier)
        return row
    }

    /// Checks that the app added the asset, or sees it and may change all that it sees.
    private func checkIsOwn(_ identifier: String) throws {
        if let app = access.app, try database.isOwn(asset: identifier, of: app), try database.isThere(identifier) {
            return
        }
        _ = try changeableRow(ofAsset: identifier)
    }

    func checkMayChange(asset identifier: String) throws {
        guard let app = access.app, !access.options.contains(.mayChange) else { return }
        guard try confirmed.contains(identifier) || database.isOwn(asset: identifier, of: app) else {
            throw Self.notOwn("The owner lets this app change only the photos that it added.", identifier)
        }
    }

    /// Checks that this author may change an album that it sees.
    func checkMayChange(album identifier: String) throws {
        guard let app = access.app, !access.options.contains(.mayChange) else { return }
        guard try database.isOwn(album: identifier, of: app) else {
            throw Self.notOwn("The owner lets this app change only the albums that it made.", identifier)
        }
    }

    /// Checks that this author may change folders, and the top level if `folder` is `nil`.
    ///
    /// An app with limited access sees no folders.
    func checkMayChange(folder identifier: String?) throws {
        switch access {
        case .owner: return
        case .full(_, let options) where options.contains(.mayChange): return
        case .full: break
        case .limited, .addOnly, .none:
            if let identifier {
                throw PhotoLibraryError(
                    .identifierNotFound, "There is no such folder: it may have been deleted.", identifier: identifier)
            }
        }
        throw Self.notOwn("The owner does not let this app change folders.", identifier)
    }

    /// Checks the identifier that an app chose for a new album or folder.
    func checkIsNew(_ identifier: String) throws {
        guard access != .owner else { return }
        let isUsed = try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM album WHERE localIdentifier = ?1)
                    OR EXISTS (SELECT 1 FROM folder WHERE localIdentifier = ?1)
                """, arguments: [identifier])
        guard UUID(uuidString: identifier) != nil, isUsed == false else {
            throw PhotoLibraryError(
                .changeNotSupported, "A new album or folder needs an identifier that none has or had.")
        }
    }

    /// Checks that this author may add a file to the asset that its disposition names.
    ///
    /// A file that is already in a visible asset changes nothing.
    func checkMayAdd(_ insertion: ResourceInsertion) throws {
        guard access != .owner else { return }
        switch insertion.disposition {
        case .new: return
        case .duplicate(let asset):
            guard access.mayRead else { return }
            _ = try livingRow(ofAsset: asset)
        case .alternate(let asset), .attached(let asset, _), .restored(let asset, _), .relocated(let asset, _),
            .updated(let asset, _), .deleted(let asset), .undeleted(let asset):
            try checkIsOwn(asset)
        }
    }

    /// Records that an app added an asset or made an album itself, so that the app sees it.
    func ownAddition(_ insertion: ResourceInsertion) throws {
        guard let app = access.app, insertion.disposition == .new,
            let row = try database.rowID(of: insertion.localIdentifier)
        else { return }
        try database.select(insertion.localIdentifier, row, for: app, isOwn: true)
    }

    func ownAlbum(_ identifier: String, row: Int64) throws {
        guard let app = access.app else { return }
        try database.execute(sql: "INSERT INTO appAlbum VALUES (?, ?, ?)", arguments: [app, row, identifier])
    }

    private static func notOwn(_ sentence: String, _ identifier: String?) -> PhotoLibraryError {
        PhotoLibraryError(
            .accessUserDenied, "\(sentence) Ask the owner to allow other changes.", identifier: identifier)
    }
}

extension Database {
    /// Whether an asset is visible with this access; deleted assets are visible to the owner only.
    func isVisible(asset row: Int64, to access: LibraryAccess) throws -> Bool {
        switch access {
        case .owner: true
        case .full: try isShown(row)
        case .limited(let app, _): try isShown(row) && isSelected(row, for: app)
        case .addOnly, .none: false
        }
    }

    private func isShown(_ row: Int64) throws -> Bool {
        try Bool.fetchOne(
            cachedStatement(sql: "SELECT NOT isHidden AND deletedDate IS NULL FROM asset WHERE id = ?"),
            arguments: [row]) ?? false
    }

    func isVisible(album identifier: String, to access: LibraryAccess) throws -> Bool {
        switch access {
        case .owner, .full: true
        case .limited(let app, _): try isOwn(album: identifier, of: app)
        case .addOnly, .none: false
        }
    }

    fileprivate func isOwn(asset identifier: String, of app: String) throws -> Bool {
        try Bool.fetchOne(
            cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM appAsset WHERE localIdentifier = ? AND app = ? AND isOwn)"),
            arguments: [identifier, app]) ?? false
    }

    fileprivate func isOwn(album identifier: String, of app: String) throws -> Bool {
        try Bool.fetchOne(
            cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM appAlbum WHERE app = ? AND localIdentifier = ?)"),
            arguments: [app, identifier]) ?? false
    }
}
