package import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

/// A change of what the catalogue knows of stores and of the originals in them.
package enum StoreChange: Sendable {
    /// Adds a store, or replaces the record of the store with the same identifier.
    case add(StoreRecord)
    /// Removes a store and the records of its copies.
    ///
    /// - Throws: `changeNotSupported` if an original that is elsewhere has no other copy.
    case remove(UUID)
    case confirmedKey(UUID)
    case answered(UUID)
    case failed(UUID, String)
    /// A copy of the catalogue is about to be written to a store. The dates are those of the copies of this catalogue
    /// that the store has, and of the new one.
    case beganCatalogCopy(UUID, [Date])
    /// A copy of the catalogue with this number of assets was written to a store.
    case wroteCatalogCopy(UUID, Date, assets: Int)
    /// Adds or replaces the records of copies of the bytes that a resource has.
    ///
    /// An upload that begins ends the leaving of a copy, and lets a listed copy be listed until it was read back.
    case copies([StoreCopy])
    /// A store gave other bytes than those of an original, or none.
    case suspect(UUID, Digest)
    /// A store lists copies of some files in their sizes, which were not read back, and not of others, as a restore
    /// found.
    case listedCopies(UUID, [Digest], missing: [Digest])
    /// Removes the records of copies whose objects were removed from the store.
    case removedCopies(UUID, [Digest])
    /// The originals of these photos are elsewhere from now on, except of those that may not leave any more: see
    /// ``LeavingAsset``. Returns the paths of the files of those.
    ///
    /// The files are recorded as planned by the run, which removes them afterwards, as those of purged assets. The
    /// stubs were planned by the run until now.
    case offloaded([LeavingAsset], run: String)
    /// The files of these rows, with their former paths in the library's folder and the stubs there, are in stores
    /// only, as a restore or a repair found.
    case foundElsewhere([(resource: Int64, path: FilePath?, stub: FilePath?)])
    /// The bytes of a resource are at a path of the library's folder again. The path was planned by the run, which
    /// removes the stub afterwards.
    case broughtBack(resource: Int64, path: FilePath, run: String)
    /// The computer is used on this day, counted from 1970.
    case usedOnDay(Int)
}

extension Database {
    /// - Returns: The paths that the change gives; none for most.
    func record(_ change: StoreChange, now: Date) throws -> [FilePath] {
        switch change {
        case .add(let store): try insert(store)
        case .remove(let store): try remove(store)
        case .confirmedKey(let store): try update("isKeyConfirmed = 1", [], of: store)
        case .answered(let store):
            try update("successDate = ?, failure = NULL, failureDate = NULL", [now.timeIntervalSince1970], of: store)
        case .failed(let store, let text):
            try update("failure = ?, failureDate = ?", [text, now.timeIntervalSince1970], of: store)
        case .beganCatalogCopy(let store, let dates): try noteCatalogCopies(dates, in: store)
        case .wroteCatalogCopy(let store, let date, let assets):
            try update("catalogCopyDate = ?", [date.timeIntervalSince1970], of: store)
            try setMeta(MetaKey.assetsInCatalogCopy(in: store), "\(assets)")
        case .copies(let copies): for copy in copies { try insert(copy) }
        case .suspect(let store, let sha256): try suspect(sha256, in: store)
        case .listedCopies(let store, let listed, let missing):
            for sha256 in listed { try insertListedCopy(of: sha256, in: store) }
            for sha256 in missing { try suspect(sha256, in: store) }
        case .removedCopies(let store, let digests):
            for sha256 in digests {
                try cachedStatement(
                    sql: "DELETE FROM storeCopy WHERE storeID = \(Self.rowOfStore) AND sha256 = ? AND state = ?"
                ).execute(arguments: [store.data, sha256.data, StoreCopy.State.leaving.rawValue])
            }
        case .offloaded(let assets, let run):
            return try assets.filter { try !offload($0, run: run, now: now) }.flatMap { $0.files.map(\.path) }
        case .foundElsewhere(let resources):
            for (resource, path, stub) in resources { try moveElsewhere(resource, from: path, stub, now: now) }
        case .broughtBack(let resource, let path, let run): try bringBack(resource, path, run: run)
        case .usedOnDay(let day): try countUse(on: day)
        }
        return []
    }

    static let rowOfStore = "(SELECT id FROM store WHERE storeID = ?)"

    private func update(_ assignment: String, _ arguments: StatementArguments, of store: UUID) throws {
        try execute(sql: "UPDATE store SET \(assignment) WHERE storeID = ?", arguments: arguments + [store.data])
    }

    private func insert(_ store: StoreRecord) throws {
        try execute(
            sql: """
                INSERT INTO store (storeID, name, site, addedDate, isKeyConfirmed) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (storeID) DO UPDATE SET name = excluded.name, site = excluded.site,
                    isKeyConfirmed = MAX(isKeyConfirmed, excluded.isKeyConfirmed)
                """,
            arguments: [
                store.id.data, store.name, store.site, store.addedDate.timeIntervalSince1970, store.isKeyConfirmed,
            ])
    }

    private func remove(_ store: UUID) throws {
        let isNeeded = try Bool.fetchOne(
            self,
            sql: """
                SELECT EXISTS (SELECT 1 FROM resource WHERE location = 2
                    AND EXISTS (SELECT 1 FROM storeCopy JOIN store ON store.id = storeCopy.storeID
                        WHERE storeCopy.sha256 = resource.sha256 AND store.storeID = ?1)
                    AND NOT EXISTS (SELECT 1 FROM storeCopy JOIN store ON store.id = storeCopy.storeID
                        WHERE storeCopy.sha256 = resource.sha256 AND state = 1 AND store.storeID <> ?1))
                """, arguments: [store.data])
        guard isNeeded != true else {
            throw PhotoLibraryError(
                .changeNotSupported,
                "Some originals are in this store only, so it was not removed. Bring them back, or copy them to another "
                    + "store first.")
        }
        try execute(sql: "DELETE FROM storeCopy WHERE storeID = \(Self.rowOfStore)", arguments: [store.data])
        try execute(sql: "DELETE FROM store WHERE storeID = ?", arguments: [store.data])
        for key in [MetaKey.assetsInCatalogCopy(in: store), MetaKey.datesOfCatalogCopies(in: store)] {
            try execute(sql: "DELETE FROM meta WHERE key = ?", arguments: [key])
        }
    }

    /// Adds dates of copies of the catalogue in a store.
    ///
    /// Another process may write a copy at the same time, so earlier dates stay for a while.
    private func noteCatalogCopies(_ dates: [Date], in store: UUID) throws {
        let earlier = try datesOfCatalogCopies(in: store).filter { !dates.contains($0) }.suffix(100)
        let text = (earlier + dates).map { "\($0.timeIntervalSince1970)" }.joined(separator: " ")
        try setMeta(MetaKey.datesOfCatalogCopies(in: store), text)
    }

    private func insert(_ copy: StoreCopy) throws {
        try cachedStatement(
            sql: """
                INSERT INTO storeCopy (storeID, sha256, state, storedSize, version, checkedDate, checkedDay)
                SELECT id, ?1, ?2, ?3, ?4, ?5, ?6 FROM store
                    WHERE storeID = ?7 AND EXISTS (SELECT 1 FROM resource WHERE resource.sha256 = ?1)
                ON CONFLICT (sha256, storeID) DO UPDATE SET state = excluded.state, storedSize = excluded.storedSize,
                    version = excluded.version, checkedDate = excluded.checkedDate, checkedDay = excluded.checkedDay
                    WHERE IIF(excluded.state = \(StoreCopy.State.uploading.rawValue),
                        storeCopy.state <> \(StoreCopy.State.listed.rawValue),
                        storeCopy.state <> \(StoreCopy.State.leaving.rawValue))
                """
        ).execute(arguments: [
            copy.sha256.data, copy.state.rawValue, copy.storedSize, copy.version,
            copy.checkedDate?.timeIntervalSince1970, copy.checkedDay, copy.store.data,
        ])
    }

    /// Records a copy that was not read back, unless it was read back earlier or is suspect.
    private func insertListedCopy(of sha256: Digest, in store: UUID) throws {
        try cachedStatement(
            sql: """
                INSERT INTO storeCopy (storeID, sha256, state)
                SELECT id, ?1, \(StoreCopy.State.listed.rawValue) FROM store
                    WHERE storeID = ?2 AND EXISTS (SELECT 1 FROM resource WHERE resource.sha256 = ?1)
                ON CONFLICT (sha256, storeID) DO UPDATE SET state = excluded.state
                    WHERE state IN (\(StoreCopy.State.uploading.rawValue), \(StoreCopy.State.leaving.rawValue))
                """
        ).execute(arguments: [sha256.data, store.data])
    }

    private func suspect(_ sha256: Digest, in store: UUID) throws {
        try cachedStatement(
            sql: "UPDATE storeCopy SET state = ? WHERE storeID = \(Self.rowOfStore) AND sha256 = ? AND state <> 3"
        ).execute(arguments: [StoreCopy.State.suspect.rawValue, store.data, sha256.data])
    }

    /// Records that the copies of bytes leave their stores, unless a resource has these bytes.
    func leaveStores(_ sha256: Data) throws {
        try cachedStatement(
            sql: """
                UPDATE storeCopy SET state = \(StoreCopy.State.leaving.rawValue) WHERE sha256 = ?1
                    AND NOT EXISTS (SELECT 1 FROM resource WHERE resource.sha256 = ?1)
                """
        ).execute(arguments: [sha256])
    }

    /// Records that the copies of bytes stay in their stores, because a resource has them again.
    ///
    /// They may have been removed meanwhile, so they count again only after they were read back.
    func stayInStores(_ sha256: Digest) throws {
        try cachedStatement(
            sql: """
                UPDATE storeCopy SET state = \(StoreCopy.State.uploading.rawValue)
                WHERE sha256 = ? AND state = \(StoreCopy.State.leaving.rawValue)
                """
        ).execute(arguments: [sha256.data])
    }

    /// Records whether the originals of an asset stay on this device; returns whether that was a change.
    func pin(_ asset: Int64, _ isPinned: Bool) throws -> Bool {
        try execute(
            sql: isPinned
                ? "INSERT OR IGNORE INTO pinnedAsset VALUES (?)" : "DELETE FROM pinnedAsset WHERE assetID = ?",
            arguments: [asset])
        return changesCount > 0
    }

    /// Counts a day of use if it is after the day that was seen last and was not counted before.
    ///
    /// A clock that goes back counts no day.
    private func countUse(on day: Int) throws {
        let last = try meta(MetaKey.lastDayOfUse).flatMap { Int($0) } ?? .min
        guard day != last else { return }
        let counted = try (meta(MetaKey.countedDays) ?? "").split(separator: " ").compactMap { Int($0) }
        if day > last, !counted.contains(day) {
            let count = try meta(MetaKey.dayOfUse).flatMap { Int($0) } ?? 0
            try setMeta(MetaKey.dayOfUse, "\(count == .max ? count : count + 1)")
            let days = (counted.suffix(99) + [day]).map { "\($0)" }
            try setMeta(MetaKey.countedDays, days.joined(separator: " "))
        }
        try setMeta(MetaKey.lastDayOfUse, "\(day)")
    }

    private func setMeta(_ key: String, _ value: String) throws {
        try execute(sql: "INSERT OR REPLACE INTO meta VALUES (?, ?)", arguments: [key, value])
    }
}

extension MetaKey {
    /// The number of days on which the library was opened for writing: it rises by one on such a day, whatever the
    /// clock shows, so that a wrong clock ends no period.
    static let dayOfUse = "dayOfUse"
    /// The day that was seen last, in days since 1970.
    static let lastDayOfUse = "lastDayOfUse"
    /// The last days that were counted, in days since 1970.
    static let countedDays = "countedDays"
}

extension UUID {
    /// The 16 bytes.
    var data: Data { withUnsafeBytes(of: uuid) { Data($0) } }

    /// `nil` unless these are 16 bytes.
    init?(data: Data) {
        guard data.count == 16 else { return nil }
        self = NSUUID(uuidBytes: Array(data)) as UUID
    }
}

extension Digest {
    var data: Data { Data(bytes) }
}
