internal import AgeEncryption
package import AssetLoading
internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel
internal import RemoteStores
package import SystemPackage
internal import SystemSupport

/// Makes a library of what a store has: the newest sound copy of the catalogue, with all originals elsewhere.
///
/// A store without a copy of a catalogue gives a library without photos, into which its originals can be imported.
///
/// The library is made in a folder beside its path and gets its path when it is complete, so an interrupted restore
/// leaves no library.
package struct LibraryRestore {
    private let request: RestoreRequest
    private let path: FilePath
    private let loading: LoadProgress

    /// Two writers whose last copies are younger than this may both be in use.
    private static let recentWriter: TimeInterval = 30 * 24 * 3600

    /// - Parameter path: The path of the new library: an empty folder, or no folder.
    package init(_ request: RestoreRequest, to path: FilePath, _ loading: LoadProgress) {
        self.request = request
        self.path = FilePath(FileManager.default.currentDirectoryPath).pushing(path)
        self.loading = loading
    }

    /// Makes the library, and blocks.
    ///
    /// - Throws: `changeNotSupported` if the folder has files, if the store has neither a copy of a catalogue nor
    ///   originals, or if it has copies of several libraries or writers and the request names none; `libraryDamaged` if
    ///   every copy is damaged; `libraryBusy` if another process restores into the folder; the errors of the store;
    ///   `cancelled`.
    package func run() throws -> RestoreSummary {
        let final = try LibraryFolder(at: path)
        guard access(final.manifestPath.platform, F_OK) != 0 else {
            throw PhotoLibraryError(
                .changeNotSupported, "There is a library here already. Restore into a new or empty folder.",
                path: path.string)
        }
        try final.checkIsNew()
        let key = try request.store.key.map {
            try AgeIdentity(text: $0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        let client = try request.store.address.client(request.store.credentials, until: loading.cancellation)
        let store = try OriginalStore.open(
            client, name: request.store.name, identity: key, loading.cancellation)
        let copies = try chosenCopies(in: store)
        let (folder, lock) = try makeTemporaryFolder()
        // Releases the lock too.
        defer { try? lock.close() }
        do {
            let summary = try fill(folder, from: store, copies, key)
            try install(folder)
            return summary
        } catch {
            try? FileManager.default.removeItem(atPath: folder.path.string)
            throw error
        }
    }

    // MARK: The copy of the catalogue

    /// The copies of one library by one writer, the newest first; none if the store has originals only.
    private func chosenCopies(in store: OriginalStore) throws -> [CatalogCopy] {
        // A clock that was wrong by years must not hide all later copies.
        let end = Date() + 24 * 3600
        var copies = try store.catalogs(loading.cancellation).sorted {
            ($0.date < end ? 1 : 0, $0.date) > ($1.date < end ? 1 : 0, $1.date)
        }
        guard !copies.isEmpty else {
            try checkHasOriginals(store)
            return []
        }
        copies = try choose(copies, \.library, request.library, "libraries", .chooseLibrary)
        let recent = copies.filter { Date().timeIntervalSince($0.date) < Self.recentWriter }
        if request.writer == nil, Set(recent.map(\.writer)).count > 1 {
            _ = try choose(recent, \.writer, nil, "computers", .chooseWriter)
        }
        let writer = request.writer ?? copies.first?.writer
        return copies.filter { $0.writer == writer }
    }

    /// Checks that a store without a copy of a catalogue has originals, of which a new library can be made.
    private func checkHasOriginals(_ store: OriginalStore) throws {
        guard request.library == nil, request.writer == nil else {
            throw PhotoLibraryError(
                .changeNotSupported,
                "The store has no copy of a catalogue, so no library and no computer can be chosen. Choose none.")
        }
        var hasOriginals = false
        try store.listOriginals(loading.cancellation) { _ in hasOriginals = true }
        guard !hasOriginals else { return }
        throw PhotoLibraryError(
            .changeNotSupported,
            "The store has no copy of a catalogue and no originals, so there is nothing to restore. Name another store."
        )
    }

    private func choose(
        _ copies: [CatalogCopy], _ property: (CatalogCopy) -> UUID, _ chosen: UUID?, _ noun: String,
        _ remedy: PhotoLibraryError.Remedy
    ) throws -> [CatalogCopy] {
        let values = Dictionary(grouping: copies, by: property)
        if let chosen, let found = values[chosen] { return found }
        guard chosen != nil || values.count > 1 else { return copies }
        let list = values.sorted { $0.value[0].date > $1.value[0].date }.map { id, copies in
            "\(id.uuidString), last on \(copies.map(\.date).max()?.formatted(.iso8601) ?? "")"
        }
        throw PhotoLibraryError(
            .changeNotSupported,
            "The store has copies of the catalogue of several \(noun). Name one of them: "
                + list.joined(separator: "; ") + ".", remedy: remedy)
    }

    // MARK: The library

    /// Makes the folder of the new library until it is complete, and locks its folder `incoming`.
    ///
    /// The library's folder itself is locked by its catalogue.
    private func makeTemporaryFolder() throws -> (folder: LibraryFolder, lock: FileDescriptor) {
        let name = path.lastComponent?.string ?? "library"
        let folder = LibraryFolder(path: path.removingLastComponent().appending(".\(name).restoring"))
        // One of an interrupted restore, which may have the password of the store.
        if access(folder.path.platform, F_OK) == 0 {
            let lock = access(folder.incoming.platform, F_OK) == 0 ? try locked(folder) : nil
            defer { try? lock?.close() }
            try FileManager.default.removeItem(atPath: folder.path.string)
        }
        try LibraryFolder(path: "/").makeFolder(folder.path)
        guard chmod(folder.path.platform, 0o700) == 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "restrict the folder", folder.path)
        }
        try folder.makeFolder("incoming")
        return (folder, try locked(folder))
    }

    /// Locks the folder of a restore.
    ///
    /// - Throws: `libraryBusy` if another restore has it.
    private func locked(_ folder: LibraryFolder) throws -> FileDescriptor {
        let lock = try FileDescriptor.open(folder.incoming, .readOnly, options: [.directory, .closeOnExec])
        do {
            var (own, named) = (stat(), stat())
            guard try lock.lockIfFree(), fstat(lock.rawValue, &own) == 0, stat(folder.incoming.platform, &named) == 0,
                own.st_ino == named.st_ino
            else {
                throw PhotoLibraryError(
                    .libraryBusy, "Another process restores a library into this folder. Wait for it, or name another.",
                    path: path.string)
            }
            return lock
        } catch {
            try? lock.close()
            throw error
        }
    }

    private func fill(
        _ folder: LibraryFolder, from store: OriginalStore, _ copies: [CatalogCopy], _ key: AgeIdentity?
    ) throws -> RestoreSummary {
        loading.walkFinished()
        loading.setPhase(.loading)
        let fetched = try store.fetchSoundCatalog(copies, to: folder.path, loading.cancellation)
        guard copies.isEmpty || fetched != nil else {
            throw PhotoLibraryError(
                .libraryDamaged,
                "Every copy of the catalogue in the store is damaged. Make a new library, add the store to it, and "
                    + "import the originals of all libraries.")
        }
        let catalog = try PhotoCatalog(folder: folder.path)
        if fetched != nil { try catalog.record(.restoredCopy) }
        let listed = try store.listed(try catalog.digests(), loading.cancellation)
        var inStore = 0
        try store.listOriginals(loading.cancellation) { _ in inStore += 1 }
        var found = FoundFiles()
        try catalog.forEachResource { resource in
            try loading.checkIsNotCancelled()
            // A copy of another size is not whole.
            let size = store.storedSize(of: resource.content.size)
            found.add(resource, isInStore: listed[resource.content.sha256]?.storedSize == size)
            return true
        }
        try catalog.record(.store(.foundElsewhere(found.elsewhere)))
        // The store keeps the name and the site that it had in the library.
        let known = try catalog.stores().first { $0.id == store.id }
        let name = known?.name ?? request.store.name
        var record = StoreRecord(
            id: store.id, name: name,
            site: try request.store.site ?? known?.site ?? request.store.address.defaultSite(), addedDate: Date())
        record.isKeyConfirmed = key != nil
        try catalog.record(.store(.add(record)))
        try catalog.record(.store(.listedCopies(store.id, found.inStore, missing: found.missing)))
        try catalog.record(.store(.answered(store.id)))
        let assets = try catalog.assetCount()
        try catalog.close()
        try StoreConnections(in: folder).write(
            StoreConnection(
                id: store.id, name: name, address: request.store.address,
                user: request.store.credentials.user, secret: request.store.credentials.secret,
                certificates: request.store.credentials.certificates, key: store.recipient == nil ? nil : key?.text),
            in: folder)
        _ = try LibraryManifest.create(in: folder, libraryID: fetched?.copy.library ?? UUID())
        return RestoreSummary(
            store: name, catalogDate: fetched?.copy.date, assets: assets, filesInStore: found.inStore.count,
            missingFiles: found.missing.count, unknownOriginals: max(0, inStore - listed.count),
            damagedCopies: fetched?.damaged ?? 0)
    }

    /// Gives the complete folder the path of the library, durably.
    private func install(_ folder: LibraryFolder) throws {
        try DurableFile.syncFolder(folder.path)
        // An empty folder at the path is replaced: rename(2).
        guard rename(folder.path.platform, path.platform) == 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "give the library its path", path)
        }
        try DurableFile.syncFolder(path.removingLastComponent())
    }
}
