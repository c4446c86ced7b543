internal import AssetLoading
internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoIngest
internal import PhotoModel
internal import SystemPackage

/// The copy of the catalogue, as a repair finds it.
struct RestorableCopy {
    /// The result of reading the copy; `nil` if there is no copy or it cannot be read.
    private let found: CatalogExamination?
    /// Why the copy cannot be read.
    private let failure: String?

    /// Reads the whole copy and checks it.
    init(in folder: LibraryFolder) {
        guard folder.hasCatalogCopy else {
            (found, failure) = (nil, nil)
            return
        }
        do {
            (found, failure) = (try CatalogExamination(.copy, folder: folder.catalogCopy, extent: .structure), nil)
        } catch {
            (found, failure) = (nil, (error as? PhotoLibraryError)?.message ?? "\(error)")
        }
    }

    /// Whether the copy has the schema before the present one.
    var isEarlier: Bool { found?.isEarlier ?? false }

    /// The identifier of the library whose catalogue was copied.
    var libraryID: UUID? { found?.libraryID }

    /// The condition of the copy, which should be of the library with this identifier.
    func condition(for library: UUID) -> CatalogCopyCondition {
        if let failure { return .damaged(failure) }
        return found.map { CatalogCopyCondition($0, library: library) } ?? .missing
    }

    /// Why `catalog` is damaged, for a person, if it lacks changes that the copy has; `nil` if it lacks no changes.
    func damage(of catalog: CatalogExamination) -> String? {
        guard let found, found.damage == nil, found.libraryID == catalog.libraryID,
            found.generation == catalog.generation,
            let last = found.lastChangeNumber, last > catalog.lastChangeNumber ?? 0
        else { return nil }
        return "The catalogue is older than its copy. Its log (catalog.sqlite-wal) may have been deleted."
    }
}
