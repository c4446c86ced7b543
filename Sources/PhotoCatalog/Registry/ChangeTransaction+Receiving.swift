internal import DeviceRegistry
internal import Foundation
internal import GRDB
internal import PhotoModel

// Values that another device set. Of each name the value with the greatest stamp counts, so that all devices agree,
// whatever the order in which they read the values.
extension ChangeTransaction {
    /// Records the values that count, and sets them.
    ///
    /// The log does not get them. It gets the conflicts that this device found, so that the others know of them.
    func receive(_ received: ReceivedRegisters) throws -> ReceivedCounts {
        var counts = ReceivedCounts()
        let own = try database.ownWriter() ?? .unassigned
        let seen = received.seen[own] ?? 0
        var latest = HybridTime.zero
        var (winners, lost): ([Register], [Register]) = ([], [])
        for register in received.registers {
            latest = max(latest, register.stamp.time)
            if try wins(register, own, seen: seen, &lost) { winners.append(register) }
        }
        try database.noteRegisterTime(latest)
        try database.noteLatest(latest, of: received.writer)
        counts.values = winners.count
        let areHeld = try areTooManyDeletions(in: winners, of: received.writer)
        let isAnyImported = try database.isAnyPhotoImported()
        for register in winners {
            var state = try isObjectHere(of: register) ? RegisterState.counts : .waits
            if isAnyImported, register.key == .evidence, let kept = try database.keptState(ofEvidence: register) {
                state = kept
            }
            // A purge does not end the wait of a deletion.
            if state == .counts, try deletes(register), try areHeld || database.isHeld(register.name) {
                state = .isHeld
            }
            try database.setKnown(register, state)
        }
        counts.objects = try setCounting(winners)
        if let range = received.range {
            try database.noteSequences(range, of: received.writer)
            try database.noteRead(received.seen, by: received.writer)
        }
        try database.forgetPendingRegisters()
        for register in lost {
            try database.setRegister(
                register.subject, .conflict(of: register.key), RegisterValue.conflict(lost: register))
        }
        counts.conflicts = lost.count
        return counts
    }

    /// Sets values that wait for photos that are here now.
    ///
    /// A photo that was deleted on another device before it was imported here is not deleted without a person.
    func setWaiting() throws -> ReceivedCounts {
        var counts = ReceivedCounts()
        let former = try database.lastExaminedAsset()
        guard try database.lastAsset() > former else { return counts }
        try database.noteLastAsset()
        let waiting = try database.registersOfAssets(after: former)
        for register in waiting {
            try database.setKnown(register, deletes(register) ? .isHeld : .counts)
        }
        counts.values = waiting.count
        counts.objects = try setCounting(waiting)
        try database.forgetPendingRegisters()
        return counts
    }

    /// Ends the wait of deletions that wait for a person.
    ///
    /// - Parameters:
    ///   - photos: The local identifiers of the photos; `nil` for all.
    ///   - isAccepted: `false` to keep the photos: then they are restored on all devices.
    func decideHeldDeletions(of photos: Set<String>?, isAccepted: Bool) throws -> ReceivedCounts {
        var counts = ReceivedCounts()
        let registers = try database.heldDeletions().filter { photos?.contains($0.localIdentifier) ?? true }
            .map(\.register)
        for register in registers { try database.setKnown(register, .counts) }
        counts.values = registers.count
        if isAccepted {
            counts.objects = try setCounting(registers)
            try database.forgetPendingRegisters()
        } else {
            // A photo that a person deleted here meanwhile stays deleted.
            for register in registers where try deletes(register) {
                try database.setRegister(register.subject, .state, ObjectState.present.value)
            }
        }
        return counts
    }

    // MARK: Which value counts

    /// Whether a value counts instead of the one that this catalogue has.
    ///
    /// - Parameter lost: Gets the value that does not count, if a person should see both.
    private func wins(
        _ register: Register, _ own: WriterID, seen: UInt64, _ lost: inout [Register]
    ) throws -> Bool {
        let unpublished = try database.unpublishedRegister(register.name, of: own)
        guard let present = try unpublished ?? database.knownRegister(register.name) else { return true }
        let wins = register.wins(over: present)
        let isIndependent = present.stamp.writer == own && present.stamp.sequence > seen
        if isIndependent, register.subject.kind == .asset, register.key.isShownAsConflict,
            register.value != present.value
        {
            lost.append(wins ? present : register)
        }
        if wins, unpublished != nil { try database.forgetUnpublished(register.name) }
        return wins
    }

    // MARK: Deletions

    /// More deletions than this by one device in seven days wait for a person.
    private static let freeDeletions = 100
    /// More deletions than this wait if they are more than a twentieth of the library.
    private static let freeDeletionsOfSmallLibrary = 10
    private static let deletionPeriod: TimeInterval = 7 * 24 * 3600

    /// Whether a device deletes so many photos that a person must agree.
    private func areTooManyDeletions(in registers: [Register], of writer: WriterID) throws -> Bool {
        // Also of photos that are not here: the device deleted them all the same.
        let new = registers.filter { $0.subject.kind == .asset && $0.key == .state && $0.isDeletion }
        // By the clock of the device that deletes, because this device may read its files late.
        guard let first = new.map(\.stamp.time).min() else { return false }
        let start = HybridTime(first.date.addingTimeInterval(-Self.deletionPeriod))
        let earlier = try Int.fetchOne(
            database,
            sql: """
                SELECT COUNT(*) FROM knownRegister
                WHERE key = ? AND value <> ? AND writer = ? AND time >= ? AND substr(subject, 1, 1) = ?
                """,
            arguments: [
                Key.state.column, Data(ObjectState.present.value), Data(writer.bytes), Int64(start),
                Data([Subject.Kind.asset.code]),
            ])
        let assets = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM asset WHERE deletedDate IS NULL")
        let deletions = (earlier ?? 0) + new.count
        return deletions > Self.freeDeletions
            || deletions > Self.freeDeletionsOfSmallLibrary && deletions * 20 > (assets ?? 0) + (earlier ?? 0)
    }

    /// Whether a value deletes a photo that is in this library.
    private func deletes(_ register: Register) throws -> Bool {
        guard register.subject.kind == .asset, register.key == .state, register.isDeletion else { return false }
        return try Bool.fetchOne(
            database.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM asset WHERE stableID = ? AND deletedDate IS NULL)"),
            arguments: [Data(register.subject.id)]) ?? false
    }

    // MARK: Setting values

    /// Whether the photo is here that a value is about; values about other objects need none.
    private func isObjectHere(of register: Register) throws -> Bool {
        guard let asset = register.asset else { return true }
        return try Bool.fetchOne(
            database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM asset WHERE stableID = ?)"),
            arguments: [Data(asset)]) ?? false
    }

    /// Sets all values of the objects that have new ones, because some only make sense together.
    private func setCounting(_ registers: [Register]) throws -> Int {
        var subjects: Set<Subject> = []
        var albums: Set<Subject> = []
        var members: [Register] = []
        for register in registers where register.subject.kind != .device && register.key != .evidence {
            subjects.insert(register.subject)
            // The members of an album may have come before the album.
            if register.subject.kind == .album, register.key == .state { albums.insert(register.subject) }
            if register.key.code == Key.memberCode { members.append(register) }
        }
        let counting = try subjects.flatMap { try database.countingRegisters(of: $0, withMembers: albums.contains($0)) }
        return try apply((counting + members.filter { !albums.contains($0.subject) }).map(\.withoutPurge))
    }
}

extension Register {
    fileprivate var isDeletion: Bool { ObjectState(value).map { $0 != .present } ?? false }

    /// The same value, or that of a deleted photo instead of a purged one: no other device removes files here.
    fileprivate var withoutPurge: Register {
        guard key == .state, case .purged = ObjectState(value) else { return self }
        return Register(subject, key, ObjectState.deleted.value, stamp)
    }

    /// The stable id of the photo that must be here, so that the value can be set; `nil` if none must.
    fileprivate var asset: [UInt8]? {
        if subject.kind == .asset { return subject.id }
        if key.code == Key.memberCode { return key.argument }
        return key == .keyAsset && !value.isEmpty ? value : nil
    }
}

extension Key {
    /// Whether two values that were set independently are shown to a person.
    fileprivate var isShownAsConflict: Bool {
        [.title, .caption, .captureTime, .location].contains(self)
    }
}
