internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel
internal import RemoteStores
internal import SystemPackage
internal import SystemSupport

/// The originals in a store that no catalogue names.
struct UnknownOriginals {
    /// In the order of their names in the store.
    let originals: [ListedOriginal]
    /// The other libraries that use the store.
    let otherLibraries: Int
    /// The number of originals that only the catalogues of other libraries name.
    let ofOtherLibraries: Int

    /// Lists them, and waits for the store.
    ///
    /// - Parameter includesOtherLibraries: Whether the catalogues of other libraries are not asked.
    /// - Throws: `changeNotSupported` if the catalogue of another library cannot be read; the errors of the store.
    init(
        in target: ConnectedStore, of library: LibraryContext, includesOtherLibraries: Bool,
        until cancellation: Cancellation
    ) throws {
        let copies = try target.store.catalogs(cancellation).filter { $0.library != library.libraryID }
        otherLibraries = Set(copies.map(\.library)).count
        var others: Set<Digest> = []
        if !includesOtherLibraries {
            for copies in Dictionary(grouping: copies, by: { [$0.library, $0.writer] }).values {
                let newestFirst = copies.sorted { $0.date > $1.date }
                others.formUnion(try Self.digests(in: newestFirst, of: target.store, cancellation))
            }
        }
        let isKnown = try target.store.recognizer(of: library.catalog.digests())
        let isOfOther = try target.store.recognizer(of: others)
        var found: [ListedOriginal] = []
        var ofOthers = 0
        try target.store.listOriginals(cancellation) { original in
            if isKnown(original) { return }
            if isOfOther(original) { ofOthers += 1 } else { found.append(original) }
        }
        ofOtherLibraries = ofOthers
        originals = found.sorted { $0.object.key.text < $1.object.key.text }
    }

    /// The digests that the newest sound copy of another library's catalogue names.
    private static func digests(
        in copies: [CatalogCopy], of store: OriginalStore, _ cancellation: Cancellation
    ) throws -> Set<Digest> {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        // The folder itself is locked, and a catalogue locks its folder.
        let folder = scratch.path.appending("catalog")
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: false)
        do {
            guard try store.fetchSoundCatalog(copies, to: folder, cancellation) != nil else { throw undecided(nil) }
            let catalog = try PhotoCatalog(folder: folder)
            let digests = try catalog.digests()
            try catalog.close()
            return digests
        } catch let error as PhotoLibraryError where [.libraryDamaged, .libraryFormatTooNew].contains(error.code) {
            throw undecided(error)
        }
    }

    private static func undecided(_ cause: PhotoLibraryError?) -> PhotoLibraryError {
        PhotoLibraryError(
            .changeNotSupported,
            "Another library uses the store, and the copy of its catalogue cannot be read. So it is unknown which of the originals "
                + "belong to it. Mirror that library again, or import the originals of all libraries.",
            remedy: .includeOtherLibraries, cause: cause)
    }
}
