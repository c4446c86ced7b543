internal import DeviceRegistry
internal import Foundation
internal import GRDB
internal import PhotoModel

// The membership of a library in a registry.
extension Database {
    /// Records that the library joins a registry.
    ///
    /// - Parameters:
    ///   - name: The name of this device among the others.
    ///   - logged: The values that the library's log has. Those of former writers are written again by the present
    ///     one, with the times at which they were set.
    func join(_ registry: UUID, as name: String, _ logged: [Register]) throws {
        try leaveRegistry()
        try setMeta(MetaKey.registry, registry.uuidString)
        try setMeta(MetaKey.registryDevice, name)
        try noteLastAsset()
        let own = try ownWriter()
        let waiting = try cachedStatement(
            sql: """
                INSERT INTO unpublishedRegister VALUES (?, ?, ?, ?, NULL)
                ON CONFLICT (subject, key) DO UPDATE SET value = excluded.value, time = excluded.time, sequence = NULL
                WHERE excluded.time > time
                """)
        for register in logged {
            if register.stamp.writer == own {
                try setKnown(register, .counts)
            } else {
                try waiting.execute(arguments: [
                    register.subject.column, register.key.column, Data(register.value), Int64(register.stamp.time),
                ])
            }
        }
        try setAllEvidence()
        if let own { try introduce(own) }
    }

    /// The log has a new writer: other devices see it under the same name, and no longer wait for the former one.
    ///
    /// The new writer writes the values of the former one again, because that one can write no more: the registry may
    /// lack some. What the former one wrote to the registry is read like that of another device, because this catalogue
    /// may lack some.
    func changeWriter(_ former: WriterID?, to writer: WriterID) throws {
        guard try joinedRegistry() != nil, former != writer else { return }
        try introduce(writer)
        guard let former else { return }
        try setRegister(Subject(.device, former.bytes), .state, ObjectState.deleted.value)
        try execute(
            sql: """
                INSERT INTO unpublishedRegister SELECT subject, key, value, time, NULL FROM knownRegister
                WHERE writer = ? AND substr(subject, 1, 1) <> ? ON CONFLICT (subject, key) DO NOTHING
                """, arguments: [Data(former.bytes), Data([Subject.Kind.device.code])])
        try execute(sql: "DELETE FROM knownSequence WHERE writer = ?", arguments: [Data(former.bytes)])
    }

    func rename(to name: String) throws {
        try setMeta(MetaKey.registryDevice, name)
        if let own = try ownWriter() { try introduce(own) }
    }

    private func introduce(_ writer: WriterID) throws {
        let name = try meta(MetaKey.registryDevice)
        try setRegister(Subject(.device, writer.bytes), .name, RegisterValue.text(name))
        try returnIfLeft(writer)
    }

    /// Says that a device takes part, if a value says that it left: it joined again, or its library was copied, and
    /// the copy took it for its own former writer.
    private func returnIfLeft(_ writer: WriterID) throws {
        let name = Register.Name(Subject(.device, writer.bytes), .state)
        let state = try unpublishedRegister(name, of: writer) ?? knownRegister(name)
        if let state, state.value != ObjectState.present.value {
            try setRegister(name.subject, .state, ObjectState.present.value)
        }
    }

    /// Tells the other devices that this one leaves, so that they do not wait for it.
    func retire() throws {
        guard let own = try ownWriter() else { return }
        try setRegister(Subject(.device, own.bytes), .state, ObjectState.deleted.value)
    }

    /// Forgets the registry and what other devices wrote; the values that were set stay.
    func leaveRegistry() throws {
        for key in [MetaKey.registry, MetaKey.registryDevice, MetaKey.registryAsset, MetaKey.registryImported] {
            try setMeta(key, nil)
        }
        try execute(sql: "DELETE FROM knownRegister")
        try execute(sql: "DELETE FROM readSequence")
        try execute(sql: "DELETE FROM latestTime")
        // A registry that the library joins again has the files of this device.
        try execute(
            sql: "DELETE FROM knownSequence WHERE writer IS NOT ?", arguments: [ownWriter().map { Data($0.bytes) }])
    }

    /// Keeps the values that the log has now, in a library that joined a registry: others are compared with them.
    func keepPublished(through last: UInt64) throws {
        guard try joinedRegistry() != nil, let own = try ownWriter() else { return }
        let rows = try Row.fetchAll(
            self, sql: "SELECT subject, key, value, time, sequence FROM unpublishedRegister WHERE sequence <= ?",
            arguments: [Int64(clamping: last)])
        var latest = HybridTime.zero
        for row in rows {
            guard let register = Register(row, own) else { continue }
            try setKnown(register, .counts)
            latest = max(latest, register.stamp.time)
        }
        try noteLatest(latest, of: own)
    }

    /// Records that this device read what the others had written, so that they know.
    func acknowledge() throws {
        guard let own = try ownWriter() else { return }
        try setRegister(Subject(.device, own.bytes), .acknowledged, RegisterValue.none)
        try returnIfLeft(own)
    }
}
