internal import AgeEncryption
internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel
internal import RemoteStores
internal import SystemPackage
package import SystemSupport

/// Adds stores to a library, describes and removes them.
package struct StoreManager {
    private let stores: LibraryStores
    private var catalog: PhotoCatalog { stores.library.catalog }

    package init(_ stores: LibraryStores) { self.stores = stores }

    /// The stores, in the order in which they were added.
    package func descriptions() throws -> [StoreDescription] {
        let connections = try stores.connections.all()
        let libraryDisk = try DiskIdentity(of: stores.library.folder.originals)
        return try catalog.stores().map { record in
            let counts = try catalog.copyCounts(in: record.id)
            let connection = connections.first { $0.id == record.id }
            return StoreDescription(
                id: record.id, name: record.name, address: connection?.address, site: record.site,
                isOnDiskOfLibrary: try connection?.address.isOn(libraryDisk) ?? false,
                isEncrypted: connection?.key != nil, isKeyConfirmed: record.isKeyConfirmed,
                addedDate: record.addedDate, lastSuccess: record.successDate, lastFailure: record.failure,
                lastFailureDate: record.failureDate, catalogCopyDate: record.catalogCopyDate,
                copies: counts[.present] ?? 0, suspectCopies: counts[.suspect] ?? 0,
                replaceableCopies: try catalog.replaceableCopies(in: record.id))
        }
    }

    /// Adds a store: an existing one, or a new one in an empty folder or below an unused prefix.
    ///
    /// With the name of a store of the library, the store gets the new address and credentials. The address must have
    /// this store.
    ///
    /// - Returns: Whether the store is new.
    /// - Throws: `changeNotSupported` for a wrong name, the name of another store, a store that the library has already
    ///   under another name, an encrypted store without its key, and a remote of rclone without a site; the errors of
    ///   ``StoreClient``.
    package func add(_ new: NewStore, until cancellation: Cancellation) throws -> Bool {
        try catalog.permission.check()
        try check(new.name)
        let known = try catalog.stores().first { $0.name == new.name }
        if case .rclone = new.address, new.site == nil, known == nil {
            throw PhotoLibraryError(
                .changeNotSupported,
                "It is unknown where the remote of rclone stands. It may be on this computer, or where another store is. "
                    + "Name the site of the store.")
        }
        let client = try new.address.client(new.credentials, until: cancellation)
        let key = try new.key.map { try AgeIdentity(text: $0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        let (store, identity, isNew) =
            if let known {
                try open(known, new, client, key, cancellation)
            } else { try openOrCreate(new, client, key, cancellation) }
        do { try connect(store, identity, new, until: cancellation) } catch {
            // The key of a new encrypted store that was not added is lost.
            if isNew { try? client.remove(.description, cancellation) }
            throw error
        }
        return isNew
    }

    /// Opens a store that the library has.
    private func open(
        _ known: StoreRecord, _ new: NewStore, _ client: any StoreClient, _ key: AgeIdentity?,
        _ cancellation: Cancellation
    ) throws -> (store: OriginalStore, identity: AgeIdentity?, isNew: Bool) {
        let text = try stores.connections.all().first { $0.id == known.id }?.key
        let key = try key ?? text.map { try AgeIdentity(text: $0) }
        let store = try OriginalStore.open(client, name: new.name, identity: key, cancellation)
        guard store.id == known.id else {
            throw PhotoLibraryError(
                .changeNotSupported,
                "The address has another store than the library's store “\(new.name)”. Use another name for it.")
        }
        return (store, key, false)
    }

    /// Makes a store at the address, or opens the one that is there.
    private func openOrCreate(
        _ new: NewStore, _ client: any StoreClient, _ key: AgeIdentity?, _ cancellation: Cancellation
    ) throws -> (store: OriginalStore, identity: AgeIdentity?, isNew: Bool) {
        let isEncrypted = new.isEncrypted ?? new.address.isEncryptedByDefault
        let identity = try key ?? (isEncrypted ? .generate() : nil)
        do {
            return (try .create(client, name: new.name, identity: identity, cancellation), identity, true)
        } catch let error as PhotoLibraryError where error.storeFailure == .storeExists {
            // A library whose catalogue was made again still has the key of its store.
            let known = try stores.connections.all().first { $0.address == new.address }?.key
            let key = try key ?? known.map { try AgeIdentity(text: $0) }
            return (try .open(client, name: new.name, identity: key, cancellation), key, false)
        }
    }

    private func connect(
        _ store: OriginalStore, _ identity: AgeIdentity?, _ new: NewStore, until cancellation: Cancellation
    ) throws {
        try store.checkService(cancellation)
        let known = try catalog.stores().first { $0.id == store.id }
        let knownConnection = try stores.connections.all().first { $0.id == store.id }
        // A restored library knows stores that it cannot reach yet.
        if let known, knownConnection != nil, known.name != new.name {
            throw PhotoLibraryError(
                .changeNotSupported, "The library has this store already, under the name “\(known.name)”.")
        }
        var record = StoreRecord(
            id: store.id, name: new.name, site: try new.site ?? known?.site ?? new.address.defaultSite(),
            addedDate: known?.addedDate ?? Date())
        // A person who gave the key has it.
        record.isKeyConfirmed = new.key != nil || known?.isKeyConfirmed == true
        let connection = StoreConnection(
            id: store.id, name: new.name, address: new.address, user: new.credentials.user,
            secret: new.credentials.secret, certificates: new.credentials.certificates,
            key: store.recipient == nil ? nil : identity?.text)
        do {
            // The connection is written first: a record without one could not be used.
            try stores.connections.write(connection, in: stores.library.folder)
            try catalog.record(.store(.add(record)))
            try catalog.record(.store(.answered(store.id)))
            try stores.announce(
                to: ConnectedStore(record: record, connection: connection, store: store), until: cancellation)
        } catch {
            // What cannot be undone matters less than the error.
            _ = try? catalog.record(.store(known.map(StoreChange.add) ?? .remove(store.id)))
            if let knownConnection {
                try? stores.connections.write(knownConnection, in: stores.library.folder)
            } else {
                try? stores.connections.remove(store.id)
            }
            throw error
        }
    }

    private func check(_ name: String) throws {
        let isValid =
            1...64 ~= name.utf8.count && name.first != "-"
            && name.utf8.allSatisfy { byte in
                let scalar = Unicode.Scalar(byte)
                return scalar.properties.isAlphabetic && scalar.isASCII || ("0"..."9").contains(scalar)
                    || ["-", "_", "."].contains(scalar)
            }
        guard isValid else {
            throw PhotoLibraryError(
                .changeNotSupported,
                "The name of a store has 1 to 64 letters, digits, hyphens, underscores and full stops. “\(name)” has others."
            )
        }
    }

    /// Removes a store from the library.
    ///
    /// Nothing is removed from the store itself.
    ///
    /// - Throws: `changeNotSupported` if there is no such store, or an original is in this store only.
    package func remove(_ name: String) throws {
        // A process that ended while it added or removed a store may have left one of the two.
        let record = try catalog.stores().first { $0.name == name }
        let connection = try stores.connections.all().first { $0.name == name }
        guard let id = record?.id ?? connection?.id else { throw Self.noStore(name) }
        if record != nil { try catalog.record(.store(.remove(id))) }
        if connection != nil { try stores.connections.remove(id) }
    }

    // MARK: Keys

    /// The key of an encrypted store, as the text of a file of the program age.
    ///
    /// - Throws: `changeNotSupported` if there is no such store, or it is not encrypted.
    package func key(of name: String) throws -> String {
        let identity = try identity(of: name)
        return """
            # The key of the photo store “\(name)”. Everybody who has this file can read the store.
            # public key: \(identity.recipient)
            \(identity.text)

            """
    }

    /// Records that a person has the key of an encrypted store.
    ///
    /// - Parameter text: The exported key.
    /// - Throws: `changeNotSupported` if it is not the key of this store.
    package func confirmKey(_ text: String, of name: String) throws {
        let identity = try identity(of: name)
        let lines = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("AGE-SECRET-KEY-1") }
        guard lines.count == 1, let line = lines.first,
            try AgeIdentity(text: String(line)).recipient == identity.recipient
        else {
            throw PhotoLibraryError(
                .changeNotSupported, "This is not the key of the store “\(name)”. Give the file that was exported.")
        }
        try catalog.record(.store(.confirmedKey(try record(of: name).id)))
    }

    private func identity(of name: String) throws -> AgeIdentity {
        let id = try record(of: name).id
        guard let connection = try stores.connections.all().first(where: { $0.id == id }) else {
            throw PhotoLibraryError(
                .missingResource, "The address and the key of the store “\(name)” are missing. Add the store again.",
                remedy: .addStoreAgain(name))
        }
        guard let key = connection.key else {
            throw PhotoLibraryError(.changeNotSupported, "The store “\(name)” is not encrypted, so it has no key.")
        }
        return try AgeIdentity(text: key)
    }

    private func record(of name: String) throws -> StoreRecord {
        guard let record = try catalog.stores().first(where: { $0.name == name }) else { throw Self.noStore(name) }
        return record
    }

    private static func noStore(_ name: String) -> PhotoLibraryError {
        PhotoLibraryError(.changeNotSupported, "The library has no store “\(name)”.")
    }
}
