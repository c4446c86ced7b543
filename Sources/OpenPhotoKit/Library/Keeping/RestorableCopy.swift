internal import AssetLoading
internal import Foundation
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// The copy of the catalogue, as a repair finds it.
struct RestorableCopy {
    /// What the copy says of itself; `nil` if there is none or it cannot be read.
    private let found: CatalogExamination?
    /// Why it cannot be read.
    private let failure: String?

    /// Reads and checks all of the copy.
    init(in folder: LibraryFolder) {
        guard folder.hasCatalogCopy else {
            (found, failure) = (nil, nil)
            return
        }
        do { (found, failure) = (try CatalogExamination(folder: folder.catalogCopy), nil) } catch {
            (found, failure) = (nil, (error as? PhotoLibraryError)?.message ?? "\(error)")
        }
    }

    /// The library that the copy says it is of.
    var libraryID: UUID? { found?.libraryID }

    /// How the copy is, as that of this library.
    func condition(for library: UUID) -> CatalogCopyCondition {
        if let failure { return .damaged(failure) }
        return found.map { CatalogCopyCondition($0, library: library) } ?? .missing
    }

    /// What is wrong with a catalogue that knows less than its copy, for a person; `nil` if it knows as much.
    func damage(of catalog: CatalogExamination) -> String? {
        guard let found, found.damage == nil, found.libraryID == catalog.libraryID,
            found.generation == catalog.generation,
            let last = found.lastChangeNumber, last > catalog.lastChangeNumber ?? 0
        else { return nil }
        return "The catalogue is older than its copy: perhaps its log (catalog.sqlite-wal) was deleted."
    }
}

extension PhotoLibrary {
    /// Names the library's own files that a restored catalogue knows and that are gone or of another size: their photos may
    /// have been deleted after the copy was made.
    ///
    /// What was deleted before and is gone stays so. Nothing is read.
    ///
    /// - Returns: How many files were named with each status.
    static func nameLostFiles(
        of catalog: PhotoCatalog, in folder: LibraryFolder, _ onFile: (RepairedFile) -> Void
    ) throws -> [RepairedFile.Status: Int] {
        let store = ResourceStore(folder: folder.path)
        var counts: [RepairedFile.Status: Int] = [:]
        try catalog.forEachAsset(after: 0) { asset in
            guard asset.deletedDate == nil else { return true }
            for resource in asset.resources where !resource.isReference {
                guard let fault = FileCheck.fault(of: resource, asset.localIdentifier, in: store) else { continue }
                let file = RepairedFile(fault, of: asset.localIdentifier)
                counts[file.status, default: 0] += 1
                onFile(file)
            }
            return true
        }
        return counts
    }
}
