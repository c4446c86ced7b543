internal import Foundation
internal import GRDB
package import PhotoModel

// The history has a row for each transaction that changed visible objects, with these objects. The first row marks the
// beginning of the history: its objects and all earlier rows are removed. A new catalogue has a first row with the
// number 0. So the tokens of the first row and of all later rows are valid, and no others.
extension PhotoCatalog {
    /// The position after the last change.
    package func currentChangeToken() throws(PhotoLibraryError) -> PersistentChangeToken {
        try given(read { try $0.changeToken("ORDER BY token DESC LIMIT 1") })
    }

    /// The oldest position from which all changes are known.
    package func oldestChangeToken() throws(PhotoLibraryError) -> PersistentChangeToken {
        try given(read { try $0.changeToken("ORDER BY token LIMIT 1") })
    }

    /// The position after the last change, and the number of changes between `token` and that position.
    ///
    /// - Throws: `persistentChangeTokenExpired` if not all of these changes are known, or the token is of another catalogue.
    package func changes(since token: PersistentChangeToken) throws(PhotoLibraryError) -> HistoryRange {
        let range = try read { database in
            let last = try database.changeToken("ORDER BY token DESC LIMIT 1")
            guard let own = try taken(token, generation: last.generation) else { throw Self.expired(token) }
            let date = try Double.fetchOne(
                database.cachedStatement(sql: "SELECT date FROM history WHERE token = ?"), arguments: [own.number])
            // For an app, the first row has the date 0.
            guard last.generation == own.generation, let date, date == own.date.timeIntervalSince1970 || date == 0
            else {
                throw Self.expired(token)
            }
            let count = try Int.fetchOne(
                database.cachedStatement(sql: "SELECT COUNT(*) FROM history WHERE token > ?"),
                arguments: [own.number])
            return HistoryRange(last: last, count: count ?? 0)
        }
        return HistoryRange(last: try given(range.last), count: range.count)
    }

    /// The positions after the changes that follow `token`, up to `last`, in order, and the author of each change; at
    /// most `limit`.
    package func changes(
        after token: PersistentChangeToken, through last: PersistentChangeToken, limit: Int
    ) throws(PhotoLibraryError) -> [HistoryEntry] {
        let entries = try read { database in
            let (first, last) = try database.positions(after: token, through: last, of: self)
            return try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT token, date, origin FROM history WHERE token > ? AND token <= ? ORDER BY token LIMIT ?
                        """),
                arguments: [first.number, last.number, limit]
            ).map { row in
                HistoryEntry(
                    token: PersistentChangeToken(
                        generation: first.generation, number: row[0], date: Date(timeIntervalSince1970: row[1])),
                    origin: ChangeOrigin(code: row[2]))
            }
        }
        return try entries.map { entry throws(PhotoLibraryError) in
            HistoryEntry(token: try given(entry.token), origin: entry.origin)
        }
    }

    /// The net effect of the changes after the first position and up to the last on the objects of one type.
    ///
    /// - Throws: `persistentChangeDetailsUnavailable` if the history no longer has all of these changes.
    package func changeDetails(
        after first: PersistentChangeToken, through last: PersistentChangeToken, for objectType: ObjectType
    ) throws(PhotoLibraryError) -> PersistentObjectChangeDetails {
        try read { database in
            let (first, last) = try database.positions(after: first, through: last, of: self)
            // Two bits for the kind: the smallest and the largest value are those of the first and the last change.
            let rows = try Row.fetchCursor(
                database.cachedStatement(
                    sql: """
                        SELECT localIdentifier, MIN(token * 4 + kind) & 3, MAX(token * 4 + kind) & 3
                        FROM historyObject WHERE token > ? AND token <= ? AND object = ? GROUP BY localIdentifier
                        """), arguments: [first.number, last.number, objectType.rawValue])
            var details = PersistentObjectChangeDetails(objectType)
            while let row = try rows.next() {
                guard let first = ChangeKind(rawValue: row[1]), let last = ChangeKind(rawValue: row[2]) else {
                    continue
                }
                if let net = ChangeKind.net(of: first, through: last) { details.add(row[0], net) }
            }
            return details
        }
    }

    /// The token of a position, as the user of this access gets it.
    private func given(_ token: PersistentChangeToken) throws(PhotoLibraryError) -> PersistentChangeToken {
        try tokens.map { tokens throws(PhotoLibraryError) in try tokens.enciphered(token) } ?? token
    }

    /// The position of a token that the user of this access has; `nil` if the token is not the user's.
    fileprivate func taken(
        _ token: PersistentChangeToken, generation: UUID
    ) throws(PhotoLibraryError) -> PersistentChangeToken? {
        guard let tokens else { return token }
        return try tokens.deciphered(token, generation: generation)
    }

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
    func insertChange(
        _ kind: ChangeKind, _ localIdentifier: String, of objectType: ObjectType = .asset, now: Date
    ) throws {
        let earlier = try Int.fetchOne(
            cachedStatement(sql: "SELECT kind FROM temp.pendingChange WHERE object = ? AND localIdentifier = ?"),
            arguments: [objectType.rawValue, localIdentifier]
        ).flatMap(ChangeKind.init)
        if let net = ChangeKind.net(of: earlier ?? kind, through: kind) {
            try cachedStatement(sql: "INSERT OR REPLACE INTO temp.pendingChange VALUES (?, ?, ?, ?)")
                .execute(arguments: [objectType.rawValue, localIdentifier, net.rawValue, now.timeIntervalSince1970])
        } else {
            try cachedStatement(sql: "DELETE FROM temp.pendingChange WHERE object = ? AND localIdentifier = ?")
                .execute(arguments: [objectType.rawValue, localIdentifier])
        }
    }

    /// Records that this transaction changes what an app may do or see, but no object.
    ///
    /// The history has a row for it.
    func noteAccessChange(now: Date = Date()) throws {
        try cachedStatement(sql: "INSERT OR REPLACE INTO temp.pendingChange VALUES (0, '', 0, ?)")
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
        try cachedStatement(
            sql: """
                INSERT INTO historyObject SELECT ?, object, localIdentifier, kind FROM temp.pendingChange
                WHERE object > 0
                """
        ).execute(arguments: [lastInsertedRowID])
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
        try cachedStatement(sql: "DELETE FROM history WHERE token < ?").execute(arguments: [token])
    }

    fileprivate static let forEver = "forever"
    private static let defaultRetention = 400

    fileprivate func historyRetention() throws -> Int? {
        let days = try String.fetchOne(
            cachedStatement(sql: "SELECT value FROM meta WHERE key = 'historyRetention'"))
        return days == Self.forEver ? nil : days.flatMap { Int($0) } ?? Self.defaultRetention
    }

    fileprivate func changeToken(_ order: String) throws -> PersistentChangeToken {
        let row = try Row.fetchOne(
            cachedStatement(
                sql: "SELECT token, date, (SELECT value FROM meta WHERE key = 'generation') FROM history \(order)"))
        guard let row, let generation = (row[2] as String?).flatMap(UUID.init) else {
            throw PhotoLibraryError(
                .libraryDamaged, "The catalogue's history has no beginning. A repair makes a new catalogue.",
                remedy: .repair)
        }
        return PersistentChangeToken(
            generation: generation, number: row[0], date: Date(timeIntervalSince1970: row[1]))
    }

    /// The positions of two tokens that the user of the catalogue has.
    ///
    /// - Throws: `persistentChangeDetailsUnavailable` if not all changes between them are known.
    fileprivate func positions(
        after first: PersistentChangeToken, through last: PersistentChangeToken, of catalog: PhotoCatalog
    ) throws -> (first: PersistentChangeToken, last: PersistentChangeToken) {
        let oldest = try changeToken("ORDER BY token LIMIT 1")
        guard let first = try catalog.taken(first, generation: oldest.generation),
            let last = try catalog.taken(last, generation: oldest.generation), oldest.number <= first.number
        else {
            throw PhotoLibraryError(
                .persistentChangeDetailsUnavailable,
                "These changes are no longer in the history. List everything and store the new token.")
        }
        return (first, last)
    }
}
