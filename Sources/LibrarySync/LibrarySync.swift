internal import DeviceRegistry
package import Foundation
package import LibraryMaintenance
package import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// Exchanges what persons set with the other devices of a registry.
///
/// Blocks. Several processes may run it at once.
package struct LibrarySync: Sendable {
    let library: LibraryContext
    var catalog: PhotoCatalog { library.catalog }
    private let publisher: LogPublisher

    package init(_ library: LibraryContext, _ publisher: LogPublisher) {
        self.library = library
        self.publisher = publisher
    }

    /// Whether the library joined a registry.
    package var isJoined: Bool { (try? RegistryConnection.stored(in: library.folder)) != nil }

    /// What the library takes over from the other devices; `nil` if it joined no registry.
    package func taking() throws -> Taking? { try RegistryConnection.stored(in: library.folder)?.taking }

    /// Writes what this device set, and takes over what others wrote.
    ///
    /// - Throws: `changeNotSupported` if the library joined no registry, or its folder has another one; `ioFailure` if
    ///   the folder is not there; `accessUserDenied`, `notEnoughSpace`, `libraryReadOnly`.
    package func run(now: Date = Date()) throws -> SyncSummary {
        let lock = try ExchangeLock.waiting(in: library.folder)
        defer { lock.release() }
        return try exchange(now)
    }

    /// Exchanges under the ``ExchangeLock``.
    func exchange(_ now: Date) throws -> SyncSummary {
        let connection = try connection()
        let log = try connection.open().log(connection.key)
        let writing = RegistryWriting(library: library, log: log)
        // A repair made a new catalogue, or one from before the join was put back.
        if try catalog.joinedRegistry() != connection.registry {
            try applyLog(now)
            try recordMembership(in: connection.registry, as: connection.deviceName, now)
        }
        try publisher.beginLog(now: now)
        if try writing.hasFilesOfAnotherCatalog() { try publisher.beginLog(asNewWriter: true, now: now) }
        try publisher.finish(now: now)
        let result = try RegistryReading(catalog: catalog, log: log).run(now: now)
        if result.hasNews {
            try catalog.record(.registers(.acknowledge), now: now)
            try publisher.finish(now: now)
        }
        let written = try writing.run(now: now)
        return try SyncSummary(
            result, written: written, heldDeletions: catalog.heldDeletions().count,
            names: try names(of: result.faults.map(\.device)))
    }

    // MARK: Membership

    /// Makes a registry in a new folder, and joins it.
    ///
    /// A lost registry is made again as it was, whatever name and encryption are asked for.
    ///
    /// - Returns: The key that other devices need; `nil` if the registry is not encrypted.
    package func make(_ request: NewRegistry, now: Date = Date()) throws -> String? {
        let lock = try ExchangeLock.waiting(in: library.folder)
        defer { lock.release() }
        let old = try RegistryConnection.stored(in: library.folder)
        let path = Self.absolute(request.folder)
        // The folder of a registry can be lost. It is made again, with its id and its key.
        if let old, old.path == path {
            let key = try old.key
            let registry = try RegistryFolder.make(at: path, old.registry, key: key)
            _ = try RegistryWriting(library: library, log: registry.log(key)).run(now: now)
            try RegistryConnection(
                registry, key: key, deviceName: old.deviceName, taking: request.taking ?? old.taking
            ).write(in: library.folder)
            return key?.text
        }
        try checkIsNotJoined(old)
        try Self.check(request.deviceName)
        let key = request.isEncrypted ? try RegistryKey.generate() : nil
        let registry = try RegistryFolder.make(at: path, key: key)
        try join(registry, key, as: request.deviceName, request.taking, now)
        return key?.text
    }

    /// Joins the registry in a folder, or finds out what that would change.
    ///
    /// - Throws: The errors of ``run()``; `changeNotSupported` if the library has joined another registry, or if more
    ///   than a twentieth of its photos would be hidden or deleted.
    package func join(_ request: JoinRequest, now: Date = Date()) throws -> JoinSummary {
        let lock = try ExchangeLock.waiting(in: library.folder)
        defer { lock.release() }
        let old = try RegistryConnection.stored(in: library.folder)
        let registry = try RegistryFolder(at: Self.absolute(request.folder))
        if old?.registry != registry.id { try checkIsNotJoined(old) }
        let key = try request.key.map { try RegistryKey(text: $0) } ?? old?.key
        let log = try registry.log(key)
        try Self.check(request.deviceName)
        try publisher.finish(now: now)
        let others = try log.writers().filter { try $0 != catalog.ownWriter() }
        // The folder of the registry was moved, or the device gets another name.
        if try catalog.joinedRegistry() == registry.id {
            if !request.isRehearsal {
                try catalog.record(.registers(.rename(request.deviceName)), now: now)
                try RegistryConnection(
                    registry, key: key, deviceName: request.deviceName,
                    taking: request.taking ?? old?.taking ?? .properties
                ).write(in: library.folder)
                _ = try exchange(now)
            }
            return JoinSummary(
                JoinEffect(), devices: try names(of: others).values.sorted(), unusableFiles: 0, ownValues: 0,
                isEncrypted: key != nil, isRehearsal: request.isRehearsal)
        }
        let logged = try library.folder.log(of: library.libraryID).contents().registers.sorted
        let (values, unread) = try RegistryReading(catalog: catalog, log: log).unread()
        let effect = try catalog.rehearseJoin(registry.id, as: request.deviceName, logged, values, now: now)
        let devices = try names(of: others, values).values.sorted()
        let summary = JoinSummary(
            effect, devices: devices, unusableFiles: unread.faults.count, ownValues: logged.count,
            isEncrypted: key != nil, isRehearsal: request.isRehearsal)
        guard !request.isRehearsal else { return summary }
        try summary.checkKeepsPhotosVisible(allowingAll: request.allowsHidingManyPhotos)
        try join(registry, key, as: request.deviceName, request.taking, now)
        return summary
    }

    /// The key of the registry; `nil` if it is not encrypted.
    package func key() throws -> String? { try connection().key?.text }

    /// Leaves the registry; everything stays in this library and in the registry.
    package func leave(now: Date = Date()) throws {
        let lock = try ExchangeLock.waiting(in: library.folder)
        defer { lock.release() }
        // Without the registry's folder, the others wait for this device until it was silent for long.
        try? retire(from: connection(), now)
        _ = try connection()
        // First, because an exchange of a library with a connection joins it again.
        try RegistryConnection.remove(from: library.folder)
        try catalog.record(.registers(.leave))
    }

    private func retire(from connection: RegistryConnection, _ now: Date) throws {
        let log = try connection.open().log(connection.key)
        try catalog.record(.registers(.retire), now: now)
        try publisher.finish(now: now)
        _ = try RegistryWriting(library: library, log: log).run(now: now)
    }

    private func join(
        _ registry: RegistryFolder, _ key: RegistryKey?, as name: String, _ taking: Taking?, _ now: Date
    ) throws {
        try recordMembership(in: registry.id, as: name, now)
        try RegistryConnection(registry, key: key, deviceName: name, taking: taking ?? .properties)
            .write(in: library.folder)
        _ = try exchange(now)
    }

    /// Records in the catalogue that the library joined a registry.
    private func recordMembership(in registry: UUID, as name: String, _ now: Date) throws {
        try publisher.beginLog(now: now)
        let logged = try library.folder.log(of: library.libraryID).contents().registers.sorted
        try catalog.record(.registers(.join(registry: registry, name: name, logged: logged)), now: now)
    }

    /// Gives a catalogue that was put back what was set since then.
    private func applyLog(_ now: Date) throws {
        var registers = try library.folder.log(of: library.libraryID).contents().registers
        for register in try catalog.waitingRegisters() { registers.insert(register) }
        try catalog.perform([.apply(registers.sorted)], now: now)
    }

    private func checkIsNotJoined(_ connection: RegistryConnection?) throws {
        guard let connection else { return }
        throw PhotoLibraryError(
            .changeNotSupported, "This library has joined a registry already. Leave it first.",
            path: connection.path.string)
    }

    private static func check(_ name: String) throws {
        guard !name.allSatisfy(\.isWhitespace), name.utf8.count <= 200 else {
            throw PhotoLibraryError(
                .changeNotSupported, "A device needs a name among the others, of at most 200 bytes. Give one.")
        }
    }

    /// The absolute path, which stays right if the working directory changes.
    private static func absolute(_ path: FilePath) -> FilePath {
        FilePath(FileManager.default.currentDirectoryPath).pushing(path).lexicallyNormalized()
    }

    func connection() throws -> RegistryConnection {
        guard let connection = try RegistryConnection.stored(in: library.folder) else {
            throw PhotoLibraryError(
                .changeNotSupported, "This library has joined no registry. Make one, or join one.",
                path: library.folder.path.string)
        }
        return connection
    }
}
