internal import Foundation
internal import LibraryMaintenance
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel
internal import RemoteStores
internal import SystemPackage
internal import SystemSupport

/// Copies of the library's catalogue in its stores.
extension LibraryStores {
    /// Lets other libraries see that this one uses a store: it has a copy of the catalogue by this writer.
    func announce(to target: ConnectedStore, until cancellation: Cancellation) throws {
        let writer = try WriterIdentifier.current(in: library.folder)
        if try target.store.catalogs(cancellation).contains(where: { $0.writer == writer }) { return }
        try writeCatalogCopy(to: target, until: cancellation)
    }

    /// Whether only this library's folder uses a store: all copies of catalogues there are of its present catalogue.
    ///
    /// A copy that this catalogue did not write is of another library, of another computer, of another copy of the
    /// folder, or of the folder before an older one was put back.
    func isAlone(in target: ConnectedStore, until cancellation: Cancellation) throws -> Bool {
        let copies = try target.store.catalogs(cancellation)
        let own = try ownCopies(among: copies)
        return try own.count == copies.count && wroteAll(own, in: target)
    }

    /// Whether a store has a copy of this catalogue that was read back and is at most a day old.
    func hasRecentCatalogCopy(in target: ConnectedStore, until cancellation: Cancellation) throws -> Bool {
        let id = target.record.id
        guard let date = try library.catalog.stores().first(where: { $0.id == id })?.catalogCopyDate,
            // Copies that follow one another within a second have the dates of the next seconds.
            -2...86_400 ~= Date().timeIntervalSince(date)
        else { return false }
        return try ownCopies(among: target.store.catalogs(cancellation)).contains { $0.date == date }
    }

    /// Writes a new copy of the catalogue to a store, and reads it back.
    func writeCatalogCopy(to target: ConnectedStore, until cancellation: Cancellation) throws {
        let id = target.record.id
        let assets = try library.catalog.assetCount()
        let copies = try target.store.catalogs(cancellation).filter { $0.library == library.libraryID }
        var own = try ownCopies(among: copies)
        if try !wroteAll(own, in: target) {
            // The catalogue was made again, or is an older one. It must not share an identifier with the former one.
            _ = try WriterIdentifier.renew(in: library.folder)
            own = []
        }
        let copy = CatalogCopy(
            library: library.libraryID, writer: try WriterIdentifier.current(in: library.folder),
            date: CatalogCopy.date(after: own))
        // Before the copy is there, so that a run that ends in between is no other writer.
        try library.catalog.record(.store(.beganCatalogCopy(id, own.map(\.date) + [copy.date])))
        try copier.makeNow { cancellation.isCancelled }
        let compressed = try CompressedCatalog.compress(
            library.folder.path.pushing(LibraryFolder.copyOfCatalog), inFolder: library.folder.catalogCopy,
            until: cancellation)
        if let last = try copyToKeep(copies, own, before: assets, in: id) { try target.store.keep(last, cancellation) }
        try target.store.put(copy, compressed.upload(in: library.folder.catalogCopy), cancellation)
        try library.catalog.record(.store(.wroteCatalogCopy(id, copy.date, assets: assets)))
        // Copies of other writers are theirs to remove.
        for old in CatalogCopy.removable(try ownCopies(among: target.store.catalogs(cancellation))) {
            try target.store.remove(old, cancellation)
        }
    }

    /// The last copy before a rebuild, a restore, or a fall of the number of assets by more than 5 %, which no rule may
    /// remove; `nil` before any other copy.
    private func copyToKeep(
        _ copies: [CatalogCopy], _ own: [CatalogCopy], before assets: Int, in store: UUID
    ) throws -> CatalogCopy? {
        let before = try library.catalog.assetsInCatalogCopy(in: store) ?? 0
        guard own.isEmpty || Double(assets) < 0.95 * Double(before) else { return nil }
        return (own.isEmpty ? copies : own).max { $0.date < $1.date }
    }

    private func ownCopies(among copies: [CatalogCopy]) throws -> [CatalogCopy] {
        let writer = try WriterIdentifier.current(in: library.folder)
        return copies.filter { $0.library == library.libraryID && $0.writer == writer }
    }

    /// Whether this catalogue wrote, or began to write, all these copies.
    private func wroteAll(_ own: [CatalogCopy], in target: ConnectedStore) throws -> Bool {
        let known = try library.catalog.datesOfCatalogCopies(in: target.record.id)
        return own.allSatisfy { known.contains($0.date) }
    }
}

extension CatalogCopy {
    /// The date of a writer's next copy.
    ///
    /// It is later than those of its other copies also if the clock was set back, because a restore takes the latest.
    ///
    /// - Parameter now: The present date; names of copies have whole seconds.
    static func date(after copies: [CatalogCopy], now: Date = Date()) -> Date {
        max(now, copies.map { $0.date.addingTimeInterval(1) }.max() ?? now)
    }
}
