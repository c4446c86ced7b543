package import DeviceRegistry
package import Foundation
internal import GRDB
package import PhotoModel

/// A step in which the log takes over the values that persons set.
package enum RegisterChange: Sendable {
    /// Records all values that persons set so far, for a log that is empty or lacks files, except those that it has.
    ///
    /// They say nothing of what persons removed: photos of albums, keywords, albums that no longer exist.
    case publishAll(except: [Register])
    /// No person has set a value so far, so that the log lacks none.
    case nothingToPublish
    /// The log has a new writer, or one that goes on after a repair: these sequences are in the log.
    case writer(WriterID, published: UInt64)
    /// Numbers the next values, at most this many.
    case issue(limit: Int)
    /// The log has the values through this sequence.
    case published(through: UInt64)
    /// The catalogue has the values of a log. A value that waits under the same name no longer counts, unless it was
    /// set later.
    case applied([Register], latest: HybridTime)
    /// The library joins a registry, and its log has these values.
    case join(registry: UUID, name: String, logged: [Register])
    /// This device has another name among those of the registry.
    case rename(String)
    /// This device tells the others that it leaves.
    case retire
    /// The library leaves its registry.
    case leave
    /// A person chose between two values of this name that were set independently.
    case endConflict(Register.Name)
    /// This device read what the others had written.
    case acknowledge
    /// The registry is about to get these sequences of this device.
    case exporting(ClosedRange<UInt64>)
    /// The registry has the sequences of this device through this one.
    case exported(through: UInt64)
    /// The files of photos of other devices, by their stable ids, are about to be imported.
    case importing([[UInt8]])
    /// Photos of other devices were imported, or an import left them out.
    case imported(ImportedPhotos)
}

/// What the log lacks.
package struct UnpublishedRegisters: Sendable {
    /// What the catalogue says of its writer; `nil` if it has none.
    package let record: RegistryWriter.Record?
    /// Whether the catalogue never looked for what persons had set before the log was made, or gave values to a log.
    package let mayLackValues: Bool
    /// Whether a value waits.
    package let isAnyWaiting: Bool
}

extension PhotoCatalog {
    /// What the log lacks.
    package func unpublishedRegisters() throws(PhotoLibraryError) -> UnpublishedRegisters {
        try read { database in
            // A catalogue that is only read may lack the table.
            guard try database.tableExists("unpublishedRegister") else {
                return UnpublishedRegisters(record: nil, mayLackValues: false, isAnyWaiting: false)
            }
            return UnpublishedRegisters(
                record: try database.meta(MetaKey.registerWriter).flatMap { WriterID($0) }.map {
                    RegistryWriter.Record(writer: $0, issued: try database.sequence(MetaKey.registerIssued))
                },
                mayLackValues: try database.meta(MetaKey.registerIssued) != "0",
                isAnyWaiting: try Bool.fetchOne(
                    database, sql: "SELECT EXISTS (SELECT 1 FROM unpublishedRegister)") ?? false)
        }
    }

    /// Whether the catalogue has a value that a person set.
    package func hasValuesOfPersons() throws(PhotoLibraryError) -> Bool {
        try read { database in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM album) OR EXISTS (SELECT 1 FROM folder)
                        OR EXISTS (SELECT 1 FROM decision) OR EXISTS (SELECT 1 FROM tombstone)
                        OR EXISTS (SELECT 1 FROM asset WHERE marks & ~? <> 0)
                    """, arguments: [AssetMark.edit.rawValue]) ?? false
        }
    }

    /// The greatest time that this catalogue gave to a value or saw; ``HybridTime/zero`` before the first value.
    package func latestRegisterTime() throws(PhotoLibraryError) -> HybridTime { try read { try $0.registerTime() } }

    /// The values that wait for the log, with stamps of ``WriterID/unassigned``.
    package func waitingRegisters() throws(PhotoLibraryError) -> [Register] {
        try read { database in
            try Row.fetchAll(database, sql: "SELECT subject, key, value, time, 0 FROM unpublishedRegister")
                .compactMap { Register($0, .unassigned) }
        }
    }

    /// The values that have a sequence and are not in the log yet, and the sequences that they are among.
    ///
    /// - Returns: `nil` if no sequence waits.
    package func issuedRegisters() throws(PhotoLibraryError) -> (RegisterSet, covering: ClosedRange<UInt64>)? {
        try read { database in
            let published = try database.sequence(MetaKey.registerPublished)
            let issued = try database.sequence(MetaKey.registerIssued)
            guard let writer = try database.meta(MetaKey.registerWriter).flatMap({ WriterID($0) }), published < issued
            else { return nil }
            let rows = try Row.fetchAll(
                database,
                sql: "SELECT subject, key, value, time, sequence FROM unpublishedRegister WHERE sequence IS NOT NULL")
            return (RegisterSet(rows.compactMap { Register($0, writer) }), published + 1...issued)
        }
    }
}

extension Database {
    func record(_ change: RegisterChange) throws {
        switch change {
        case .publishAll(let logged):
            try setAllRegisters()
            try forgetPendingRegisters(equalTo: logged)
            guard try logged.isEmpty || hasPendingRegisters() else { return }
            try setMeta(MetaKey.registerWriter, nil)
            try setSequences(published: 0)
        case .nothingToPublish:
            try execute(sql: "INSERT OR IGNORE INTO meta VALUES (?, '0')", arguments: [MetaKey.registerIssued])
        case .writer(let writer, let published):
            try changeWriter(ownWriter(), to: writer)
            try setMeta(MetaKey.registerWriter, writer.description)
            try setSequences(published: published)
        case .issue(let limit): try issueSequences(limit: limit)
        case .published(let last):
            try keepPublished(through: last)
            try execute(
                sql: "DELETE FROM unpublishedRegister WHERE sequence <= ?", arguments: [Int64(clamping: last)])
            try setMeta(MetaKey.registerPublished, "\(last)")
        case .applied(let registers, let latest):
            let statement = try cachedStatement(
                sql: "DELETE FROM unpublishedRegister WHERE subject = ? AND key = ? AND time <= ?")
            for register in registers {
                try statement.execute(
                    arguments: [register.subject.column, register.key.column, Int64(register.stamp.time)])
            }
            if try joinedRegistry() != nil { for register in registers { try setKnownIfItWins(register) } }
            try noteRegisterTime(latest)
        case .join(let registry, let name, let logged): try join(registry, as: name, logged)
        case .rename(let name): try rename(to: name)
        case .retire: try retire()
        case .leave: try leaveRegistry()
        case .endConflict(let name): try setRegister(name.subject, .conflict(of: name.key), RegisterValue.none)
        case .acknowledge: try acknowledge()
        case .exporting(let range): if let own = try ownWriter() { try noteSequences(range, of: own) }
        case .exported(let last): if let own = try ownWriter() { try noteRead([own: last], by: own) }
        case .importing(let photos): try setImporting(photos)
        case .imported(let photos): try setImported(photos)
        }
    }

    /// No value has a sequence after those that are in the log.
    private func setSequences(published: UInt64) throws {
        try setMeta(MetaKey.registerIssued, "\(published)")
        try setMeta(MetaKey.registerPublished, "\(published)")
        try execute(sql: "UPDATE unpublishedRegister SET sequence = NULL WHERE sequence IS NOT NULL")
    }

    private func issueSequences(limit: Int) throws {
        let issued = try sequence(MetaKey.registerIssued)
        let waiting = try Row.fetchAll(
            self, sql: "SELECT subject, key, length(value) FROM unpublishedRegister WHERE sequence IS NULL LIMIT ?",
            arguments: [limit])
        var size = 0
        let statement = try cachedStatement(
            sql: "UPDATE unpublishedRegister SET sequence = ? WHERE subject = ? AND key = ?")
        var last = issued
        for row in waiting where size < Self.maximumIssuedSize {
            last += 1
            size += row[2] as Int
            try statement.execute(arguments: [Int64(clamping: last), row[0] as Data, row[1] as Data])
        }
        try setMeta(MetaKey.registerIssued, "\(last)")
    }

    /// The bytes of values that one segment gets, about.
    private static let maximumIssuedSize = 4 << 20

    fileprivate func sequence(_ key: String) throws -> UInt64 {
        // As many as a column can have, less than any sum of the future.
        min(try meta(key).flatMap { UInt64($0) } ?? 0, UInt64(Int64.max / 2))
    }
}

extension Register {
    init?(_ row: Row, _ writer: WriterID) {
        guard let subject = Subject(column: row[0]), let key = Key(column: row[1]),
            let time = HybridTime(rawValue: UInt64(clamping: row[3] as Int64))
        else { return nil }
        let stamp = Stamp(time: time, writer: writer, sequence: UInt64(clamping: row[4] as Int64))
        self.init(subject, key, Array(row[2] as Data), stamp)
    }
}
