internal import AssetLoading
internal import Foundation
public import LibraryStores
internal import PhotoCatalog
package import PhotoModel

extension OwnedLibrary {
    /// The stores of this library, in the order in which they were added.
    ///
    /// No store is asked.
    public var stores: [StoreDescription] {
        get throws { try StoreManager(local.owners.stores).descriptions() }
    }

    /// The names of the stores that have a copy of a file, as far as the catalogue knows.
    ///
    /// No store is asked.
    package func namesOfStores(having file: AssetResource) throws -> [String] {
        let stores = try catalog.storeCopies(of: file.sha256).filter(\.state.isLoadable).map(\.store)
        return try catalog.stores().filter { stores.contains($0.id) }.map(\.name)
    }

    /// Adds a store of originals, which is made if the address has none.
    ///
    /// - Returns: Whether the store is new.
    /// - Throws: `changeNotSupported` for a wrong name, for the name of another store, for a store that the library has
    ///   under another name, and for a remote of rclone without a site; `networkError`, `accessUserDenied` (also for an
    ///   encrypted store without its key), `notEnoughSpace` and `ioFailure` of the store; `cancelled`;
    ///   `libraryReadOnly`.
    @discardableResult
    public func addStore(_ store: NewStore) async throws -> Bool {
        let (library, loading) = (local.owners, LoadProgress())
        return try await loading.run {
            let isNew = try StoreManager(library.stores).add(store, until: loading.cancellation)
            try library.connectStores()
            return isNew
        }
    }

    /// Removes a store from this library.
    ///
    /// Nothing is removed from the store.
    ///
    /// - Throws: `changeNotSupported` if there is no such store, or if an original is in this store only.
    public func removeStore(named name: String) async throws {
        let library = local.owners
        try await LoadProgress().run {
            try StoreManager(library.stores).remove(name)
            try library.connectStores()
        }
    }

    /// The key of an encrypted store, as a file of the program age.
    ///
    /// - Throws: `changeNotSupported` if there is no such store, or it is not encrypted.
    public func exportedKey(ofStore name: String) throws -> String {
        try StoreManager(local.owners.stores).key(of: name)
    }

    /// Records that a person has the exported key of an encrypted store: its copies count for an offload from then on.
    ///
    /// - Parameters:
    ///   - text: The contents of the exported file, or its line with the key.
    ///   - name: The name of the store.
    /// - Throws: `changeNotSupported` if it is not the key of this store.
    public func confirmKey(_ text: String, ofStore name: String) throws {
        try StoreManager(local.owners.stores).confirmKey(text, of: name)
    }

    /// What of this library is on this device and what is elsewhere.
    ///
    /// No store is asked.
    public func status() async throws -> LibraryStatus {
        let library = local.owners
        let date = try catalogCopyDate
        return try await LoadProgress().run { try LibraryStatus(library.stores, catalogCopyDate: date) }
    }
}
