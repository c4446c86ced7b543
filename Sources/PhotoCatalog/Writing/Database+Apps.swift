internal import Foundation
internal import GRDB
internal import PhotoModel

// The owner's decisions about apps.
extension Database {
    func apply(_ change: AppChange, to app: String, now: Date) throws {
        switch change {
        case .decide(let grant, let machine): try decide(grant, for: app, on: machine, now: now)
        case .add:
            try insertApp(app)
            // The broker makes a socket for the app.
            try noteAccessChange(now: now)
        case .forget: try forget(app)
        case .request(let request):
            try insertApp(app)
            try execute(
                sql: """
                    UPDATE app SET request = ?1, requestDate = ?2 WHERE name = ?3 AND request IS NOT ?1
                        AND (?1 IS NULL OR request IS NULL OR request = 'change')
                    """,
                arguments: [request?.rawValue, request == nil ? nil : now.timeIntervalSince1970, app])
            // The owner's other processes show requests.
            if changesCount > 0 { try noteAccessChange(now: now) }
        case .expect(let request):
            let waiting = try String.fetchOne(self, sql: "SELECT request FROM app WHERE name = ?", arguments: [app])
            guard waiting == request.rawValue else {
                throw PhotoLibraryError(
                    .changeNotSupported, "The app waits no longer: its request has an answer already.", identifier: app)
            }
        case .connect(let identity, let containment):
            try execute(
                sql: "UPDATE app SET lastUsed = ?, identity = ?, containment = ? WHERE name = ?",
                arguments: [now.timeIntervalSince1970, identity.rawValue, containment.rawValue, app])
        case .pick(let assets, let includesPlaces):
            try insertApp(app)
            try execute(
                sql: "UPDATE app SET picksIncludePlaces = ? WHERE name = ?", arguments: [includesPlaces, app])
            for asset in assets {
                try execute(
                    sql: "INSERT OR REPLACE INTO appPick VALUES (?, ?, ?)",
                    arguments: [app, asset, now.timeIntervalSince1970])
            }
        }
    }

    /// Adds an app to the privacy record, if it is not there.
    func insertApp(_ app: String) throws {
        try cachedStatement(sql: "INSERT OR IGNORE INTO app (name, machine, tokenKey) VALUES (?, '', randomblob(16))")
            .execute(arguments: [app])
    }

    /// The owner's decision about an app, if it was made on this machine.
    func grant(of app: String, on machine: String) throws -> AppAccess.Grant? {
        try String.fetchOne(
            cachedStatement(sql: "SELECT grant FROM app WHERE name = ? AND machine = ?"), arguments: [app, machine]
        ).flatMap(AppAccess.Grant.init(column:))
    }

    private func decide(_ grant: AppAccess.Grant?, for app: String, on machine: String, now: Date) throws {
        try insertApp(app)
        let old = try self.grant(of: app, on: machine)
        try execute(
            sql: """
                UPDATE app SET grant = ?, machine = ?, decidedDate = ?, request = NULL, requestDate = NULL WHERE name = ?
                """, arguments: [grant?.column, machine, now.timeIntervalSince1970, app])
        if let grant, grant.showsPhotos {
            try execute(sql: "UPDATE app SET lastOptions = ? WHERE name = ?", arguments: [grant.options.rawValue, app])
        }
        // The app's earlier tokens do not tell what changed with its access.
        if old.access(of: app) != grant.access(of: app) {
            try execute(sql: "UPDATE app SET tokenKey = randomblob(16) WHERE name = ?", arguments: [app])
        }
        try noteAccessChange(now: now)
    }

    private func forget(_ app: String) throws {
        for (table, column) in Self.tablesOfApps {
            try execute(sql: "DELETE FROM \(table) WHERE \(column) = ?", arguments: [app])
        }
        try noteAccessChange()
    }

    /// Forgets all decisions about apps, because the owner may have changed them after this copy was made.
    func forgetAllApps() throws {
        for (table, _) in Self.tablesOfApps { try execute(sql: "DELETE FROM \(table)") }
    }

    /// The tables, each with its column of the app's name.
    private static let tablesOfApps = [
        ("app", "name"), ("appAsset", "app"), ("appAlbum", "app"), ("appPick", "app"), ("appCommit", "app"),
    ]

    /// Checks in the transaction of a change that the owner has not taken the access back.
    ///
    /// - Throws: `accessUserDenied`.
    func checkGrant(of access: LibraryAccess, on machine: String) throws {
        guard let app = access.app, try grant(of: app, on: machine).access(of: app) != access else { return }
        throw PhotoLibraryError(
            .accessUserDenied, "The owner of the library has changed what this app may do. Nothing was changed.")
    }

    /// Records that a block of changes of an app is committed with this transaction.
    func insertCommit(_ id: UUID, by app: String, now: Date) throws {
        try execute(
            sql: "DELETE FROM appCommit WHERE app = ? AND date < ?",
            arguments: [
                app, now.timeIntervalSince1970 - 86_400,
            ])
        try execute(
            sql: "INSERT OR IGNORE INTO appCommit VALUES (?, ?, ?)",
            arguments: [app, id.uuidString, now.timeIntervalSince1970])
    }
}

extension AppAccess.Grant {
    fileprivate var showsPhotos: Bool {
        switch self {
        case .denied, .addOnly: false
        case .limited, .full: true
        }
    }

    /// The decision as the column stores it.
    var column: String? { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } }

    init?(column: String) {
        guard let grant = try? JSONDecoder().decode(Self.self, from: Data(column.utf8)) else { return nil }
        self = grant
    }
}
