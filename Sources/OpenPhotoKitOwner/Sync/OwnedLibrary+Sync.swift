internal import AssetLoading
public import LibrarySync
internal import PhotoModel

// What persons set agrees on all devices of a registry, and cloud identifiers of one device are known on the others.
extension OwnedLibrary {
    /// Whether the library joined a registry.
    public var isSynced: Bool { local.owners.sync.isJoined }

    /// What the library takes over from the other devices; `nil` if it joined no registry.
    ///
    /// - Throws: `libraryDamaged`, `ioFailure` if `sync.json` cannot be read.
    public var taking: Taking? { get throws { try local.owners.sync.taking() } }

    /// Makes a registry in a new folder, and joins it.
    ///
    /// If the folder of the library's registry was lost, its path makes it again, with the same key and names.
    ///
    /// - Parameter registry: The folder, which a program like Syncthing copies to the other devices, and the name of
    ///   this device.
    /// - Returns: The key that the other devices need to join, `AGE-SECRET-KEY-1…`; `nil` if the registry is not
    ///   encrypted. Who has the key and the folder reads and writes everything in it.
    /// - Throws: `changeNotSupported` if the library joined a registry already, or if the folder is in a library or has
    ///   other files; `notEnoughSpace`, `ioFailure`, `libraryReadOnly`.
    @discardableResult
    public func makeRegistry(_ registry: NewRegistry) async throws -> String? {
        let sync = local.owners.sync
        return try await LoadProgress().run { try sync.make(registry) }
    }

    /// Joins the registry in a folder.
    ///
    /// Values of this library that no other device set later count on all devices, and those of the others here.
    ///
    /// - Parameter request: The folder and its key, the name of this device, and whether only the effects are counted.
    /// - Returns: What was changed, or would be.
    /// - Throws: `changeNotSupported` if there is no registry, if the library joined another one, or if many photos
    ///   would be hidden or deleted and the request does not allow it; `accessUserDenied` without the right key;
    ///   `unsupportedFile` for a text that is no key; `libraryFormatTooNew`, `libraryDamaged`, `notEnoughSpace`,
    ///   `ioFailure`, `libraryReadOnly`.
    @discardableResult
    public func joinRegistry(_ request: JoinRequest) async throws -> JoinSummary {
        let sync = local.owners.sync
        return try await LoadProgress().run { try sync.join(request) }
    }

    /// The key of the registry that the library joined, `AGE-SECRET-KEY-1…`; `nil` if it is not encrypted.
    ///
    /// - Throws: `changeNotSupported` if the library joined no registry.
    public func registryKey() throws -> String? { try local.owners.sync.key() }

    /// Leaves the registry.
    ///
    /// Everything stays as it is, in this library and in the registry.
    ///
    /// - Throws: `changeNotSupported` if the library joined no registry; `ioFailure`, `libraryReadOnly`.
    public func leaveRegistry() async throws {
        let sync = local.owners.sync
        try await LoadProgress().run { try sync.leave() }
    }

    /// Writes to the registry what was set here, and takes over what other devices wrote.
    ///
    /// Observers and the history show the changes as those of the other devices. Photos do not come with it:
    /// ``importPhotosOfOtherDevices(progress:onItem:)`` imports them.
    ///
    /// - Throws: `changeNotSupported` if the library joined no registry, or its folder has another one; `ioFailure` if
    ///   the folder is not there; `notEnoughSpace`, `libraryReadOnly`.
    @discardableResult
    public func syncNow() async throws -> SyncSummary {
        let sync = local.owners.sync
        return try await LoadProgress().run { try sync.run() }
    }

    /// What the devices of the registry know of photos.
    ///
    /// Waits for no network and no folder: the catalogue has it.
    ///
    /// - Parameter localIdentifiers: The photos, in any order.
    /// - Returns: The state of each photo that is in the library; `neverSynced` if it joined no registry.
    /// - Throws: Errors of the catalogue.
    public func syncStates(ofAssets localIdentifiers: [String]) async throws -> [String: SyncState] {
        try await LoadProgress().run { [self] in try syncStatesAndWait(ofAssets: localIdentifiers) }
    }

    /// Does the work on the calling thread, which it blocks.
    package func syncStatesAndWait(ofAssets localIdentifiers: [String]) throws -> [String: SyncState] {
        try local.owners.sync.states(of: localIdentifiers)
    }

    /// What the library and its registry know of each other.
    ///
    /// - Throws: `changeNotSupported` if the library joined no registry.
    public func syncStatus() async throws -> SyncStatus {
        let sync = local.owners.sync
        return try await LoadProgress().run { try sync.status() }
    }

    // MARK: What a person decides

    /// The titles, captions, dates and places that were set on two devices independently, the newest first.
    public func syncConflicts() async throws -> [SyncConflict] {
        let sync = local.owners.sync
        return try await LoadProgress().run { try sync.conflicts() }
    }

    /// Ends a conflict.
    ///
    /// - Parameters:
    ///   - conflict: The conflict.
    ///   - takesOther: Whether the other value counts from now on, on all devices.
    /// - Throws: `changeNotSupported` if the conflict was ended meanwhile; `libraryReadOnly`.
    public func endSyncConflict(_ conflict: SyncConflict, takingOther takesOther: Bool) async throws {
        let sync = local.owners.sync
        try await LoadProgress().run { try sync.endConflict(conflict, takingOther: takesOther) }
    }

    /// The photos that other devices deleted and that stay here until a person decides, the newest deletion first.
    ///
    /// - Throws: Errors of the catalogue.
    public func heldDeletions() async throws -> [HeldDeletion] {
        let sync = local.owners.sync
        return try await LoadProgress().run { try sync.heldDeletions() }
    }

    /// Decides about photos that other devices deleted, and that stay here until a person agrees.
    ///
    /// - Parameters:
    ///   - localIdentifiers: The photos; `nil` for all that wait. A photo that does not wait is left out.
    ///   - isAccepted: Whether they move to the recently deleted here too. Otherwise they are restored on all devices.
    /// - Returns: The number of photos.
    /// - Throws: `changeNotSupported` if the library joined no registry; `libraryReadOnly`.
    @discardableResult
    public func decideHeldDeletions(
        ofAssets localIdentifiers: [String]? = nil, isAccepted: Bool
    ) async throws -> Int {
        let sync = local.owners.sync
        return try await LoadProgress().run {
            try sync.decideHeldDeletions(of: localIdentifiers, isAccepted: isAccepted)
        }
    }
}
