internal import Foundation
internal import GRDB
package import PhotoModel

// The history has a row for each transaction that changed visible objects, with these objects. The first row marks the
// beginning of the history: its objects and all earlier rows are removed. A new catalogue has a first row with the
// number 0. So the tokens of the first row and of all later rows are valid, and no others.
extension PhotoCatalog {
    /// The position after the last change.
    package func currentChangeToken() throws(PhotoLibraryError) -> PersistentChangeToken {
        guard let appHistory else { return try read { try $0.changeToken("ORDER BY token DESC LIMIT 1") } }
        return try appHistory.enciphered(read { try appHistory.period(in: $0).end })
    }

    /// The oldest position from which all changes are known.
    package func oldestChangeToken() throws(PhotoLibraryError) -> PersistentChangeToken {
        guard let appHistory else { return try read { try $0.changeToken("ORDER BY token LIMIT 1") } }
        return try appHistory.enciphered(read { try appHistory.period(in: $0).beginning })
    }

    /// The position after the last change, and the number of changes between `token` and that position.
    ///
    /// - Throws: `persistentChangeTokenExpired` if not all of these changes are known, or the token is of another
    ///   catalogue.
    package func changes(since token: PersistentChangeToken) throws(PhotoLibraryError) -> HistoryRange {
        if let appHistory {
            let period = try read { try appHistory.period(in: $0) }
            guard let own = try appHistory.position(of: token, in: period) else { throw Self.expired(token) }
            return HistoryRange(last: try appHistory.enciphered(period.end), count: period.count(after: own))
        }
        return try read { database in
            let last = try database.changeToken("ORDER BY token DESC LIMIT 1")
            let date = try Double.fetchOne(
                database.cachedStatement(sql: "SELECT date FROM history WHERE token = ?"), arguments: [token.number])
            guard last.generation == token.generation, let date, date == token.date.timeIntervalSince1970 else {
                throw Self.expired(token)
            }
            let count = try Int.fetchOne(
                database.cachedStatement(sql: "SELECT COUNT(*) FROM history WHERE token > ?"),
                arguments: [token.number])
            return HistoryRange(last: last, count: count ?? 0)
        }
    }

    /// The positions after the changes that follow `token`, up to `last`, in order, and the author of each change; at
    /// most `limit`.
    package func changes(
        after token: PersistentChangeToken, through last: PersistentChangeToken, limit: Int
    ) throws(PhotoLibraryError) -> [HistoryEntry] {
        let entries = try read { database in
            try positions(after: token, through: last, in: database, limit: limit).map { position in
                let origin = try String.fetchOne(
                    database.cachedStatement(sql: "SELECT origin FROM history WHERE token = ?"),
                    arguments: [position.number])
                return HistoryEntry(token: position, origin: ChangeOrigin(code: origin))
            }
        }
        guard let appHistory else { return entries }
        return try entries.map { entry throws(PhotoLibraryError) in
            HistoryEntry(token: try appHistory.enciphered(entry.token), origin: entry.origin)
        }
    }

    /// The net effect of the changes after the first position and up to the last on the objects of one type.
    ///
    /// - Throws: `persistentChangeDetailsUnavailable` if the history no longer has all of these changes.
    package func changeDetails(
        after first: PersistentChangeToken, through last: PersistentChangeToken, for objectType: ObjectType
    ) throws(PhotoLibraryError) -> PersistentObjectChangeDetails {
        try read { database in
            var kinds: [String: (first: ChangeKind, last: ChangeKind)] = [:]
            // An app can see two changes of an object in one transaction, in the order of their kinds.
            let statement = try database.cachedStatement(
                sql: "SELECT localIdentifier, kind FROM historyObject WHERE token = ? AND object = ? ORDER BY kind")
            for position in try positions(after: first, through: last, in: database) {
                let rows = try Row.fetchCursor(statement, arguments: [position.number, objectType.rawValue])
                while let row = try rows.next() {
                    guard let kind = ChangeKind(rawValue: row[1]) else { continue }
                    kinds[row[0], default: (kind, kind)].last = kind
                }
            }
            var details = PersistentObjectChangeDetails(objectType)
            for (localIdentifier, kind) in kinds {
                if let net = ChangeKind.net(of: kind.first, through: kind.last) { details.add(localIdentifier, net) }
            }
            return details
        }
    }

    /// The positions after the changes that follow `first`, up to `last`, in order; at most `limit`.
    ///
    /// - Throws: `persistentChangeDetailsUnavailable` if not all changes between them are known.
    private func positions(
        after first: PersistentChangeToken, through last: PersistentChangeToken, in database: Database,
        limit: Int = .max
    ) throws -> [PersistentChangeToken] {
        if let appHistory {
            let period = try appHistory.period(in: database)
            guard let first = try appHistory.position(of: first, in: period),
                let last = try appHistory.position(of: last, in: period)
            else { throw Self.detailsUnavailable }
            return Array(period.positions(after: first, through: last).prefix(max(0, limit)))
        }
        guard try database.historyBeginning().first.number <= first.number else { throw Self.detailsUnavailable }
        return try Row.fetchAll(
            database.cachedStatement(
                sql: "SELECT token, date FROM history WHERE token > ? AND token <= ? ORDER BY token LIMIT ?"),
            arguments: [first.number, last.number, limit]
        ).map {
            PersistentChangeToken(
                generation: first.generation, number: $0[0], date: Date(timeIntervalSince1970: $0[1]))
        }
    }

    private static let detailsUnavailable = PhotoLibraryError(
        .persistentChangeDetailsUnavailable,
        "These changes are no longer in the history. List everything and store the new token.")

    private static func expired(_ token: PersistentChangeToken) -> PhotoLibraryError {
        PhotoLibraryError(
            .persistentChangeTokenExpired,
            "The history does not have all changes since this token: the token is too old, or of another catalogue. "
                + "List everything and store the new token.", identifier: token.archivalStringValue)
    }

    /// The number of days for which changes are kept; `nil` for no limit.
    package func historyRetention() throws(PhotoLibraryError) -> Int? { try read { try $0.historyRetention() } }
}

extension Database {
    /// Records that this transaction changes an object.
    ///
    /// The net effect of all its changes becomes part of the history.
    ///
    /// Of several changes of an object, the one that most see decides who sees the transaction's change of it.
    func insertChange(
        _ kind: ChangeKind, _ localIdentifier: String, of objectType: ObjectType = .asset, now: Date,
        seenBy audience: ChangeAudience = .all
    ) throws {
        let row = try Row.fetchOne(
            cachedStatement(
                sql: "SELECT kind, audience FROM temp.pendingChange WHERE object = ? AND localIdentifier = ?"),
            arguments: [objectType.rawValue, localIdentifier])
        let earlier = (row?[0] as Int?).flatMap(ChangeKind.init)
        let widest = min(audience, (row?[1] as Int?).flatMap(ChangeAudience.init) ?? audience)
        if let net = ChangeKind.net(of: earlier ?? kind, through: kind) {
            try cachedStatement(sql: "INSERT OR REPLACE INTO temp.pendingChange VALUES (?, ?, ?, ?, ?)").execute(
                arguments: [
                    objectType.rawValue, localIdentifier, net.rawValue, now.timeIntervalSince1970, widest.rawValue,
                ])
        } else {
            try cachedStatement(sql: "DELETE FROM temp.pendingChange WHERE object = ? AND localIdentifier = ?")
                .execute(arguments: [objectType.rawValue, localIdentifier])
        }
    }

    /// Records that this transaction changes what an app may do or see, but no object.
    ///
    /// The history has a row for it.
    func noteAccessChange(now: Date = Date()) throws {
        try cachedStatement(sql: "INSERT OR REPLACE INTO temp.pendingChange VALUES (0, '', 0, ?, 0)")
            .execute(arguments: [now.timeIntervalSince1970])
    }

    /// Adds the changes recorded by ``insertChange(_:_:of:now:)`` to the history, at the end of the transaction.
    ///
    /// - Returns: Whether there were changes.
    func commitChanges(by origin: ChangeOrigin) throws -> Bool {
        let date = try Double.fetchOne(cachedStatement(sql: "SELECT MAX(date) FROM temp.pendingChange"))
        guard let date else { return false }
        try cachedStatement(sql: "INSERT INTO history (date, origin) VALUES (?, ?)")
            .execute(arguments: [date, origin.code])
        let token = lastInsertedRowID
        try cachedStatement(
            sql: """
                INSERT INTO historyObject SELECT ?, object, localIdentifier, kind FROM temp.pendingChange
                WHERE object > 0
                """
        ).execute(arguments: [token])
        try cachedStatement(
            sql: """
                INSERT INTO ownersAlbumChange SELECT ?, localIdentifier, audience FROM temp.pendingChange
                WHERE audience > ?
                """
        ).execute(arguments: [token, ChangeAudience.all.rawValue])
        try cachedStatement(sql: "DELETE FROM temp.pendingChange").execute()
        try trimHistory(now: date)
        return true
    }

    /// Sets the number of days for which changes stay in the history; `nil` for no limit.
    ///
    /// Older changes are removed gradually when new changes are made.
    ///
    /// - Throws: `changeNotSupported` for fewer days than 1.
    func setHistoryRetention(_ days: Int?) throws {
        if let days, days < 1 {
            throw PhotoLibraryError(.changeNotSupported, "Changes are kept for at least 1 day: \(days) is too few.")
        }
        try execute(
            sql: "INSERT OR REPLACE INTO meta VALUES ('historyRetention', ?)",
            arguments: [days.map { "\($0)" } ?? Self.forEver])
    }

    /// Removes all changes so far from the history.
    func forgetHistory() throws {
        guard let last = try Int64.fetchOne(self, sql: "SELECT MAX(token) FROM history") else { return }
        try forgetChanges(through: last)
    }

    /// Removes changes that are older than the retention time, at most a hundred transactions.
    private func trimHistory(now: Double) throws {
        guard let days = try historyRetention() else { return }
        let oldest = try Row.fetchAll(
            cachedStatement(sql: "SELECT token, date FROM history ORDER BY token LIMIT 101")
        ).dropFirst().prefix { $0[1] < now - Double(days) * 86_400 }.last
        if let oldest { try forgetChanges(through: oldest[0]) }
    }

    fileprivate func forgetChanges(through token: Int64) throws {
        try cachedStatement(sql: "DELETE FROM historyObject WHERE token <= ?").execute(arguments: [token])
        try cachedStatement(sql: "DELETE FROM ownersAlbumChange WHERE token <= ?").execute(arguments: [token])
        try cachedStatement(sql: "DELETE FROM history WHERE token < ?").execute(arguments: [token])
    }

    fileprivate static let forEver = "forever"
    private static let defaultRetention = 400

    func historyRetention() throws -> Int? {
        let days = try String.fetchOne(
            cachedStatement(sql: "SELECT value FROM main.meta WHERE key = 'historyRetention'"))
        return days == Self.forEver ? nil : days.flatMap { Int($0) } ?? Self.defaultRetention
    }

    /// The identifier of the catalogue and the first row of the history.
    func historyBeginning() throws -> (generation: UUID, first: (number: Int64, date: Double)) {
        let first = try changeToken("ORDER BY token LIMIT 1")
        return (first.generation, (first.number, first.date.timeIntervalSince1970))
    }

    /// - Parameter order: The order and limit of the rows of the history.
    fileprivate func changeToken(_ order: String) throws -> PersistentChangeToken {
        let generation = "SELECT value FROM main.meta WHERE key = 'generation'"
        let row = try Row.fetchOne(
            cachedStatement(sql: "SELECT token, date, (\(generation)) FROM main.history \(order)"))
        guard let row, let generation = (row[2] as String?).flatMap(UUID.init) else {
            throw PhotoLibraryError(
                .libraryDamaged, "The catalogue's history has no beginning. A repair makes a new catalogue.",
                remedy: .repair)
        }
        return PersistentChangeToken(
            generation: generation, number: row[0], date: Date(timeIntervalSince1970: row[1]))
    }
}
