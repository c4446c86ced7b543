internal import AgeEncryption
package import AssetLoading
internal import Foundation
internal import LibraryStorage
internal import Originals
internal import PhotoCatalog
internal import PhotoModel
internal import RemoteStores
package import SystemPackage
internal import SystemSupport

/// Makes a library of what a store has: the newest sound copy of the catalogue, with all originals elsewhere.
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
    /// - Throws: `changeNotSupported` if the folder has files, if the store has no copy of a catalogue, or if it has
    ///   those of several libraries or writers and the request names none; `libraryDamaged` if every copy is damaged;
    ///   the errors of the store; `cancelled`.
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
        let folder = try makeTemporaryFolder()
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

    /// The copies of one library by one writer, the newest first.
    private func chosenCopies(in store: OriginalStore) throws -> [CatalogCopy] {
        // A clock that was wrong by years must not hide all later copies.
        let end = Date() + 24 * 3600
        var copies = try store.catalogs(loading.cancellation).sorted {
            ($0.date < end ? 1 : 0, $0.date) > ($1.date < end ? 1 : 0, $1.date)
        }
        guard !copies.isEmpty else {
            throw PhotoLibraryError(
                .changeNotSupported,
                "The store has no copy of a catalogue, so there is no library to restore. Its originals can be imported."
            )
        }
        copies = try choose(copies, \.library, request.library, "libraries")
        let recent = copies.filter { Date().timeIntervalSince($0.date) < Self.recentWriter }
        if request.writer == nil, Set(recent.map(\.writer)).count > 1 {
            _ = try choose(recent, \.writer, nil, "computers")
        }
        let writer = request.writer ?? copies.first?.writer
        return copies.filter { $0.writer == writer }
    }

    private func choose(
        _ copies: [CatalogCopy], _ property: (CatalogCopy) -> UUID, _ chosen: UUID?, _ noun: String
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
                + list.joined(separator: "; ") + ".")
    }

    // MARK: The library

    private func makeTemporaryFolder() throws -> LibraryFolder {
        let name = path.lastComponent?.string ?? "library"
        let temporary = path.removingLastComponent().appending(".\(name).restoring")
        // One of an interrupted restore.
        try? FileManager.default.removeItem(atPath: temporary.string)
        try LibraryFolder(path: "/").makeFolder(temporary)
        guard chmod(temporary.platform, 0o700) == 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "restrict the folder", temporary)
        }
        return LibraryFolder(path: temporary)
    }

    private func fill(
        _ folder: LibraryFolder, from store: OriginalStore, _ copies: [CatalogCopy], _ key: AgeIdentity?
    ) throws -> RestoreSummary {
        loading.walkFinished()
        loading.setPhase(.loading)
        let (copy, damaged) = try fetchSoundCopy(copies, from: store, to: folder)
        let catalog = try PhotoCatalog(folder: folder.path)
        try catalog.record(.restoredCopy)
        var digests: Set<Digest> = []
        try catalog.forEachResource { resource in
            digests.insert(resource.content.sha256)
            return true
        }
        let listed = try store.listed(digests, loading.cancellation)
        var inStore = 0
        try store.listOriginals(loading.cancellation) { _ in inStore += 1 }
        var found = FoundFiles()
        try catalog.forEachResource { resource in
            try loading.checkIsNotCancelled()
            found.add(resource, isInStore: listed[resource.content.sha256] != nil)
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
        try catalog.record(.store(.answered(store.id)))
        let assets = try catalog.assetCount()
        try catalog.close()
        try StoreConnections(in: folder).write(
            StoreConnection(
                id: store.id, name: name, address: request.store.address,
                user: request.store.credentials.user, secret: request.store.credentials.secret,
                certificates: request.store.credentials.certificates, key: store.recipient == nil ? nil : key?.text),
            in: folder)
        _ = try LibraryManifest.create(in: folder, libraryID: copy.library)
        return RestoreSummary(
            catalogDate: copy.date, assets: assets, filesInStore: found.inStore, missingFiles: found.missing,
            unknownOriginals: max(0, inStore - listed.count), damagedCopies: damaged)
    }

    /// Fetches the newest copy that is sound, as the catalogue of the folder.
    ///
    /// - Returns: The copy, and the number of newer ones that are damaged.
    private func fetchSoundCopy(
        _ copies: [CatalogCopy], from store: OriginalStore, to folder: LibraryFolder
    ) throws -> (CatalogCopy, Int) {
        for (damaged, copy) in copies.enumerated() {
            try loading.checkIsNotCancelled()
            let file = folder.path.appending(PhotoCatalog.databaseName)
            do {
                guard let bytes = try store.open(copy, loading.cancellation) else { continue }
                try CompressedCatalog.expand(bytes, to: file, until: loading.cancellation)
                let examination = try CatalogExamination(.copy, folder: folder.path, extent: .indexes)
                if examination.damage == nil, examination.libraryID == copy.library { return (copy, damaged) }
            } catch let error as PhotoLibraryError where error.code == .invalidResource {}
            unlink(file.platform)
        }
        throw PhotoLibraryError(.libraryDamaged, "Every copy of the catalogue in the store is damaged.")
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

/// Where the files of a restored catalogue are.
private struct FoundFiles {
    /// The rows whose files are in the store, with their former paths in the library's folder.
    var elsewhere: [(resource: Int64, path: FilePath?, stub: FilePath?)] = []
    var inStore = 0
    var missing = 0

    mutating func add(_ resource: StoredResource, isInStore: Bool) {
        if isInStore { inStore += 1 } else { missing += 1 }
        switch resource.content.location {
        // The new library's folder has no file. Another store may have what this one lacks.
        case .library(let path): elsewhere.append((resource.row, path, nil))
        case .reference(let path):
            // The disk of the reference may be here.
            var status = stat()
            guard stat(path.platform, &status) != 0 || status.st_size != resource.content.size else { return }
            if isInStore { elsewhere.append((resource.row, nil, nil)) }
        case .elsewhere, .withheld: break
        }
    }
}
