internal import DeviceRegistry
internal import Foundation
internal import GRDB

// The values of all devices, of a library that joined a registry.
extension Database {
    /// The registry that the library joined; `nil` if it joined none.
    func joinedRegistry() throws -> UUID? { try meta(MetaKey.registry).flatMap { UUID(uuidString: $0) } }

    /// The writer of this library's log; `nil` before the first value was written.
    func ownWriter() throws -> WriterID? { try meta(MetaKey.registerWriter).flatMap { WriterID($0) } }

    /// A value that this device set and the log does not have yet.
    ///
    /// Its sequence is greater than any that another device can have read.
    func unpublishedRegister(_ name: Register.Name, of writer: WriterID) throws -> Register? {
        try Row.fetchOne(
            cachedStatement(
                sql: """
                    SELECT subject, key, value, time, IFNULL(sequence, \(Int64.max)) FROM unpublishedRegister
                    WHERE subject = ? AND key = ?
                    """), arguments: [name.subject.column, name.key.column]
        ).flatMap { Register($0, writer) }
    }

    /// The columns that ``Register/init(known:)`` reads.
    static let knownColumns = "subject, key, value, time, sequence, writer"

    func knownRegister(_ name: Register.Name) throws -> Register? {
        try Row.fetchOne(
            cachedStatement(
                sql: """
                    SELECT \(Self.knownColumns) FROM knownRegister
                    WHERE subject = ? AND key = ?
                    """), arguments: [name.subject.column, name.key.column]
        ).flatMap { Register(known: $0) }
    }

    func setKnown(_ register: Register, _ state: RegisterState) throws {
        try cachedStatement(sql: "INSERT OR REPLACE INTO knownRegister VALUES (?, ?, ?, ?, ?, ?, ?)")
            .execute(arguments: [
                register.subject.column, register.key.column, Data(register.value), Int64(register.stamp.time),
                Data(register.stamp.writer.bytes), Int64(clamping: register.stamp.sequence), state.rawValue,
            ])
    }

    /// Records a value that counts, unless another device set a later one.
    func setKnownIfItWins(_ register: Register) throws {
        if let known = try knownRegister(register.name), !register.wins(over: known) { return }
        try setKnown(register, .counts)
    }

    /// Whether a value of the registry counts here; `nil` if the registry has none of this name.
    func state(of name: Register.Name) throws -> RegisterState? {
        try Int.fetchOne(
            cachedStatement(sql: "SELECT state FROM knownRegister WHERE subject = ? AND key = ?"),
            arguments: [name.subject.column, name.key.column]
        ).flatMap(RegisterState.init)
    }

    /// Whether a deletion waits for a person.
    func isHeld(_ name: Register.Name) throws -> Bool { try state(of: name) == .isHeld }

    func forgetUnpublished(_ name: Register.Name) throws {
        try cachedStatement(sql: "DELETE FROM unpublishedRegister WHERE subject = ? AND key = ?")
            .execute(arguments: [name.subject.column, name.key.column])
    }

    /// The values of an object that count here, of this device and of others.
    func countingRegisters(of subject: Subject, withMembers: Bool) throws -> [Register] {
        let (subject, end) = (subject.column, Data([withMembers ? Key.conflictCode : Key.memberCode]))
        // SQLite would compile the statement again for each value of a parameter in a condition on `state`, because of
        // the partial index.
        let known = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT \(Self.knownColumns) FROM knownRegister
                    WHERE subject = ?1 AND key < ?2 AND state <> \(RegisterState.isHeld.rawValue) AND NOT EXISTS (
                        SELECT 1 FROM unpublishedRegister AS own
                        WHERE own.subject = ?1 AND own.key = knownRegister.key)
                    """), arguments: [subject, end])
        let own = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT subject, key, value, time, 0, zeroblob(16) FROM unpublishedRegister
                    WHERE subject = ?1 AND key < ?2
                    """), arguments: [subject, end])
        return (known + own).compactMap { Register(known: $0) }
    }

    /// The number of values that persons gave to photos that are not here, and of the evidence of such photos.
    func waitingForPhotos() throws -> (values: Int, evidence: Int) {
        let row = try Row.fetchOne(
            self,
            sql: """
                SELECT COUNT(*) FILTER (WHERE key <> ?1), COUNT(*) FILTER (WHERE key = ?1) FROM knownRegister
                WHERE state = \(RegisterState.waits.rawValue) AND state <> 1
                """, arguments: [Key.evidence.column])
        return (row?[0] ?? 0, row?[1] ?? 0)
    }

    /// Records that values were looked for, for all assets.
    func noteLastAsset() throws { try setMeta(MetaKey.registryAsset, "\(lastAsset())") }

    func lastAsset() throws -> Int64 { try Int64.fetchOne(self, sql: "SELECT MAX(id) FROM asset") ?? 0 }

    /// The last asset for which values were looked for.
    func lastExaminedAsset() throws -> Int64 { try meta(MetaKey.registryAsset).flatMap { Int64($0) } ?? 0 }

    /// The values about assets that came after another one, unless they are held or this device set others.
    ///
    /// Most of them waited. Values about an asset that was purged here counted before.
    func registersOfAssets(after row: Int64) throws -> [Register] {
        let condition = """
            asset.id > ?1 AND state NOT IN (\(RegisterState.isHeld.rawValue), \(RegisterState.isImported.rawValue))
            AND NOT EXISTS (
                SELECT 1 FROM unpublishedRegister AS own
                WHERE own.subject = knownRegister.subject AND own.key = knownRegister.key)
            """
        let rows = try Row.fetchAll(
            self,
            sql: """
                SELECT \(Self.knownColumns) FROM asset CROSS JOIN knownRegister ON subject = CAST(?2 || stableID AS BLOB)
                    WHERE \(condition)
                UNION ALL SELECT \(Self.knownColumns) FROM knownRegister CROSS JOIN asset ON stableID = substr(key, 2)
                    WHERE substr(key, 1, 1) = ?3 AND \(condition)
                UNION ALL SELECT \(Self.knownColumns) FROM knownRegister CROSS JOIN asset ON stableID = value
                    WHERE key = ?4 AND \(condition)
                """,
            arguments: [
                row, Data([Subject.Kind.asset.code]), Data([Key.memberCode]), Key.keyAsset.column,
            ])
        return rows.compactMap { Register(known: $0) }
    }

    // MARK: Sequences

    /// Records that the catalogue has values of another device.
    func noteSequences(_ range: ClosedRange<UInt64>, of writer: WriterID) throws {
        let ranges = try knownSequences(of: writer).adding(range)
        try execute(sql: "DELETE FROM knownSequence WHERE writer = ?", arguments: [Data(writer.bytes)])
        for range in ranges {
            try cachedStatement(sql: "INSERT INTO knownSequence VALUES (?, ?, ?)").execute(arguments: [
                Data(writer.bytes), Int64(clamping: range.lowerBound), Int64(clamping: range.upperBound),
            ])
        }
    }

    /// Records the greatest time of some values of a device.
    func noteLatest(_ time: HybridTime, of writer: WriterID) throws {
        try cachedStatement(
            sql: """
                INSERT INTO latestTime VALUES (?, ?)
                ON CONFLICT (writer) DO UPDATE SET time = MAX(time, excluded.time)
                """
        ).execute(arguments: [Data(writer.bytes), Int64(time)])
    }

    /// Records what a device has read.
    func noteRead(_ sequences: [WriterID: UInt64], by device: WriterID) throws {
        let statement = try cachedStatement(
            sql: """
                INSERT INTO readSequence VALUES (?, ?, ?)
                ON CONFLICT (device, writer) DO UPDATE SET last = MAX(last, excluded.last)
                """)
        for (writer, last) in sequences {
            try statement.execute(arguments: [Data(device.bytes), Data(writer.bytes), Int64(clamping: last)])
        }
    }

    func knownSequences(of writer: WriterID) throws -> SequenceRanges {
        let rows = try Row.fetchAll(
            cachedStatement(sql: "SELECT first, last FROM knownSequence WHERE writer = ? ORDER BY first"),
            arguments: [Data(writer.bytes)])
        return SequenceRanges(rows.compactMap { ClosedRange($0) })
    }
}

extension Register {
    /// A row of ``Database/knownColumns``.
    init?(known row: Row) {
        guard let writer = WriterID(row[5] as Data) else { return nil }
        self.init(row, writer)
    }
}

extension ClosedRange<UInt64> {
    /// A row of the first and the last sequence.
    init?(_ row: Row) {
        let (first, last) = (UInt64(clamping: row[0] as Int64), UInt64(clamping: row[1] as Int64))
        guard first <= last else { return nil }
        self = first...last
    }
}

/// Rows of `meta` about the registry.
extension MetaKey {
    /// The registry that the library joined.
    static let registry = "registry"
    /// The name of this device among those of the registry.
    static let registryDevice = "registryDevice"
    /// The greatest row of an asset for which waiting values were looked for.
    static let registryAsset = "registryAsset"
    /// The number of photos of other devices that were imported.
    static let registryImported = "registryImported"
}
