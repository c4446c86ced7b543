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

    /// Whether no other library, and no other computer with this library, uses a store.
    func isAlone(in target: ConnectedStore, until cancellation: Cancellation) throws -> Bool {
        let writer = try WriterIdentifier.current(in: library.folder)
        return try target.store.catalogs(cancellation).allSatisfy {
            $0.library == library.libraryID && $0.writer == writer
        }
    }

    /// Writes a new copy of the catalogue to a store, and reads it back.
    func writeCatalogCopy(to target: ConnectedStore, until cancellation: Cancellation) throws {
        let assets = try library.catalog.assetCount()
        let date = Date()
        try copier.makeNow { cancellation.isCancelled }
        let compressed = try CompressedCatalog.compress(
            library.folder.path.pushing(LibraryFolder.copyOfCatalog), inFolder: library.folder.catalogCopy,
            until: cancellation)
        let copy = CatalogCopy(
            library: library.libraryID, writer: try WriterIdentifier.current(in: library.folder), date: date)
        try keepCopy(before: copy, assets: assets, in: target, until: cancellation)
        try target.store.put(copy, compressed.upload(in: library.folder.catalogCopy), cancellation)
        try library.catalog.record(.store(.wroteCatalogCopy(target.record.id, copy.date, assets: assets)))
        // Copies of other writers are theirs to remove.
        let own = try target.store.catalogs(cancellation).filter {
            $0.library == copy.library && $0.writer == copy.writer
        }
        for old in CatalogCopy.removable(own) { try target.store.remove(old, cancellation) }
    }

    /// Lets no rule remove the last copy before a rebuild, a restore, or a fall of the number of assets by more than
    /// 5 %.
    private func keepCopy(
        before new: CatalogCopy, assets: Int, in target: ConnectedStore, until cancellation: Cancellation
    ) throws {
        let copies = try target.store.catalogs(cancellation).filter { $0.library == new.library }
        let own = copies.filter { $0.writer == new.writer }
        guard let last = (own.isEmpty ? copies : own).max(by: { $0.date < $1.date }) else { return }
        let id = target.record.id
        let knownDate = try library.catalog.stores().first { $0.id == id }?.catalogCopyDate
        // A catalogue that did not write the last copy was made again, or is an older one that was restored.
        let isContinued = !own.isEmpty && knownDate.map { $0 >= last.date } ?? false
        let before = try library.catalog.assetsInCatalogCopy(in: id) ?? 0
        guard !isContinued || Double(assets) < 0.95 * Double(before) else { return }
        try target.store.keep(last, cancellation)
    }
}
