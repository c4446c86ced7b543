internal import DeviceRegistry
internal import Foundation
internal import GRDB

// Triggers could not make registers: those of foreign keys would make registers of a purge, as if a person had removed
// the photo from all albums.
extension Database {
    /// Records a value that a person set in this transaction.
    ///
    /// - Parameter date: When it was set, if that was not now.
    func setRegister(_ subject: Subject, _ key: Key, _ value: [UInt8], date: Date? = nil) throws {
        try cachedStatement(sql: "INSERT OR REPLACE INTO temp.pendingRegister VALUES (?, ?, ?, ?)")
            .execute(arguments: [subject.column, key.column, Data(value), date.map { Int64(HybridTime($0)) }])
    }

    /// Stamps the values of this transaction, at its end.
    ///
    /// - Returns: Whether there were values.
    func commitRegisters(now: Date) throws -> Bool {
        guard try hasPendingRegisters() else { return false }
        let time = try registerTime().next(at: now)
        try setRegisterTime(time)
        // A value of setAllRegisters has the time of its object's last change, which is later than those of the
        // object's other values. So a time that is known comes first. A time that a wrong clock gave to the object is
        // not after the times of later changes.
        try cachedStatement(
            sql: """
                DELETE FROM temp.pendingRegister WHERE time IS NOT NULL AND (subject, key) IN (
                    SELECT subject, key FROM unpublishedRegister)
                """
        ).execute()
        try cachedStatement(
            sql: """
                INSERT INTO unpublishedRegister
                SELECT subject, key, value, MIN(?1, IIF(time IS NULL, ?1, IFNULL((
                    SELECT known.time FROM knownRegister AS known
                    WHERE known.subject = new.subject AND known.key = new.key AND state = \(RegisterState.counts.rawValue)
                ), time))), NULL FROM temp.pendingRegister AS new WHERE true
                ON CONFLICT (subject, key) DO UPDATE SET value = excluded.value, time = excluded.time, sequence = NULL
                WHERE excluded.time >= time
                """
        ).execute(arguments: [Int64(time)])
        try forgetPendingRegisters()
        return true
    }

    /// Gives the values of this transaction the earliest time, so that each value that a person set counts instead.
    func setEarliestTimeOfRegisters() throws {
        try cachedStatement(sql: "UPDATE temp.pendingRegister SET time = ? WHERE time IS NULL")
            .execute(arguments: [Int64(HybridTime.zero)])
    }

    func hasPendingRegisters() throws -> Bool {
        try Bool.fetchOne(cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM temp.pendingRegister)")) ?? false
    }

    /// Forgets the values of this transaction that a log has.
    func forgetPendingRegisters(equalTo logged: [Register]) throws {
        let statement = try cachedStatement(
            sql: "DELETE FROM temp.pendingRegister WHERE subject = ? AND key = ? AND value = ?")
        for register in logged {
            try statement.execute(
                arguments: [register.subject.column, register.key.column, Data(register.value)])
        }
    }

    /// Forgets the values of this transaction: they came from a log.
    func forgetPendingRegisters() throws {
        try cachedStatement(sql: "DELETE FROM temp.pendingRegister").execute()
    }

    // MARK: Time

    /// The greatest time that this catalogue gave to a value or saw.
    func registerTime() throws -> HybridTime {
        try meta(MetaKey.registerTime).flatMap { UInt64($0) }.flatMap { HybridTime(rawValue: $0) } ?? .zero
    }

    private func setRegisterTime(_ time: HybridTime) throws { try setMeta(MetaKey.registerTime, "\(time.rawValue)") }

    /// Records that the catalogue has seen a time, so that its next values have later ones.
    func noteRegisterTime(_ time: HybridTime) throws {
        if try registerTime() < time { try setRegisterTime(time) }
    }

    func setMeta(_ key: String, _ value: String?) throws {
        if let value {
            try cachedStatement(sql: "INSERT OR REPLACE INTO meta VALUES (?, ?)").execute(arguments: [key, value])
        } else {
            try cachedStatement(sql: "DELETE FROM meta WHERE key = ?").execute(arguments: [key])
        }
    }
}

extension Int64 {
    init(_ time: HybridTime) { self = Int64(clamping: time.rawValue) }
}

extension Subject {
    /// The subject as the catalogue stores it.
    var column: Data { Data([kind.code] + id) }

    init?(column: Data) {
        guard let code = column.first else { return nil }
        self.init(Kind(code: code), Array(column.dropFirst()))
    }
}

extension Key {
    /// The key as the catalogue stores it.
    var column: Data { Data([code] + argument) }

    init?(column: Data) {
        guard let code = column.first else { return nil }
        self.init(code, Array(column.dropFirst()))
    }
}

/// Rows of `meta` about the log.
extension MetaKey {
    static let registerTime = "registerTime"
    /// The writer of the log, and the last sequences that were given to values and that are in the log.
    static let registerWriter = "registerWriter"
    static let registerIssued = "registerIssued"
    static let registerPublished = "registerPublished"
}
